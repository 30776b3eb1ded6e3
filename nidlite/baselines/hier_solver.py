"""The convex problem of the hierarchical lasso at one penalty (hier_lasso.py).

The model is W, (p, 1 + p): beta first, then Theta, whose diagonal is 0. It is found by
the authors' generalised gradient descent with their ONEROW as its step, sped up (Beck &
Teboulle 2009, restarts of O'Donoghue & Candes 2015), until the duality gap is small.
A is (n, p + p (p - 1) / 2), features and then products, centred, and y (n,), centred.
"""

import warnings

import numpy as np

from .lasso import soft_threshold
from .products import symmetric

MOST_STEPS = 20_000


def minimise(A, y, penalty, W, tol, rate):
    """The best model at this penalty, starting from W, to a duality gap of tol."""
    V, momentum, p = W, 1.0, len(W)
    for k in range(MOST_STEPS):
        if k % 10 == 0 and duality_gap(A, y, penalty, W) <= tol:
            return W
        g, C = by_feature(A, y - A @ term_weights(V), p)
        new = step(V + rate * np.column_stack([g, C / 2]), rate * penalty)
        faster = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        if np.sum((V - new) * (new - W)) > 0:  # beyond the goal: start again
            momentum = faster = 1.0
        V = new + (momentum - 1) / faster * (new - W)
        W, momentum = new, faster
    gap = duality_gap(A, y, penalty, W)
    warnings.warn(f"HierLasso: a duality gap of {gap:.1g} is left", stacklevel=3)
    return W


def largest_rate(A, p) -> float:
    """1 / the largest curvature of the loss as a function of W."""
    # A product's column counts as two halves, of Theta_jk and of Theta_kj.
    A = A * np.where(np.arange(A.shape[1]) < p, 1, np.sqrt(0.5))
    largest = np.linalg.eigvalsh(A.T @ A if len(A) > len(A.T) else A @ A.T)[-1]
    return len(A) / max(largest, 1e-100)


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


def duality_gap(A, y, penalty, W):
    """The objective at W less a lower bound of it: at most this far from the optimum.

    By Fenchel's duality a residual proves it, scaled so that nothing is worth this
    penalty to it. At the optimum no scaling is needed, and there is no gap.
    """
    residual = y - A @ term_weights(W)
    b, t = np.abs(W[:, 0]), np.abs(W[:, 1:]).sum(axis=1)
    price = penalty * (np.maximum(b, t).sum() + t.sum() / 2)
    scale = min(1, penalty / max(least_penalty(A, residual, len(W)), 1e-100))
    bound = np.mean(y**2 - (y - scale * residual) ** 2) / 2
    return np.mean(residual**2) / 2 + price - bound


def least_penalty(A, residual, p):
    """The smallest penalty at which no term is worth entering, given the residual.

    With g_j and c_jk its mean products with x_j and x_j x_k: the largest |g_j| or
    (|c_jk| + 2 |g_j|) / 3.
    """
    g, C = map(np.abs, by_feature(A, residual, p))
    return max(g.max(), np.max(2 * g[:, None] + C) / 3)


def term_weights(W):
    """The weights of the p features and of the products x_j x_k, j < k."""
    T = (W[:, 1:] + W[:, 1:].T) / 2
    return np.concatenate([W[:, 0], T[np.triu_indices(len(W), k=1)]])


def by_feature(A, residual, p):
    """The residual's mean product with the features, (p,), and with pairs, (p, p)."""
    mean = A.T @ residual / len(residual)
    return mean[:p], symmetric(mean[p:], p)
