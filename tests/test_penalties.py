"""The penalties against their definitions, and their way into the gradient."""

import numpy as np
import pytest

from nidlite import penalties
from nidlite.networks import mlp, mlp_cutoff, mlp_m
from nidlite.penalties import PENALTIES
from nidlite.training import Regulariser

# The definitions, one weight at a time. W[j][i] leads from input i to unit j.


def sum_of_magnitudes(W):
    return sum(abs(w) for row in W for w in row)


def sum_of_squares(W):
    return sum(w * w for row in W for w in row)


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
    "l2": sum_of_squares,
    "group_lasso_input": by_input,
    "group_lasso_unit": by_unit,
    "sparse_group_lasso_input": lambda W: by_input(W) + sum_of_magnitudes(W),
    "sparse_group_lasso_unit": lambda W: by_unit(W) + sum_of_magnitudes(W),
}
NAMES = list(FIRST)
# App. G: L1 on all weights behind the first layer, whatever the group penalty.
REST = {n: FIRST[n] if n in ("none", "l1", "l2") else sum_of_magnitudes for n in NAMES}


def matrices(seed=0):
    """Four times 5 units by 3 inputs, magnitudes from 0.1 to 1, so away from kinks."""
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1, size=(4, 5, 3)) * rng.choice([-1, 1], size=(4, 5, 3))


def has_the_value(penalty, definition):
    # A few dozen numbers of order 1 summed in another order.
    values = [np.isclose(penalty.value(W), definition(W), 1e-13) for W in matrices()]
    return all(values)


def has_the_finite_differences(penalty):
    step = 1e-6
    for W in matrices():
        slopes = np.zeros_like(W)
        for place in np.ndindex(W.shape):
            e = np.zeros_like(W)
            e[place] = step
            slopes[place] = (penalty.value(W + e) - penalty.value(W - e)) / (2 * step)
        found = penalty.subgradient(W)
        # Rounding: 1e-16 * value / step, with values up to 50.
        if found.shape != W.shape or not np.allclose(found, slopes, atol=2e-8):
            return False
    return True


def test_every_penalty_of_app_g_is_there():
    assert list(PENALTIES) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_value_is_the_definition(name):
    first, rest = PENALTIES[name]
    assert has_the_value(first, FIRST[name])
    assert has_the_value(rest, REST[name])


@pytest.mark.parametrize("name", NAMES)
def test_subgradient_is_the_finite_difference_of_the_value(name):
    first, rest = PENALTIES[name]
    assert has_the_finite_differences(first)
    assert has_the_finite_differences(rest)


@pytest.mark.parametrize("name", NAMES)
def test_the_definition_rejects_every_other_penalty(name):
    accepted = [n for n in NAMES if has_the_value(PENALTIES[n][0], FIRST[name])]
    assert accepted == [name]


def test_the_definition_rejects_a_group_lasso_without_its_group_sizes():
    bare = penalties.Penalty(
        lambda W: penalties.group_norms(W, -2).sum(),
        lambda W: W / penalties.group_norms(W, -2),
    )
    assert has_the_finite_differences(bare)
    assert not has_the_value(bare, by_input)


BROKEN_SUBGRADIENTS = {
    "l2 without its 2": (penalties.l2, lambda W: W),
    "l1 without its sign": (penalties.l1, np.ones_like),
    "group size squared": (penalties.by_input, lambda W: 5 * unit_columns(W)),
    "the other axis": (penalties.by_input, penalties.by_unit.subgradient),
    "group lasso without L1": (
        PENALTIES["sparse_group_lasso_input"][0],
        penalties.by_input.subgradient,
    ),
}


def unit_columns(W):
    return W / penalties.group_norms(W, -2)


@pytest.mark.parametrize("broken", BROKEN_SUBGRADIENTS)
def test_the_finite_differences_reject_a_broken_subgradient(broken):
    penalty, subgradient = BROKEN_SUBGRADIENTS[broken]
    wrong = penalties.Penalty(penalty.value, subgradient)
    assert has_the_finite_differences(penalty)
    assert not has_the_finite_differences(wrong)


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


