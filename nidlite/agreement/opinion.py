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

>>> D, e_a, e_b = np.random.default_rng(0).normal(size=(3, 100_000))
>>> round(float(np.mean((D + e_a) ** 2)), 1), round(shared(D + e_a, D + e_b)[0], 1)
(2.0, 1.0)
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from math import comb
from statistics import NormalDist

import numpy as np

from ..interactions import Interaction
from . import constants
from .confirm import Corners


@dataclass(frozen=True)
class Agreed:
    """An interaction, and what is known of it."""

    interaction: Interaction
    share: float  # of the variance, over all rows
    agreement: float
    t: float
    q: float = np.nan  # false share among pairs as sure; a set has its pairs' largest
    sure: bool = True  # False where few rows stand behind it: it is probably there
    interval: tuple[float, float] | None = None  # of the true share
    needed: tuple | None = None  # the error's rise without it on both halves, if asked
    instead: dict = field(default_factory=dict)  # {feature: what may be in its place}
    names: tuple[str, ...] = ()  # of the interaction's features

    @property
    def blocks(self) -> list[tuple[int, ...]]:
        """Each feature, and what may be in its place."""
        return [(i, *self.instead.get(i, ())) for i in self.interaction]


def shared(D_a, D_b) -> tuple[float, float]:
    """mean(D_a D_b), and the agreement, 0 where one of the two is 0 everywhere."""
    product, scale = np.mean(D_a * D_b), np.sqrt(np.mean(D_a**2) * np.mean(D_b**2))
    return float(product), float(np.clip(product / scale, -1, 1)) if scale else 0.0


def chance(t) -> float:
    """The p-value of t: how often an accident has a larger t, at most.

    The bound is twice a normal number's. If both networks learned one accident, which
    is a in one half and b in the other, t is (a sign(b) + b sign(a)) / sqrt(2).
    """
    return min(1.0, 2 * (1 - NormalDist().cdf(t)))


