"""`ranking.greedy_ranking` and the pairs, for many features.

With a thousand features the tuples of Algorithm 1 would take gigabytes. So a set is the
bits of a number while sets are compared, then a place (a unit and a size), and a tuple
only where somebody reads it. All units' top j grow together, by one bit each.
"""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from ..averaging import minimum
from ..interactions import Interaction, Ranking


class Proposals(Sequence):
    """A ranking of m sets that makes a tuple, members(place), of what is read."""

    def __init__(self, members: Callable, places, strengths):
        self.members, self.places, self.strengths = members, places, strengths

    def __len__(self):
        return len(self.places)

    def __getitem__(self, k):
        places, strengths = self.places[k].tolist(), self.strengths[k].tolist()
        if isinstance(k, slice):
            return list(zip(map(self.members, places), strengths))
        return self.members(places), strengths

    def __eq__(self, other):
        return len(self) == len(other) and all(a == b for a, b in zip(self, other))

    def __repr__(self):
        shown = ", ".join(map(repr, self[:1000]))
        return f"[{shown}{', ...' if len(self) > 1000 else ''}]"


def greedy_ranking(W, z, mu: Callable) -> Ranking:
    """Algorithm 1 on checked magnitudes W, (p_1, p), and z, (p_1,)."""
    units, p = W.shape
    orders = np.argsort(-W, axis=1, kind="stable")
    top = np.take_along_axis(W, orders, axis=1)
    omegas = z * np.stack([mu(top[:, :j]) for j in range(1, p + 1)])  # (p, p_1)
    omegas[0] = 0  # one feature alone
    sets, places, strengths = [0] * units, [], []
    for j, added in enumerate(orders.T.tolist()):
        # The first feature is the highest bit: larger numbers have smaller tuples.
        sets = [bits | 1 << p - 1 - feature for bits, feature in zip(sets, added)]
        unit = dict(zip(sets, range(units)))  # one of those that propose the set
        proposers = np.array([unit[bits] for bits in sets], int)
        sums = np.bincount(proposers, omegas[j])  # in the units' order
        ranked = [unit[bits] for bits in sorted(unit, reverse=True)]  # ties by tuple
        places.append(np.array(ranked, int) + j * units)
        strengths.append(sums[ranked])
    places, omega = np.concatenate(places), np.concatenate(strengths)
    order = np.argsort(-omega, kind="stable")[: np.count_nonzero(omega > 0)]
    return Proposals(partial(top_of, orders), places[order], omega[order])


def top_of(orders, place) -> Interaction:
    """Place (j - 1) p_1 + r as the features of unit r's top j, ascending."""
    size, r = divmod(place, len(orders))
    return tuple(sorted(orders[r, : size + 1].tolist()))


def pairwise_strengths(W, z, mu: Callable) -> np.ndarray:
    """omega of every pair, (p, p), of checked W and z; units add up in their order."""
    omega = np.zeros((W.shape[1],) * 2)
    # From i on, two columns or more: NumPy sums a single one in another order.
    for i in range(len(omega) - 1):
        pairs = np.broadcast_arrays(W[:, i, None], W[:, i:])
        means = np.minimum(*pairs) if mu is minimum else mu(np.stack(pairs, -1))
        omega[i, i:] = (z[:, None] * means).sum(axis=0)
    omega = np.triu(omega, 1)
    return omega + omega.T
