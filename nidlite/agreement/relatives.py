"""Which features tell of others? Where none does, two networks are enough (ours).

>>> x, e = np.random.default_rng(0).uniform(-1, 1, size=(2, 1000))
>>> eta = dependence(np.stack([x, x**2, e], axis=1), [(0,), (1,), (2,)])
>>> [round(float(eta[i, k]), 1) for i, k in [(1, 0), (0, 1), (2, 0)]]
[1.0, 0.0, 0.0]
"""

import numpy as np

from . import constants


def dependence(X, columns) -> np.ndarray:
    """How much feature k tells of feature i: the correlation ratios eta, (q, q).

    The rows are put in bins by feature k. The share of feature i's variance that lies
    between the bins, less what chance puts there, is the square of eta[i, k], 0 to 1.
    """
    n, q = len(X), len(columns)
    about_mean = X - X.mean(axis=0, dtype=float)
    owner = np.zeros((q, X.shape[1]))  # 1 where a feature owns a column
    for i, owned in enumerate(columns):
        owner[i, list(owned)] = 1
    whole = owner @ (about_mean**2).sum(axis=0)
    eta = np.zeros((q, q))
    for k, owned in enumerate(columns):
        H = in_bins(X[:, list(owned)])
        rows = H.sum(axis=0)
        between = owner @ ((H.T @ about_mean) ** 2 / rows[:, None]).sum(axis=0)
        share = between / np.where(whole, whole, 1)
        chance = (len(rows) - 1) / max(n - len(rows), 1) * (1 - share)
        eta[:, k] = np.maximum(share - chance, 0) ** 0.5
    eta[whole == 0] = 0
    np.fill_diagonal(eta, 0)
    return eta


def in_bins(values) -> np.ndarray:
    """A 1 in each row's bin, (n, bins): few different values have one each."""
    n, most = len(values), constants.BINS
    different, bins = np.unique(values, axis=0, return_inverse=True)
    if len(different) > most:
        edges = np.quantile(values[:, 0], np.linspace(0, 1, min(most, n // 10) + 1))
        bins = np.searchsorted(edges[1:-1], values[:, 0])
        bins = np.unique(bins, return_inverse=True)[1]
    bins = bins.reshape(-1)
    return np.eye(bins.max() + 1)[bins]