@dataclass(eq=False)
class Opinion:
    """What two networks say of any set of q features, and how they are judged."""

    pair: tuple[Corners, Corners]  # the networks, between the same rows
    evidence: Callable  # interaction -> t
    variance: float
    eta: np.ndarray  # (q, q), how much a feature tells of another (functions)
    follows: float = np.inf  # t: do unseen outcomes follow what the networks predict?
    needed: Callable | None = None  # (a set, others that are there) -> needed.Verdict
    few: bool = False  # whether few rows keep t small
    steep: bool = False  # whether logits are steep: single effects tell classes well
    names: tuple[str, ...] = ()  # of all features
    least: float = constants.LEAST  # agreement
    least_share: float = constants.LEAST_SHARE
    proposed: list | None = None  # the Agreed of pairs to look at, None for all
    known: dict = field(default_factory=dict)  # {interaction: Agreed}, all asked for
    unasked: set = field(default_factory=set)  # sets that Ctrl-C left no time for
    rescale: Callable = lambda f: f  # a refit -> the same in the networks' units

    def of(self, interaction) -> Agreed:
        """What both networks say of the interaction, computed once."""
        if interaction not in self.known:
            D_a, D_b = (corners.part(interaction) for corners in self.pair)
            (product, agreement), t = shared(D_a, D_b), 0.0
            share = product / (self.variance * 2 ** len(interaction))
            if share > constants.LEAST_SHARE and agreement > self.least:
                t = self.evidence(interaction)
            names = tuple(self.names[i] for i in interaction if self.names)
            asked = Agreed(interaction, share, agreement, t, names=names)
            self.known[interaction] = asked
        return self.known[interaction]

    def interval(self, interaction, draws=500) -> tuple[float, float]:
        """Where nine of ten true shares lie, as measured on random functions.

        The bootstrap draws the row pairs again, in runs of ten (Kuensch 1989), as each
        shares a row with the next. It cannot see what both networks miss of the shape.
        They miss less where they agree well. So agreement^MISSED divides the upper end.
        """
        D_a, D_b = (corners.part(interaction) for corners in self.pair)
        n, shares = len(D_a), D_a * D_b / (self.variance * 2 ** len(interaction))
        shares = shares.reshape(n, -1).mean(axis=1)
        runs = shares[(np.arange(n)[:, None] + np.arange(10)) % n].mean(axis=1)
        starts = np.random.default_rng(0).integers(n, size=(draws, -(-n // 10)))
        low, high = np.quantile(runs[starts].mean(axis=1), (0.025, 0.975))
        missed = max(self.of(interaction).agreement, self.least) ** constants.MISSED
        return float(low), float(min(high / missed, max(high, 1)))  # all the variance

    def q_values(self, pairs) -> dict[Interaction, float]:
        """The share of false ones among all pairs of as large a t.

        The p-values of all m pairs are put in order. The k-th then has the least of
        p_l max(m / l, 1 / RARE) over all l from k on (Benjamini and Hochberg 1995).
        """
        ordered, m = sorted(pairs, key=lambda a: a.t), comb(len(self.eta), 2)
        q, least = {}, 1.0
        for k, a in zip(range(len(ordered), 0, -1), ordered):
            least = min(least, chance(a.t) * max(m / k, 1 / constants.RARE))
            q[a.interaction] = least
        return q

    def there(self, a, level) -> Agreed | None:
        """a, if both networks agree on it at this level, surely or probably.

        For a larger set, agreement and t are judged together, as z. Both networks may
        feign the triple of three pairs in the same way. Its share is then a small part
        of a pair's, and outcomes hardly confirm it.
        """
        least = constants.WORTH if self.few else self.least_share
        z = (a.t + a.agreement / constants.CHANCE) / 2**0.5
        enough = len(a.interaction) == 2 or z > constants.LARGER
        if a.agreement <= self.least or a.share <= least or not enough:
            return None
        there = a.q <= level or self.few and a.t > constants.HOPE
        a = replace(a, sure=a.q <= level)
        if len(a.interaction) > 2 and a.t < constants.NEARLY and self.needed:
            largest = self.largest(a, len(a.interaction) - 1)
            there = there and (a.share > constants.FAINT * largest or self.in_doubt(a))
        return a if there else None

    def in_doubt(self, a) -> bool:
        """Whether agreement is not enough to claim a, so that unseen rows are asked.

        Few rows leave a pair unsure, unless both networks are as one, and pairs may
        feign a larger set. So they may of classes, as both flatten logits: steep ones
        feign pairs, too. Another feature, or all others, tell enough of one of a's:
        single effects then feign at most 0.35 eta^2, or more than all, far from rows.
        """
        if self.needed is None:
            return False
        as_one = a.agreement > constants.AS_ONE and a.t > constants.NEARLY
        eta = max(e[[*a.interaction]].max() for e in (self.eta, self.needed.joint_eta))
        related = eta > constants.ASKED and not eta**2 <= a.share <= 1
        feigned = self.steep and a.share < constants.FEIGNED
        classes = self.needed.loss != "regression"
        echo = classes and a.share < constants.ECHO * self.largest(a, 2)
        vague = (self.few or echo) and len(a.interaction) > 2 and a.t < constants.CLEAR
        return related or feigned or not as_one and (vague or not a.sure)

    def largest(self, a, size) -> float:
        """The largest share of a's parts of this size."""
        return max(self.of(part).share for part in combinations(a.interaction, size))

    def is_copy(self, interaction, sets) -> bool:
        """Whether a part of the set, or another of `sets`, tells all its features."""
        parts = combinations(interaction, len(interaction) - 1)
        others = {*sets, *parts} - {interaction}
        tells = (self.eta == 1) | np.eye(len(self.eta), dtype=bool)
        return any(tells[np.ix_(interaction, i)].any(axis=1).all() for i in others)

    def undoubted(self, kept) -> list[Interaction]:
        """Those of {set: Agreed} that are not in doubt."""
        return [i for i, a in kept.items() if not self.in_doubt(a)]


def with_q(a, q_of) -> Agreed:
    """a with its q, the largest q of its pairs."""
    return replace(a, q=max(q_of[pair] for pair in combinations(a.interaction, 2)))


def choices(blocks) -> list[Interaction]:
    """The sets with one feature of each block, none of them twice."""
    sets = [tuple(sorted({*choice})) for choice in product(*blocks)]
    return [i for i in sets if len(i) == len(blocks)]
