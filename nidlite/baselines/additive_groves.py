"""Additive Groves: is the model worse when no tree may use both features?

A grove is a sum of N large regression trees, F(x) = T_1(x) + ... + T_N(x), averaged
over many bags of the rows (Sorokina, Caruana & Riedewald 2007, ECML). i and j do not
interact if F is a sum of a function without x_i and one without x_j (Sorokina, Caruana,
Riedewald & Fink 2008, ICML, Eq. 1). A model where every tree lacks one of the two is
then as good as any. The strength of a pair, or of a larger set, is

    (RMSE where every tree lacks one of the set - mean RMSE) / deviation of RMSE,

mean and deviation of several unrestricted models. Above 3 it is an interaction.

Where the articles leave it open we follow the first author's program, TreeExtra, all
but its backward elimination. It trains in layers (2007, Sec. 2.2), each with a new bag,
not on the grid that 2007 ends with. Rows out of one bag choose between restricted
trees; rows held out judge the models. Labels are the numbers 0 and 1. Ours: a feature
is cut into quantiles, for speed, and all restricted models have the same bags.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ..errors import InputError
from ..interactions import Interaction, Ranking
from .needs import borrowed
from .products import checked, standardised, symmetric

DEVIATIONS = 3  # an interaction is worth more
CONVERGED = 0.002  # of the error: a smaller gain ends the backfitting
HELD_OUT = 5000  # rows at most, of the fifth or more that is not trained on
ALPHAS = (0.5, 0.2, 0.1, 0.05, 0.02)  # a node with a smaller share is not split


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
    interact. trees=(1, 2, 3, 4, 6, 8) trains on 2007's grid. TreeExtra's rows=24_000,
    bags=60, bins=24_000, alphas=(*ALPHAS, 0.01) take a day. Raises InputError.
    """
    X, y = checked(X, y)
    if min(rows, len(y)) < 20:
        raise InputError(f"Additive Groves needs 20 rows; got {min(rows, len(y))}")
    X, y, p = quantiles(X, bins), standardised(y), X.shape[1]
    order, first = rng.permutation(len(y)), min(rows, len(y) - len(y) // 5)
    train, test = order[:first], order[first : first + HELD_OUT]
    seeds, numbers = rng.integers(2**32, size=repeats), tuple(np.atleast_1d(trees))

    def errors(seed, alphas, restricted=()):
        """RMSE of the average grove on the rows held out, (layers,)."""
        rng, state = np.random.default_rng(seed), np.random.RandomState(seed)
        choices = [np.delete(np.arange(p), i) for i in restricted] or [np.arange(p)]
        data = Data(X[train], y[train], choices, state)
        layers = zip(*(trained(data, numbers, alphas, rng) for _ in range(bags)))
        models = [np.mean([g.predict(X[test]) for g in layer], 0) for layer in layers]
        return np.array([rmse(y[test] - model) for model in models])

    fast = {"assume_finite": True, "skip_parameter_validation": True}
    with borrowed("sklearn", "Additive Groves").config_context(**fast):
        free = np.array([errors(seed, alphas) for seed in seeds])
        # The trees grow as long as the error falls: beyond that they overfit.
        last = int(np.argmax([*(np.diff(free.mean(axis=0)) >= 0), True]))
        free = free[:, last]

        def strength(restricted):
            error = errors(seeds[0], alphas[: last + 1], restricted)[-1]
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


@dataclass(frozen=True, eq=False)
class Data:
    """Training rows, and the sets of features of which a tree may use one."""

    X: np.ndarray  # (n, p), float32 as scikit-learn's trees need it
    y: np.ndarray  # (n,)
    choices: list  # one set of features for each that a tree must lack, or all
    state: np.random.RandomState  # breaks ties between equal splits


@dataclass(frozen=True, eq=False)
class Grove:
    """A sum of N trees."""

    trees: list  # (features, scikit-learn's tree of these features), None before
    parts: np.ndarray  # (N, n), what each predicts for the training rows
    error: float = np.inf  # RMSE on its last bag

    def predict(self, X) -> np.ndarray:
        """The sum of the trees' predictions, (n, p) float32 -> (n,)."""
        return sum(tree.predict(X[:, k], check_input=False) for k, tree in self.trees)


def trained(data, numbers, alphas, rng):
    """Yields the grove with numbers[-1] trees for every alpha, small trees to large.

    Each starts from the one with smaller trees or, if that ends better on its bag, the
    one with fewer (2007, Sec. 2.3). With one number it is layered training.
    """
    groves = [Grove([None] * m, np.zeros((m, len(data.y)))) for m in numbers]
    for alpha in alphas:
        for k, m in enumerate(numbers):
            bag, starts = rng.integers(len(data.y), size=len(data.y)), [groves[k]]
            if k > 0:
                fewer, new = groves[k - 1], m - numbers[k - 1]
                parts = np.pad(fewer.parts, [(0, new), (0, 0)])
                starts.append(Grove(fewer.trees + [None] * new, parts))
            grown = [converged(data, start, bag, alpha) for start in starts]
            groves[k] = min(grown, key=lambda grove: grove.error)
        yield groves[-1]


def converged(data, grove, bag, alpha) -> Grove:
    """Backfitting: all trees are grown again until the bag's error hardly falls."""
    error = rmse((data.y - grove.parts.sum(axis=0))[bag])
    while True:
        grove = backfitted(data, grove, bag, alpha)
        if error - grove.error <= CONVERGED * error:
            return grove
        error = grove.error


def backfitted(data, grove, bag, alpha) -> Grove:
    """Every tree grown again, the last first, on what the others leave of y in the bag.

    Of the trees that each lack one restricted feature, the best out of the bag stays.
    """
    outside = np.setdiff1d(np.arange(len(data.y)), bag)
    trees, parts = list(grove.trees), grove.parts.copy()
    regressor = borrowed("sklearn.tree", "Additive Groves").DecisionTreeRegressor
    for k in [-1, *range(len(trees) - 1)]:
        residual = data.y - (parts.sum(axis=0) - parts[k])
        least = np.inf
        for own in data.choices:
            X = data.X[:, own]
            tree = regressor(min_samples_split=alpha, random_state=data.state)
            tree.fit(X[bag], residual[bag, None], check_input=False)
            predicted = tree.predict(X, check_input=False)
            error = rmse((residual - predicted)[outside])
            if error < least:
                least, trees[k], parts[k] = error, (own, tree), predicted
    return Grove(trees, parts, rmse((data.y - parts.sum(axis=0))[bag]))


def quantiles(X, bins) -> np.ndarray:
    """Every feature as the number of its quantile, 0 to bins - 1: float32, (n, p)."""
    levels = np.quantile(X, np.arange(1, bins) / bins, axis=0)
    codes = [np.searchsorted(np.unique(q), x) for q, x in zip(levels.T, X.T)]
    return np.array(codes, np.float32).T.copy()


def rmse(residual):
    """The root of the mean square."""
    return np.sqrt(np.mean(residual**2))
