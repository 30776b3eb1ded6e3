"""Interaction strength and the greedy ranking (Sec. 3.3, 4.2, 4.4, Eq. 1, Alg. 1)."""

from collections.abc import Sequence
from itertools import groupby
from operator import eq

import numpy as np

from .averaging import MEANS
from .elsewhere import weights_of
from .influence import aggregated_weights
from .interactions import Interaction, Ranking
from .weights import TOO_LARGE


def strength(W1, z, interaction, mean="minimum") -> np.ndarray:
    """omega of the interaction at each unit i, (p_1,): z_i mu(|W1[i, I]|), Eq. 1."""
    return z * MEANS[mean](np.abs(W1[:, list(interaction)]))


def magnitudes(W1, z) -> tuple[np.ndarray, np.ndarray]:
    """|W1|, (p_1, p), and z, (p_1,), as float64; ValueError if they are not so."""
    W, z = np.abs(np.asarray(W1, float)), np.asarray(z, float)
    if W.ndim != 2 or W.shape[1] < 1 or z.shape != W.shape[:1]:
        raise ValueError(
            "expected W1 of shape (p_1, p) and z of shape (p_1,); "
            f"got {W.shape} and {z.shape}"
        )
    if not (np.isfinite(W).all() and np.isfinite(z).all()):
        raise ValueError("W1 or z holds NaN or infinity: train again, or look why")
    return W, z


class Proposals(Sequence):
    """A ranking, [(interaction, strength), ...], whose sets are integers until read.

    With a thousand features the tuples would take gigabytes, the integers do not.
    """

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
    sizes = np.fromiter((features.bit_count() for features in sets), int, len(sets))
    if not np.isfinite(strengths).all():
        raise ValueError(f"W1 and z are too large: {TOO_LARGE}")
    order = np.lexsort((sizes, -strengths))
    ties = ~np.diff(strengths[order], prepend=-1).astype(bool)
    if (ties & ~np.diff(sizes[order], prepend=-1).astype(bool)).any():
        key = [(-strengths[k], sizes[k]) for k in range(len(sets))]
        runs = [list(run) for _, run in groupby(order.tolist(), key.__getitem__)]
        for run in runs:
            run.sort(key=(lambda k: members(sets[k])) if len(run) > 1 else None)
        order = np.array([k for run in runs for k in run])
    return Proposals([sets[k] for k in order.tolist()], strengths[order].tolist())


def greedy_ranking(W1, z, mean="minimum") -> Ranking:
    """Algorithm 1: each unit proposes its top 2, 3, ..., p features; strengths add up.

    W1 is (p_1, p), z (p_1,). "Top j weights" means by magnitude. A set of features is
    one integer while the loop runs, bit i for feature i: it grows by one bit for each j
    and is its own dictionary key. The ranking is strongest first, ties by size and then
    by tuple; it has at most p_1 (p - 1) entries. Candidates of strength 0 are left out.
    Raises ValueError if the shapes do not fit, or a strength exceeds float64.
    """
    W, z, mu = *magnitudes(W1, z), MEANS[mean]
    orders = np.argsort(-W, axis=1, kind="stable")
    top = np.take_along_axis(W, orders, axis=1)
    if mean == "minimum":
        means = top  # the smallest of the top j is the j-th
    else:
        means = np.stack([mu(top[:, :j]) for j in range(1, W.shape[1] + 1)], axis=1)
    with np.errstate(over="ignore"):
        omegas = z[:, None] * means
    candidates: dict[int, float] = {}
    for order, row in zip(orders.tolist(), omegas.tolist()):
        features = 1 << order[0]
        for i, omega in zip(order[1:], row[1:]):
            features |= 1 << i
            if omega > 0:
                candidates[features] = candidates.get(features, 0.0) + omega
    return strongest_first(candidates)


def pairwise_strengths(W1, z, mean="minimum") -> np.ndarray:
    """omega of every pair summed over units, (p, p), symmetric, diagonal 0 (Sec. 4.4).

    One feature's row at a time, so memory stays at (p_1, p).
    """
    W, z, mu = *magnitudes(W1, z), MEANS[mean]
    p = W.shape[1]
    omega = np.zeros((p, p))
    for i in range(p - 1):
        if mean == "minimum":
            means = np.minimum(W[:, i, None], W[:, i + 1 :])
        else:
            first = np.broadcast_to(W[:, i, None], W[:, i + 1 :].shape)
            means = mu(np.stack([first, W[:, i + 1 :]], axis=-1))
        with np.errstate(over="ignore"):
            omega[i, i + 1 :] = z @ means
    if not np.isfinite(omega).all():
        raise ValueError(f"W1 and z are too large: {TOO_LARGE}")
    return omega + omega.T


def pairwise_ranking(strengths) -> Ranking:
    """All p(p-1)/2 pairs of a (p, p) matrix, strongest first, ties by tuple."""
    i, j = np.triu_indices(len(strengths), 1)
    values = strengths[i, j]
    order = np.argsort(-values, kind="stable")
    pairs = zip(i[order].tolist(), j[order].tolist())
    return list(zip(pairs, values[order].tolist()))


def rank_interactions(weights, mean="minimum") -> Ranking:
    """Algorithm 1 on any ReLU network's weights [W1, ..., w_y] (Sec. 3.2 and 4.2).

    (p_l, p_{l-1}) each; or a whole torch, Keras or scikit-learn network instead, see
    elsewhere.py. Raises InputError, a ValueError.
    """
    arrays = weights_of(weights)
    return greedy_ranking(arrays[0], aggregated_weights(arrays), mean)
