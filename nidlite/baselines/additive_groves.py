"""Additive Groves: is the model worse when no tree may use both features?

A grove is a sum of N large regression trees, F(x) = T_1(x) + ... + T_N(x), averaged
over many bags of the rows (Sorokina, Caruana & Riedewald 2007, ECML). i and j do not
interact if F is a sum of a function without x_i and one without x_j (Sorokina, Caruana,
Riedewald & Fink 2008, ICML, Eq. 1). A model where every tree lacks one of the two is
then as good as any. The strength of a pair, or of a larger set, is

    (RMSE where every tree lacks one of the set - mean RMSE) / deviation of RMSE,

mean and deviation of several unrestricted models. Above 3 it is an interaction.

Where the articles leave it open we follow the first author's program, TreeExtra, all
but its backward elimination. It trains in layers (2007, Sec. 2.2), each with new bags,
and a node needs more rows the deeper it is. Rows out of a bag choose between restricted
trees; rows held out judge the models. Labels are the numbers 0 and 1. Ours, for speed:
a feature is cut into quantiles, and the groves of all bags are grown together, until
their common error hardly falls.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ..errors import InputError
from ..interactions import Interaction, Ranking
from .bagged_trees import Bags, Trees, grown
from .products import checked, standardised, symmetric

DEVIATIONS = 3  # an interaction is worth more
CONVERGED = 0.002  # of the error: a smaller gain ends the backfitting
HELD_OUT = 5000  # rows at most, of the fifth or more that is not trained on
ALPHAS = (0.5, 0.2, 0.1, 0.05, 0.02)  # the layers' trees, small to large: `share`


@dataclass(frozen=True, eq=False)
class AdditiveGroves:
    """The strengths of all pairs and of the larger sets that were tested."""

    strengths: np.ndarray  # (p, p), in deviations of `errors`
    ranking: Ranking  # every set that was tested, strongest first
    errors: np.ndarray  # (repeats,), RMSE without restriction, in deviations of y
    alpha: float  # the trees' size that these errors chose

    @property
    def interactions(self) -> list[Interaction]:
        """The sets that are worth more than three deviations, strongest first."""
        return [i for i, strength in self.ranking if strength > DEVIATIONS]


def additive_groves(
    X, y, rng, rows=1000, bags=6, trees=8, alphas=ALPHAS, repeats=10, largest=2, bins=32
) -> AdditiveGroves:
    """The interaction test of every pair of X, (n, p), y (n,), and of larger sets.

    A model is `bags` groves of `trees` trees on at most `rows` rows; `repeats` of them
    are unrestricted. A set of up to `largest` features is tested if all its subsets
    interact. TreeExtra's rows=24_000, bags=60, bins=24_000, alphas=(*ALPHAS, 0.01) take
    a day. Raises InputError.
    """
    X, y = checked(X, y)
    if min(rows, len(y)) < 20:
        raise InputError(f"Additive Groves needs 20 rows; got {min(rows, len(y))}")
    codes, y, p = quantiles(X, bins), standardised(y), X.shape[1]
    order, first = rng.permutation(len(y)), min(rows, len(y) - len(y) // 5)
    data = [(codes[:, k], y[k]) for k in (order[:first], order[first:][:HELD_OUT])]

    def errors(alphas, restricted=()):
        return layer_errors(*data, restricted, trees, alphas, bags, rng.spawn(1)[0])

    free = np.array([errors(alphas) for _ in range(repeats)])
    # The trees grow as long as the error falls: beyond that they overfit.
    last = int(np.argmax([*(np.diff(free.mean(axis=0)) >= 0), True]))
    free = free[:, last]

    def strength(restricted):
        error = errors(alphas[: last + 1], restricted)[-1]
        return float((error - free.mean()) / max(free.std(), 1e-9))

    tested, found = {}, {(i,) for i in range(p)}
    for size in range(2, max(largest, 2) + 1):
        for i in combinations(range(p), size):
            if found.issuperset(combinations(i, size - 1)):
                tested[i] = strength(i)
        found = {i for i in tested if tested[i] > DEVIATIONS}
    strengths = symmetric([tested[pair] for pair in combinations(range(p), 2)], p)
    ranking = sorted(tested.items(), key=lambda item: (-item[1], len(item[0]), item[0]))
    return AdditiveGroves(strengths, ranking, free, alphas[last])


def layer_errors(train, test, restricted, number, alphas, bags, rng) -> np.ndarray:
    """RMSE of the average grove on the rows held out, (layers,), layer by layer.

    train and test are (codes, y); every tree lacks one of the `restricted` features.
    """
    every = np.arange(len(train[0]))
    choices = [np.delete(every, i) for i in restricted] or [every]
    layers = trained(Data(*train, choices), number, alphas, bags, rng)
    models = [groves.predict(test[0]).mean(axis=0) for groves in layers]
    return np.sqrt(np.mean((test[1] - models) ** 2, axis=1))


@dataclass(frozen=True, eq=False)
class Data:
    """Training rows, and the sets of features of which a tree may use one."""

    codes: np.ndarray  # (p, n), see `quantiles`
    y: np.ndarray  # (n,)
    choices: list  # one set of features for each that a tree must lack, or all


@dataclass(frozen=True, eq=False)
class Groves:
    """A sum of N trees in each of b bags."""

    trees: list[list[Trees]]  # N times a tree of each choice, empty before
    chosen: np.ndarray  # (N, b), whose choice it is
    parts: np.ndarray  # (N, b, n), what each tree predicts for the training rows

    def predict(self, codes) -> np.ndarray:
        """The sums of the trees' predictions, (p, n) -> (b, n)."""
        bags = np.arange(self.chosen.shape[1])
        return sum(
            np.array([tree.predict(codes) for tree in trees])[own, bags]
            for trees, own in zip(self.trees, self.chosen)
        )


