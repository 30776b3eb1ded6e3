"""Superset importance against the ANOVA of functions where it is known exactly."""

from itertools import chain, combinations, product
from math import prod

import numpy as np
import pytest

from nidlite.confirm import (
    between,
    pairwise_importance,
    row_pairs,
    superset_importance,
)
from nidlite.interactions import mixed_difference

# Products of different features of U(-1, 1) have mean 0 and are orthogonal, so each is
# its own ANOVA component, of variance coefficient^2 / 3^size.
TERMS = {(0, 1): 1.0, (0, 1, 2): 2.0, (1, 2, 3): -1.5, (3,): 4.0, (0, 4): 0.5}


def polynomial(x):
    columns = x.T
    return sum(c * prod(columns[i] for i in term) for term, c in TERMS.items())


def supersets_variance(interaction):
    """The sum of the variances of the terms that hold the interaction."""
    holding = (term for term in TERMS if set(interaction) <= set(term))
    return sum(TERMS[term] ** 2 / 3 ** len(term) for term in holding)


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


@pytest.mark.parametrize(
    "wrong", [without_the_factor, half_whatever_the_size, mean_magnitude]
)
def test_another_factor_or_another_power_is_rejected(wrong):
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


def five_standard_errors(f, interaction, a, b):
    """Of the mean over pairs in which each row occurs twice.

    A square is correlated only with the next one, by at most its own variance, so the
    variance of the mean is at most three times that of independent pairs.
    """
    squares = mixed_difference(f, interaction, a, b) ** 2 / 2 ** len(interaction)
    return 5 * np.sqrt(3 / len(a)) * np.std(squares)


def agrees_with_the_closed_form(importance, seed=1):
    a, b = sample(10_000, 5, seed)
    return all(
        abs(importance(polynomial, i, a, b) - supersets_variance(i))
        <= five_standard_errors(polynomial, i, a, b) + 1e-12
        for i in subsets(range(5), least=2)
    )


def test_x1_x2_has_the_importance_of_its_variance_one_ninth():
    a, b = sample(40_000, 2, seed=2)
    found = superset_importance(lambda x: x[:, 0] * x[:, 1], (0, 1), a, b)
    # (b1 - a1)^2 (b2 - a2)^2 / 4 has variance (16/15)^2/16 - 1/81 = 0.059; the bound is
    # therefore about 5 sqrt(3 * 0.059 / 40000) = 0.0105, a tenth of what is measured.
    assert abs(found - 1 / 9) < 0.0105


def test_importance_of_a_polynomial_is_its_closed_form_for_every_interaction():
    assert supersets_variance((0, 1)) == 1 / 9 + 4 / 27
    assert supersets_variance((0, 3)) == 0
    assert agrees_with_the_closed_form(superset_importance)


@pytest.mark.parametrize("wrong", [without_the_factor, half_whatever_the_size])
def test_a_missing_factor_is_rejected_on_the_polynomial_too(wrong):
    assert not agrees_with_the_closed_form(wrong)


def test_only_the_interaction_s_share_of_a_product_counts():
    # x^2 = 1/3 + g(x), var g = 1/5 - 1/9 = 4/45: of x1^2 x2^2 only g g interacts.
    def f(x):
        return x[:, 0] ** 2 * x[:, 1] ** 2

    a, b = sample(40_000, 2, seed=3)
    found, room = (
        function(f, (0, 1), a, b)
        for function in (superset_importance, five_standard_errors)
    )
    assert abs(found - (4 / 45) ** 2) < room
    assert abs(found - (1 / 25 - 1 / 81)) > room  # the variance of f


def test_importance_over_the_variance_is_the_share_for_a_pure_interaction():
    a, b = sample(40_000, 3, seed=4)

    def f(x):
        return 7 * x[:, 0] * x[:, 1] * x[:, 2]

    share = superset_importance(f, (0, 2), a, b) / np.var(f(a))
    room = five_standard_errors(f, (0, 2), a, b) / np.var(f(a))
    assert abs(share - 1) < room < 0.3


def test_an_additive_function_has_no_importance_anywhere():
    a, b = sample(500, 4, seed=5)
    for interaction in subsets(range(4), least=2):
        # Sixteen values of order 3 cancel to 1e-15, and that is squared.
        assert superset_importance(additive, interaction, a, b) < 1e-28
    assert np.max(pairwise_importance(additive, a, b)) < 1e-28


def test_an_additive_function_with_a_small_product_has_some():
    a, b = sample(500, 4, seed=5)

    def f(x):
        return additive(x) + 1e-3 * x[:, 0] * x[:, 3]

    assert superset_importance(f, (0, 3), a, b) > 1e-8
    assert superset_importance(f, (0, 1), a, b) < 1e-28


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


def test_pairwise_importance_is_superset_importance_up_to_rounding_on_real_numbers():
    a, b = sample(300, 5, seed=7)
    matrix = pairwise_importance(polynomial, a, b)
    for i, j in combinations(range(5), 2):
        single = superset_importance(polynomial, (i, j), a, b)
        assert np.isclose(matrix[i, j], single, rtol=1e-10, atol=1e-28)


