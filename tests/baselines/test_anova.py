"""F and p of every product against a hand-worked table and brute force."""

from functools import partial
from itertools import combinations

import numpy as np
import pytest

from nidlite.baselines.anova import anova
from nidlite.baselines.products import z_scores
from nidlite.errors import InputError

# Two factors with two levels, two replicates: the cells' means are 5, 9, 6 and 16.
TABLE = np.array([[-1, -1]] * 2 + [[-1, 1]] * 2 + [[1, -1]] * 2 + [[1, 1]] * 2, float)
VALUES = np.array([4, 6, 8, 10, 5, 7, 15, 17], float)


def correlated(n=60, seed=0):
    """Correlated features with units of their own, and y with two interactions."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4)) @ (np.eye(4) + 0.6 * rng.normal(size=(4, 4)))
    X = 10.0 ** np.arange(4) * (X + rng.normal(size=4))
    Z = z_scores(X)
    y = Z[:, 0] + Z[:, 0] * Z[:, 1] - 0.4 * Z[:, 2] * Z[:, 3] + rng.normal(size=n)
    return X, 50 + 20 * y


def rss_and_rank(M, y):
    """The residual sum of squares of y on columns M, and M's rank."""
    b, _, rank, _ = np.linalg.lstsq(M, y, rcond=1e-12)
    return np.sum((y - M @ b) ** 2), rank


def brute_force(X, y, more=(), beside=tuple.__ne__):
    """F by its definition: two fits for every product, with and without it."""
    Z = z_scores(X)
    n, p = Z.shape
    base, pairs = np.column_stack([np.ones(n), Z]), list(combinations(range(p), 2))
    F = np.zeros((p, p))
    for pair in pairs:
        others = [q for q in [*pairs, *more] if beside(q, pair)]
        without = np.column_stack([base, *(Z[:, i] * Z[:, j] for i, j in others)])
        with_it = np.column_stack([without, Z[:, pair[0]] * Z[:, pair[1]]])
        (less, _), (rss, rank) = rss_and_rank(without, y), rss_and_rank(with_it, y)
        F[pair] = F[pair[::-1]] = (less - rss) / (rss / (n - rank))
    return F


def is_the_f_test(candidate):
    """Whether it agrees with the two fits: both lose some digits, never five."""
    cases = [correlated(seed=s) for s in range(3)] + [(TABLE, VALUES)]
    pairs = ((candidate(X, y), brute_force(X, y)) for X, y in cases)
    return all(np.allclose(ours, exact, rtol=1e-5) for ours, exact in pairs)


def test_a_two_by_two_table_worked_by_hand():
    # The contrast (5 - 9 - 6 + 16) / 4 = 1.5, so SS = 8 * 1.5^2 = 18 with one degree;
    # every value is 1 from its cell's mean: SS = 8 with four. F = 18 / (8 / 4) = 9.
    found = anova(TABLE, VALUES, None)
    assert found.degrees == 4
    assert found.strengths == pytest.approx(np.array([[0, 9], [9, 0]]), rel=1e-12)


def test_f_is_what_two_fits_say_and_no_sequential_sums():
    assert is_the_f_test(lambda X, y: anova(X, y, None).strengths)
    assert not is_the_f_test(partial(brute_force, beside=tuple.__lt__))  # those before


def test_what_cannot_be_tested_is_zero_and_the_rest_is_not_disturbed():
    X, y = correlated(n=100)
    F = anova(np.column_stack([X, np.full(100, 0.1), X[:, 0]]), y, None).strengths
    assert (F >= 0).all() and (F == F.T).all() and (F[4] == 0).all()  # the constant
    level = np.random.default_rng(2).integers(3, size=200)  # dummies have product 0
    assert not anova(np.eye(3)[level], level, None).strengths.any()
    assert F[0, 1] == F[1, 5] == 0  # neither adds to the other
    # The square x1 * x1 is a term more than in the model without the copy.
    assert F[2, 3] == pytest.approx(brute_force(X, y, more=[(0, 0)])[2, 3], rel=1e-6)


def test_too_few_rows_is_one_line_that_says_what_to_do():
    X = np.random.default_rng(4).normal(size=(20, 8))
    with pytest.raises(InputError, match="20 rows .* 37 terms"):
        anova(X, X[:, 0], None)
