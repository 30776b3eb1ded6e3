"""Groves, sums of regression trees, trained in layers: the model of Additive Groves.

A grove is F(x) = T_1(x) + ... + T_N(x), one in each of many bags of the rows (Sorokina,
Caruana & Riedewald 2007, ECML). As in the first author's program, TreeExtra, trees are
small at first, and each layer of larger ones has new bags (Sec. 2.2). Ours, for speed:
the groves of all bags are grown together, until their common error hardly falls.
"""

from dataclasses import dataclass, replace

import numpy as np

from .bagged_trees import Bags, Trees, grown

CONVERGED = 0.002  # of the error: a smaller gain ends the backfitting


@dataclass(frozen=True, eq=False)
class Groves:
    """A sum of N trees in each of b bags, and what they are trained on."""

    codes: np.ndarray  # (p, n), each feature as a whole number from 0 on
    y: np.ndarray  # (n,)
    choices: list  # sets of features: a tree uses one set
    trees: list[list[Trees]]  # N times a tree of each choice, empty before
    chosen: np.ndarray  # (N, b), whose choice it is
    parts: np.ndarray  # (N, b, n), what each tree predicts for the training rows

    @classmethod
    def empty(cls, codes, y, choices, number, bags):
        """Before the first tree is grown."""
        parts = np.zeros((number, bags, len(y)))
        chosen = np.zeros((number, bags), int)
        return cls(codes, y, choices, [[]] * number, chosen, parts)

    def predict(self, codes) -> np.ndarray:
        """The sums of the trees' predictions, (p, n) -> (b, n)."""
        bags = np.arange(self.chosen.shape[1])
        return sum(
            np.array([tree.predict(codes) for tree in trees])[own, bags]
            for trees, own in zip(self.trees, self.chosen)
        )

    def error(self, bags) -> float:
        """RMSE in the bags, of all of them together."""
        squares = bags.weights * (self.y - self.parts.sum(axis=0)) ** 2
        return np.sqrt(squares.sum() / bags.weights.sum())

    def backfitted(self, bags, alpha):
        """Every tree grown again, the last first, on what the others leave of y.

        Of the trees of each choice, the best out of the bag stays.
        """
        trees, chosen, parts = [*self.trees], self.chosen.copy(), self.parts.copy()
        for k in [-1, *range(len(trees) - 1)]:
            residual = self.y - (parts.sum(axis=0) - parts[k])
            trees[k] = [grown(bags, residual, own, alpha) for own in self.choices]
            every = np.array([tree.predict(self.codes) for tree in trees[k]])
            outside = np.sum((bags.weights == 0) * (residual - every) ** 2, axis=2)
            chosen[k] = outside.argmin(axis=0)
            parts[k] = every[chosen[k], np.arange(len(residual))]
        return replace(self, trees=trees, chosen=chosen, parts=parts)


def trained(groves, alphas, rng):
    """Yields the groves for every alpha: from small trees to large (`share`).

    Each layer starts from the one before, with new bags, and is backfitted until the
    bags' error hardly falls.
    """
    for alpha in alphas:
        bags = Bags.drawn(groves.codes, groves.chosen.shape[1], rng)
        error = groves.error(bags)
        while True:
            groves = groves.backfitted(bags, alpha)
            before, error = error, groves.error(bags)
            if before - error <= CONVERGED * before:
                break
        yield groves
