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
trees, and rows held out judge the models. Labels are the numbers 0 and 1. A node is
split where S_left^2 / w_left + S_right^2 / w_right is the largest, with sums S of w
rows. Ours, for speed: features are cut into quantiles, and all bags grow together.
"""

from itertools import combinations, count

import numpy as np

from .products import prepared, result_of

DEVIATIONS = 3  # the strength above which a set is an interaction
HELD_OUT = 5000  # rows at most, of the fifth or more that is not trained on
ALPHAS = (0.5, 0.2, 0.1, 0.05, 0.02)  # of each layer's trees, small to large: `share`
CONVERGED = 0.002  # of the error: a smaller gain ends the backfitting


def additive_groves(
    X, y, rng, rows=1000, bags=6, trees=8, alphas=ALPHAS, repeats=10, largest=2, bins=32
):
    """The interaction test of every pair of X, (n, p), y (n,), and of larger sets.

    A model is `bags` groves of `trees` trees on at most `rows` rows; `repeats` of them
    are unrestricted and choose the trees' size alpha. A set of up to `largest` features
    is tested if all its subsets interact. TreeExtra's rows=24_000, bags=60,
    bins=24_000, alphas=(*ALPHAS, 0.01) take a day.
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
    """Yields what the trees answer after every layer, small to large: (trees, bags, N).

    The first n rows of codes (p, N) are trained on, with y (n,). Every tree lacks one
    of the `restricted` features. A layer starts from the one before.
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


def drawn(n, bags, rng) -> np.ndarray:
    """How often each of n rows is in each bag, (bags, n): n rows drawn with return."""
    rows = rng.integers(n, size=(bags, n))
    return np.array([np.bincount(bag, minlength=n) for bag in rows])


def share(alpha, n, depth) -> float:
    """TreeExtra's least share of the bag to be split, 1/n at the root, then growing."""
    least = min(1 / n, alpha)
    return least * (alpha / least) ** (depth / np.log2(1 / alpha))


def grown(weights, codes, y, features, alpha) -> np.ndarray:
    """What a tree for each bag, with splits by `features` only, answers: (b, N).

    weights is (b, n), how often each row is in the bag, and y (b, n) each bag's
    outcomes. codes is (p, N): rows beyond the n are in no bag and only answered.
    """
    (bags, n), N, features = y.shape, codes.shape[1], np.asarray(features)
    answers, w, s = np.zeros((3, bags, N))
    w[:, :n], s[:, :n] = weights, weights * y
    # In every bag each row is in a node of the level, and is followed down the tree.
    node, row = np.indices((bags, N)).reshape(2, -1)
    place, answers, w, s = np.arange(bags * N), answers.ravel(), w.ravel(), s.ravel()
    better, flat = True, codes.ravel()
    for depth in count():
        size, total = np.bincount(node, w), np.bincount(node, s)
        answers[place] = (total / size).take(node)
        inner = np.flatnonzero((size >= n * share(alpha, n, depth)).take(node) & better)
        if not len(inner):
            return answers.reshape(bags, N)
        place, row, node, w, s = (v.take(inner) for v in (place, row, node, w, s))
        node, seen = renumbered(node), np.flatnonzero(w)
        known = codes[features].take(row[seen], axis=1)
        j, cut = best_splits(known, node[seen], w[seen], s[seen])
        right = flat.take(features[j].take(node) * N + row) > cut.take(node)
        better = np.isfinite(cut).take(node)
        node = renumbered(2 * node + right)


def renumbered(node) -> np.ndarray:
    """The nodes' numbers in the same order, without those that have no row."""
    return (np.cumsum(np.bincount(node) > 0) - 1).take(node)


def best_splits(codes, node, w, s) -> tuple[np.ndarray, np.ndarray]:
    """Each node's feature and cut, inf for no split: codes (p, m), node, w, s (m,)."""
    p, k, bins = len(codes), node.max() + 1, codes.max() + 1
    cells = [node * bins + of_feature for of_feature in codes]
    W, S = (np.array([np.bincount(c, v, k * bins) for c in cells]) for v in (w, s))
    W, S = (sums.reshape(p, k, bins).swapaxes(0, 1).cumsum(axis=2) for sums in (W, S))
    size, total = W[:, :1, -1:], S[:, :1, -1:]
    # An empty side has S = 0, so that 1 in place of its 0 rows makes it nothing.
    gain = S**2 / np.maximum(W, 1) + (total - S) ** 2 / np.maximum(size - W, 1)
    gain, none = gain.reshape(k, -1), (total**2 / size).ravel()
    best = gain.argmax(axis=1)
    better = gain[np.arange(k), best] > none * (1 + 1e-12)  # beyond rounding
    return best // bins, np.where(better, best % bins, np.inf)
