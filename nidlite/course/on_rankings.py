"""Exercises 9 to 12, 15 and 18: from the weights of a network to its interactions."""

from functools import reduce

import numpy as np

from ..influence import aggregated_weights
from ..interactions import prune_redundant
from ..ranking import greedy_ranking, pairwise_strengths, strength
from .compare import array, ranking


def _product(weights):
    return reduce(np.matmul, weights[:0:-1])[0]


AGGREGATED = {
    "signed weights": _product,
    "the magnitude of the product": lambda weights: abs(_product(weights)),
    "W1 as a factor": lambda weights: aggregated_weights(weights) @ abs(weights[0]),
}


def _of(W1, interaction):
    return W1[:, list(interaction)]


STRENGTH = {
    "the mean in place of the minimum": lambda W1, z, I: z * abs(_of(W1, I)).mean(1),
    "no outgoing weights z": lambda W1, z, I: abs(_of(W1, I)).min(1),
    "signed weights": lambda W1, z, I: z * _of(W1, I).min(1),
    "summed over units": lambda *case: strength(*case).sum(),
}


def _strongest_first(strengths) -> list:
    return sorted(strengths.items(), key=lambda item: -item[1])


def _overwritten(W1, z):
    """The strength of the last unit that has the interaction."""
    units = [greedy_ranking(w[None], z_r[None]) for w, z_r in zip(W1, z)]
    return _strongest_first({I: omega for unit in units for I, omega in unit})


def _signed(W1, z):
    """The largest weights by value, and their minimum with its sign."""
    found = {}
    for w, z_r in zip(W1, z):
        top = np.argsort(-w).tolist()
        for j in range(2, len(w) + 1):
            I = tuple(sorted(top[:j]))
            found[I] = found.get(I, 0) + z_r * w[top[:j]].min()
    return _strongest_first(found)


GREEDY = {
    "signed weights": _signed,
    "strengths overwritten": _overwritten,
    "the largest candidate left out": lambda W1, z: [
        (I, omega) for I, omega in greedy_ranking(W1, z) if len(I) < W1.shape[1]
    ],
}


PRUNED = {
    "every subset dropped": lambda found: [
        (I, omega) for I, omega in found if not any({*I} < {*J} for J, _ in found)
    ],
    "nothing dropped": list,
    "weakest first": lambda found: prune_redundant(found)[::-1],
}


def _pairwise(W1, z, mu):
    """The strength of every pair by another average mu, (p, p)."""
    pairs = np.stack(np.broadcast_arrays(W1[:, :, None], W1[:, None, :]))
    return np.einsum("r,rij->ij", z, mu(pairs, axis=0)) * (1 - np.eye(W1.shape[1]))


PAIRWISE = {
    "the mean in place of the minimum": lambda W1, z: _pairwise(abs(W1), z, np.mean),
    "signed weights": lambda W1, z: _pairwise(W1, z, np.min),
    "only above the diagonal": lambda W1, z: np.triu(pairwise_strengths(W1, z)),
    "the diagonal filled": lambda W1, z: (
        pairwise_strengths(W1, z) + np.diag(z @ abs(W1))
    ),
}


def _nid(weights, greedy=greedy_ranking, prune=prune_redundant):
    return prune(greedy(weights[0], aggregated_weights(weights)))


NID = {
    "not pruned": lambda weights: _nid(weights, prune=list),
    "signed weights": lambda weights: _nid(weights, greedy=_signed),
    "strengths overwritten": lambda weights: _nid(weights, greedy=_overwritten),
}
RANKINGS = {
    "aggregated_weights": ("weights", aggregated_weights, array, AGGREGATED),
    "strength": ("W1 z interaction", strength, array, STRENGTH),
    "greedy_ranking": ("W1 z", greedy_ranking, ranking, GREEDY),
    "prune_redundant": ("ranking", prune_redundant, ranking, PRUNED),
    "pairwise_strengths": ("W1 z", pairwise_strengths, array, PAIRWISE),
    "nid": ("weights", _nid, ranking, NID),
}
