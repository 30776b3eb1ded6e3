"""The lasso, and L1 logistic regression on very many columns, along falling penalties.

    mean loss(b + Z w, y) + penalty |w|_1

is minimised. The loss of a score s is (y - s)^2 / 2 or, for labels, log(1 + e^s) - y s.
The lasso itself is scikit-learn's. The logistic regression has few columns at a time:
those come in whose condition of a minimum is violated, until none is.

FHIM and HierLasso share the descent to the minimum of a smooth loss plus a penalty that
has corners. A step goes down the slope g of the loss, then the proximal map follows,

    w <- the minimum over u of |u - (w - rate g)|^2 / (2 rate) + penalty(u),

so zeros are exact. Steps gain momentum (Beck & Teboulle 2009, SIAM J. Imaging Sci. 2),
and lose it where it leads astray (O'Donoghue & Candes 2015, Found. Comput. Math. 15).
"""

import warnings
from functools import partial

import numpy as np

from ..losses import sigmoid
from .products import borrowed

SLACK = 1e-3  # of the penalty: by how much the conditions of a minimum may be missed
MOST_STEPS = 5000


def loss(s, y, classification) -> float:
    """The mean loss of the scores s, (n,)."""
    return np.mean(np.logaddexp(0, s) - y * s if classification else (y - s) ** 2 / 2)


def residual(s, y, classification) -> np.ndarray:
    """Minus the derivative of each row's loss by its score, (n,)."""
    return y - (sigmoid(s) if classification else s)


def score(V, X) -> np.ndarray:
    """The score of each row of X (n, q), with ones in it: V[0] x + sum_k (V[k] x)^2."""
    u = X @ V.T
    return u[:, 0] + (u[:, 1:] ** 2).sum(axis=1)


def objective(V, X, y, classification):
    """The mean loss, and a function that gives its slope, an array like V."""
    s = score(V, X)

    def slope():
        u = 2 * (X @ V.T)
        u[:, 0] = 1
        return -(residual(s, y, classification)[:, None] * u).T @ X / len(y)

    return loss(s, y, classification), slope


def falling(correlations, smallest=1e-3, count=40) -> np.ndarray:
    """Penalties from the first that lets no column in, down to that times smallest."""
    first = max(np.max(correlations, initial=0), 1e-12)
    return first * np.geomspace(1, smallest, count)


def lasso(Z, y):
    """Yields the lasso's w and b at falling penalties: Z is (n, q), y (n,)."""
    lasso_path = borrowed("sklearn.linear_model", "the lasso").lasso_path
    centre, middle = Z.mean(axis=0), y.mean()
    Z, y = Z - centre, y - middle
    penalties = falling(np.abs(y @ Z) / len(y))
    with warnings.catch_warnings():
        # Nearly equal columns can share a weight in any way: no reason to warn.
        warnings.simplefilter("ignore")
        path = lasso_path(Z, y, alphas=penalties, max_iter=10_000)[1]
    for w in path.T:
        yield w, middle - centre @ w


def l1_logistic(Z, y, smallest=1e-3, count=40):
    """Yields w and b of L1 logistic regression at falling penalties: labels y (n,)."""

    def correlation(s):
        return np.abs(residual(s, y, True).astype(Z.dtype) @ Z) / len(y)

    b = np.log(y.mean() / (1 - y.mean()))
    w, g = np.zeros(Z.shape[1]), correlation(np.full(len(y), b))
    for penalty in falling(g, smallest, count):
        seen, columns = None, (w != 0) | (g > penalty * (1 + SLACK))
        while not np.array_equal(seen, columns):
            A = np.column_stack([Z[:, columns], np.ones(len(y))])
            price = np.append(np.full(columns.sum(), penalty), 0)  # b is free
            smooth = partial(objective, X=A, y=y, classification=True)
            start = np.append(w[columns], b)[None]
            v = descend(smooth, start, price, SLACK / 2 * penalty)[0]
            w[columns], b, g = v[:-1], v[-1], correlation(A @ v)
            seen, columns = columns, columns | (g > penalty * (1 + SLACK))
        yield w.copy(), b


def least(fits, value) -> tuple[np.ndarray, float]:
    """The w and b of least value(w, b); the search ends after three rises."""
    best, lowest, rises = None, np.inf, 0
    for fit in fits:
        now = value(*fit)
        rises += now > lowest + 1e-6 * abs(lowest)  # beyond rounding
        if now < lowest:
            best, lowest, rises = fit, now, 0
        if rises == 3:
            break
    return best


def soft_threshold(w, by):
    """w, each entry nearer to 0 by so much, at most to 0: the proximal map of |w|_1."""
    return np.sign(w) * np.maximum(np.abs(w) - by, 0)


def descend(loss, w, penalty, tol, proximal=soft_threshold):
    """The w, from a start, where the minimum's conditions hold but for tol."""
    v, momentum, rate = w, 1.0, 1.0
    for _ in range(MOST_STEPS):
        value, slope = loss(v)
        g = slope()
        while True:
            new = proximal(v - rate * g, rate * penalty)
            change = new - v
            bound = value + np.sum(g * change) + np.sum(change**2) / (2 * rate)
            # Beyond rounding, which would halve the rate for ever at the minimum.
            if loss(new)[0] <= bound + 1e-14 * abs(value):
                break
            rate /= 2
        if np.abs(change).max() <= tol * rate:
            return new
        faster = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        if np.sum((v - new) * (new - w)) > 0:  # beyond the goal: start again
            momentum = faster = 1.0
        v = new + (momentum - 1) / faster * (new - w)
        w, momentum = new, faster
    return w
