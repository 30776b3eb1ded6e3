"""The penalties of a whole network against their definitions."""

import numpy as np
import pytest
from examples import NETWORKS

from nidlite.penalties import PENALTIES, subgradient


# The definitions, on W[j, i] from input i to unit j.
def sum_of_magnitudes(W):
    return np.linalg.norm(W.ravel(), 1)


def by_input(W):
    """Scardapane et al. 2017, Eq. 5: sum over the groups of sqrt(|g|) |g|_2."""
    return len(W) ** 0.5 * np.linalg.norm(W, axis=0).sum()


# Eq. 7: sparse group lasso is Eq. 5 and L1, added.
FIRST = {
    "none": lambda W: 0.0,
    "l1": sum_of_magnitudes,
    "l2": lambda W: np.linalg.norm(W) ** 2 / 2,  # the authors' weight decay: slope W
    "group_lasso_input": by_input,
    "group_lasso_unit": lambda W: by_input(W.T),
    "sparse_group_lasso_input": lambda W: by_input(W) + sum_of_magnitudes(W),
    "sparse_group_lasso_unit": lambda W: by_input(W.T) + sum_of_magnitudes(W),
}
# App. G: L1 on all weights behind the first layer, whatever the group penalty.
REST = {n: FIRST[n] if n in ("none", "l1", "l2") else sum_of_magnitudes for n in FIRST}


def definition(network, theta, name):
    total = 0.0
    for k, stack in enumerate(network.stacks):
        for net in range(len(stack.features) if stack.penalised else 0):
            W1, *others = network.weights(theta, stack=k, net=net)
            total += FIRST[name](W1) + sum(REST[name](W) for W in others)
    return total


def agrees(slope, network, name):
    """Whether central differences of the definition are the slope, off all kinks."""
    rng = np.random.default_rng(0)
    theta = rng.uniform(0.1, 1, network.size) * rng.choice([-1, 1], network.size)
    slopes = [
        (definition(network, theta + e, name) - definition(network, theta - e, name))
        for e in 1e-6 * np.eye(network.size)
    ]
    # Rounding: 1e-16 * value / step, with values up to 300.
    return np.allclose(slope(network, theta, name), np.divide(slopes, 2e-6), atol=3e-7)


@pytest.mark.parametrize("name", FIRST)
def test_the_subgradient_is_that_of_the_penalised_nets(name):
    assert list(PENALTIES) == list(FIRST)
    for kind in ("MLP-M", "MLP-Cutoff"):
        assert agrees(subgradient, NETWORKS[kind], name)


def test_the_penalties_of_layers_in_turn_are_rejected(monkeypatch):
    network, name = NETWORKS["MLP-M"], "group_lasso_input"
    monkeypatch.setitem(PENALTIES, name, PENALTIES[name][::-1])
    assert not agrees(subgradient, network, name)


def test_subgradient_is_zero_at_zero_weights_and_zero_groups():
    W = np.random.default_rng(0).normal(size=(5, 3))
    W[1, 2] = 0  # one weight
    W[:, 0] = 0  # an input
    W[3] = 0  # a unit
    for pair in PENALTIES.values():
        for penalty in pair:
            slope = penalty(W)
            assert not slope[W == 0].any() and np.isfinite(slope).all()
