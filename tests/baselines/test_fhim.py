"""FHIM: gradients, minima, where factors start, and planted interactions."""

import numpy as np
import pytest

from nidlite.baselines.fhim import fhim, fitted, objective, one_more, score
from nidlite.baselines.products import z_scores
from nidlite.datasets.simulations import large_p_data
from nidlite.losses import sigmoid

BOTH_LOSSES = pytest.mark.parametrize("classification", [False, True])


def data(classification, n=200, p=5, seed=0):
    """Standard normal features after a 1, y or labels, and the model of two factors."""
    rng = np.random.default_rng(seed)
    X = np.column_stack([np.ones(n), z_scores(rng.normal(size=(n, p)))])
    V = np.zeros((3, 1 + p))
    V[0] = -2.0, *rng.normal(size=p)
    V[1, 1:3], V[2, 3:5] = [1.0, -0.8], [0.7, 0.9]
    s = score(V, X)
    return X, (rng.random(n) < sigmoid(s)).astype(float) if classification else s, V


@BOTH_LOSSES
def test_the_slope_is_finite_differences(classification):
    X, y, V = data(classification, seed=1)
    y = y if classification else y + X[:, 1] * X[:, 2]  # a residual that is not zero
    expected, h = np.zeros(V.shape), 1e-6
    for at in np.ndindex(V.shape):
        step = np.zeros(V.shape)
        step[at] = h
        up, down = (objective(V + d, X, y, classification)[0] for d in (step, -step))
        expected[at] = (up - down) / (2 * h)
    # Truncation h^2 and rounding eps / h, each some 1e-10 for losses of order 1.
    assert np.allclose(objective(V, X, y, classification)[1](), expected, atol=1e-7)
    assert not np.allclose(objective(1.01 * V, X, y, classification)[1](), expected)


@BOTH_LOSSES
def test_the_descent_ends_where_the_conditions_of_a_minimum_hold(classification):
    X, y, V = data(classification)
    penalty = 0.05

    def violation(V):
        """By how much of the penalty the conditions are missed, b's apart."""
        g, w = (M.ravel()[1:] for M in (objective(V, X, y, classification)[1](), V))
        outside = np.maximum(np.abs(g) - penalty, 0)
        excess = np.where(w == 0, outside, g + penalty * np.sign(w))
        free = np.arange(1, V.size) % V.shape[1] > 0  # no constants of the factors
        return np.abs(excess[free]).max() / penalty

    end = fitted(V, X, y, classification, penalty)
    assert not end[1:, 0].any()
    assert abs(objective(end, X, y, classification)[1]()[0, 0]) < 1e-3  # b is free
    assert violation(end) < 0.05 and violation(V) > 0.5
    assert violation(np.where(end == 0, 0, end + 0.2)) > 0.5


def test_a_factor_starts_at_the_length_that_leaves_least():
    X, y, V = data(classification=False)
    *before, start = one_more(V[:1], X, y + 5, False)
    left = [y - score(np.array([*before, c * start]), X) for c in (0.9, 1, 1.1)]
    assert np.argmin(np.std(left, axis=1)) == 1  # b is free


def test_of_noise_the_held_out_rows_choose_the_model_of_nothing():
    X, y = np.split(np.random.default_rng(0).normal(size=(200, 11)), [10], axis=1)
    found = fhim(X, y[:, 0], np.random.default_rng(1), penalties=(0.5, 1e-3))
    assert not found.strengths.any()


def test_a_noiseless_quadratic_form_is_found_as_it_was_planted():
    rng = np.random.default_rng(0)
    problem = large_p_data(rng, n=1500, p=30, K=2, density=0.1)
    y = problem.score(problem.X)
    # |W_ij| of the quadratic form, for features and y in the fit's units.
    (_, A), deviation = problem.score.args, problem.X.std(axis=0)
    W = np.abs(A.T @ A) * np.outer(deviation, deviation) / y.std()
    W -= np.diag(np.diag(W))
    found = fhim(problem.X, y, rng, penalties=[0.003])
    assert len(found.model) == 1 + 2
    # L1 takes a little from every weight, and all of the smallest.
    assert np.allclose(found.strengths, W, atol=0.03 * W.max())
    assert not found.strengths[W == 0].any()
