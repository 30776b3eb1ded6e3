"""Which whole interactions are there? Two networks must agree (ours, by Definition 1).

A network has learned the interactions of the data, and accidents of its rows. Two
networks f_a, f_b that never saw the same rows share the first and not the second. Let
D_a, D_b be their mixed differences (Definition 1) between the same pairs of rows.

    share       mean(D_a D_b) / 2^|I| / var(y), of the variance, as both see it
    agreement   mean(D_a D_b) / sqrt(mean(D_a^2) mean(D_b^2)), from -1 to 1
    t           do outcomes that a network never saw confirm it? (unseen.Witness)

Why the product? Let D_a = D + e_a and D_b = D + e_b, where the errors have mean 0 and
are independent. The mean of D_a D_b is then that of D^2. But the mean of D_a^2 is that
of D^2 + e_a^2: one network alone sees interactions everywhere.

A d-way interaction exists only if all its subsets do (Sec. 3). So the search goes from
pairs to triples whose pairs are all there, and so on; the maximal sets are the answer.

>>> D, e_a, e_b = np.random.default_rng(0).normal(size=(3, 100_000))
>>> round(float(np.mean((D + e_a) ** 2)), 1), round(shared(D + e_a, D + e_b)[0], 1)
(2.0, 1.0)
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from statistics import NormalDist

import numpy as np

from ..interactions import Interaction, maximal, pairs_of
from . import constants
from .confirm import Corners


@dataclass(frozen=True)
class Agreed:
    """An interaction, and what two networks say of it."""

    interaction: Interaction
    share: float
    agreement: float
    t: float


def shared(D_a, D_b) -> tuple[float, float]:
    """mean(D_a D_b), and the agreement, 0 where one of the two is 0 everywhere."""
    product, scale = np.mean(D_a * D_b), np.mean(D_a**2) * np.mean(D_b**2)
    return float(product), float(product / np.sqrt(scale)) if scale else 0.0


@dataclass(eq=False)
class Opinion:
    """What two networks say of any set of q features, and how they are judged.

    Correlation makes corners far from all data, where networks err alike. So it asks
    for more agreement. Of a pair only rows with corners near data count, if less.
    """

    pair: tuple[Corners, Corners]  # the networks, between the same rows
    evidence: Callable  # interaction -> t
    near: Callable  # interaction -> (rows whose corners are near data, their share)
    variance: float
    kin: np.ndarray  # (q,), each feature's largest correlation with another one
    least: float = constants.LEAST  # agreement
    known: dict = field(default_factory=dict)  # {interaction: Agreed}, all asked for
    alike: list = field(default_factory=list)  # pairs with next to no corner near data

    def of(self, interaction) -> Agreed:
        """What both networks say of the interaction, computed once."""
        if interaction in self.known:
            return self.known[interaction]
        differences = [corners.part(interaction) for corners in self.pair]
        whole = self.variance * 2 ** len(interaction)
        (product, agreement), t = shared(*differences), 0.0
        if product / whole > constants.LEAST_SHARE and agreement > self.least:
            t = self.evidence(interaction)
            if len(interaction) == 2 and t > 0:
                rows, share_near = self.near(interaction)
                if share_near < constants.ALIKE:
                    self.alike.append(interaction)
                near = shared(*(D[rows] for D in differences)) if rows.any() else (0, 0)
                product, agreement = min(product, near[0]), min(agreement, near[1])
        asked = Agreed(interaction, product / whole, agreement, t)
        return self.known.setdefault(interaction, asked)

    def passes(self, a) -> bool:
        """Whether an Agreed is there, if its subsets are; a pair must be supported.

        Of a larger set agreement and t are judged together, as z.
        """
        correlation = float(self.kin[list(a.interaction)].max())
        agree = a.agreement > self.least + constants.KIN * correlation
        z = (a.t + a.agreement / constants.CHANCE) / 2**0.5
        enough = len(a.interaction) == 2 or z > constants.LARGER
        return agree and a.share > constants.LEAST_SHARE and enough

    def supported(self, pairs, level) -> list[Agreed]:
        """The pairs that unseen outcomes speak for; about the share `level` is false.

        Benjamini and Hochberg (1995): with the p-values of t in order, all up to the
        last k with p_k <= level min(k / m, RARE), for all m pairs of features.
        """
        ordered, m = sorted(pairs, key=lambda a: -a.t), comb(len(self.kin), 2)
        p = [1 - NormalDist().cdf(a.t) for a in ordered]
        rare, p_of = constants.RARE, enumerate(p, 1)
        last = [k for k, p_k in p_of if p_k <= level * min(k / m, rare)]
        return ordered[: max(last, default=0)]

    def unsure(self, agreed) -> list[Agreed]:
        """Pairs that pass but for correlation, largest t first, in no Agreed."""
        told = pairs_of(a.interaction for a in agreed) | {*self.alike}
        pairs = [a for i, a in self.known.items() if len(i) == 2]
        supported = self.supported(pairs, constants.LEVEL)
        unclear = [a for a in supported if not self.passes(a)]
        alike = [a for a in unclear if a.agreement > self.least]
        worth = [a for a in alike if a.share > constants.WORTH]
        return [a for a in worth if a.interaction not in told]


def search(opinion, level=constants.LEVEL, pairs=None) -> list[Agreed]:
    """The maximal sets that are there, largest share first.

    pairs are the Agreed of the pairs to start from, by default of all pairs.
    """
    q = len(opinion.kin)
    if pairs is None:
        pairs = [opinion.of(pair) for pair in combinations(range(q), 2)]
    there = filter(opinion.passes, opinion.supported(pairs, level))
    kept = {a.interaction: a for a in there}
    found = dict(kept)
    for order in range(3, min(q, constants.LARGEST) + 1):
        features = {j for i in kept for j in i}
        larger = {tuple(sorted({*i, j})) for i in kept for j in features - {*i}}
        weakest = {}  # its weakest part's share, for each set whose parts are all there
        for i in sorted(larger):
            if kept.keys() >= (parts := {*combinations(i, order - 1)}):
                weakest[i] = min(kept[part].share for part in parts)
        best = sorted(weakest, key=weakest.get, reverse=True)[: constants.MOST]
        kept = {i: a for i in best if opinion.passes(a := opinion.of(i))}
        found |= kept
    return sorted((found[i] for i in maximal(found)), key=lambda a: -a.share)
