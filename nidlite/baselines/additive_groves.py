"""Additive Groves: is the model worse when no tree may use both features?

i and j do not interact if F is a sum of a function without x_i and one without x_j
(Sorokina, Caruana, Riedewald & Fink 2008, ICML, Eq. 1). A grove, a sum of trees each of
which lacks one of the two, is then as good as any. The strength of a pair, or of a
larger set, is

    (RMSE where every tree lacks one of the set - mean RMSE) / deviation of RMSE,

mean and deviation of several unrestricted models. Above 3 it is an interaction.

A model is one grove in each of many bags of the rows (Sorokina, Caruana & Riedewald
2007, ECML). As in the first author's program, TreeExtra, its trees are small at first,
each layer of larger ones has new bags, rows out of a bag choose between restricted
trees, and rows held out judge the models. Labels are the numbers 0 and 1. Ours, for
speed: a feature is cut into quantiles, and the groves of all bags are grown together,
until their common error hardly falls.
"""

from itertools import combinations

import numpy as np

from .bagged_trees import drawn, grown
from .products import prepared, result_of

DEVIATIONS = 3  # an interaction is worth more
HELD_OUT = 5000  # rows at most, of the fifth or more that is not trained on
ALPHAS = (0.5, 0.2, 0.1, 0.05, 0.02)  # the layers' trees, small to large: `share`
CONVERGED = 0.002  # of the error: a smaller gain ends the backfitting


def additive_groves(
    X, y, rng, rows=1000, bags=6, trees=8, alphas=ALPHAS, repeats=10, largest=2, bins=32
):
    """The interaction test of every pair of X, (n, p), y (n,), and of larger sets.

    A model is `bags` groves of `trees` trees on at most `rows` rows; `repeats` of them
    are unrestricted. A set of up to `largest` features is tested if all its subsets
    interact. TreeExtra's rows=24_000, bags=60, bins=24_000, alphas=(*ALPHAS, 0.01) take
    a day. The result has strengths (p, p), the ranking of every set that was tested,
    and the trees' size alpha that the unrestricted models chose. Raises InputError.
    """
    X, y = prepared(X, y, least=20)
    codes, p = quantiles(X, bins), X.shape[1]
    n = min(rows, len(y) - len(y) // 5)
    order = rng.permutation(len(y))[: n + HELD_OUT]
    codes, y = codes[:, order], y[order]

    def errors(alphas, restricted=()):
        groves = layers(codes, y[:n], restricted, trees, alphas, bags, rng.spawn(1)[0])
        answers = [parts.sum(axis=0).mean(axis=0) for parts in groves]  # (layers, N)
        return np.sqrt(np.mean((y - answers)[:, n:] ** 2, axis=1))

    free = np.array([errors(alphas) for _ in range(repeats)])
    # The trees grow as long as the error falls: beyond that they overfit.
    last = int(np.argmax([*(np.diff(free.mean(axis=0)) >= 0), True]))
    mean, deviation = free[:, last].mean(), max(free[:, last].std(), 1e-9)
    tested, found = {}, {(i,) for i in range(p)}
    for size in range(2, largest + 1):
        for i in combinations(range(p), size):
            if found.issuperset(combinations(i, size - 1)):
                error = errors(alphas[: last + 1], i)[-1]
                tested[i] = float((error - mean) / deviation)
        found = {i for i in tested if tested[i] > DEVIATIONS}
    return result_of(tested, p, alpha=alphas[last])


def layers(codes, y, restricted, trees, alphas, bags, rng):
    """Yields what the groves answer after every layer, from small trees to large.

    That is an array (trees, bags, N) for codes (p, N), of which the first n rows, with
    the outcomes y (n,), are trained on. Every tree lacks one of the `restricted`
    features. A layer starts from the one before and is backfitted until the bags' error
    hardly falls.
    """
    n, every = len(y), np.arange(len(codes))
    parts = np.zeros((trees, bags, codes.shape[1]))
    choices = [np.delete(every, i) for i in restricted] or [every]
    for alpha in alphas:
        weights, goal = drawn(n, bags, rng), np.inf
        while True:
            residual = y - parts.sum(axis=0)[:, :n]
            error = np.sqrt(np.mean(weights * residual**2))  # of all bags together
            if error >= goal:
                break
            goal = (1 - CONVERGED) * error
            for k in [-1, *range(trees - 1)]:
                residual = y - (parts.sum(axis=0) - parts[k])[:, :n]
                parts[k] = best_trees(weights, codes, residual, choices, alpha)
        yield parts.copy()


def best_trees(weights, codes, residual, choices, alpha) -> np.ndarray:
    """What each bag's tree answers, (b, N): of all choices the best out of the bag."""
    every = np.array([grown(weights, codes, residual, i, alpha) for i in choices])
    errors = (residual - every[:, :, : residual.shape[1]]) ** 2
    outside = np.sum((weights == 0) * errors, axis=2)
    return every[outside.argmin(axis=0), np.arange(len(weights))]


def quantiles(X, bins) -> np.ndarray:
    """Every feature as the number of its quantile, 0 to bins - 1: (n, p) -> (p, n)."""
    levels = np.quantile(X, np.arange(1, bins) / bins, axis=0)
    return np.array([np.searchsorted(np.unique(q), x) for q, x in zip(levels.T, X.T)])
