"""Numbers on the page of answers, tutorials/solutions/what_to_try.md, are measured.

Each test is named after the tutorial and the item; the page has the same numbers.
"""

import numpy as np
import pytest

from nidlite import greedy_ranking, pairwise_strengths
from nidlite.agreement.confirm import superset_importance
from nidlite.graph import possible_interactions
from nidlite.metrics import pairwise_auc
from nidlite.synthetic import SUITE

W1 = np.array([[5.0, -4, 1, 2], [0, 1, 2, -3], [4, 3, 0, -2]])
Z = np.array([1.0, 3, 2])


def test_2_4_a_wider_range_makes_f7s_largest_forty_times_more_visible():
    F7, shares = SUITE["F7"], []
    for width in (1, 2):
        a, b = np.random.default_rng(0).uniform(-1, 1, size=(2, 30_000, 10))
        a[:, 3:8], b[:, 3:8] = width * a[:, 3:8], width * b[:, 3:8]
        share = superset_importance(F7, (3, 4, 5, 6, 7), a, b)
        shares.append(share / np.var(F7(a)))
    # Sampling errs by some percent.
    assert shares == pytest.approx([6e-7, 2.5e-5], rel=0.2)


def test_3_1_five_single_weights_make_x1_and_x3_possible():
    W = np.array([[1.0, 2, 0, 0], [0, -1, 3, 0], [0, 0, 0, 1]])
    weights = [W, np.array([[1.0, 0, 0], [0, 1, -2]]), np.array([[1.0, 1]])]
    found = []
    for layer in (0, 1):
        for place in np.argwhere(weights[layer] == 0):
            changed = [W.copy() for W in weights]
            changed[layer][tuple(place)] = 1
            if any({0, 2} <= set(I) for I in possible_interactions(changed)):
                found.append((layer, *map(int, place)))
    assert found == [(0, 0, 2), (0, 1, 0), (0, 2, 0), (1, 0, 1), (1, 1, 0)]


def test_6_1_a_weight_just_below_2_brings_x3_and_x4_to_the_top():
    for weight, first in ((1.99, ((2, 3), 6.0)), (2.0, ((0, 1), 8.0))):
        W = W1.copy()
        W[2, 1] = weight
        assert greedy_ranking(W, Z)[0] == first


def test_6_2_to_6_4_maximum_most_candidates_and_a_split_unit():
    assert greedy_ranking(W1, Z, mean="maximum")[0] == ((0, 1, 2, 3), 22.0)
    assert len(greedy_ranking([[4.0, 3, 2, 1], [1, 2, 3, 4]], [1.0, 1])) == 5
    split = greedy_ranking(np.vstack([W1, W1[2:]]), [1.0, 3, 1, 1])
    assert split == greedy_ranking(W1, Z)


def test_9_1_arithmetic_means_leave_one_pair_behind():
    W, z = np.array([[3.0, -2, 1, 0], [1, 0, -2, 3]]), np.array([2.0, 1])
    P = pairwise_strengths(W, z, "arithmetic")
    assert P[np.triu_indices(4, 1)].tolist() == [5.5, 5.5, 5, 4, 3.5, 3.5]
    assert pairwise_auc(P, [(0, 1, 2)]) == pytest.approx(8 / 9)
