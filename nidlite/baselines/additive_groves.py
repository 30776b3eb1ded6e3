"""Additive Groves: is the model worse when no tree may use both features?

i and j do not interact if F is a sum of a function without x_i and one without x_j
(Sorokina, Caruana, Riedewald & Fink 2008, ICML, Eq. 1). A grove, a sum of trees each of
which lacks one of the two (groves.py), is then as good as any. The strength of a pair,
or of a larger set, is

    (RMSE where every tree lacks one of the set - mean RMSE) / deviation of RMSE,

mean and deviation of several unrestricted models. Above 3 it is an interaction.

Where the articles leave it open we follow TreeExtra, all but its backward elimination.
Rows out of a bag choose between restricted trees; rows held out judge the models.
Labels are the numbers 0 and 1. Ours, for speed: a feature is cut into quantiles.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ..errors import InputError
from ..interactions import Interaction, Ranking
from .groves import Groves, trained
from .products import checked, standardised, symmetric

DEVIATIONS = 3  # an interaction is worth more
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
    layers = trained(Groves.empty(*train, choices, number, bags), alphas, rng)
    models = [groves.predict(test[0]).mean(axis=0) for groves in layers]
    return np.sqrt(np.mean((test[1] - models) ** 2, axis=1))


def quantiles(X, bins) -> np.ndarray:
    """Every feature as the number of its quantile, 0 to bins - 1: (n, p) -> (p, n)."""
    levels = np.quantile(X, np.arange(1, bins) / bins, axis=0)
    return np.array([np.searchsorted(np.unique(q), x) for q, x in zip(levels.T, X.T)])
