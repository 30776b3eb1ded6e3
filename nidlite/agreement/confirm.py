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

from functools import lru_cache, partial
from itertools import combinations, islice
from weakref import proxy

import numpy as np

from ..interactions import mixed_difference, pruned
from ..losses import softmax
from .constants import KEPT


def row_pairs(X, rows, rng, weights=None) -> tuple[np.ndarray, np.ndarray]:
    """Two different random rows of X for each of at most `rows` comparisons, (n, p).

    With weights, (n,), a row is in as many as its weight says, and may meet itself.
    """
    order = rng.permutation(len(X))
    if weights is not None:
        ends = np.cumsum(weights[order])  # evenly spaced places fall between them
        places = (np.arange(rows) + 0.5) * ends[-1] / rows
        order = rng.permutation(order[np.searchsorted(ends, places)])
    return X[order[:rows]], X[np.roll(order, 1)[:rows]]


def centred(outputs, guess=0.0) -> np.ndarray:
    """Logits (n, c) less their row's mean: only their differences say anything.

    Classes count by their shares, in mean and squares; guess, (c,), has their logits.
    """
    if outputs.ndim == 1:
        return outputs
    share = softmax(np.zeros((1, outputs.shape[1])) + guess)
    return (outputs - outputs @ share.T) * np.sqrt(share.size * share)


class Corners:
    """A function f at the corners between rows a and b, (n, p), kept for other sets.

    columns[j] are those that feature j owns: they move together. If f knows a faster
    way, it is f.between(a, b). The last `kept` corners of two features or more stay.
    """

    def __init__(self, f, a, b, columns, kept=KEPT):
        self.f, self.a, self.b, self.columns = f, a, b, columns
        self.at = f.between(a, b) if hasattr(f, "between") else None
        value = partial(Corners._value, proxy(self))  # so that no cache keeps it alive
        self.single, self.larger = (lru_cache(n)(value) for n in (None, kept))

    def value(self, subset) -> np.ndarray:
        """f at one corner, once: every pair needs those of single features again."""
        return self.single(subset) if len(subset) < 2 else self.larger(subset)

    def _value(self, subset) -> np.ndarray:
        """f where the features of the subset come from b and all others from a."""
        columns = [k for j in subset for k in self.columns[j]]
        if self.at:
            return np.asarray(self.at(columns), float)
        corner = np.array(self.a, np.result_type(self.a, self.b))
        corner[:, columns] = self.b[:, columns]
        return np.asarray(self.f(corner), float)

    def part(self, interaction) -> np.ndarray:
        """The part of f(a) due to the interaction: (-1)^|I| its mixed difference."""
        sizes = range(len(interaction) + 1)
        subsets = (s for size in sizes for s in combinations(interaction, size))
        return sum((-1) ** len(subset) * self.value(subset) for subset in subsets)


def superset_importance(f, interaction, a, b) -> float:
    """mean(mixed difference^2) / 2^|I| of f between rows a and b, (n, p)."""
    difference = mixed_difference(f, interaction, a, b)
    return float(np.mean(difference**2) / 2 ** len(interaction))


def pairwise_importance(f, a, b, columns) -> np.ndarray:
    """superset_importance of every pair, (q, q), in q (q + 1) / 2 + 1 runs of f."""
    corners, q = Corners(f, a, b, columns), len(columns)
    importance = np.zeros((q, q))
    for i, j in combinations(range(q), 2):
        importance[i, j] = importance[j, i] = np.mean(corners.part((i, j)) ** 2) / 4
    return importance


def confirmed(ranking, f, a, b, columns, variance, top=20, order=6) -> list[tuple]:
    """[(interaction, strength, share of variance), ...], largest share first.

    They are the top interactions of the pruned ranking; columns as in Corners. Those of
    more than `order` features are left out, because they have 2^|I| corners each.
    """
    corners = Corners(lambda X: f(X), a, b, columns)  # f as it is, not f.between
    small = (entry for entry in pruned(ranking) if len(entry[0]) <= order)
    shares = [
        (i, strength, float(np.mean(corners.part(i) ** 2) / 2 ** len(i)) / variance)
        for i, strength in islice(small, top)
    ]
    return sorted(shares, key=lambda item: -item[2])