def trained(data, number, alphas, bags, rng):
    """Yields the groves of `number` trees for every alpha: from small trees to large.

    Each layer starts from the one before, with new bags, and is backfitted until the
    bags' error hardly falls.
    """
    parts = np.zeros((number, bags, len(data.y)))
    groves = Groves([[] for _ in parts], np.zeros((number, bags), int), parts)
    for alpha in alphas:
        drawn = Bags.drawn(data.codes, bags, rng)
        error = bag_error(data, groves, drawn)
        while True:
            groves = backfitted(data, groves, drawn, alpha)
            before, error = error, bag_error(data, groves, drawn)
            if before - error <= CONVERGED * before:
                break
        yield groves


def bag_error(data, groves, bags) -> float:
    """RMSE in the bags, of all of them together."""
    squares = bags.weights * (data.y - groves.parts.sum(axis=0)) ** 2
    return np.sqrt(squares.sum() / bags.weights.sum())


def backfitted(data, groves, bags, alpha) -> Groves:
    """Every tree grown again, the last first, on what the others leave of y in the bag.

    Of the trees that each lack one restricted feature, the best out of the bag stays.
    """
    trees, chosen, parts = list(groves.trees), groves.chosen.copy(), groves.parts.copy()
    for k in [-1, *range(len(trees) - 1)]:
        residual = data.y - (parts.sum(axis=0) - parts[k])
        trees[k] = [grown(bags, residual, own, alpha) for own in data.choices]
        every = np.array([tree.predict(data.codes) for tree in trees[k]])
        outside = np.sum((bags.weights == 0) * (residual - every) ** 2, axis=2)
        chosen[k] = outside.argmin(axis=0)
        parts[k] = every[chosen[k], np.arange(len(residual))]
    return Groves(trees, chosen, parts)


def quantiles(X, bins) -> np.ndarray:
    """Every feature as the number of its quantile, 0 to bins - 1: (n, p) -> (p, n)."""
    levels = np.quantile(X, np.arange(1, bins) / bins, axis=0)
    return np.array([np.searchsorted(np.unique(q), x) for q, x in zip(levels.T, X.T)])
