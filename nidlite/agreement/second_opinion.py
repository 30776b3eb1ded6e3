"""Two networks are asked which of a table's interactions are there (ours).

`halves` trains them and `opinion` judges what they say. Here both meet a table, which
may have more pairs than can be looked at.

>>> [len(opinion_streams(seed)) for seed in (0, 1)]
[6, 6]
"""

from dataclasses import replace
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
from .constants import ALL_PAIRS, CLEAR, IN_VAIN, LARGEST, LEARNED, LEVEL, LIKELY
from .halves import even, halves, train_others
from .opinion import Agreed, Opinion, search
from .unseen import TrainedPair, t_of_support


class SecondOpinion:
    """What the networks of both halves say, for any object that has these."""

    table: object  # a tables.table.Table: q features
    split: Split
    fit: Fit  # the first network, which is one of the halves' if these are even
    others: list | None  # of halves.train_others
    seed: int
    mean: str  # the averaging function's name

    def agreed(self, level=LEVEL) -> list[Agreed]:
        """The whole interactions that are there, largest share first (agreement/).

        Two networks that never saw the same rows say so. level is the share of false
        ones that is accepted. The networks are trained at the first call.
        """
        return search(self.opinion, level, self.pairs_asked) if self.learned else []

    def share(self, interaction) -> float | None:
        """The share of the variance that both networks see; None if unknown."""
        known = self.learned and len(interaction) <= LARGEST
        return self.opinion.of(interaction).share if known else None

    def told(self, interaction) -> Agreed | None:
        """What both networks said of the interaction; None if they were not asked."""
        return self.opinion.known.get(interaction) if self.learned else None

    def agreed_pairwise_strengths(self) -> np.ndarray:
        """The share of variance of every pair in both networks' mean, (q, q).

        What unseen outcomes do not confirm is held down. exp(t^2 / 2) is how many times
        likelier their mean is if the share is what the networks claim than if it is 0,
        for t above 0. The claim is multiplied by that, over what it is at t = CLEAR and
        above: 1 there, 4e-6 where nothing speaks for the pair.
        """
        supporters = self.networks.supporters(stream(self.seed, "confirm"))
        q = len(self.table.columns)
        strengths = np.zeros((q, q))
        for pair in combinations(range(q), 2):
            D = sum(corners.part(pair) for corners in self.opinion.pair) / 2
            share = np.mean(D**2) / 4 / self.opinion.variance
            t = np.clip(t_of_support(supporters, pair), 0, CLEAR)
            held_down = share * np.exp((t**2 - CLEAR**2) / 2)
            strengths[pair] = strengths[pair[::-1]] = held_down
        return strengths

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
        return self.networks.opinion(opinion_streams(self.seed)[-1])

    @property
    def networks(self) -> TrainedPair:
        """The networks of both halves, and their rows."""
        rows = halves(self.split, opinion_streams(self.seed)[0])
        (first, second), table = self.others, self.table
        thetas = [[self.fit.theta, *first] if even(self.split) else first, second]
        return TrainedPair(self.fit.network, thetas, rows, table.columns, table.loss)

    @cached_property
    def pairs_asked(self) -> list[Agreed] | None:
        """Of many features the pairs that were looked at; None for all.

        Those come first that have the largest strengths in both networks.
        """
        if len(self.table.columns) <= ALL_PAIRS:
            return None
        total = 0
        for theta, *_ in self.networks.thetas:
            weights = self.fit.network.weights(theta)
            W1 = np.where(self.split.x_constant, 0, weights[0])
            W1 = of_features(W1, self.table.columns)
            strengths = pairwise_strengths(W1, aggregated_weights(weights), self.mean)
            total = total + strengths / (strengths.max() or 1)
        return looked_at(self.opinion, (pair for pair, _ in pairwise_ranking(total)))


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
    """What Detection.ask_others() trains, for another process; settings of detect."""
    seed, recipe = settings["seed"], replace(RECIPE, epochs=settings["epochs"])
    architecture = ARCHITECTURES[settings["architecture"]]
    network = architecture(table.X.shape[1], outputs=table.outputs)
    parts = split_of(table, seed, settings["fractions"])
    return train_others(parts, network, table.loss, recipe, opinion_streams(seed))


def opinion_streams(seed) -> list[np.random.Generator]:
    """Random numbers: five streams for train_others, and one for the Opinion."""
    return stream(seed, "agreement").spawn(6)
