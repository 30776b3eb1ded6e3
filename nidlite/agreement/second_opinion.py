"""Two networks are asked which of a table's interactions are there (ours).

`halves` trains them and `agreement` judges what they say. Here both meet a table: it
may have more pairs than can be looked at, and columns that nobody can tell apart.

>>> from itertools import combinations
>>> from types import SimpleNamespace as Made   # of all pairs (0, 1) alone is there
>>> made = Made(of=lambda pair: Made(t=9.0 * (pair == (0, 1))), passes=lambda a: True)
>>> len(looked_at(made, combinations(range(60), 2)))   # it, and 300 more in vain
301
"""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np

from ..influence import aggregated_weights
from ..networks import ARCHITECTURES
from ..parts import Split
from ..ranking import pairwise_ranking, pairwise_strengths
from ..recipes import RECIPE
from ..splits import split_of, stream
from ..training import Fit
from ..weights import of_features
from .halves import even, halves, train_others
from .opinion import LARGEST, LEVEL, Agreed, Opinion, search
from .unseen import LEARNED, evident, opinion_of, supports

ALL_PAIRS = 60  # features up to which every pair is looked at, ...
LIKELY, IN_VAIN = 3.0, 300  # ... else until so many in a row have no t above LIKELY


@dataclass(eq=False)
class SecondOpinion:
    """What the networks of both halves say of a table's interactions."""

    table: object  # a tables.table.Table: q features
    split: Split
    fit: Fit  # the first network, which is one of the halves' if these are even
    others: list  # of halves.train_others
    seed: int
    mean: str  # the averaging function's name

    def agreed(self, level=LEVEL) -> list[Agreed]:
        """The interactions that are there, see Detection.agreed."""
        return search(self.opinion, level, self.pairs_asked) if self.learned else []

    @cached_property
    def pairs_asked(self) -> list[Agreed] | None:
        """Of many features the pairs that were looked at; None for all."""
        if len(self.table.columns) <= ALL_PAIRS:
            return None
        return looked_at(self.opinion, self._pairs_by_both())

    def share(self, interaction) -> float | None:
        """The share of the variance that both see it carry, if that can be said."""
        known = self.learned and len(interaction) <= LARGEST
        return self.opinion.of(interaction).share if known else None

    def told(self, interaction) -> Agreed | None:
        """What both said of it; None if they were not asked."""
        return self.opinion.known.get(interaction) if self.learned else None

    def supported_pairwise_strengths(self) -> np.ndarray:
        """The share of variance of every pair that unseen outcomes confirm, (q, q)."""
        support = self._support()
        return self._of_pairs(lambda pair: support(pair)[0])

    def agreed_pairwise_strengths(self) -> np.ndarray:
        """The share of variance of every pair in both networks' mean, (q, q).

        Where unseen outcomes confirm the pair. Where they do not, it is held down, see
        evident.
        """
        both, whole, support = self.opinion.pair, self.opinion.variance, self._support()

        def strength(pair):
            D = sum(corners.part(pair) for corners in both) / 2
            return evident(np.mean(D**2) / 4 / whole, support(pair)[1])

        return self._of_pairs(strength)

    def _of_pairs(self, strength):
        """(q, q) of what strength says of each pair."""
        q = len(self.table.columns)
        S = np.zeros((q, q))
        for i, j in combinations(range(q), 2):
            S[i, j] = S[j, i] = strength((i, j))
        return S

    def _support(self):
        """What `supports` gives for the networks of both halves."""
        rows, table = halves(self.split, opinion_streams(self.seed)[0]), self.table
        how = rows, table.columns, table.loss, stream(self.seed, "confirm")
        return supports(self.fit.network, self._thetas_of_halves(), *how)

    @property
    def opinion(self) -> Opinion:
        """What both networks say of any interaction: opinion.of((0, 1))."""
        return self._opinion_and_gain[0]

    @property
    def learned(self) -> bool:
        """Whether both networks predict outcomes that they never saw."""
        return self._opinion_and_gain[1] > LEARNED

    @cached_property
    def _opinion_and_gain(self):
        rngs, thetas = opinion_streams(self.seed), self._thetas_of_halves()
        rows, table = halves(self.split, rngs[0]), self.table
        how = table.columns, table.loss, rngs[-1]
        return opinion_of(self.fit.network, thetas, rows, *how)

    def _thetas_of_halves(self):
        first, second = self.others
        return [[self.fit.theta, *first] if even(self.split) else first, second]

    def _pairs_by_both(self):
        """All pairs, those first that have the largest strengths in both networks."""
        total = 0
        for theta, *_ in self._thetas_of_halves():
            weights = self.fit.network.weights(theta)
            W1 = np.where(self.split.x_constant, 0, weights[0])
            W1 = of_features(W1, self.table.columns)
            strengths = pairwise_strengths(W1, aggregated_weights(weights), self.mean)
            total = total + strengths / (strengths.max() or 1)
        return (pair for pair, _ in pairwise_ranking(total))


def looked_at(opinion, proposals) -> list[Agreed]:
    """The pairs proposed, best first, until IN_VAIN in a row are nothing."""
    pairs, last = [], 0
    for pair in proposals:
        pairs.append(opinion.of(pair))
        if pairs[-1].t > LIKELY and opinion.passes(pairs[-1]):
            last = len(pairs)
        if len(pairs) - last >= IN_VAIN:
            break
    return pairs


def other_networks(table, settings) -> list:
    """What Detection.ask_others() trains, for another process; settings of detect.

    They are seed, architecture, epochs and fractions.
    """
    seed, epochs = settings["seed"], settings["epochs"]
    parts = split_of(table, seed, settings["fractions"])
    of = ARCHITECTURES[settings["architecture"]]
    network = of(table.X.shape[1], outputs=table.outputs)
    rngs, recipe = opinion_streams(seed), replace(RECIPE, epochs=epochs)
    return train_others(parts, network, table.loss, recipe, rngs)


def opinion_streams(seed) -> list[np.random.Generator]:
    """For halves.train_others; the last one is for halves.opinion_of."""
    return stream(seed, "agreement").spawn(6)
