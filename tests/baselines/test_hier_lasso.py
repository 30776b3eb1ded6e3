"""The hierarchical lasso against SciPy on the paper's constraints, and the lasso."""

from unittest.mock import Mock

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.linear_model import Lasso

from nidlite.baselines.hier_lasso import hier_lasso, one_error_above, solved, terms
from nidlite.baselines.products import z_scores

# The problem as the paper prints it: beta+, beta-, Theta+, Theta- >= 0, linear
# constraints |Theta_j|_1 <= beta+_j + beta-_j, Theta symmetric or not.


def unpack(x, p):
    """W, beta+ + beta-, and the rows' sums of Theta+ + Theta-."""
    plus, minus, rest = x[:p], x[p : 2 * p], x[2 * p :]
    places = np.nonzero(~np.eye(p, dtype=bool))
    up, down = np.zeros((2, p, p))
    for T, half in zip((up, down), np.split(rest, 2)):
        T[places] = half
    W = np.column_stack([plus - minus, up - down])
    return W, plus + minus, (up + down).sum(axis=1)


def generic(A, y, p, penalty):
    """The optimum by SciPy's SLSQP, which knows nothing of the structure: W, value."""
    size = 2 * p + 2 * p * (p - 1)

    def objective(x):
        W, b, t = unpack(x, p)
        return np.mean((y - A @ W.ravel()) ** 2) / 2 + penalty * (b.sum() + t.sum() / 2)

    def room(x):
        _, b, t = unpack(x, p)
        return b - t

    limits = {"bounds": [(0, None)] * size, "options": {"maxiter": 500, "ftol": 1e-12}}
    limits["constraints"] = {"type": "ineq", "fun": room}
    found = minimize(objective, np.full(size, 0.1), method="SLSQP", **limits)
    return unpack(found.x, p)[0], found.fun


def value(A, y, penalty, W):
    """The objective: what the penalty multiplies is the paper's at the best split."""
    b, t = np.abs(W[:, 0]), np.abs(W[:, 1:]).sum(axis=1)
    loss = np.mean((y - A @ W.ravel()) ** 2) / 2
    return loss + penalty * (np.maximum(b, t).sum() + t.sum() / 2)


def test_the_optimum_is_slsqp_s_on_three_features():
    """They are correlated, with main effects and two interactions."""
    rng, p = np.random.default_rng(0), 3
    X = z_scores(rng.normal(size=(60, p)) + 0.5 * rng.normal(size=(60, 1)))
    A = terms(X)
    u = X[:, 0] - 0.2 * X[:, 1] + 2 * A[:, 2] + 1.4 * A[:, -2]  # x1 x2 and x3 x2
    A, y = A - A.mean(axis=0), z_scores(u + rng.normal(size=60))
    G = np.abs(A.T @ y).reshape(3, 4) / len(y)
    first = np.max((G[:, 1:] + G[:, :1]) / 1.5)  # a pair enters first
    penalties = first * np.geomspace(1, 0.01, 5)
    path = solved(A, y, 5, 1e-8)
    assert not path[0].any() and path[1].any()
    for penalty, W in zip(penalties[1:], path[1:]):
        expected, best = generic(A, y, p, penalty)
        # SLSQP stops at 1e-12 with numerical slopes: 1e-7 in the objective, and the
        # square root of that, some times the curvature, in what it predicts.
        assert value(A, y, penalty, W) == pytest.approx(best, abs=1e-7)
        assert A @ W.ravel() == pytest.approx(A @ expected.ravel(), abs=5e-3)
        model = Lasso(alpha=penalty, fit_intercept=False, tol=1e-10, max_iter=100_000)
        for wrong in (model.fit(A, y).coef_.reshape(p, 1 + p), path[0]):  # no hierarchy
            assert value(A, y, penalty, wrong) > best + 1e-4


def test_the_first_penalty_within_one_error_of_the_least_loss_is_taken():
    """By hand: means 2, 1.2, 1, 1.1; the third's losses deviate by 0.5."""
    best = np.array([0.5, 1.5, 0.5, 1.5])  # its mean's standard error is 0.25
    losses = [best + 1, best + 0.2, best, 1.1 * best]
    assert one_error_above(losses) == 1
    losses[1] = best + 0.26
    assert one_error_above(losses) == 2  # 0.26 is more than 0.25


def test_held_out_rows_rank_by_size_at_a_sparse_penalty(monkeypatch):
    spy = Mock(wraps=solved)
    monkeypatch.setitem(hier_lasso.__globals__, "solved", spy)
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 5))
    y = X[:, 0] - X[:, 1] + X[:, 0] * X[:, 1] + rng.normal(size=400)
    found = hier_lasso(X, y, np.random.default_rng(1), held_out=0.25, steps=10)
    for fitted in spy.call_args.args[:2]:  # its rows alone are centred
        assert len(fitted) == 300 and np.abs(fitted.mean(axis=0)).max() < 1e-12
    assert np.unravel_index(found.strengths.argmax(), (5, 5)) == (0, 1)
    sizes = [np.abs(T + T.T) / 2 for T in solved(*spy.call_args.args)[:, :, 1:]]
    [chosen] = [k for k in range(10) if np.array_equal(sizes[k], found.strengths)]
    assert sizes[-1][0, 1] == pytest.approx(1 / y.std(), abs=0.05)  # x1 x2 in y's units
    # The whole path ends with every pair; the sparse penalty has few of them.
    assert (sizes[-1] > 0).sum() > (found.strengths > 0).sum() and 0 < chosen < 9
