"""Superset importance against the ANOVA of functions where it is known exactly."""

from itertools import chain, combinations, product

import numpy as np
import pytest

from nidlite.agreement.confirm import (
    between,
    confirmed,
    pairwise_importance,
    row_pairs,
    superset_importance,
)
from nidlite.interactions import mixed_difference


def additive(x):
    return np.sin(3 * x[:, 0]) + x[:, 1] ** 3 - np.exp(x[:, 2]) + np.abs(x[:, 3])


def subsets(features, least=0):
    sizes = range(least, len(features) + 1)
    return list(chain.from_iterable(combinations(features, k) for k in sizes))


GRID = np.array(list(product([0, 1, 2], [0, 1], [0, 1, 2, 3])))  # 24 points, p = 3


def anova_variances(table):
    """The variance of each ANOVA component of a function on the uniform GRID.

    By the definition: f_S is the mean of f given x_S, less all f_T with T inside S.
    """
    components, variances = {}, {}
    for S in subsets(range(3)):
        others = tuple(set(range(3)) - set(S))
        smaller = sum(components[T] for T in subsets(S) if T != S)
        components[S] = np.mean(table, axis=others, keepdims=True) - smaller
        variances[S] = float(np.mean(components[S] ** 2))
    return variances


def is_the_anova_sum(importance, seed=0):
    """Whether it is the sum over supersets: over all pairs of grid points, so exact."""
    a = np.repeat(GRID, len(GRID), axis=0)
    b = np.tile(GRID, (len(GRID), 1))
    for rng in np.random.default_rng(seed).spawn(5):
        table = rng.normal(size=(3, 2, 4))
        variances = anova_variances(table)
        for interaction in subsets(range(3), least=2):
            holding = (S for S in variances if set(interaction) <= set(S))
            exact = sum(variances[S] for S in holding)
            found = importance(lambda x, t=table: t[tuple(x.T)], interaction, a, b)
            # Means of 576 values of order 1: rounding far below 1e-12.
            if not np.isclose(found, exact, rtol=1e-12):
                return False
    return True


def without_the_factor(f, interaction, a, b):
    return np.mean(mixed_difference(f, interaction, a, b) ** 2)


def half_whatever_the_size(f, interaction, a, b):
    return without_the_factor(f, interaction, a, b) / 2


def mean_magnitude(f, interaction, a, b):
    return np.mean(np.abs(mixed_difference(f, interaction, a, b))) ** 2 / 4


def test_importance_is_the_sum_of_the_anova_variances_of_all_supersets():
    assert is_the_anova_sum(superset_importance)

    for wrong in (without_the_factor, half_whatever_the_size, mean_magnitude):
        assert not is_the_anova_sum(wrong)


def test_the_anova_of_the_checker_adds_up_to_the_variance():
    table = np.random.default_rng(0).normal(size=(3, 2, 4))
    variances = anova_variances(table)
    # The mean's square is in it, as the component of no feature; each one is there.
    assert len(variances) == 8
    assert np.isclose(sum(variances.values()), np.mean(table**2), rtol=1e-12)
    assert min(variances.values()) > 1e-4


def sample(n, p, seed):
    rng = np.random.default_rng(seed)
    return row_pairs(rng.uniform(-1, 1, size=(n, p)), n, rng)


def test_x1_x2_has_the_importance_of_its_variance_one_ninth():
    a, b = sample(40_000, 2, seed=2)
    found = superset_importance(lambda x: x[:, 0] * x[:, 1], (0, 1), a, b)
    # (b1 - a1)^2 (b2 - a2)^2 / 4 has variance (16/15)^2/16 - 1/81 = 0.059; the bound is
    # therefore about 5 sqrt(3 * 0.059 / 40000) = 0.0105, a tenth of what is measured.
    assert abs(found - 1 / 9) < 0.0105


def test_an_additive_function_has_no_importance_anywhere():
    a, b = sample(500, 4, seed=5)
    for interaction in subsets(range(4), least=2):
        # Sixteen values of order 3 cancel to 1e-15, and that is squared.
        assert superset_importance(additive, interaction, a, b) < 1e-28
    assert np.max(pairwise_importance(additive, a, b)) < 1e-28

    def with_a_small_product(x):
        return additive(x) + 1e-3 * x[:, 0] * x[:, 3]

    assert superset_importance(with_a_small_product, (0, 3), a, b) > 1e-8
    assert superset_importance(with_a_small_product, (0, 1), a, b) < 1e-28


