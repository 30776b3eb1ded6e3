"""One regression tree for each of many bags of rows, all grown at once.

A node is split where its sum of squares falls most: with sums S of w rows each, where
S_left^2 / w_left + S_right^2 / w_right is the largest. A feature is a whole number from
0 on in each row. So the sums at all of its cuts are a histogram and its cumulative sum,
and one histogram serves all nodes of a level, in all bags. scikit-learn's trees, one
for each bag, take several times as long.
"""

from itertools import count

import numpy as np


def drawn(n, bags, rng) -> np.ndarray:
    """How often each of n rows is in each bag, (bags, n): n rows drawn with return."""
    rows = rng.integers(n, size=(bags, n))
    return np.array([np.bincount(bag, minlength=n) for bag in rows])


def share(alpha, n, depth) -> float:
    """TreeExtra's least share of the bag for a node to be split.

    It grows from 1/n at the root to alpha at depth log2(1/alpha), and on from there.
    """
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
    # In every bag each row is in a node of the level; they are followed down the tree.
    node, row = np.indices((bags, N)).reshape(2, -1)
    place, answers, w, s = np.arange(bags * N), answers.ravel(), w.ravel(), s.ravel()
    better = True
    for depth in count():
        size, total = np.bincount(node, w), np.bincount(node, s)
        answers[place] = (total / size)[node]
        inner = (size >= n * share(alpha, n, depth))[node] & better
        if not inner.any():
            return answers.reshape(bags, N)
        place, row, node, w, s = (v[inner] for v in (place, row, node, w, s))
        node, seen = renumbered(node), np.flatnonzero(w)
        known = codes[features].take(row[seen], axis=1)
        j, cut = best_splits(known, node[seen], w[seen], s[seen])
        right = codes[features[j][node], row] > cut[node]
        better = np.isfinite(cut)[node]
        node = renumbered(2 * node + right)


def renumbered(node) -> np.ndarray:
    """The nodes' numbers in the same order, without those that have no row."""
    return (np.cumsum(np.bincount(node) > 0) - 1)[node]


def best_splits(codes, node, w, s) -> tuple[np.ndarray, np.ndarray]:
    """The feature and the cut of each of k nodes: codes (p, m), node, w, s (m,).

    Codes up to the cut go left: all do where no split is better than none.
    """
    p, k, bins = len(codes), node.max() + 1, codes.max() + 1
    cell = ((node * p + np.arange(p)[:, None]) * bins + codes).ravel()
    W, S = (np.bincount(cell, np.tile(v, p), k * p * bins) for v in (w, s))
    W, S = (sums.reshape(k, p, bins).cumsum(axis=2) for sums in (W, S))
    size, total = W[:, :1, -1:], S[:, :1, -1:]
    # An empty side has S = 0, so that 1 in place of its 0 rows makes it nothing.
    gain = S**2 / np.maximum(W, 1) + (total - S) ** 2 / np.maximum(size - W, 1)
    gain, none = gain.reshape(k, -1), (total**2 / size).ravel()
    best = gain.argmax(axis=1)
    better = gain[np.arange(k), best] > none * (1 + 1e-12)  # beyond rounding
    return best // bins, np.where(better, best % bins, np.inf)
