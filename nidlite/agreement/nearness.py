"""Which corners lie near data, and which features are nearly one (ours).

Nobody ever taught a network what to say at a corner far from all rows. Where features
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
    """Each feature's largest correlation with another one, by magnitude, (q,)."""
    Z = X - X.mean(axis=0, dtype=float)
    Z /= np.where(norm := np.sqrt((Z**2).sum(axis=0)), norm, 1)
    r = np.abs(Z.T @ Z)
    for owned in map(list, columns):
        r[np.ix_(owned, owned)] = 0
    return np.array([r[list(owned)].max() for owned in columns])


def near_data(X, a, b, columns, rows=1000):
    """interaction -> which rows' mixed corners lie near data, (n,) bool; their share.

    A corner takes some features of the interaction from b and the others from a. It is
    near data if its distance to the sixth nearest row of X, in the features of the
    interaction, is at most the 95 percent quantile of that distance among the rows. X
    has scaled columns. Only `rows` rows of X and of a are looked at; others are False.
    """

    def near(interaction):
        owned = [list(columns[j]) for j in interaction]
        P = X[:rows, sum(owned, [])].astype(float)
        limit = np.quantile(sixth_nearest(P, P, among_them=True), 0.95)
        ok = np.arange(len(a)) < rows
        for size in range(1, len(interaction)):
            for moved in combinations(range(len(interaction)), size):
                parts = [
                    (b if k in moved else a)[:rows, c] for k, c in enumerate(owned)
                ]
                corners = np.concatenate(parts, axis=1).astype(float)
                ok[:rows] &= sixth_nearest(P, corners) <= limit + ROUNDING
        return ok, float(np.mean(ok[:rows]))

    return near


def sixth_nearest(P, points, among_them=False) -> np.ndarray:
    """Each point's distance to the sixth nearest row of P, itself not if among_them."""
    squares = (points**2).sum(axis=1)[:, None] + (P**2).sum(axis=1) - 2 * points @ P.T
    k = 5 + among_them
    return np.sqrt(np.maximum(np.partition(squares, k, axis=1)[:, k], 0))
