"""FHIM: gradients, minima, where factors start, and planted interactions."""

from dataclasses import replace

import numpy as np
import pytest

from nidlite.baselines.fhim import Factors, descend, fhim, gradient
from nidlite.baselines.lasso import loss, slope
from nidlite.baselines.products import standardised
from nidlite.datasets.simulations import large_p_data

BOTH_LOSSES = pytest.mark.parametrize("classification", [False, True])


def data(classification, n=200, p=5, seed=0):
    """Standard normal features, two factors, and y or labels."""
    rng = np.random.default_rng(seed)
    X = standardised(rng.normal(size=(n, p)))
    A = np.zeros((2, p))
    A[0, :2], A[1, 2:4] = [1.0, -0.8], [0.7, 0.9]
    truth = Factors(-2.0, rng.normal(size=p), A)
    s = truth(X)
    y = (rng.random(n) < 1 / (1 + np.exp(-s))).astype(float) if classification else s
    return X, y, truth


def difference(f, w, h=1e-6):
    """The gradient of f at w by central differences."""
    steps = h * np.eye(len(w))
    return np.array([(f(w + step) - f(w - step)) / (2 * h) for step in steps])


@BOTH_LOSSES
def test_gradients_are_finite_differences(classification):
    X, y, at = data(classification, seed=1)
    if not classification:
        y = y + X[:, 0] * X[:, 1] + X[:, 2]  # a residual that is not zero
    residual = slope(at(X), y, classification)[0]
    blocks = [(at.beta, lambda w: replace(at, beta=w), False)]
    blocks += [(at.A[0], lambda w: replace(at, A=np.array([w, at.A[1]])), True)]
    for w, put, squared in blocks:

        def value(w, put=put):
            return loss(put(w)(X), y, classification)

        g, expected = gradient(X, residual, X @ w, squared), difference(value, w)
        # Truncation h^2 and rounding eps / h, each some 1e-10 for losses of order 1.
        assert np.allclose(g, expected, atol=1e-7)
        wrong = gradient(X, residual, X @ w, not squared)
        assert not np.allclose(wrong, expected, atol=1e-3)


def violation(factors, X, y, penalty, classification):
    """By how much of the penalty the conditions of a stationary point are missed."""
    residual = slope(factors(X), y, classification)[0]
    worst = abs(residual.mean())
    for w, squared in [(factors.beta, False), *((a, True) for a in factors.A)]:
        g = gradient(X, residual, X @ w, squared)
        outside = np.maximum(np.abs(g) - penalty, 0)
        excess = np.where(w == 0, outside, g + penalty * np.sign(w))
        worst = max(worst, np.abs(excess).max())
    return worst / penalty


@BOTH_LOSSES
def test_the_descent_ends_where_no_block_can_go_lower(classification):
    X, y, truth = data(classification)
    penalty = 0.05
    end = descend(truth, X, y, penalty, classification)
    # Sweeps end when the objective falls by 1e-6 of itself: some percent of a slope.
    assert violation(end, X, y, penalty, classification) < 0.1
    assert violation(truth, X, y, penalty, classification) > 0.5
    beta = np.where(end.beta == 0, 0, end.beta + 0.2)
    off = replace(end, beta=beta)
    assert violation(off, X, y, penalty, classification) > 0.5

    def objective(factors):
        sizes = np.abs(factors.beta).sum() + np.abs(factors.A).sum()
        return loss(factors(X), y, classification) + penalty * sizes

    assert objective(end) < objective(truth)


def planted(problem, unit=1.0):
    """|W_ij| of the simulated quadratic form, for features and y in the fit's units."""
    _, A = problem.score.args
    W = np.abs(A.T @ A) * np.outer(problem.X.std(axis=0), problem.X.std(axis=0)) / unit
    return W - np.diag(np.diag(W))


def test_a_noiseless_quadratic_form_is_found_as_it_was_planted():
    rng = np.random.default_rng(0)
    problem = large_p_data(rng, n=1500, p=30, K=2, density=0.1)
    y = problem.score(problem.X)
    W = planted(problem, y.std())
    found = fhim(problem.X, y, rng, penalties=[0.003])
    assert len(found.factors.A) == 2
    # L1 takes a little from every weight, and all of the smallest.
    assert np.allclose(found.strengths, W, atol=0.03 * W.max())
    assert not found.strengths[W == 0].any()
    shuffled = fhim(problem.X, rng.permutation(y), rng, penalties=[0.003])
    assert not np.allclose(shuffled.strengths, W, atol=0.03 * W.max())


def test_a_product_with_a_negative_sign_is_seen_too():
    """W has no negative eigenvalue, but -2 x1 x2 = (x1 - x2)^2 - x1^2 - x2^2."""
    rng = np.random.default_rng(2)
    X = rng.normal(size=(1000, 5))
    for sign in (1, -1):
        y = sign * X[:, 0] * X[:, 1] + X[:, 4]
        strengths = fhim(X, y, rng, penalties=[0.02]).strengths
        assert strengths.argmax() == 1  # (0, 1)


def test_more_factors_are_added_as_long_as_they_help():
    X, y, _ = data(False, n=400)
    for most, factors in ((1, 1), (10, 2)):
        found = fhim(X, y, np.random.default_rng(3), penalties=[0.002], most=most)
        assert len(found.factors.A) == factors
