"""`ranking.greedy_ranking` for many features: a set of features is a row of bits.

All units' top j grow together, by one bit each, so that only sets of one size meet.
After that a set is a unit and a size: with a thousand features the tuples would take
gigabytes, so they are made only where they are read.
"""

from collections.abc import Callable, Sequence
from functools import partial
from operator import eq

import numpy as np

from ..averaging import minimum
from ..interactions import Interaction, Ranking


def greedy_ranking(W, z, mu: Callable) -> Ranking:
    """Algorithm 1 on checked magnitudes W, (p_1, p), and z, (p_1,)."""
    units, p = W.shape
    orders = np.argsort(-W, axis=1, kind="stable")
    top = np.take_along_axis(W, orders, axis=1)
    if mu is minimum:
        means = top  # the smallest of the top j is the j-th
    else:
        means = np.stack([mu(top[:, :j]) for j in range(1, p + 1)], axis=1)
    # Place (j - 1) p_1 + r is for unit r's top j. Sums add up in the units' order.
    places = first_to_propose(orders) + units * np.arange(p)[:, None]
    omegas = (z[:, None] * means).T.ravel()
    strengths = np.bincount(places.ravel(), omegas, units * p)
    strengths[:units] = 0  # one feature alone
    return strongest_first(strengths, orders)


def first_to_propose(orders) -> np.ndarray:
    """The first unit with the same top j as unit r, (p, p_1), of orders (p_1, p)."""
    first = np.empty(orders.T.shape, np.int64)
    bits = np.zeros((len(orders), -(-len(first) // 8)), np.uint8)
    for row, added in zip(first, orders.T):
        bits[np.arange(len(bits)), added // 8] |= np.uint8(1) << (added % 8).astype(
            "u1"
        )
        known: dict[bytes, int] = {}
        sets = bits.view(f"S{bits.shape[1]}").ravel().tolist()
        row[:] = [known.setdefault(key, r) for r, key in enumerate(sets)]
    return first


class Proposals(Sequence):
    """A ranking, [(interaction, strength), ...], that makes tuples of what is read.

    members(place) is the set at one of the places, (m,); strengths are (m,).
    """

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
        return len(self) == len(other) and all(map(eq, self, other))

    def __repr__(self):
        shown = ", ".join(map(repr, self[:1000]))
        return f"[{shown}{', ...' if len(self) > 1000 else ''}]"


def top_of(orders, place) -> Interaction:
    """Place (j - 1) p_1 + r as the features of unit r's top j, ascending."""
    size, r = divmod(place, len(orders))
    return tuple(sorted(orders[r, : size + 1].tolist()))


def descending(values) -> np.ndarray:
    """np.argsort(-values, kind="stable"), sooner for millions of them.

    A number's rough size and its place make one integer, as NumPy sorts integers many
    times as fast as it finds an order. What is nearly in order is then soon in order.
    """
    bits = len(values).bit_length()
    with np.errstate(all="ignore"):  # infinities and NaN are left to the last sort
        low, high = values.min(initial=0), values.max(initial=0)
        sizes = (high - values) / ((high - low) or 1) * 2.0 ** (62 - bits)
        keys = sizes.astype(np.int64) << bits | np.arange(len(values))
    keys.sort()
    keys &= (1 << bits) - 1
    return keys[np.argsort(-values[keys], kind="stable")]


def strongest_first(strengths, orders) -> Proposals:
    """The places of positive strength as a ranking, ties by size and then by tuple."""
    places, members = np.flatnonzero(strengths > 0), partial(top_of, orders)
    places = places[descending(strengths[places])]  # ties by size
    strengths, sizes = strengths[places], places // len(orders)
    same = (np.diff(strengths) == 0) & (np.diff(sizes) == 0)
    edges = np.flatnonzero(np.diff(same, prepend=False, append=False))
    for start, last in edges.reshape(-1, 2).tolist():  # only such sets are read
        run = slice(start, last + 1)
        places[run] = sorted(places[run].tolist(), key=members)
    return Proposals(members, places, strengths)
