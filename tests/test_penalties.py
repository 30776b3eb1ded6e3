"""The penalties against their definitions, of a matrix and of a whole network."""

from dataclasses import replace

import numpy as np
import pytest
from examples import NETWORKS

from nidlite.penalties import PENALTIES, penalty_value, subgradient

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
# App. G: L1 on all weights behind the first layer, whatever the group penalty.
REST = {n: FIRST[n] if n in ("none", "l1", "l2") else sum_of_magnitudes for n in FIRST}
each_penalty = pytest.mark.parametrize("name", FIRST)


def away_from_kinks(size, seed=0):
    """Numbers with magnitudes from 0.1 to 1: no kink within a small step."""
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1, size=size) * rng.choice([-1, 1], size=size)


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


def test_the_penalties_are_those_of_app_g():
    assert list(PENALTIES) == list(FIRST)


def test_subgradient_is_zero_at_zero_weights_and_zero_groups():
    W = away_from_kinks((5, 3))
    W[1, 2] = 0  # one weight
    W[:, 0] = 0  # an input
    W[3] = 0  # a unit
    for pair in PENALTIES.values():
        for penalty in pair:
            slope = penalty.subgradient(W)
            assert not slope[W == 0].any() and np.isfinite(slope).all()


# The penalty of a whole network.


def definition(network, theta, name):
    total = 0.0
    for k, stack in enumerate(network.stacks):
        for net in range(len(stack.features) if stack.penalised else 0):
            W1, *others = network.weights(theta, stack=k, net=net)
            total += FIRST[name](W1) + sum(REST[name](W) for W in others)
    return total


def central_differences(value, at):
    steps = 1e-6 * np.eye(len(at))
    return np.array([(value(at + e) - value(at - e)) / 2e-6 for e in steps])


def agrees(value, slope, network, name):
    theta = away_from_kinks(network.size)
    found, right = value(network, theta, name), definition(network, theta, name)
    slopes = central_differences(lambda t: definition(network, t, name), theta)
    # Rounding: 1e-16 * value / step, with values up to 300.
    close = np.allclose(slope(network, theta, name), slopes, atol=3e-7)
    return close and bool(np.isclose(found, right, rtol=1e-12))


@each_penalty
@pytest.mark.parametrize("kind", ["MLP", "MLP-M", "MLP-Cutoff"])
def test_penalty_and_subgradient_are_those_of_the_penalised_nets(kind, name):
    network = NETWORKS[kind]
    assert agrees(penalty_value, subgradient, network, name)
    # Biases get exactly zero, and float32 stays.
    theta = away_from_kinks(network.size).astype(np.float32)
    slope = subgradient(network, theta, name)
    assert slope.dtype == np.float32
    assert not any(A[..., -1].any() for k in network.layers(slope) for A in k)


def test_the_definition_rejects_a_penalty_of_all_stacks_or_of_layers_in_turn(
    monkeypatch,
):
    network = NETWORKS["MLP-M"]
    stacks = tuple(replace(stack, penalised=True) for stack in network.stacks)
    everything = replace(network, stacks=stacks)
    too_much = lambda _, *given: penalty_value(everything, *given)  # noqa: E731
    assert not agrees(too_much, subgradient, network, "l2")
    name = "group_lasso_input"
    monkeypatch.setitem(PENALTIES, name, PENALTIES[name][::-1])
    assert not agrees(penalty_value, subgradient, network, name)
