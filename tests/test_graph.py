"""The proposition of Sec. 3.1 on random sparse networks, App. A's counterexample."""

from functools import cache

import numpy as np
from examples import interactions_of, relu_output

from nidlite.graph import ancestors, common_descendants, possible_interactions

# x1 x2 meet in unit 0, x2 x3 in unit 1, x4 joins x2 x3 one layer later.
W1 = np.array([[1.0, 2, 0, 0], [0, -1, 3, 0], [0, 0, 0, 1]])
EXAMPLE = [W1, np.array([[1.0, 0, 0], [0, 1, -2]]), np.array([[1.0, 1]])]


def test_the_example_by_hand():
    assert ancestors(EXAMPLE)[2].tolist() == [[1, 1, 0, 0], [0, 1, 1, 1]]
    assert common_descendants(EXAMPLE, (0, 1)) == [(1, 0), (2, 0)]
    assert common_descendants(EXAMPLE, (0, 2)) == []
    assert possible_interactions(EXAMPLE) == [(1, 2, 3), (0, 1)]
    # Paths of opposite sign are paths, though their product cancels.
    cancelling = [np.array([[1.0], [1]]), np.array([[1.0, -1]]), np.array([[1.0]])]
    assert ancestors(cancelling)[2].tolist() == [[True]]
    assert possible_interactions(cancelling) == []  # of one feature


def interacting(weights, bias=0.0):
    """The interactions of the network with these weights and one bias in all units."""
    biases = [bias] * len(weights)
    f = lambda x: relu_output(x, weights, biases)[:, 0]  # noqa: E731
    return interactions_of(f, weights[0].shape[1])


@cache
def found_and_weights(seed):
    """Of a sparse ReLU network: three to five features, one to three hidden layers."""
    rng = np.random.default_rng(seed)
    sizes = [rng.integers(3, 6), *rng.integers(2, 6, size=rng.integers(1, 4)), 1]
    shapes = zip(sizes[1:], sizes[:-1])
    weights = [rng.normal(size=s) * (rng.random(s) < 0.4) for s in shapes]
    return interacting(weights, bias=0.5), weights


def violations(descendants):
    """The interactions of all random networks that have no common descendant."""
    drawn = [found_and_weights(seed) for seed in range(20)]
    assert sum(len(found) for found, _ in drawn) > 30
    return [s for found, weights in drawn for s in found if not descendants(weights, s)]


def test_every_interaction_has_a_common_descendant():
    def without_last_layer(weights, interaction):
        return common_descendants(weights[:-1], interaction)

    assert violations(common_descendants) == []
    assert violations(without_last_layer) != []


def test_units_that_cancel_share_a_descendant_but_make_no_interaction():
    # max(u, 0) - max(-u, 0) = u, with u = w1 x1 + w2 x2 (App. A).
    w, w_y = np.array([0.7, -1.3]), np.array([[1.0, -1]])
    weights = [np.stack([w, -w]), w_y]
    assert common_descendants(weights, (0, 1)) == [(1, 0), (1, 1)]
    assert interacting(weights) == set()
    # The slightest fluctuation of a weight ends the cancelling.
    weights = [np.stack([w, -w + [1e-3, 0]]), w_y]
    assert interacting(weights) == {(0, 1)}
