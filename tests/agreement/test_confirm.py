"""Superset importance against the ANOVA of functions where it is known exactly."""

from itertools import combinations, product

import numpy as np
import pytest
from examples import subsets

from nidlite.agreement import confirm
from nidlite.interactions import mixed_difference

GRID = np.array(list(product([0, 1, 2], [0, 1], [0, 1, 2, 3])))  # 24 points, p = 3
COLUMNS_ALONE = [(i,) for i in range(5)]
RANKING = [((3, 2, 1, 0), 9), ((0, 1, 2), 8), ((1, 3), 7), ((0, 4), 6), ((2, 4), 5)]


def anova_variances(table):
    """The variance of each ANOVA component of a function on the uniform GRID.

    By the definition: f_S is the mean of f given x_S, less all f_T with T inside S.
    """
    components, variances = {}, {}
    for S in subsets(range(3), least=0):
        others = tuple(set(range(3)) - set(S))
        smaller = sum(components[T] for T in subsets(S, least=0) if T != S)
        components[S] = np.mean(table, axis=others, keepdims=True) - smaller
        variances[S] = float(np.mean(components[S] ** 2))
    return variances


def is_the_anova_sum(importance):
    """Whether it is the sum over supersets: over all pairs of grid points, so exact."""
    a = np.repeat(GRID, len(GRID), axis=0)
    b = np.tile(GRID, (len(GRID), 1))
    for rng in np.random.default_rng(0).spawn(5):
        table = rng.normal(size=(3, 2, 4))
        variances = anova_variances(table)
        for interaction in subsets(range(3)):
            holding = (S for S in variances if set(interaction) <= set(S))
            exact = sum(variances[S] for S in holding)
            found = importance(lambda x, t=table: t[tuple(x.T)], interaction, a, b)
            # Means of 576 values of order 1: rounding far below 1e-12.
            if not np.isclose(found, exact, rtol=1e-12):
                return False
    return True


def test_importance_is_the_sum_of_the_anova_variances_of_all_supersets():
    assert is_the_anova_sum(confirm.superset_importance)
    magnitude = lambda *given: np.abs(mixed_difference(*given)).mean()  # noqa: E731
    assert not is_the_anova_sum(lambda *given: magnitude(*given) ** 2 / 4)


def whole(x):
    return x[:, 0] * x[:, 1] - 3 * x[:, 1] * x[:, 2] * x[:, 3] + x[:, 4] ** 2 // 2


def test_pairwise_importance_is_superset_importance_of_every_pair_exactly():
    # Whole numbers, so that no order of the sums rounds.
    a, b = np.random.default_rng(6).integers(-9, 10, size=(2, 300, 5)).astype(float)
    matrix = confirm.pairwise_importance(whole, a, b, COLUMNS_ALONE)
    for i, j in combinations(range(5), 2):
        share = confirm.superset_importance(whole, (i, j), a, b)
        assert matrix[i, j] == matrix[j, i] == share
    assert np.all(np.diag(matrix) == 0) and matrix[0, 1] > 0 == matrix[0, 4]
    # Of more outputs the mean counts.
    outputs = lambda x: np.stack([whole(x), 0 * x[:, 0]], 1)  # noqa: E731
    two = confirm.pairwise_importance(outputs, a, b, COLUMNS_ALONE)
    np.testing.assert_array_equal(two, matrix / 2)


@pytest.mark.parametrize(("n", "rows"), [(2, 9), (5, 5), (30, 7)])
def test_row_pairs_are_different_rows_each_once_on_either_side(n, rows):
    X = np.arange(n)[:, None] * np.ones(3, np.float32)
    for seed in range(50):
        a, b = confirm.row_pairs(X, rows, np.random.default_rng(seed))
        for side in (a, b):
            assert side.shape == (min(n, rows), 3) == (len({*side[:, 0]}), 3)
        assert (a[:, 0] != b[:, 0]).all()


def test_with_weights_a_row_stands_in_pairs_as_often_as_its_weight_says():
    X, counts = np.arange(9.0)[:, None], np.array([1, 3, 2, 5, 1, 1, 4, 2, 2])
    rng = np.random.default_rng(1)
    for side in confirm.row_pairs(X, counts.sum(), rng, counts / counts.mean()):
        assert np.bincount(side[:, 0].astype(int)).tolist() == counts.tolist()
    a, b = confirm.row_pairs(X, 1800, rng, np.ones(9))
    assert np.mean(a == b) < 0.2  # 1 of 9, by chance: copies do not stand in a row
    even, _ = confirm.row_pairs(X, counts.sum(), rng)
    assert np.bincount(even[:, 0].astype(int)).tolist() == [1] * 9


def polynomial(x):
    return x[:, 0] * x[:, 1] * (1 + 2 * x[:, 2]) - x[:, 1] * x[:, 3] + x[:, 0] * x[:, 4]


def test_confirmed_are_the_shares_of_the_pruned_top_largest_first():
    rng = np.random.default_rng(7)
    a, b = confirm.row_pairs(rng.uniform(-1, 1, size=(300, 5)), 300, rng)
    sets = (0, 1, 2), (0, 4), (2, 4)
    shares = {i: confirm.superset_importance(polynomial, i, a, b) / 2.5 for i in sets}
    # With order 3 the first is left out, but it still makes its subsets redundant.
    found = confirm.confirmed(RANKING, polynomial, a, b, COLUMNS_ALONE, 2.5, order=3)
    assert found == [((0, 4), 6, shares[0, 4]), ((2, 4), 5, shares[2, 4])]
    assert shares[0, 4] > 0 and shares[2, 4] < 1e-20
    found = confirm.confirmed(RANKING[1:], polynomial, a, b, COLUMNS_ALONE, 2.5, 3, 3)
    assert [i for i, *_ in found] == [(0, 1, 2), (1, 3), (0, 4)]
    assert found[0][2] == pytest.approx(shares[0, 1, 2], rel=1e-12)


def of_columns(x):
    """Joint in features 0 and 1; columns 1 and 3 are joint, too, but one feature."""
    return x[:, 0] * (x[:, 1] - x[:, 3]) + 5 * x[:, 1] * x[:, 3] + x[:, 2]


def test_a_feature_of_several_columns_moves_as_one():
    columns = ((0,), (1, 3), (2,))
    a, b = np.random.default_rng(4).integers(-9, 10, size=(2, 300, 4)).astype(float)
    corner = a.copy()
    corner[:, [1, 3]] = b[:, [1, 3]]
    at_corner = confirm.Corners(of_columns, a, b, columns).value((1,))
    np.testing.assert_array_equal(at_corner, of_columns(corner))
    pairs = confirm.pairwise_importance(of_columns, a, b, columns)
    assert pairs[0, 1] > 0.1 and pairs[0, 2] == pairs[1, 2] == 0
    assert confirm.pairwise_importance(of_columns, a, b, COLUMNS_ALONE[:4])[1, 3] > 0.1
