"""`ranking.pairwise_strengths` and `pairwise_ranking` for many features.

One feature meets a block of others at a time, so that the block stays in the cache.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from ..averaging import minimum
from ..interactions import Interaction, Ranking
from .bitsets import Proposals, descending

BLOCK = 256  # features


def pairwise_strengths(W, z, mu: Callable) -> np.ndarray:
    """omega of every pair, (p, p), of checked magnitudes W, (p_1, p), and z, (p_1,).

    The units add up in their order, as in the plain form. Memory stays at (p, p).
    """
    p, omega = W.shape[1], np.zeros((W.shape[1],) * 2)
    if weighted := mu is minimum and (z >= 0).all():
        W = z[:, None] * W  # z min(a, b) is min(z a, z b), in rounded numbers, too
    # Blocks have two columns or more, as NumPy sums a single one in another order.
    for block in np.array_split(np.arange(p), -(-p // BLOCK)):
        start, stop = block[0], block[-1] + 1
        others = np.ascontiguousarray(W[:, start:stop])
        for i in range(stop):
            if weighted:
                at_units = np.minimum(W[:, i, None], others)
            else:
                both = np.broadcast_arrays(W[:, i, None], others)
                at_units = z[:, None] * mu(np.stack(both, axis=-1))
            omega[i, start:stop] = at_units.sum(axis=0)
    omega = np.triu(omega, 1)
    return omega + omega.T


def pairwise_ranking(strengths) -> Ranking:
    """All pairs of a matrix (p, p), strongest first, ties by tuple."""
    places = np.flatnonzero(np.triu(np.ones(strengths.shape, bool), 1))
    values = strengths.ravel()[places]
    order = descending(values)
    return Proposals(partial(_pair_at, len(strengths)), places[order], values[order])


def _pair_at(p, place) -> Interaction:
    """Row and column of a place in a flat (p, p)."""
    return divmod(place, p)
