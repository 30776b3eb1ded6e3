"""The convex problem of the hierarchical lasso at one penalty (hier_lasso.py).

With this module one can minimise, over models W,

    loss(u, y) + lambda sum_j max(|beta_j|, |Theta_j|_1) + lambda/2 |Theta|_1

and say how far from the optimum a W is. W is (p, 1 + p): beta in the first column, then
Theta, whose diagonal is 0.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .products import symmetric


@dataclass(frozen=True)
class Loss:
    """fit(u, y) -> mean loss with the best beta_0, and y less the prediction.

    dual(y, residual) -> what the residual proves that no fit is below, if penalised.
    """

    fit: Callable
    dual: Callable
    curvature: float  # the largest second derivative by u


def squared_fit(u, y):
    """Half the mean square; beta_0 = 0, since all is centred."""
    return np.mean((y - u) ** 2) / 2, y - u


def logistic_fit(u, y):
    """The mean logistic loss, beta_0 by Newton's method with short steps."""
    beta_0 = np.log(y.mean() / (1 - y.mean()))
    for _ in range(100):
        q = (1 + np.tanh((u + beta_0) / 2)) / 2
        newton = np.mean(y - q) / max(np.mean(q * (1 - q)), 1e-12)
        if abs(newton) < 1e-12:
            break
        beta_0 += np.clip(newton, -2, 2)
    return np.mean(np.logaddexp(0, u + beta_0) - y * (u + beta_0)), y - q


def entropy(q):
    """The mean of -q log q - (1 - q) log(1 - q)."""
    return -sum(np.mean(a * np.log(np.maximum(a, 1e-300))) for a in (q, 1 - q))


LOSSES = {
    "squared": Loss(squared_fit, lambda y, r: np.mean(y**2 - (y - r) ** 2) / 2, 1),
    "logistic": Loss(logistic_fit, lambda y, r: entropy(y - r), 1 / 4),
}


@dataclass(frozen=True, eq=False)
class Problem:
    """What the models are fitted to, all but the penalty."""

    A: np.ndarray  # (n, p + p (p - 1) / 2): features, then products, centred
    y: np.ndarray  # (n,), centred, or labels 0 and 1
    p: int
    strong: bool
    loss: Loss

    @cached_property
    def rate(self) -> float:
        """1 / the largest curvature of the loss as a function of W."""
        # A product's column counts as two halves, of Theta_jk and of Theta_kj.
        A = self.A * np.where(np.arange(self.A.shape[1]) < self.p, 1, np.sqrt(0.5))
        largest = np.linalg.eigvalsh(A.T @ A if len(A) > len(A.T) else A @ A.T)[-1]
        return len(A) / (self.loss.curvature * max(largest, 1e-100))


def minimise(problem, penalty, W, tol, most=20_000):
    """The best model at this penalty, starting from W, and its duality gap."""
    rate = problem.rate
    V, momentum, alpha = W, 1.0, np.ones(problem.p)
    for k in range(most):
        if k % 10 == 0:
            gap = duality_gap(problem, penalty, W)
            if gap <= tol:
                break
        _, residual = problem.loss.fit(problem.A @ coefficients(V), problem.y)
        g, C = by_feature(problem, residual)
        downhill = V + rate * np.column_stack([g, C / 2])
        new, alpha = step(downhill, rate * penalty, problem.strong, alpha)
        faster = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        if np.sum((V - new) * (new - W)) > 0:  # beyond the goal: start again
            momentum = faster = 1.0
        V = new + (momentum - 1) / faster * (new - W)
        W, momentum = new, faster
    return W, gap


