"""The lasso and L1 logistic regression along a path of penalties, on many columns.

With this module one can minimise

    mean loss(b + Z w, y) + penalty |w|_1

for one falling penalty after the other. The loss of a score s is (y - s)^2 / 2 or, for
labels, log(1 + e^s) - y s. Z is known by its products with a residual, so it may have
far more columns than could be stored. The steps are proximal Newton's (Friedman, Hastie
& Tibshirani 2010, J. Stat. Softw. 33, Sec. 3), each one a lasso by scikit-learn; columns
come in by the sequential strong rule, and then until no condition is violated
(Tibshirani et al. 2012, J. R. Stat. Soc. B 74, Sec. 7).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from .needs import sklearn_part

SLACK = 1e-3  # by how much of the penalty a column left out may exceed it
ENOUGH = 1e-6  # Newton's steps end when the objective falls by no larger share
MOST_STEPS = 50


@dataclass(frozen=True, eq=False)
class Columns:
    """A matrix Z, (n, q), by what the lasso asks of it."""

    correlate: Callable  # residual (n,) -> Z' residual (q,)
    take: Callable  # column numbers (k,) -> those columns (n, k)


def stored(Z) -> Columns:
    """The columns of an array."""
    return Columns(lambda residual: residual @ Z, lambda k: Z[:, k])


@dataclass(frozen=True, eq=False)
class Fit:
    """The solution at one penalty: the columns whose coefficient is not 0."""

    penalty: float
    support: np.ndarray  # (k,), ascending
    coefficients: np.ndarray  # (k,)
    intercept: float
    scores: np.ndarray  # (n,)


def sigmoid(s):
    """1 / (1 + exp(-s)), without overflow."""
    return 0.5 * (1 + np.tanh(0.5 * s))


def loss(s, y, classification) -> float:
    """The mean loss of the scores s, (n,)."""
    return np.mean(np.logaddexp(0, s) - y * s if classification else (y - s) ** 2 / 2)


def slope(s, y, classification) -> tuple[np.ndarray, np.ndarray]:
    """Each row's loss by its score: minus the first derivative, and the second."""
    if not classification:
        return y - s, np.ones_like(s)
    chance = sigmoid(s)
    # Where the label is certain the curvature is lost; the bound keeps steps finite.
    return y - chance, np.maximum(chance * (1 - chance), 1e-5)


def l1_path(Z: Columns, y, classification=False, smallest=1e-3, count=40):
    """The solutions, Fit, at falling penalties: from the first without a column.

    `count` penalties down to `smallest` times the first one, equally spaced in their
    logarithms; y is (n,), labels 0 and 1 with classification.
    """

    def correlation(s):
        return np.abs(Z.correlate(slope(s, y, classification)[0])) / n

    n, mean = len(y), y.mean()
    b = mean
    if classification:  # labels of one kind only would have no finite intercept
        mean = np.clip(mean, 0.5 / n, 1 - 0.5 / n)
        b = np.log(mean / (1 - mean))
    w, support, s = np.zeros(0), np.zeros(0, int), np.full(n, b)
    g = correlation(s)
    last = max(g.max(initial=0), 1e-12)
    for penalty in last * np.geomspace(1, smallest, count):
        inside, outside = g >= 2 * penalty - last, None
        inside[support] = True
        while outside is None or outside.any():
            inside |= False if outside is None else outside
            columns = np.flatnonzero(inside)
            start = np.zeros(len(columns))
            start[np.searchsorted(columns, support)] = w
            A = Z.take(columns)
            w, b = newton(A, y, start, b, penalty, classification)
            support, s = columns, A @ w + b
            g = correlation(s)
            outside = (g > penalty * (1 + SLACK)) & ~inside
        support, w, last = columns[w != 0], w[w != 0], penalty
        yield Fit(penalty, support, w, b, s)


def newton(A, y, w, b, penalty, classification):
    """The solution on the columns of A, (n, k), from w and b: the new (w, b)."""
    lasso_path = sklearn_part("linear_model", "the lasso").lasso_path

    def objective(s, w):
        return loss(s, y, classification) + penalty * np.abs(w).sum()

    s = A @ w + b
    value = objective(s, w)
    for _ in range(MOST_STEPS):
        # The loss as a square around s: weights h, target s + r / h, both centred.
        r, h = slope(s, y, classification)
        target, share, root = s + r / h, h / h.sum(), np.sqrt(h)
        centre, middle = share @ A, share @ target
        B, t = root[:, None] * (A - centre), root * (target - middle)
        v = w
        if len(w):
            v = lasso_path(
                B, t, alphas=[penalty], coef_init=w, tol=1e-5, max_iter=10_000
            )[1][:, 0]
        dw, db = v - w, middle - centre @ v - b
        step = 1.0
        while (
            objective(s + step * (A @ dw + db), w + step * dw) > value and step > 1e-3
        ):
            step /= 2
        w, b, s = w + step * dw, b + step * db, s + step * (A @ dw + db)
        before, value = value, objective(s, w)
        if not classification or before - value <= ENOUGH * abs(before):
            break
    return w, b


def best_fit(Z, y, Z_valid, y_valid, classification=False) -> tuple[np.ndarray, float]:
    """The path's coefficients, (q,), and intercept, of least loss on held-out rows.

    The path ends when that has risen three times since its least.
    """
    best, least, risen = None, np.inf, 0
    for fit in l1_path(Z, y, classification):
        s = Z_valid.take(fit.support) @ fit.coefficients + fit.intercept
        value = loss(s, y_valid, classification)
        best, least, risen = (
            (fit, value, 0) if value < least else (best, least, risen + 1)
        )
        if risen == 3:
            break
    w = np.zeros(len(Z.correlate(np.zeros(len(y)))))
    w[best.support] = best.coefficients
    return w, best.intercept