@pytest.mark.parametrize("name", NAMES)
def test_subgradient_is_zero_at_zero_weights_and_zero_groups(name):
    first, rest = PENALTIES[name]
    assert is_zero_at_the_kinks(first)
    assert is_zero_at_the_kinks(rest)


def test_the_kinks_reject_one_sided_slopes_and_nan():
    one_sided = penalties.Penalty(None, lambda W: np.where(W >= 0, 1.0, -1.0))
    assert not is_zero_at_the_kinks(one_sided)
    divides = penalties.Penalty(None, unit_columns)
    with pytest.raises(RuntimeWarning):  # 0 / 0
        is_zero_at_the_kinks(divides)
    with np.errstate(invalid="ignore"):
        assert not is_zero_at_the_kinks(divides)


@pytest.mark.parametrize("name", NAMES)
def test_zero_is_a_minimum_with_zero_as_a_subgradient(name):
    # What makes 0 a lawful choice at the kink: no step away from 0 lowers the value.
    first, _ = PENALTIES[name]
    assert all(first.value(W) >= first.value(0 * W) == 0 for W in matrices())


@pytest.mark.parametrize("name", NAMES)
def test_subgradient_lies_below_the_penalty_everywhere(name):
    # The definition of a subgradient of a convex function, kinks included.
    first, _ = PENALTIES[name]
    rng = np.random.default_rng(0)
    for _ in range(100):
        W, V = rng.normal(size=(2, 5, 3)) * rng.integers(0, 2, size=(2, 5, 3))
        W[:, rng.integers(3)] = 0
        line = first.value(W) + (first.subgradient(W) * (V - W)).sum()
        assert first.value(V) >= line - 1e-12


@pytest.mark.parametrize("name", NAMES)
def test_leading_axes_are_further_matrices(name):
    first, _ = PENALTIES[name]
    W = matrices()
    assert first.value(W) == pytest.approx(sum(first.value(w) for w in W), rel=1e-13)
    each = [first.subgradient(w) for w in W]
    np.testing.assert_allclose(first.subgradient(W), each, rtol=1e-15)


@pytest.mark.parametrize("name", NAMES)
def test_subgradient_is_a_new_array_of_the_same_precision(name):
    first, _ = PENALTIES[name]
    W = matrices()[0].astype(np.float32)
    before = W.copy()
    slope = first.subgradient(W)
    assert slope.dtype == np.float32
    slope += 1
    np.testing.assert_array_equal(W, before)


# The regulariser: the penalty of a whole network beside its gradient.

NETWORKS = {
    "MLP": mlp(4, (5, 3)),
    "MLP-M": mlp_m(4, (5, 3), (3, 2)),
    "MLP-Cutoff": mlp_cutoff(4, [(1, 2, 3), (0, 1), (2, 3)], (5, 3), (3, 2)),
    "one hidden layer": mlp_m(4, (5,), ()),
}
CONSTANT = 0.3


def example(network, seed=0):
    """Parameters with magnitudes from 0.1 to 1: no kink within a small step."""
    rng = np.random.default_rng(seed)
    sign = rng.choice([-1, 1], size=network.size)
    return rng.uniform(0.1, 1, size=network.size) * sign


def definition(network, name, theta):
    """CONSTANT times the penalties of all penalised nets' weights, net by net."""
    total = 0.0
    for k, stack in enumerate(network.stacks):
        for net in range(len(stack.features) if stack.penalised else 0):
            W1, *others = network.weights(theta, stack=k, net=net)
            total += FIRST[name](W1) + sum(REST[name](W) for W in others)
    return CONSTANT * total


def unpenalised(network):
    """Where theta holds a bias, or anything of a stack that is not penalised."""
    mask = np.zeros(network.size)
    for stack, layers in zip(network.stacks, network.layers(mask), strict=True):
        for A in layers:
            A[..., -1 if stack.penalised else slice(None)] = 1
    return mask.astype(bool)


def value_is_the_definition(regulariser, network, name):
    theta = example(network)
    value, expected = regulariser.value(theta), definition(network, name, theta)
    return bool(np.isclose(value, expected, rtol=1e-12))


