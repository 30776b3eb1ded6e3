"""Is a proposed interaction there in the function that the network computes?

This is ours, not the paper's. NID reads weights; Definition 1 asks the function. An
interaction I is in f exactly when its mixed difference between two points is not always
zero, so the mean square of that says how much. For independent features

    E[mixed difference^2] / 2^|I| = the sum of the ANOVA variances of I's supersets,

the superset importance of Liu & Owen (2006, J. Am. Stat. Assoc. 101): divided by var(y)
it is the share of the variance that would be lost without any interaction holding I.

>>> rng = np.random.default_rng(0)
>>> a, b = rng.normal(size=(2, 10_000, 3))
>>> round(superset_importance(lambda X: X[:, 0] * X[:, 1] + X[:, 2], (0, 1), a, b), 1)
1.0
"""

from itertools import islice

import numpy as np

from .interactions import mixed_difference, pruned


def row_pairs(X, rows, rng) -> tuple[np.ndarray, np.ndarray]:
    """Two different random rows of X for each of at most `rows` comparisons, (n, p)."""
    if len(X) < 2:
        raise ValueError(f"comparing rows needs two of them; got {len(X)}")
    order = rng.permutation(len(X))
    return X[order[:rows]], X[np.roll(order, 1)[:rows]]


def between(f, a, b, columns) -> tuple:
    """The same question about features that own several columns, as a category does.

    columns[j] are feature j's of the p columns of a and b. Returns g, zeros and ones,
    (n, q): g(zeros) is f(a), g(ones) is f(b), and a 1 in feature j takes all its
    columns from b. They go into the functions below in place of f, a and b.
    """
    owner = np.empty(a.shape[1], int)
    for j, own in enumerate(columns):
        owner[list(own)] = j
    zeros = np.zeros((len(a), len(columns)), bool)
    return lambda corner: f(np.where(corner[:, owner], b, a)), zeros, ~zeros


def superset_importance(f, interaction, a, b) -> float:
    """mean(mixed difference^2) / 2^|I| of f between rows a and b, (n, p).

    f maps (n, p) to (n,), or to (n, c), over which the mean is taken, too.
    """
    difference = mixed_difference(f, interaction, a, b)
    return float(np.mean(difference**2) / 2 ** len(interaction))


def pairwise_importance(f, a, b) -> np.ndarray:
    """superset_importance of every pair, (p, p), in p (p + 1) / 2 + 1 runs of f.

    The corners of a pair are shared: f(a), f with one feature from b, f with two.
    """
    p = a.shape[1]

    def swapped(*features):
        corner = np.array(a, dtype=np.result_type(a, b))
        corner[:, features] = b[:, features]
        return np.asarray(f(corner), float)

    base, single = np.asarray(f(a), float), [swapped(i) for i in range(p)]
    importance = np.zeros((p, p))
    for i in range(p):
        for j in range(i + 1, p):
            difference = swapped(i, j) - single[i] - single[j] + base
            importance[i, j] = importance[j, i] = np.mean(difference**2) / 4
    return importance


def confirmed(ranking, f, a, b, variance, top=20, order=6) -> list[tuple]:
    """[(interaction, strength, share of variance), ...], largest share first.

    They are the top interactions of the pruned ranking. Those of more than `order`
    features are left out, because they have 2^|I| corners each.
    """
    small = (entry for entry in pruned(ranking) if len(entry[0]) <= order)
    shares = [
        (i, strength, superset_importance(f, i, a, b) / variance)
        for i, strength in islice(small, top)
    ]
    return sorted(shares, key=lambda item: -item[2])
