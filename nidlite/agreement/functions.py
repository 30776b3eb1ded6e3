"""Functions of one feature and of several, as columns that least squares weighs (ours).

A single effect is a sum of steps and hinges. A function of several features is a layer
of ReLU units with random weights (Rahimi and Recht 2008): about what a small net sees,
without its training.

>>> X = np.random.default_rng(0).normal(size=(2000, 2))
>>> H = random_units(X, 200, np.random.default_rng(1))
>>> y = X[:, 0] * X[:, 1]
>>> bool(np.var(y - H @ np.linalg.lstsq(H, y, rcond=None)[0]) < 0.01)
True
"""

import numpy as np

from . import constants
from .fits import part_explained


def single_effects(X, columns, y) -> np.ndarray:
    """The steps and hinges of all features that own these columns of X, (n, d).

    Each step or hinge of many values has about ROWS_EACH rows or more. What is beyond
    FAR is one more column. At most WIDE are kept: those most correlated with the
    outcomes y, (n,), or with a class of (n, c).
    """
    wide, rows = constants.WIDE // len(columns), len(X) // 2 // constants.ROWS_EACH
    most = min(wide, rows // len(columns))
    near = X.clip(-constants.FAR, constants.FAR)
    singles = [single_effect(near[:, list(owned)], most, wide) for owned in columns]
    H = standardized(np.concatenate([*singles, X - near], axis=1))
    products = np.abs(H.T @ (y - y.mean(axis=0))).reshape(H.shape[1], -1)
    return H[:, np.argsort(-products.max(axis=1))[: constants.WIDE]]


def single_effect(values, most, few=constants.STEPS) -> np.ndarray:
    """Steps and hinges of one feature's columns, (n, at most about `most`).

    Steps hold equally many rows, or stand at each of up to `few` values, which may be
    codes. Hinges are evenly spaced. Up to STEPS values have a step each, and no hinge.
    A category's columns are steps already. A second column says what is missing.
    """
    x, different = values[:, 0], np.unique(values[:, 0])
    steps = min(constants.STEPS, max(2 * most // 3, 1))
    if len(different) <= 2:
        return values
    if len(different) <= min(few, constants.STEPS):
        return np.concatenate([value_steps(values[:, :1]), values[:, 1:]], axis=1)
    cuts = np.unique(np.quantile(x, np.linspace(0, 1, steps + 1)[1:-1]))
    if len(different) <= min(few, len(x) // 2 // constants.ROWS_EACH):
        cuts = different[1:]
    kinks = np.linspace(x.min(), x.max(), min(constants.HINGES, most // 3) + 2)[1:-1]
    hinges = np.maximum(x[:, None] - kinks, 0)
    return np.concatenate([values, x[:, None] >= cuts, hinges], axis=1)


def value_steps(values) -> np.ndarray:
    """A step for each different value but the least, (n, m), of values (n, 1)."""
    return (values == np.unique(values)[1:]) * 1.0


def free_columns(X) -> np.ndarray:
    """1, x and x^2 of every column, and a step for each of few values, (n, d).

    A column of two values has no square: it would be a + b x.
    """
    values = np.array([len(np.unique(x)) for x in X.T])
    few = [x[:, None] for x in X.T[(values > 2) & (values <= constants.STEPS)]]
    squares = X[:, values > 2] ** 2
    return np.concatenate([X[:, :1] ** 0, X, squares, *map(value_steps, few)], axis=1)


def dependence(X, columns, w=None) -> np.ndarray:
    """How much feature k tells of feature i: the correlation ratios eta, (q, q).

    Their square is the share of feature i's variance that a function of feature k
    explains, a sum of its steps and hinges, less what chance explains. Rows of weights
    w, (n,), count as (sum w)^2 / sum w^2 rows. If less than UNTOLD is left, eta is 1.
    """
    w = np.ones(len(X)) if w is None else w
    root, n, q = np.sqrt(w)[:, None], w.sum() ** 2 / np.sum(w**2), len(columns)
    Y, eta = root * (X - np.average(X, axis=0, weights=w)), np.zeros((q, q))
    owner = [j for _, j in sorted((c, j) for j in range(q) for c in columns[j])]
    whole = np.maximum(np.bincount(owner, (Y**2).sum(axis=0)), 1e-12)
    for k, owned in enumerate(columns):
        H = single_effect(X[:, list(owned)].astype(float), constants.ETA_COLUMNS)
        H = standardized(H)
        H = np.linalg.qr(root * (H - np.average(H, axis=0, weights=w)))[0]
        share = np.bincount(owner, ((H.T @ Y) ** 2).sum(axis=0)) / whole
        d = H.shape[1]
        eta[:, k] = np.maximum(share - d / max(n - d, 1) * (1 - share), 0) ** 0.5
    eta[1 - eta**2 < constants.UNTOLD] = 1
    if q <= constants.ALL_PAIRS:  # else it takes too long
        eta[tells_all(X, columns)] = 1
    np.fill_diagonal(eta, 0)
    return eta


def tells_all(X, columns) -> np.ndarray:
    """Whether feature k tells all of feature i, however rough the function, (q, q).

    If so, rows of X, (n, d), that are sorted by k differ by next to nothing from one to
    the next in the rank of i (Chatterjee 2021).
    """
    X = X[np.random.default_rng(0).permutation(len(X))]
    ranks = np.array([np.unique(x, return_inverse=True)[1] for x in X.T], np.float32).T
    left = []
    for owned in columns:
        in_order = np.lexsort(X[:, list(owned)].T)  # rows of one value stay shuffled
        jumps = np.mean(np.diff(ranks[in_order], axis=0) ** 2, axis=0) / 2
        left.append([jumps[list(i)].sum() for i in columns])
    spread = [ranks[:, list(i)].var(axis=0).sum() for i in columns]
    return np.transpose(left) < constants.UNTOLD * np.array(spread)[:, None]


def joint_dependence(X, columns, seed) -> np.ndarray:
    """How much all other features together tell of each, 0 to 1, (q,).

    A product of two columns may tell nothing of either, and with one of them it tells
    the other. So random units of all other columns predict the feature, and how far it
    is from its median. Of more than ALL_PAIRS features so few units see nothing: 0.
    """
    eta = np.zeros(len(columns))
    for i, owned in enumerate(columns if len(columns) <= constants.ALL_PAIRS else ()):
        x, others = X[:, list(owned)], sum((*columns[:i], *columns[i + 1 :]), ())
        rng = np.random.default_rng([seed, i])
        H = random_units(X[:, list(others)], constants.SETTLED, rng)
        Y = standardized(np.concatenate([x, np.abs(x - np.median(x, axis=0))], axis=1))
        eta[i] = np.max(part_explained(H, Y, constants.UNITS_RIDGE), initial=0) ** 0.5
    return eta


def random_units(X, m, rng) -> np.ndarray:
    """m random ReLU units of all columns of X, (n, m) in float32, standardized.

    The columns are made uncorrelated, of deviation 1: of two that are nearly the same
    the units then see the difference, too.
    """
    Z = uncorrelated(X).astype(np.float32)
    c = Z.shape[1]
    W, b = rng.normal(0, 1.5 / max(c, 1) ** 0.5, size=(c, m)), rng.normal(size=m)
    return standardized(np.maximum(Z @ W.astype(Z.dtype) + b.astype(Z.dtype), 0))


def standardized(H) -> np.ndarray:
    """The columns of H that vary, with mean 0 and deviation 1, in float32."""
    H = H - H.mean(axis=0, dtype=float).astype(H.dtype)
    deviation = np.sqrt(np.mean(H**2, axis=0, dtype=float))
    varies = deviation > 1e-6
    return H[:, varies].astype(np.float32) / deviation[varies].astype(np.float32)


def uncorrelated(X) -> np.ndarray:
    """X's columns, rotated and scaled to deviation 1, (n, rank)."""
    X = X - X.mean(axis=0)
    variances, axes = np.linalg.eigh(X.T @ X / len(X))
    kept = variances > 1e-6 * variances.max()
    return X @ axes[:, kept] / np.sqrt(variances[kept])
