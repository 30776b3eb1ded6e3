"""The numbers on the page of answers, tutorials/solutions/what_to_try.md, are measured.

Each test is named after the tutorial and the item; the page has the same numbers.
"""

import numpy as np
import pytest

import nidlite
from nidlite.agreement.confirm import superset_importance
from nidlite.averaging import cross_coefficient
from nidlite.baselines.methods import compare
from nidlite.cutoff import Cutoff
from nidlite.datasets import load
from nidlite.graph import possible_interactions
from nidlite.metrics import pairwise_auc
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
    weights = [
        np.array([[1.0, 2, 0, 0], [0, -1, 3, 0], [0, 0, 0, 1]]),
        np.array([[1.0, 0, 0], [0, 1, -2]]),
        np.array([[1.0, 1]]),
    ]
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


def test_4_4_the_root_of_the_importance_levels_off_too():
    a, b = uniform(50_000, 2), uniform(50_000, 2, 1)
    for w, root in ((0.1, 0.03), (0.5, 0.13), (1, 0.21), (4, 0.27)):
        share = superset_importance(lambda X: np.maximum(X @ [w, 1], 0), (0, 1), a, b)  # noqa: B023
        assert np.sqrt(share) == pytest.approx(root, abs=0.01)


def test_6_1_a_weight_just_below_2_brings_x3_and_x4_to_the_top():
    for weight, first in ((1.99, ((2, 3), 6.0)), (2.0, ((0, 1), 8.0))):
        W = W1.copy()
        W[2, 1] = weight
        assert nidlite.greedy_ranking(W, Z)[0] == first


def test_6_2_to_6_4_maximum_most_candidates_and_a_split_unit():
    ranking = nidlite.greedy_ranking(W1, Z, mean="maximum")
    assert ranking[0] == ((0, 1, 2, 3), 22.0)
    assert len(nidlite.greedy_ranking([[4.0, 3, 2, 1], [1, 2, 3, 4]], [1.0, 1])) == 5
    split = nidlite.greedy_ranking(np.vstack([W1, W1[2:]]), [1.0, 3, 1, 1])
    assert split == nidlite.greedy_ranking(W1, Z)


def test_7_2_the_parameters_of_mlp_m():
    for p in (3, 10):
        assert nidlite.networks.mlp_m(p).size == 391 * p + 21_541


def test_8_1_other_chances_and_8_2_another_tolerance():
    levels, chances = np.array([-1.0, 0, 1]), np.array([0.25, 0.5, 0.25])
    f, weight = np.abs(levels[:, None] + levels), np.outer(chances, chances)
    mean = (weight * f).sum()
    rest = f - (f @ chances)[:, None] - chances @ f + mean
    assert (weight * rest**2).sum() == 5 / 16
    assert (weight * (f - mean) ** 2).sum() == 7 / 16
    candidates = [(0, 1), (2, 3), (0, 1, 2), (4, 5), (6, 7)]
    errors = [np.full(5, loss) for loss in (1.0, 0.5, 0.2, 0.199, 0.21, 0.1)]
    for tolerance, K in ((0.006, 2), (0.004, 5)):
        settings = {"rule": "plateau", "patience": 2, "tolerance": tolerance}
        assert Cutoff(candidates, errors=errors, ranked=None, **settings).K == K


def test_9_1_arithmetic_means_and_9_2_pairs_that_hide():
    W, z = np.array([[3.0, -2, 1, 0], [1, 0, -2, 3]]), np.array([2.0, 1])
    P = nidlite.pairwise_strengths(W, z, "arithmetic")
    assert P[np.triu_indices(4, 1)].tolist() == [5.5, 5.5, 5, 4, 3.5, 3.5]
    assert pairwise_auc(P, [(0, 1, 2)]) == pytest.approx(8 / 9)
    F7, a, b = SUITE["F7"], uniform(20_000, 10), uniform(20_000, 10, 1)
    shares = {s: superset_importance(F7, s, a, b) / np.var(F7(a)) for s in F7.pairs}
    hidden = [s for s, share in shares.items() if share < 1e-4]
    assert (len(hidden), len(shares)) == (9, 14)
    assert {i for s in hidden for i in s} == {3, 4, 5, 6, 7}


def test_10_2_other_corners_and_10_3_near_copies():
    table = load("cal_housing")
    X, y = table.X, table.y

    def corner(longitude, latitude):
        near = np.abs(X[:, :2] - [longitude, latitude]).max(axis=1) < 0.12
        return y[near].mean(), near.sum()

    west, east = (
        [corner(place, side) for side in (37.7, 38.6)] for place in (-122.3, -121.0)
    )
    (difference,) = np.diff([v for v, _ in east]) - np.diff([v for v, _ in west])
    assert round(difference, -3) == 129_000 and west[1][1] == 5
    correlations = np.corrcoef(X[:, 3:7].T)[np.triu_indices(4, 1)].round(2)
    assert (correlations.min(), correlations.max()) == (0.86, 0.98)


def anova(columns, term, seed, n):
    """F of x1 & x2 and the largest F of the other pairs, with tutorial 12's noise."""
    X, noise = uniform(n, 5, seed), np.random.default_rng(seed + 1).normal(size=n)
    y = term(X) + X[:, 0] + 2 * X[:, 3] ** 2 + np.sin(3 * X[:, 4]) + 0.3 * noise
    S = compare("anova", columns(X), y, None).strengths
    true, S[0, 1] = S[0, 1], 0
    return true, S[np.triu_indices(5, 1)].max()


def test_12_what_anova_sees_of_a_moved_ripple_of_30_rows_and_of_cosines():
    def ripple(X, phase=0):
        return 2 * np.prod(np.cos(np.pi * X[:, :2] + phase), axis=1)

    x = uniform(200_000, 1)[:, 0]
    part = np.corrcoef(np.cos(np.pi * x + 1), x)[0, 1] ** 2
    assert part == pytest.approx(6 * np.sin(1) ** 2 / np.pi**2, abs=0.01)
    assert round(part, 2) == 0.43
    moved, _ = anova(lambda X: X, lambda X: ripple(X, 1), 0, 2_000)
    known, _ = anova(lambda X: np.cos(np.pi * X), ripple, 0, 2_000)
    # "About 300" and "about 2,000" on the page: one draw each.
    assert 200 < moved < 400 and 1_500 < known < 2_500
    given = lambda X: X, lambda X: 3 * X[:, 0] * X[:, 1]
    draws = [anova(*given, k, 30) for k in range(100)]
    # 93 on the page; a binomial number of a hundred has a deviation of some 3.
    assert 85 <= sum(true > other for true, other in draws) <= 100
