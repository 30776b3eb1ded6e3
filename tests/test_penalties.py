"""The penalties against their definitions, of a matrix and of a whole network."""

from dataclasses import replace

import numpy as np
import pytest
from examples import NETWORKS

from nidlite import penalties
from nidlite.penalties import PENALTIES, Penalty, penalty_value, subgradient

# The definitions, one weight at a time. W[j][i] leads from input i to unit j.


def sum_of_magnitudes(W):
    return sum(abs(w) for row in W for w in row)


def half_the_squares(W):
    """The authors' weight decay: the slope is W, not 2 W."""
    return sum(w * w for row in W for w in row) / 2


def scardapane_5(groups):
    """Scardapane et al. 2017, Eq. 5: sum over the groups of sqrt(|g|) |g|_2."""
    return sum(len(g) ** 0.5 * sum(w * w for w in g) ** 0.5 for g in groups)


def by_input(W):
    return scardapane_5([[row[i] for row in W] for i in range(len(W[0]))])


def by_unit(W):
    return scardapane_5([list(row) for row in W])


# Eq. 7: sparse group lasso is Eq. 5 and L1, added.
FIRST = {
    "none": lambda W: 0.0,
    "l1": sum_of_magnitudes,
    "l2": half_the_squares,
    "group_lasso_input": by_input,
    "group_lasso_unit": by_unit,
    "sparse_group_lasso_input": lambda W: by_input(W) + sum_of_magnitudes(W),
    "sparse_group_lasso_unit": lambda W: by_unit(W) + sum_of_magnitudes(W),
}
NAMES = list(FIRST)
# App. G: L1 on all weights behind the first layer, whatever the group penalty.
REST = {n: FIRST[n] if n in ("none", "l1", "l2") else sum_of_magnitudes for n in NAMES}
each_penalty = pytest.mark.parametrize("name", NAMES)


def matrices(seed=0):
    """Four times 5 units by 3 inputs, magnitudes from 0.1 to 1, so away from kinks."""
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1, size=(4, 5, 3)) * rng.choice([-1, 1], size=(4, 5, 3))


def has_the_value(penalty, definition):
    # A few dozen numbers of order 1 summed in another order.
    return all(np.isclose(penalty.value(W), definition(W), 1e-13) for W in matrices())


def central_differences(value, at):
    """value's slope in each number of an array, by a step of 1e-6."""
    slopes = np.zeros_like(at)
    for place in np.ndindex(at.shape):
        e = np.zeros_like(at)
        e[place] = 1e-6
        slopes[place] = (value(at + e) - value(at - e)) / 2e-6
    return slopes


def has_the_finite_differences(penalty):
    for W in matrices():
        slopes, found = central_differences(penalty.value, W), penalty.subgradient(W)
        # Rounding: 1e-16 * value / step, with values up to 50.
        if found.shape != W.shape or not np.allclose(found, slopes, atol=2e-8):
            return False
    return True


@each_penalty
def test_value_is_the_definition_and_no_other(name):
    assert list(PENALTIES) == NAMES  # those of App. G
    accepted = [n for n in NAMES if has_the_value(PENALTIES[n][0], FIRST[name])]
    assert accepted == [name]
    assert has_the_value(PENALTIES[name][1], REST[name])


@each_penalty
def test_subgradient_is_the_finite_difference_of_the_value(name):
    assert all(map(has_the_finite_differences, PENALTIES[name]))


def unit_columns(W):
    return W / penalties.group_norms(W, -2)


BROKEN_SUBGRADIENTS = {
    "l2 with a 2": ("l2", lambda W: 2 * W),
    "l1 without its sign": ("l1", np.ones_like),
    "group size squared": ("group_lasso_input", lambda W: 5 * unit_columns(W)),
    "the other axis": ("group_lasso_input", penalties.by_unit.subgradient),
    "no L1": ("sparse_group_lasso_input", penalties.by_input.subgradient),
}


@pytest.mark.parametrize("broken", BROKEN_SUBGRADIENTS)
def test_the_finite_differences_reject_a_broken_subgradient(broken):
    name, wrong = BROKEN_SUBGRADIENTS[broken]
    assert not has_the_finite_differences(Penalty(PENALTIES[name][0].value, wrong))
    # A group lasso without its group sizes is another penalty.
    bare = Penalty(lambda W: penalties.group_norms(W, -2).sum(), unit_columns)
    assert has_the_finite_differences(bare) and not has_the_value(bare, by_input)


def test_group_lasso_by_hand():
    # Two units, inputs (3, 4), (0, 0), (5, 12): sqrt(2) (5 + 0 + 13).
    W = np.array([[3.0, 0, 5], [4, 0, -12]])
    first, _ = PENALTIES["group_lasso_input"]
    assert first.value(W) == pytest.approx(2**0.5 * 18, rel=1e-15)
    expected = 2**0.5 * np.array([[3 / 5, 0, 5 / 13], [4 / 5, 0, -12 / 13]])
    np.testing.assert_allclose(first.subgradient(W), expected, rtol=1e-15)
    # The same as units: sqrt(3) (sqrt(9 + 25) + sqrt(16 + 144)).
    first, _ = PENALTIES["group_lasso_unit"]
    assert first.value(W) == pytest.approx(3**0.5 * (34**0.5 + 160**0.5), rel=1e-15)


