"""Which features tell of others, and go blind with them? (ours)

If x_k tells x_i, a net that is blind to x_i reads it off x_k. So `needed` makes the
relatives of the features of I blind, too, each with the one that it tells most of.

>>> x, e = np.random.default_rng(0).uniform(-1, 1, size=(2, 1000))
>>> eta = dependence(np.stack([x, x**2, e], axis=1), [(0,), (1,), (2,)])
>>> [round(float(eta[i, k]), 1) for i, k in [(1, 0), (0, 1), (2, 0)]]
[1.0, 0.0, 0.0]
>>> with_relatives((1, 2), eta > 0.7)
((1, 0), (2,))
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


def relatives(X, columns, eta) -> np.ndarray:
    """eta, (q, q), with 0 for each feature k that need not go blind with feature i.

    Several features may tell together what none of them tells alone. So those that tell
    most go first, until a sum of functions of the others that are left, as dependence
    has them, has a correlation ratio of at most RELATIVE.
    """
    kin = np.zeros_like(eta)
    for i, owned in enumerate(columns):
        order = np.argsort(-eta[i]).tolist()
        telling = [k for k in order if eta[i, k] > constants.TELLING]
        bins = [in_bins(X[:, list(columns[k])]) for k in telling]
        gone = sum(eta[i, k] > constants.RELATIVE for k in telling)
        while together_tell(bins[gone:], X[:, list(owned)]):
            gone += 1
        kin[i, telling[:gone]] = eta[i, telling[:gone]]
    return kin


def together_tell(bins, values) -> bool:
    """Whether a sum of functions of binned features tells the values, (n, c).

    Fewer than 5 rows for each bin cannot say.
    """
    Y, k = values - values.mean(axis=0, dtype=float), sum(H.shape[1] for H in bins)
    n = len(Y)
    if not bins or n < 5 * k or not Y.any():
        return False
    A = np.concatenate(bins, axis=1)
    gram = A.T @ A + 1e-6 * n * np.eye(k)  # the bins of each feature add up to 1
    left = Y - A @ np.linalg.solve(gram, A.T @ Y)
    chance = (n - 1) / (n - k)  # of as many degrees of freedom
    return 1 - (left**2).sum() / (Y**2).sum() * chance > constants.RELATIVE**2


def with_relatives(interaction, kin) -> tuple[tuple[int, ...], ...]:
    """The features that go blind with each of the interaction, itself first."""
    blocks = [[i] for i in interaction]
    for k in range(len(kin)):
        if k not in interaction:
            tells = [kin[i, k] for i in interaction]
            if max(tells):
                blocks[int(np.argmax(tells))].append(k)
    return tuple(map(tuple, blocks))