def whole(x):
    return x[:, 0] * x[:, 1] - 3 * x[:, 1] * x[:, 2] * x[:, 3] + x[:, 4] ** 2 // 2


def test_pairwise_importance_is_superset_importance_of_every_pair_exactly():
    # Whole numbers, so that no order of the sums rounds.
    a, b = np.random.default_rng(6).integers(-9, 10, size=(2, 300, 5)).astype(float)
    matrix = pairwise_importance(whole, a, b)
    for i, j in combinations(range(5), 2):
        assert matrix[i, j] == matrix[j, i] == superset_importance(whole, (i, j), a, b)
    assert np.all(np.diag(matrix) == 0)
    assert matrix[0, 1] > 0 == matrix[0, 4]
    # Fractions beside whole numbers are not cut.
    ones = np.ones((1, 5), int)
    half = pairwise_importance(lambda x: x[:, 0] * x[:, 1], ones, ones + 0.5)
    assert half[0, 1] == 0.25**2 / 4


@pytest.mark.parametrize("p", [2, 3, 6])
def test_pairwise_importance_runs_f_once_per_corner_and_keeps_the_rows(p):
    runs = []

    def f(x):
        runs.append(x.shape)
        return x[:, 0] * x[:, 1]

    a, b = rows = sample(20, p, seed=8)
    before = np.array(rows)
    pairwise_importance(f, a, b)
    assert runs == [(20, p)] * (p * (p + 1) // 2 + 1)
    superset_importance(f, (0, 1), a, b)
    np.testing.assert_array_equal(rows, before)


def pairs_differ(pairs, n, rows):
    X = np.arange(n)[:, None] * np.ones(3)
    drawn = [pairs(X, rows, np.random.default_rng(seed)) for seed in range(50)]
    return all(np.all(a[:, 0] != b[:, 0]) for a, b in drawn)


def two_permutations(X, rows, rng):
    return X[rng.permutation(len(X))[:rows]], X[rng.permutation(len(X))[:rows]]


@pytest.mark.parametrize(("n", "rows"), [(2, 2), (2, 9), (5, 5), (30, 7), (7, 30)])
def test_no_row_is_compared_with_itself(n, rows):
    assert pairs_differ(row_pairs, n, rows)
    assert not pairs_differ(two_permutations, n, rows)


@pytest.mark.parametrize(("n", "rows"), [(2, 2), (30, 7), (7, 30)])
def test_row_pairs_are_rows_of_x_each_once_on_either_side(n, rows):
    X = np.random.default_rng(10).normal(size=(n, 4)).astype(np.float32)
    a, b = row_pairs(X, rows, np.random.default_rng(11))
    assert a.shape == b.shape == (min(n, rows), 4)
    assert a.dtype == b.dtype == np.float32
    for side in (a, b):
        found = {tuple(row) for row in side}
        assert found <= {tuple(row) for row in X}
        assert len(found) == len(side)


def test_row_pairs_are_decided_by_the_generator():
    X = np.arange(40.0).reshape(20, 2)
    pairs = [row_pairs(X, 20, np.random.default_rng(seed)) for seed in (1, 1, 2)]
    np.testing.assert_array_equal(pairs[0], pairs[1])
    assert not np.array_equal(pairs[0], pairs[2])

    with pytest.raises(ValueError, match="two of them"):
        row_pairs(X[:1], 10, np.random.default_rng(0))


def polynomial(x):
    return x[:, 0] * x[:, 1] * (1 + 2 * x[:, 2]) - x[:, 1] * x[:, 3] + x[:, 0] * x[:, 4]


RANKING = [((3, 2, 1, 0), 9), ((0, 1, 2), 8), ((1, 3), 7), ((0, 4), 6), ((2, 4), 5)]


def test_confirmed_are_the_shares_of_the_pruned_top_largest_first():
    a, b = sample(300, 5, seed=7)
    shares = {
        i: superset_importance(polynomial, i, a, b) / 2.5
        for i in [(0, 1, 2), (1, 3), (0, 4), (2, 4)]
    }
    # With order 3 the first is left out, but it still makes its subsets redundant.
    found = confirmed(RANKING, polynomial, a, b, 2.5, order=3)
    assert found == [((0, 4), 6, shares[0, 4]), ((2, 4), 5, shares[2, 4])]
    assert shares[0, 4] > 0 and shares[2, 4] < 1e-20
    found = confirmed(RANKING[1:], polynomial, a, b, 2.5, top=3)
    assert [i for i, *_ in found] == [(0, 1, 2), (1, 3), (0, 4)]
    assert [share for *_, share in found] == sorted(
        (shares[i] for i in [(0, 1, 2), (1, 3), (0, 4)]), reverse=True
    )


def test_a_set_of_many_features_is_confirmed_without_running_its_corners():
    runs = []

    def f(x):
        runs.append(len(x))
        return x[:, 0] * x[:, 1]

    ranking = [((28, 29), 3), (tuple(range(28)), 2), ((0, 29), 1)]
    found = confirmed(ranking, f, *sample(10, 30, seed=1), 1.0)
    assert {i for i, *_ in found} == {(28, 29), (0, 29)} and runs == [10] * 8


# Features of several columns.


COLUMNS = ((0,), (1, 3), (2,))  # the second feature owns two columns that move together


def of_columns(x):
    """Joint in features 0 and 1; columns 1 and 3 are joint, too, but one feature."""
    return x[:, 0] * (x[:, 1] - x[:, 3]) + 5 * x[:, 1] * x[:, 3] + x[:, 2]


def encoded(x):
    """Rows of three features, the second a number in {0, 1, 2}, as rows of columns."""
    one_hot = np.eye(3)[x[:, 1].astype(int)]
    return np.stack([x[:, 0], one_hot[:, 1], x[:, 2], one_hot[:, 2]], axis=1)


def three_features(seed, n=300):
    rng = np.random.default_rng(seed)
    columns = rng.normal(size=n), rng.integers(3, size=n), rng.normal(size=n)
    return np.stack(columns, 1)


def treats_columns_as_features(candidate):
    """Whether it finds in columns what the definition finds in the features."""
    a, b = three_features(seed=4), three_features(seed=5)
    zeros, ones = between(of_columns, encoded(a), encoded(b), COLUMNS)[1:]
    for I in subsets(range(3), least=2):
        exact = superset_importance(lambda x: of_columns(encoded(x)), I, a, b)
        found = superset_importance(candidate, I, zeros, ones)
        if not np.isclose(found, exact, rtol=1e-12):  # the same sums
            return False
    return True


def test_a_feature_of_several_columns_moves_as_one():
    A, B = encoded(three_features(seed=4)), encoded(three_features(seed=5))
    g, zeros, ones = between(of_columns, A, B, COLUMNS)
    assert zeros.shape == ones.shape == (len(A), 3)
    np.testing.assert_array_equal(g(zeros), of_columns(A))
    np.testing.assert_array_equal(g(ones), of_columns(B))
    assert treats_columns_as_features(g)
    pairs = pairwise_importance(g, zeros, ones)
    np.testing.assert_array_equal(pairwise_importance(of_columns, A, B, COLUMNS), pairs)
    alone = superset_importance(g, (0, 1), zeros, ones)
    assert pairs[0, 1] == pytest.approx(alone, rel=1e-12) and alone > 0.1
    # Columns 1 and 3 belong to one feature: its product is no interaction.
    assert pairs[0, 2] < 1e-30 and pairs[1, 2] < 1e-30

    def wrong(corner):  # column 3 taken for the third feature's
        return of_columns(np.where(corner[:, [0, 1, 2, 2]], B, A))

    assert not treats_columns_as_features(wrong)


def test_more_outputs_count_with_their_mean():
    a, b = np.random.default_rng(6).normal(size=(2, 50, 5))

    def two(x):
        return np.stack([whole(x), 3 * x[:, 0] * x[:, 1]], axis=1)

    alone = [lambda x, k=k: two(x)[:, k] for k in (0, 1)]
    each = [superset_importance(f, (0, 1), a, b) for f in alone]
    both = superset_importance(two, (0, 1), a, b)
    assert both == pytest.approx(np.mean(each), rel=1e-12)
    assert pairwise_importance(two, a, b)[0, 1] == pytest.approx(both, rel=1e-12)