@pytest.mark.parametrize("p", [2, 3, 6])
def test_pairwise_importance_runs_f_once_per_corner(p):
    runs = []

    def f(x):
        runs.append(x.shape)
        return x[:, 0] * x[:, 1]

    pairwise_importance(f, *sample(20, p, seed=8))
    assert runs == [(20, p)] * (p * (p + 1) // 2 + 1)


def test_the_rows_are_not_changed():
    a, b = sample(50, 5, seed=9)
    before = a.copy(), b.copy()
    pairwise_importance(polynomial, a, b)
    superset_importance(polynomial, (0, 1, 2), a, b)
    assert np.array_equal(a, before[0]) and np.array_equal(b, before[1])


def pairs_differ(pairs, n, rows):
    """Whether no row is compared with itself, over 50 draws of the pairs."""
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
    first, again, other = (
        row_pairs(X, 20, np.random.default_rng(seed)) for seed in (1, 1, 2)
    )
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert not np.array_equal(first[0], other[0])


def test_a_single_row_has_nothing_to_be_compared_with():
    with pytest.raises(ValueError, match="two of them"):
        row_pairs(np.ones((1, 3)), 10, np.random.default_rng(0))


def test_one_comparison_is_of_two_different_rows():
    X = np.arange(12.0).reshape(6, 2)
    a, b = row_pairs(X, 1, np.random.default_rng(0))
    assert len(a) == len(b) == 1 and (a != b).all()


def test_whole_numbers_beside_fractions_are_not_cut():
    a, b = np.array([[1, 2]]), np.array([[1.5, 2.5]])
    importance = pairwise_importance(lambda X: X[:, 0] * X[:, 1], a, b)
    assert importance[0, 1] == 0.25**2 / 4


# Features of several columns.


COLUMNS = ((0,), (1, 3), (2,))  # the second feature owns two columns that move together


def of_columns(x):
    """Joint in features 0 and 1; columns 1 and 3 are joint, too, but one feature."""
    return x[:, 0] * (x[:, 1] - x[:, 3]) + 5 * x[:, 1] * x[:, 3] + x[:, 2]


def of_features(x):
    """The same function of three features, the second a number v in {0, 1, 2}."""
    one_hot = np.eye(3)[x[:, 1].astype(int)]
    return of_columns(
        np.stack([x[:, 0], one_hot[:, 1], x[:, 2], one_hot[:, 2]], axis=1)
    )


def features_and_columns(n=300, seed=4):
    """Rows of three features, and the same rows with the second one-hot encoded."""
    rng = np.random.default_rng(seed)
    x = np.stack([rng.normal(size=n), rng.integers(3, size=n), rng.normal(size=n)], 1)
    one_hot = np.eye(3)[x[:, 1].astype(int)]
    return x, np.stack([x[:, 0], one_hot[:, 1], x[:, 2], one_hot[:, 2]], axis=1)


def treats_columns_as_features(candidate):
    """Whether it finds in columns what the definition finds in the features."""
    (a, A), (b, B) = features_and_columns(seed=4), features_and_columns(seed=5)
    for interaction in subsets(range(3), least=2):
        exact = superset_importance(of_features, interaction, a, b)
        found = superset_importance(candidate, interaction, *corners(A, B))
        if not np.isclose(found, exact, rtol=1e-12):  # the same sums
            return False
    return True


def corners(A, B):
    return between(of_columns, A, B, COLUMNS)[1:]


def test_a_feature_of_several_columns_moves_as_one():
    (_, A), (_, B) = features_and_columns(seed=4), features_and_columns(seed=5)
    g, zeros, ones = between(of_columns, A, B, COLUMNS)
    assert zeros.shape == ones.shape == (len(A), 3)
    np.testing.assert_array_equal(g(zeros), of_columns(A))
    np.testing.assert_array_equal(g(ones), of_columns(B))
    assert treats_columns_as_features(g)
    pairs = pairwise_importance(g, zeros, ones)
    alone = superset_importance(g, (0, 1), zeros, ones)
    assert pairs[0, 1] == pytest.approx(alone, rel=1e-12) and alone > 0.1
    # Columns 1 and 3 belong to one feature: its product is no interaction.
    assert pairs[0, 2] < 1e-30 and pairs[1, 2] < 1e-30


def test_the_column_check_rejects_columns_that_move_alone():
    (_, A), (_, B) = features_and_columns(seed=4), features_and_columns(seed=5)
    owner = np.array([0, 1, 2, 2])  # column 3 taken for the third feature's

    def wrong(corner):
        return of_columns(np.where(corner[:, owner], B, A))

    assert not treats_columns_as_features(wrong)


def test_more_outputs_count_with_their_mean():
    a, b = np.random.default_rng(6).normal(size=(2, 50, 5))

    def two(x):
        return np.stack([whole(x), 3 * x[:, 0] * x[:, 1]], axis=1)

    each = [
        superset_importance(lambda x, k=k: two(x)[:, k], (0, 1), a, b) for k in (0, 1)
    ]
    both = superset_importance(two, (0, 1), a, b)
    assert both == pytest.approx(np.mean(each), rel=1e-12)
    assert pairwise_importance(two, a, b)[0, 1] == pytest.approx(both, rel=1e-12)
