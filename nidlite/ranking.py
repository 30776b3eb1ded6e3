"""Interaction strength and the greedy ranking (Sec. 3.3, 4.2, Algorithm 1; Sec. 4.4).

>>> W1, z = np.array([[2.0, -1.0, 0.0], [0.0, 3.0, 1.0]]), np.array([1.0, 2.0])
>>> greedy_ranking(W1, z)
[((1, 2), 2.0), ((0, 1), 1.0)]
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from .averaging import MEANS
from .errors import check_choice
from .fast import rankings
from .interactions import Ranking, pairs_of, pruned, ranking_table
from .weights import magnitudes

MANY = 64  # from so many features on, fast/ gives the same numbers sooner


def strength(W1, z, interaction, mean="minimum") -> np.ndarray:
    """omega of the interaction at each unit i, (p_1,): z_i mu(|W1[i, I]|), Eq. 1."""
    # App. D multiplies by z_i again. Eq. 1's omega holds it already, so once is right.
    return z * MEANS[mean](np.abs(W1[:, list(interaction)]))


def greedy_ranking(W1, z, mean="minimum") -> Ranking:
    """Algorithm 1: each unit proposes its top 2, 3, ..., p features; strengths add up.

    W1 is (p_1, p), z (p_1,). The "top j weights" are the largest j in magnitude; equal
    ones count in the order of the features. Strongest first, ties by size and then by
    tuple. Candidates of strength 0 are left out. Raises ValueError, see magnitudes.
    """
    check_choice("mean", mean, MEANS)
    (W, z), mu, p = magnitudes(W1, z), MEANS[mean], np.shape(W1)[1]
    if p >= MANY:
        return rankings.greedy_ranking(W, z, mu)
    # fmt: off
    d = {}                                             # 1  an empty dictionary
    for w, z_r in zip(W, z):                           # 2  for each row w' of W1
        top = np.argsort(-w, kind="stable")
        for j in range(2, p + 1):                      # 3    for j = 2 to p
            I = tuple(sorted(top[:j].tolist()))        # 4      I <- top j weights
            d[I] = d.get(I, 0) + z_r * mu(w[top[:j]])  # 5      d[I] += z_r mu(|w'_I|)
    # fmt: on
    found = [(I, float(s)) for I, s in d.items() if s > 0]
    return sorted(found, key=lambda c: (-c[1], len(c[0]), c[0]))  # 6


def pairwise_strengths(W1, z, mean="minimum") -> np.ndarray:
    """omega of every pair summed over the units, (p, p), symmetric, diagonal 0.

    Sec. 4.4. The units add up in their order, for all pairs alike, so that pairs of
    equal strength have equal bits. Raises ValueError, see magnitudes.
    """
    check_choice("mean", mean, MEANS)
    (W, z), mu, p = magnitudes(W1, z), MEANS[mean], np.shape(W1)[1]
    if p >= MANY:
        return rankings.pairwise_strengths(W, z, mu)
    omega = np.zeros((p, p))
    for i, j in combinations(range(p), 2):
        omega[i, j] = omega[j, i] = sum(z * mu(W[:, [i, j]]))
    return omega


def pairwise_ranking(strengths) -> Ranking:
    """All p(p-1)/2 pairs of a (p, p) matrix, strongest first, ties by tuple."""
    i, j = np.triu_indices(len(strengths), 1)
    values = np.asarray(strengths)[i, j]
    order = np.argsort(-values, kind="stable")
    if len(strengths) >= MANY:  # a tuple is made where it is read
        pairs = np.stack([i[order], j[order]], axis=1)
        return rankings.Proposals(tuple, pairs, values[order])
    pairs = zip(i[order].tolist(), j[order].tolist())
    return list(zip(pairs, values[order].tolist()))


@dataclass(eq=False, repr=False)
class Rankings:
    """What weights say: a ranking, the strength of every pair, and tables of both."""

    mean: str  # the averaging function's name
    z: np.ndarray  # (p_1,), the aggregated weights of the first hidden layer
    ranking: Ranking  # Algorithm 1: any order, strongest first, not pruned
    pairwise_strengths: np.ndarray  # (q, q), symmetric, zero diagonal (Sec. 4.4)
    shown_share = None  # a column of `tables`: interaction -> share, where it is known

    @cached_property
    def pairwise_ranking(self) -> Ranking:
        """All q (q - 1) / 2 pairs, strongest first."""
        return pairwise_ranking(self.pairwise_strengths)

    def tables(self, truths=None, top=10) -> str:
        """The top of pruned ranking and of pairs, marked where the truth is known."""
        share, texts = self.shown_share, []
        kinds = [("interaction", pruned(self.ranking), truths)]
        kinds += [("pair", self.pairwise_ranking, truths and pairs_of(truths))]
        for kind, entries, true in kinds:
            if share:
                entries = ((i, strength, share(i)) for i, strength in entries)
            title = f"rank   strength{'       share' if share else ''}  {kind}"
            texts.append(ranking_table(title, entries, self.feature_names, true, top))
        return "\n\n".join(texts)

    def __str__(self):
        return f"{self.summary}\n\n{self.tables()}"

    __repr__ = __str__
