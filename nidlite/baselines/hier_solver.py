"""The convex problem of the hierarchical lasso at one penalty (hier_lasso.py).

The model is W, (p, 1 + p): beta first, then Theta, whose diagonal is 0. It is found by
the authors' generalised gradient descent with their ONEROW as its step, sped up (Beck &
Teboulle 2009, restarts of O'Donoghue & Candes 2015), until the duality gap is small.
"""

import warnings
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..losses import sigmoid
from .lasso import constant, loss, slope, soft_threshold
from .products import symmetric

MOST_STEPS = 20_000


@dataclass(frozen=True, eq=False)
class LassoProblem:
    """What the models are fitted to, all but the penalty."""

    A: np.ndarray  # (n, p + p (p - 1) / 2): features, then products, centred
    y: np.ndarray  # (n,), centred, or labels 0 and 1
    p: int
    classification: bool

    @cached_property
    def rate(self) -> float:
        """1 / the largest curvature of the loss as a function of W."""
        # A product's column counts as two halves, of Theta_jk and of Theta_kj.
        A = self.A * np.where(np.arange(self.A.shape[1]) < self.p, 1, np.sqrt(0.5))
        largest = np.linalg.eigvalsh(A.T @ A if len(A) > len(A.T) else A @ A.T)[-1]
        curvature = 1 / 4 if self.classification else 1  # of the loss by u, at most
        return len(A) / (curvature * max(largest, 1e-100))


def best_fit(problem, W) -> tuple:
    """The mean loss of W with the best beta_0, and y less the prediction.

    beta_0 is 0 for squares, since all is centred, and by Newton's method for labels.
    """
    u, y, labels = problem.A @ term_weights(W), problem.y, problem.classification
    beta_0 = constant(y, labels) if labels else 0
    for _ in range(100 if labels else 0):
        q = sigmoid(u + beta_0)
        newton = np.mean(y - q) / max(np.mean(q * (1 - q)), 1e-12)
        if abs(newton) < 1e-12:
            break
        beta_0 += np.clip(newton, -2, 2)
    return loss(u + beta_0, y, labels), slope(u + beta_0, y, labels)[0]


def minimise(problem, penalty, W, tol):
    """The best model at this penalty, starting from W, to a duality gap of tol."""
    V, momentum, rate = W, 1.0, problem.rate
    for k in range(MOST_STEPS):
        if k % 10 == 0 and duality_gap(problem, penalty, W) <= tol:
            return W
        g, C = by_feature(problem, best_fit(problem, V)[1])
        new = step(V + rate * np.column_stack([g, C / 2]), rate * penalty)
        faster = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        if np.sum((V - new) * (new - W)) > 0:  # beyond the goal: start again
            momentum = faster = 1.0
        V = new + (momentum - 1) / faster * (new - W)
        W, momentum = new, faster
    gap = duality_gap(problem, penalty, W)
    warnings.warn(f"HierLasso: a duality gap of {gap:.1g} is left", stacklevel=3)
    return W


def step(W, penalty):
    """The best model beside half its square distance from W: ONEROW's problem.

    max(b, t) is the largest alpha b + (1 - alpha) t: a share alpha of each row's
    penalty falls on its main effect. Given the share, b = |beta_j| and the entries of
    |Theta_j|, with sum t, shrink by thresholds. The best share is where b and t cross,
    or 0 or 1.
    """
    excess = np.abs(W[:, 1:]) - 1.5 * penalty
    share = crossing(np.abs(W[:, 0]), excess, penalty)[:, None]
    thresholds = np.where(np.arange(W.shape[1]) == 0, share, 1.5 - share)
    return soft_threshold(W, penalty * thresholds)


def crossing(b, excess, price):
    """Where (b - price a)+ = sum_k (excess_k + price a)+, or the nearest a in [0, 1].

    One for each row, by bisection: b is (p,), excess (p, p). The left side falls with
    a, and the right side rises.
    """
    low, high = np.zeros(len(b)), np.ones(len(b))
    for _ in range(45):
        a = (low + high) / 2
        right = np.maximum(excess + price * a[:, None], 0).sum(axis=1)
        above = np.maximum(b - price * a, 0) > right
        low, high = np.where(above, a, low), np.where(above, high, a)
    return high


def duality_gap(problem, penalty, W):
    """The objective at W less a lower bound of it: at most this far from the optimum.

    By Fenchel's duality a residual proves it, scaled so that nothing is worth this
    penalty to it. At the optimum no scaling is needed, and there is no gap.
    """
    value, residual = best_fit(problem, W)
    b, t = np.abs(W[:, 0]), np.abs(W[:, 1:]).sum(axis=1)
    value += penalty * (np.maximum(b, t).sum() + t.sum() / 2)
    scale = min(1, penalty / max(least_penalty(problem, residual), 1e-100))
    y, q = problem.y, problem.y - scale * residual
    if problem.classification:  # the bound is the entropy of the chances q
        logs = (a * np.log(np.maximum(a, 1e-300)) for a in (q, 1 - q))
        return value + sum(map(np.mean, logs))
    return value - np.mean(y**2 - q**2) / 2


def least_penalty(problem, residual):
    """The smallest penalty at which no term is worth entering, given the residual.

    With g_j and c_jk its mean products with x_j and x_j x_k: the largest |g_j| or
    (|c_jk| + 2 |g_j|) / 3.
    """
    g, C = map(np.abs, by_feature(problem, residual))
    return max(g.max(), np.max(2 * g[:, None] + C) / 3)


def term_weights(W):
    """What multiplies the p features and the products x_j x_k, j < k."""
    T = (W[:, 1:] + W[:, 1:].T) / 2
    return np.concatenate([W[:, 0], T[np.triu_indices(len(W), k=1)]])


def by_feature(problem, residual):
    """The residual's mean product with the features, (p,), and with pairs, (p, p)."""
    mean = problem.A.T @ residual / len(residual)
    return mean[: problem.p], symmetric(mean[problem.p :], problem.p)
