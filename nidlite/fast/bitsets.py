"""`ranking.greedy_ranking` for many features: a set of features is one integer.

The integer has bit i for feature i. It grows by one bit for each j and is its own
dictionary key, where tuples would be sorted anew for each j. With a thousand features
the tuples would also take gigabytes, so they are made only where they are read.
"""

from collections.abc import Callable, Sequence
from itertools import groupby
from operator import eq

import numpy as np

from ..averaging import minimum
from ..interactions import Interaction, Ranking


def greedy_ranking(W, z, mu: Callable) -> Ranking:
    """Algorithm 1 on checked magnitudes W, (p_1, p), and z, (p_1,)."""
    orders = np.argsort(-W, axis=1, kind="stable")
    top = np.take_along_axis(W, orders, axis=1)
    if mu is minimum:
        means = top  # the smallest of the top j is the j-th
    else:
        means = np.stack([mu(top[:, :j]) for j in range(1, W.shape[1] + 1)], axis=1)
    candidates: dict[int, float] = {}
    for order, omegas in zip(orders.tolist(), (z[:, None] * means).tolist()):
        features = 1 << order[0]
        for i, omega in zip(order[1:], omegas[1:]):
            features |= 1 << i
            if omega:
                candidates[features] = candidates.get(features, 0.0) + omega
    return strongest_first({k: s for k, s in candidates.items() if s > 0})


class Proposals(Sequence):
    """A ranking, [(interaction, strength), ...], whose sets are integers until read."""

    def __init__(self, sets, strengths):
        self.sets, self.strengths = sets, strengths

    def __len__(self):
        return len(self.sets)

    def __getitem__(self, k):
        if isinstance(k, slice):
            return list(zip(map(members, self.sets[k]), self.strengths[k]))
        return members(self.sets[k]), self.strengths[k]

    def __eq__(self, other):
        return len(self) == len(other) and all(map(eq, self, other))

    def __repr__(self):
        shown = ", ".join(map(repr, self[:1000]))
        return f"[{shown}{', ...' if len(self) > 1000 else ''}]"


def members(features: int) -> Interaction:
    """The positions of the 1 bits, ascending: 0b1101 is (0, 2, 3)."""
    octets = features.to_bytes(-(-features.bit_length() // 8), "little")
    bits = np.unpackbits(np.frombuffer(octets, np.uint8), bitorder="little")
    return tuple(np.flatnonzero(bits).tolist())


def strongest_first(candidates) -> Proposals:
    """{set: strength} as a ranking, ties by size and then by tuple."""
    sets = list(candidates)
    strengths = np.fromiter(candidates.values(), float, len(sets))
    sizes = np.fromiter((s.bit_count() for s in sets), int, len(sets))
    order = np.lexsort([sizes, -strengths])
    same = (np.diff(strengths[order]) == 0) & (np.diff(sizes[order]) == 0)
    if same.any():  # only such sets are made tuples of
        key = [(-strengths[k], sizes[k]) for k in range(len(sets))]
        runs = [list(run) for _, run in groupby(order.tolist(), key.__getitem__)]
        for run in runs:
            run.sort(key=(lambda k: members(sets[k])) if len(run) > 1 else None)
        order = np.array([k for run in runs for k in run])
    return Proposals([sets[k] for k in order.tolist()], strengths[order].tolist())
