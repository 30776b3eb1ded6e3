"""The lasso's and L1 logistic regression's path against the conditions of a minimum."""

import numpy as np
import pytest

from nidlite.baselines.lasso import l1_logistic, lasso, least, residual
from nidlite.losses import sigmoid


def violation(Z, y, w, b, penalty, classification):
    """By how much of the penalty the conditions of a minimum are missed."""
    s = Z @ w + b
    residual = y - (1 / (1 + np.exp(-s)) if classification else s)
    g = Z.T @ residual / len(y)
    outside = np.maximum(np.abs(g) - penalty, 0)
    excess = np.where(w == 0, outside, g - penalty * np.sign(w))
    return max(np.abs(excess).max(), abs(residual.mean())) / penalty


@pytest.mark.parametrize("classification", [False, True])
def test_every_fit_of_the_path_is_a_minimum(classification):
    # Columns of different sizes, two of them strongly correlated.
    rng = np.random.default_rng(0)
    Z = rng.normal(size=(200, 30)) * rng.uniform(0.5, 2, size=30) + rng.normal(size=30)
    Z[:, 1] += 3 * Z[:, 0]
    s = Z[:, 3] - Z[:, 0] + 0.5 * Z[:, 7] + 0.5
    y = s + rng.normal(size=200)
    if classification:
        y = (rng.random(200) < sigmoid(s)).astype(float)
    fits = list(l1_logistic(Z, y) if classification else lasso(Z, y))
    s = np.full(len(y), fits[0][1])
    first = np.max(np.abs(residual(s, y, classification) @ Z)) / len(y)
    assert not fits[0][0].any() and np.count_nonzero(fits[-1][0]) > 10
    before = None
    for penalty, fit in zip(first * np.geomspace(1, 1e-3, 40), fits, strict=True):
        # Ours ends at 1e-3 of the penalty; scikit-learn's duality gap of 1e-4 leaves a
        # few percent at the smallest penalties.
        missed = violation(Z, y, *fit, penalty, classification)
        assert missed < (2e-3 if classification else 0.05)
        # The checker sees the solution at the penalty before, which is 1.19 times this.
        if before is not None:
            assert violation(Z, y, *before, penalty, classification) > 0.15
        before = fit


def test_least_is_the_first_minimum_that_three_rises_follow():
    for values in ([5, 3, 4, 2.5, 6, 7, 2, 2.1, 9, 2.1, 1], [5, 3, 4, 4, 2]):
        assert least(((v, 0) for v in values), lambda w, b: w) == (2, 0)