def step(W, penalty, strong, alpha):
    """The best model beside half its square distance from W: ONEROW's problem.

    max(b, t) is the largest alpha b + (1 - alpha) t: each row has a share alpha of its
    penalty, (p,), that falls on its main effect. Given the shares, b = |beta_j| and the
    entries of |Theta_j|, with sum t, shrink by thresholds; the best share is where b
    and t cross, or 0 or 1. Entries of a symmetric Theta depend on two shares: we go
    half the way to what is best for each beside the others, which is never worse, by
    convexity, until it is nowhere to go. alpha is the start. Returns model and shares.
    """
    b, T = np.abs(W[:, 0]), np.abs(W[:, 1:])
    if not strong:
        alpha = crossing(b, T - 1.5 * penalty, penalty, penalty)
        share = np.tile(alpha[:, None], len(alpha))
    else:
        for _ in range(1000):
            excess = T - penalty * (1.5 - alpha / 2)
            best = crossing(b, excess, penalty, penalty / 2)
            settled = np.abs(best - alpha).max() < 1e-9
            alpha = best if settled else (alpha + best) / 2
            if settled:
                break
        share = (alpha[:, None] + alpha) / 2
    thresholds = penalty * np.column_stack([alpha, 1.5 - share])
    return np.sign(W) * np.maximum(np.abs(W) - thresholds, 0), alpha


def crossing(b, excess, fall, rise):
    """Where (b - fall a)+ = sum_k (excess_k + rise a)+, the a in [0, 1] for every row.

    Or the end that is nearest. b is (p,), excess (p, p). The difference is piecewise
    linear and falls: it is taken at all knots at once, and between two of them exactly.
    """
    rows = np.arange(len(b))[:, None]
    knots = np.column_stack([b / fall, -excess / rise])
    slopes = np.full(knots.shape, rise)
    slopes[:, 0] = 0
    order = np.argsort(knots, axis=1)
    a, slopes = knots[rows, order], slopes[rows, order]
    right = a * slopes.cumsum(axis=1) - (a * slopes).cumsum(axis=1)
    difference = np.maximum(b[:, None] - fall * a, 0) - right
    i, rows = np.maximum((difference > 0).sum(axis=1), 1), rows[:, 0]
    above, below = difference[rows, i - 1], difference[rows, i]
    share = above / np.where(above > below, above - below, 1)
    return np.clip(a[rows, i - 1] + share * (a[rows, i] - a[rows, i - 1]), 0, 1)


def duality_gap(problem, penalty, W):
    """The objective at W less a lower bound of it: at most this far from the optimum.

    By Fenchel's duality a residual, scaled so that nothing is worth this penalty to it,
    proves a bound; at the optimum the residual itself does, and there is no gap.
    """
    value, residual = problem.loss.fit(problem.A @ coefficients(W), problem.y)
    b, t = np.abs(W[:, 0]), np.abs(W[:, 1:]).sum(axis=1)
    value += penalty * (np.maximum(b, t).sum() + t.sum() / 2)
    scale = min(1, penalty / max(least_penalty(problem, residual), 1e-100))
    return value - problem.loss.dual(problem.y, scale * residual)


def least_penalty(problem, residual):
    """The smallest penalty at which no term is worth entering, given the residual.

    With g_j and c_jk its mean products with x_j and x_j x_k: the largest |g_j| or
    (|c_jk| + |g_j| + |g_k|) / 3 in the strong, (|c_jk| + 2 |g_j|) / 3 in the weak case.
    """
    g, C = map(np.abs, by_feature(problem, residual))
    pair = g[:, None] + g if problem.strong else 2 * g[:, None]
    return max(g.max(), np.max(pair + C) / 3)


def coefficients(W):
    """What multiplies the p features and the products x_j x_k, j < k."""
    T = (W[:, 1:] + W[:, 1:].T) / 2
    return np.concatenate([W[:, 0], T[np.triu_indices(len(W), k=1)]])


def by_feature(problem, residual):
    """The residual's mean product with the features, (p,), and with pairs, (p, p)."""
    mean = problem.A.T @ residual / len(residual)
    return mean[: problem.p], symmetric(mean[problem.p :], problem.p)
