"""The lasso, and L1 logistic regression on very many columns, along falling penalties.

    mean loss(b + Z w, y) + penalty |w|_1

is minimised. The loss of a score s is (y - s)^2 / 2 or, for labels, log(1 + e^s) - y s.
The lasso itself is scikit-learn's. The logistic loss takes proximal Newton steps, each
a weighted lasso (Friedman, Hastie & Tibshirani 2010, J. Stat. Softw. 33, Sec. 3), on
few columns. These come in by the sequential strong rule, then until no condition is
violated (Tibshirani et al. 2012, J. R. Stat. Soc. B 74, Sec. 7). scikit-learn's own
logistic regression takes all columns: 16 times as long for 4,000 rows of 1,000 columns.
"""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..losses import sigmoid
from .products import borrowed

SLACK = 1e-3  # by how much of the penalty a column left out may exceed it
ENOUGH = 1e-7  # Newton's steps end when the objective falls by no larger share
MOST_STEPS = 50


def loss(s, y, classification) -> float:
    """The mean loss of the scores s, (n,)."""
    return np.mean(np.logaddexp(0, s) - y * s if classification else (y - s) ** 2 / 2)


def slope(s, y, classification) -> tuple[np.ndarray, np.ndarray]:
    """Minus the first and the second derivative of each row's loss by its score."""
    if not classification:
        return y - s, np.ones_like(s)
    chance = sigmoid(s)
    # Where the label is certain the curvature is lost; the bound keeps steps finite.
    return y - chance, np.maximum(chance * (1 - chance), 1e-5)


@dataclass(frozen=True, eq=False)
class SparseFit:
    """The solution at one penalty: the columns whose coefficient is not 0."""

    penalty: float
    support: np.ndarray  # (k,), ascending
    coefficients: np.ndarray  # (k,)
    intercept: float


def soft_threshold(w, by):
    """w, each entry nearer to 0 by so much, at most to 0."""
    return np.sign(w) * np.maximum(np.abs(w) - by, 0)


def falling(correlations, smallest=1e-3, count=40) -> np.ndarray:
    """Penalties from the first that lets no column in, down to that times smallest."""
    first = max(np.max(correlations, initial=0), 1e-12)
    return first * np.geomspace(1, smallest, count)


def lasso(Z, y) -> Iterator[SparseFit]:
    """The lasso at falling penalties: Z is (n, q), y (n,)."""
    centre, middle = Z.mean(axis=0), y.mean()
    Z, y = Z - centre, y - middle
    penalties = falling(np.abs(y @ Z) / len(y))
    path = coordinate_descent(Z, y, penalties, precompute=Z.T @ Z)
    for penalty, w in zip(penalties, path.T, strict=True):
        k = np.flatnonzero(w)
        yield SparseFit(penalty, k, w[k], middle - centre @ w)


def coordinate_descent(Z, y, penalties, **settings) -> np.ndarray:
    """scikit-learn's lasso without intercept at each penalty, (q, penalties)."""
    lasso_path = borrowed("sklearn.linear_model", "the lasso").lasso_path
    unsettled = borrowed("sklearn.exceptions", "the lasso").ConvergenceWarning
    with warnings.catch_warnings():
        # Nearly equal columns can share a weight in any way: no reason to warn.
        warnings.simplefilter("ignore", unsettled)
        return lasso_path(Z, y, alphas=penalties, max_iter=10_000, **settings)[1]


def l1_logistic(Z, y, smallest=1e-3, count=40) -> Iterator[SparseFit]:
    """L1 logistic regression at falling penalties; Z is (n, q), y (n,), labels 0, 1."""

    def correlation(s):
        return np.abs(slope(s, y, True)[0].astype(Z.dtype) @ Z) / len(y)

    # Labels of one kind only have no finite score: half a row of the other kind.
    chance = np.clip(y.mean(), 0.5 / len(y), 1 - 0.5 / len(y))
    w, support, b = np.zeros(0), np.zeros(0, int), np.log(chance / (1 - chance))
    g = correlation(np.full(len(y), b))
    penalties = falling(g, smallest, count)
    for last, penalty in zip([penalties[0], *penalties], penalties):
        columns = np.union1d(support, np.flatnonzero(g >= 2 * penalty - last))
        while True:
            start = np.zeros(len(columns))
            start[np.searchsorted(columns, support)] = w
            A = Z[:, columns].astype(float)
            w, b = newton(A, y, start, b, penalty)
            support, g = columns, correlation(A @ w + b)
            columns = np.union1d(columns, np.flatnonzero(g > penalty * (1 + SLACK)))
            if len(columns) == len(w):
                break
        support, w = columns[w != 0], w[w != 0]
        yield SparseFit(penalty, support, w, b)


def newton(A, y, w, b, penalty):
    """L1 logistic regression on the columns of A, (n, k), from w and b: new (w, b)."""

    def objective(s, w):
        return loss(s, y, True) + penalty * np.abs(w).sum()

    s = A @ w + b
    value = objective(s, w)
    for _ in range(MOST_STEPS):
        # The loss as a square around s: weights h, target s + r / h, both centred.
        r, h = slope(s, y, True)
        target, share, root = s + r / h, h / h.sum(), np.sqrt(h)
        centre, middle = share @ A, share @ target
        B, t = root[:, None] * (A - centre), root * (target - middle)
        # lasso_path writes into what it starts from.
        start = {"coef_init": w.copy(), "tol": 1e-6}
        v = coordinate_descent(B, t, [penalty], **start)[:, 0] if len(w) else w
        dw, db = v - w, middle - centre @ v - b
        ds, step = A @ dw + db, 1.0
        while step > 1e-3 and objective(s + step * ds, w + step * dw) > value:
            step /= 2
        if step <= 1e-3:  # no way down
            break
        w, b, s = w + step * dw, b + step * db, s + step * ds
        before, value = value, objective(s, w)
        if before - value <= ENOUGH * abs(before):
            break
    return w, b


def least(fits, value) -> SparseFit:
    """The fit of least value(fit); the search ends once that has risen three times."""
    best, lowest, rises = None, np.inf, 0
    for fit in fits:
        now = value(fit)
        if now < lowest:
            best, lowest, rises = fit, now, 0
        rises += now > lowest + 1e-6 * abs(lowest)  # beyond rounding
        if rises == 3:
            break
    return best
