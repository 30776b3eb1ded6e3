"""The lasso's and L1 logistic regression's path against the conditions of a minimum."""

import numpy as np
import pytest

from nidlite.baselines.lasso import l1_logistic, lasso, least, loss, newton, slope
from nidlite.losses import sigmoid


def problem(classification, n=200, q=30, seed=0):
    """Columns of different sizes, two of them strongly correlated, and y."""
    rng = np.random.default_rng(seed)
    Z = rng.normal(size=(n, q)) * rng.uniform(0.5, 2, size=q) + rng.normal(size=q)
    Z[:, 1] += 3 * Z[:, 0]
    s = Z[:, 0] - Z[:, 3] + 0.5 * Z[:, 7] + 0.5
    if classification:
        return Z, (rng.random(n) < sigmoid(s)).astype(float)
    return Z, s + rng.normal(size=n)


def whole(fit, q):
    """All the coefficients."""
    w = np.zeros(q)
    w[fit.support] = fit.coefficients
    return w


def violation(Z, y, w, b, penalty, classification):
    """By how much of the penalty the conditions of a minimum are missed."""
    s = Z @ w + b
    residual = y - (1 / (1 + np.exp(-s)) if classification else s)
    g = Z.T @ residual / len(y)
    excess = np.where(
        w == 0, np.maximum(np.abs(g) - penalty, 0), g - penalty * np.sign(w)
    )
    return max(np.abs(excess).max(), abs(residual.mean())) / penalty


@pytest.mark.parametrize("classification", [False, True])
def test_every_fit_of_the_path_is_a_minimum(classification):
    Z, y = problem(classification)
    fits = list(l1_logistic(Z, y) if classification else lasso(Z, y))
    assert len(fits) == 40
    sizes = [len(fit.support) for fit in fits]
    assert sizes[0] == 0 and sizes[-1] > 10
    q, before = Z.shape[1], None
    for fit in fits:
        w, settings = whole(fit, q), (fit.penalty, classification)
        # The path's own slack is 1e-3 of the penalty for a column outside; inside, the
        # duality gap of 1e-5 to 1e-4 leaves a few percent at the smallest penalties.
        assert violation(Z, y, w, fit.intercept, *settings) < 0.05
        # The checker sees the solution at the penalty before, which is 1.19 times this.
        if before is not None:
            assert violation(Z, y, whole(before, q), before.intercept, *settings) > 0.15
        before = fit


def test_a_column_that_the_strong_rule_left_out_comes_in():
    # The rule may be wrong, but rarely is: in 2 of 320 such problems, this is one.
    rng = np.random.default_rng(169)
    B = rng.normal(size=(20, 3))
    Z = B @ rng.normal(size=(3, 30)) + 0.3 * rng.normal(size=(20, 30))
    y = (B[:, 0] + 0.3 * rng.normal(size=20) > 0).astype(float)
    for fit in l1_logistic(Z, y, smallest=0.02, count=12):
        w = whole(fit, 30)
        # Without the check of the conditions one fit has 0.045.
        assert violation(Z, y, w, fit.intercept, fit.penalty, True) < 2e-3


@pytest.mark.parametrize("size", [1, 10])
def test_newton_steps_reach_the_minimum_from_far_away(size):
    Z, y = problem(True)
    start = size * np.random.default_rng(0).normal(size=Z.shape[1])
    for penalty in (0.1, 0.01):
        w, b = newton(Z, y, start, 0.0, penalty)
        # Newton's steps at least square the error: it is far below where they end.
        assert violation(Z, y, w, b, penalty, True) < 1e-3
        assert violation(Z, y, start, 0.0, penalty, True) > 1


@pytest.mark.parametrize("classification", [False, True])
def test_slope_is_the_derivative_of_the_loss(classification):
    s, h = np.linspace(-4, 4, 9), 1e-4
    for y in (np.zeros(9), np.ones(9)):
        residual, curvature = slope(s, y, classification)

        def values(shift, y=y):
            rows = zip(s + shift, y)
            return np.array([loss(np.array([a]), b, classification) for a, b in rows])

        # Central differences: errors of h^2 = 1e-8, and of eps / h^2 = 1e-8.
        first = (values(h) - values(-h)) / (2 * h)
        second = (values(h) - 2 * values(0) + values(-h)) / h**2
        assert np.allclose(-residual, first, rtol=0, atol=1e-7)
        assert np.allclose(curvature, second, rtol=0, atol=1e-6)
        assert not np.allclose(residual, first, atol=1e-3)  # the sign matters


def test_least_is_the_first_minimum_that_three_rises_follow():
    assert least([5, 3, 4, 2, 6, 7, 8, 1], float) == 2
    assert least([5, 3, 4, 4, 2], float) == 2