def subgradient_belongs_to_the_definition(regulariser, network, name):
    theta, step = example(network), 1e-6
    slopes = [
        definition(network, name, theta + e) - definition(network, name, theta - e)
        for e in step * np.eye(network.size)
    ]
    found = np.zeros_like(theta)
    regulariser.add_subgradient(theta, found)
    # Rounding: 1e-16 * value / step, with values up to 100.
    return np.allclose(found, np.array(slopes) / (2 * step), atol=1e-7)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", NETWORKS)
def test_regulariser_value_is_the_sum_over_the_penalised_nets(kind, name):
    network = NETWORKS[kind]
    regulariser = Regulariser(network, name, CONSTANT)
    assert value_is_the_definition(regulariser, network, name)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", NETWORKS)
def test_regulariser_adds_the_slope_of_its_value(kind, name):
    network = NETWORKS[kind]
    regulariser = Regulariser(network, name, CONSTANT)
    assert subgradient_belongs_to_the_definition(regulariser, network, name)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", NETWORKS)
def test_biases_and_unpenalised_stacks_get_exactly_zero(kind, name):
    network = NETWORKS[kind]
    theta, free = example(network), unpenalised(network)
    regulariser = Regulariser(network, name, CONSTANT)
    found = np.zeros_like(theta)
    regulariser.add_subgradient(theta, found)
    assert not found[free].any()
    assert name == "none" or found[~free].all()
    # Nor do they enter the value, or another weight's slope.
    moved = np.where(free, 10 * theta, theta)
    again = np.zeros_like(theta)
    regulariser.add_subgradient(moved, again)
    np.testing.assert_array_equal(again, found)
    assert regulariser.value(moved) == regulariser.value(theta)


@pytest.mark.parametrize("name", NAMES)
def test_regulariser_adds_to_what_is_there_and_keeps_theta(name):
    network = NETWORKS["MLP-M"]
    theta = example(network).astype(np.float32)
    kept = theta.copy()
    regulariser = Regulariser(network, name, CONSTANT)
    alone, added = np.zeros_like(theta), np.ones_like(theta)
    regulariser.add_subgradient(theta, alone)
    regulariser.add_subgradient(theta, added)
    regulariser.value(theta)
    np.testing.assert_array_equal(added, 1 + alone)
    np.testing.assert_array_equal(theta, kept)
    assert added.dtype == np.float32


class Broken:
    """The regulariser by definition, with places to break it."""

    def __init__(self, network, name, everywhere=False, biases=False, swap=False):
        first, rest = PENALTIES[name]
        self.first, self.rest = (rest, first) if swap else (first, rest)
        self.network, self.everywhere = network, everywhere
        self.columns = slice(None) if biases else slice(-1)

    def parts(self, *thetas):
        layers = [self.network.layers(theta) for theta in thetas]
        for k, stack in enumerate(self.network.stacks):
            if stack.penalised or self.everywhere:
                for l in range(len(layers[0][k])):
                    penalty = self.rest if l else self.first
                    yield penalty, *(each[k][l][..., self.columns] for each in layers)

    def value(self, theta):
        return CONSTANT * sum(penalty.value(W) for penalty, W in self.parts(theta))

    def add_subgradient(self, theta, gradient):
        for penalty, W, slope in self.parts(theta, gradient):
            slope += CONSTANT * penalty.subgradient(W)


WAYS = {
    "univariate nets penalised": ({"everywhere": True}, "l1"),
    "biases penalised": ({"biases": True}, "l2"),
    "a group holds its bias": ({"biases": True}, "group_lasso_unit"),
    "first layer's penalty on the others": ({"swap": True}, "group_lasso_input"),
}


@pytest.mark.parametrize("broken", WAYS)
def test_the_definition_rejects_a_broken_regulariser(broken):
    way, name = WAYS[broken]
    network = NETWORKS["MLP-M"]
    for settings in ({}, way):
        right = settings == {}
        regulariser = Broken(network, name, **settings)
        assert value_is_the_definition(regulariser, network, name) is right
        found = subgradient_belongs_to_the_definition(regulariser, network, name)
        assert found is right


def test_an_unknown_penalty_is_refused():
    with pytest.raises(KeyError, match="lasso"):
        Regulariser(NETWORKS["MLP"], "lasso", CONSTANT)