def is_zero_at_the_kinks(penalty):
    W = matrices()[0]
    W[1, 2] = 0  # one weight
    W[:, 0] = 0  # an input
    W[3] = 0  # a unit
    slope = penalty.subgradient(W)
    whole = penalty.subgradient(np.zeros((5, 3)))
    return not slope[W == 0].any() and not whole.any() and np.isfinite(slope).all()


def test_subgradient_is_zero_at_zero_weights_and_zero_groups():
    for both in PENALTIES.values():
        assert all(map(is_zero_at_the_kinks, both))
    # The check rejects one-sided slopes and NaN.
    one_sided = Penalty(None, lambda W: np.where(W >= 0, 1.0, -1.0))
    assert not is_zero_at_the_kinks(one_sided)
    with np.errstate(invalid="ignore"):  # 0 / 0
        assert not is_zero_at_the_kinks(Penalty(None, unit_columns))


@each_penalty
def test_leading_axes_are_further_matrices_and_a_subgradient_is_a_new_array(name):
    first, _ = PENALTIES[name]
    W = matrices()
    assert first.value(W) == pytest.approx(sum(first.value(w) for w in W), rel=1e-13)
    each = [first.subgradient(w) for w in W]
    np.testing.assert_allclose(first.subgradient(W), each, rtol=1e-15)
    slope = first.subgradient(W.astype(np.float32))
    assert slope.dtype == np.float32
    first.subgradient(W)[...] += 1
    np.testing.assert_array_equal(W, matrices())


# The penalty of a whole network.

KINDS = ["MLP", "MLP-M", "MLP-Cutoff", "MLP-M of three classes"]
each_network = pytest.mark.parametrize("kind", KINDS)


def parameters(network, seed=0):
    """Parameters with magnitudes from 0.1 to 1: no kink within a small step."""
    rng = np.random.default_rng(seed)
    sign = rng.choice([-1, 1], size=network.size)
    return rng.uniform(0.1, 1, size=network.size) * sign


def definition(network, theta, name):
    total = 0.0
    for k, stack in enumerate(network.stacks):
        for net in range(len(stack.features) if stack.penalised else 0):
            W1, *others = network.weights(theta, stack=k, net=net)
            total += FIRST[name](W1) + sum(REST[name](W) for W in others)
    return total


def agrees(value, slope, network, name):
    theta = parameters(network)
    found, right = value(network, theta, name), definition(network, theta, name)
    slopes = central_differences(lambda t: definition(network, t, name), theta)
    # Rounding: 1e-16 * value / step, with values up to 300.
    close = np.allclose(slope(network, theta, name), slopes, atol=3e-7)
    return close and bool(np.isclose(found, right, rtol=1e-12))


@each_penalty
@each_network
def test_penalty_and_subgradient_are_those_of_the_penalised_nets(kind, name):
    assert agrees(penalty_value, subgradient, NETWORKS[kind], name)


@each_penalty
@each_network
def test_biases_and_unpenalised_stacks_get_exactly_zero(kind, name):
    network = NETWORKS[kind]
    theta, mask = parameters(network), np.zeros(network.size)
    for stack, layers in zip(network.stacks, network.layers(mask), strict=True):
        for A in layers:
            A[..., -1 if stack.penalised else slice(None)] = 1
    free, found = mask.astype(bool), subgradient(network, theta, name)
    assert not found[free].any()
    assert name == "none" or found[~free].all()
    # Nor do they enter the value, or another weight's slope.
    moved = np.where(free, 10 * theta, theta)
    np.testing.assert_array_equal(subgradient(network, moved, name), found)
    assert penalty_value(network, moved, name) == penalty_value(network, theta, name)


def penalise_everything(network):
    stacks = tuple(replace(stack, penalised=True) for stack in network.stacks)
    return replace(network, stacks=stacks)


def with_biases(network, theta, name):
    """The L2 subgradient, which is theta, of the biases too."""
    slope = subgradient(network, theta, name)
    for stack, layers in zip(network.stacks, network.places):
        for place, _ in layers if stack.penalised else []:
            slope[place] = theta[place]
    return slope


def test_the_definition_rejects_a_broken_penalty_of_a_network(monkeypatch):
    network, everything = NETWORKS["MLP-M"], penalise_everything(NETWORKS["MLP-M"])
    assert agrees(penalty_value, subgradient, network, "l2")
    for wrong in (with_biases, lambda _, *given: subgradient(everything, *given)):
        assert not agrees(penalty_value, wrong, network, "l2")
    too_much = lambda _, *given: penalty_value(everything, *given)  # noqa: E731
    assert not agrees(too_much, subgradient, network, "l2")
    # The first layer's penalty on the others.
    name = "group_lasso_input"
    monkeypatch.setitem(PENALTIES, name, PENALTIES[name][::-1])
    assert not agrees(penalty_value, subgradient, network, name)


def test_an_unknown_penalty_is_refused():
    for function in (penalty_value, subgradient):
        with pytest.raises(KeyError, match="lasso"):
            function(NETWORKS["MLP"], parameters(NETWORKS["MLP"]), "lasso")
