"""Which corners lie near data, and which features are nearly one (ours).

A network says of a corner far from all rows what nobody ever taught it. Where features
are correlated there are such corners, and two networks err there alike.

>>> x, e = np.random.default_rng(0).normal(size=(2, 1000))
>>> X, columns = np.stack([x, x + 0.1 * e, e], axis=1), [(0,), (1,), (2,)]
>>> near = near_data(X, X, X[::-1], columns)
>>> [round(near(pair)[1], 1) for pair in [(0, 1), (0, 2)]]   # x and its near copy
[0.2, 0.9]
"""

from itertools import combinations

import numpy as np

ROUNDING = 1e-6  # of distances between scaled rows


def correlations(X, columns) -> np.ndarray:
    """Each feature's largest correlation with another one, by magnitude, (q,).

    Of a feature that owns several columns it is that of the one most correlated.
    """
    Z = X - X.mean(axis=0, dtype=float)
    Z /= np.where(norm := np.sqrt((Z**2).sum(axis=0)), norm, 1)
    r = np.abs(Z.T @ Z)
    for own in map(list, columns):
        r[np.ix_(own, own)] = 0
    return np.array([r[list(own)].max() for own in columns])


def near_data(X, a, b, columns, rows=1000):
    """interaction -> which rows' mixed corners lie near data, (n,) bool; their share.

    A corner takes some features of the interaction from b and the others from a. It is
    near data if, in the features of the interaction, its distance to the sixth nearest
    row of X is one that 95 percent of the rows themselves do not exceed. X has scaled
    columns; `rows` of X and of a are looked at, False stands for the others.
    """

    def near(interaction):
        own = [list(columns[j]) for j in interaction]
        P = X[:rows, sum(own, [])].astype(float)
        limit = np.quantile(sixth_nearest(P, P, own=True), 0.95)
        ok = np.arange(len(a)) < rows
        for size in range(1, len(interaction)):
            for subset in combinations(range(len(interaction)), size):
                parts = [(b if k in subset else a)[:rows, c] for k, c in enumerate(own)]
                corners = np.concatenate(parts, axis=1).astype(float)
                ok[:rows] &= sixth_nearest(P, corners) <= limit + ROUNDING
        return ok, float(np.mean(ok[:rows]))

    return near


def sixth_nearest(P, points, own=False) -> np.ndarray:
    """Each point's distance to the sixth nearest row of P, itself left out if own."""
    squares = (points**2).sum(axis=1)[:, None] + (P**2).sum(axis=1) - 2 * points @ P.T
    return np.sqrt(np.maximum(np.partition(squares, 5 + own, axis=1)[:, 5 + own], 0))
