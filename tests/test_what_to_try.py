"""Numbers on the page of answers, tutorials/solutions/what_to_try.md, are measured.

Each test is named after the tutorial and the item; the page has the same numbers.
"""

import numpy as np
import pytest

from nidlite import datasets, greedy_ranking, pairwise_strengths
from nidlite.agreement.confirm import superset_importance
from nidlite.averaging import cross_coefficient
from nidlite.baselines.methods import compare
from nidlite.cutoff import Cutoff
from nidlite.graph import possible_interactions
from nidlite.metrics import pairwise_auc
from nidlite.networks import mlp_m
from nidlite.synthetic import SUITE

W1 = np.array([[5.0, -4, 1, 2], [0, 1, 2, -3], [4, 3, 0, -2]])
Z = np.array([1.0, 3, 2])


def uniform(n, p, seed=0):
    return np.random.default_rng(seed).uniform(-1, 1, size=(n, p))


def test_2_4_a_wider_range_makes_f7s_largest_forty_times_more_visible():
    F7, shares = SUITE["F7"], []
    for width in (1, 2):
        a, b = uniform(30_000, 10), uniform(30_000, 10, 1)
        for points in (a, b):
            points[:, 3:8] *= width
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


def test_4_1_the_mean_with_exponent_minus_3_loses_2_percent():
    r = np.geomspace(1e-6, 1, 2001)
    quotient = cross_coefficient(r, 1) * ((r**-3 + 1) / 2) ** (1 / 3)
    assert quotient.min() == pytest.approx(0.588, abs=5e-4)
    assert quotient.max() == pytest.approx(0.6)


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


def test_7_2_the_parameters_of_mlp_m():
    assert [mlp_m(p).size for p in (3, 10)] == [391 * p + 21_541 for p in (3, 10)]


def test_8_2_another_tolerance():
    candidates = [(0, 1), (2, 3), (0, 1, 2), (4, 5), (6, 7)]
    errors = [np.full(5, loss) for loss in (1.0, 0.5, 0.2, 0.199, 0.21, 0.1)]
    for tolerance, K in ((0.006, 2), (0.004, 5)):
        settings = {"rule": "plateau", "patience": 2, "tolerance": tolerance}
        assert Cutoff(candidates, errors=errors, ranked=None, **settings).K == K


def test_9_1_arithmetic_means_and_9_2_pairs_that_hide():
    W, z = np.array([[3.0, -2, 1, 0], [1, 0, -2, 3]]), np.array([2.0, 1])
    P = pairwise_strengths(W, z, "arithmetic")
    assert P[np.triu_indices(4, 1)].tolist() == [5.5, 5.5, 5, 4, 3.5, 3.5]
    assert pairwise_auc(P, [(0, 1, 2)]) == pytest.approx(8 / 9)
    F7, a, b = SUITE["F7"], uniform(20_000, 10), uniform(20_000, 10, 1)
    shares = {s: superset_importance(F7, s, a, b) / np.var(F7(a)) for s in F7.pairs}
    hidden = [s for s, share in shares.items() if share < 1e-4]
    assert (len(hidden), len(shares)) == (9, 14)


def test_10_3_near_copies():
    X = datasets.load("cal_housing").X
    correlations = np.corrcoef(X[:, 3:7].T)[np.triu_indices(4, 1)].round(2)
    assert (correlations.min(), correlations.max()) == (0.86, 0.98)


def anova(columns, term, n):
    """F of x1 & x2 by ANOVA, with tutorial 12's other terms and noise."""
    X, noise = uniform(n, 5), np.random.default_rng(1).normal(size=n)
    y = term(X) + X[:, 0] + 2 * X[:, 3] ** 2 + np.sin(3 * X[:, 4]) + 0.3 * noise
    return compare("anova", columns(X), y, None).strengths[0, 1]


def test_12_what_anova_sees_of_a_moved_ripple_and_of_cosines():
    def ripple(X, phase=0):
        return 2 * np.prod(np.cos(np.pi * X[:, :2] + phase), axis=1)

    moved = anova(lambda X: X, lambda X: ripple(X, 1), 2_000)
    known = anova(lambda X: np.cos(np.pi * X), ripple, 2_000)
    # "About 300" and "about 2,000" on the page: one draw each.
    assert 200 < moved < 400 and 1_500 < known < 2_500
