"""Exercises 9 to 18: from a network's weights to a ranking, and how good it is."""

from functools import reduce

import numpy as np

from ..agreement import shared
from ..cutoff import Cutoff
from ..influence import aggregated_weights
from ..interactions import pairs_of, prune_redundant
from ..metrics import pairwise_auc, top_rank_recall
from ..ranking import greedy_ranking, pairwise_strengths, strength
from .compare import array, ranking


def _product(weights):
    return reduce(np.matmul, weights[:0:-1])[0]


AGGREGATED = {
    "signed weights": _product,
    "the magnitude of the product": lambda weights: abs(_product(weights)),
    "W1 as a factor": lambda weights: aggregated_weights(weights) @ abs(weights[0]),
}


STRENGTH = {
    "the mean in place of the minimum": lambda W1, z, I: z * abs(W1[:, I]).mean(1),
    "no outgoing weights z": lambda W1, z, I: abs(W1[:, I]).min(1),
    "signed weights": lambda W1, z, I: z * W1[:, I].min(1),
    "summed over units": lambda *case: strength(*case).sum(),
}


def _overwritten(W1, z):
    """The strength of the last unit that has the interaction."""
    units = [greedy_ranking(w[None], z_r[None]) for w, z_r in zip(W1, z)]
    found = {I: omega for unit in units for I, omega in unit}
    return sorted(found.items(), key=lambda item: -item[1])


def _signed(W1, z):
    """The largest weights by value, and their minimum with its sign."""
    found = {}
    for w, z_r in zip(W1, z):
        top = np.argsort(-w).tolist()
        for j in range(2, len(w) + 1):
            I = tuple(sorted(top[:j]))
            found[I] = found.get(I, 0) + z_r * w[top[:j]].min()
    return sorted(found.items(), key=lambda item: -item[1])


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


def _signed_pairs(W1, z):
    smaller = np.minimum(W1[:, :, None], W1[:, None, :])
    return np.einsum("r,rij->ij", z, smaller) * (1 - np.eye(W1.shape[1]))


PAIRWISE = {
    "the mean in place of the minimum": lambda *case: pairwise_strengths(
        *case, "arithmetic"
    ),
    "signed weights": _signed_pairs,
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


def _subsets_as(verdict, ranking, interactions):
    """The recall where a part of a true interaction is an error or a find."""
    right = 0
    for I, _ in ranking:
        part = any(set(I) < set(true) for true in interactions)
        if not (part and verdict == "found" or I in interactions):
            break
        right += 1
    return right / len(interactions)


RECALL = {
    "subsets counted as errors": lambda *case: _subsets_as("error", *case),
    "subsets counted as found": lambda *case: _subsets_as("found", *case),
    "no stop at the first false positive": lambda found, interactions: np.mean(
        [I in dict(found) for I in interactions]
    ),
}


def _cutoff(losses, reference, tolerance):
    errors, candidates = np.array(losses)[:, None], [(0, 1)] * (len(losses) - 1)
    return Cutoff(candidates, reference, tolerance=tolerance, errors=list(errors)).K


CUTOFF = {
    "strictly below the reference": lambda losses, reference, tolerance: _cutoff(
        losses, reference - 0.001, tolerance
    ),
    "the reference forgotten": lambda losses, _, share: _cutoff(losses, -np.inf, share),
    "K counted from 1": lambda *case: _cutoff(*case) + 1,
    "the tolerance forgotten": lambda *case: _cutoff(*case[:2], 0),
}


def _auc(strengths, interactions, ties=0.5, diagonal=1):
    """The share of (true pair, false pair) in which the true one is the stronger."""
    true = pairs_of(interactions)
    pairs = list(zip(*np.triu_indices(len(strengths), diagonal)))
    yes = np.array([strengths[pair] for pair in pairs if pair in true])
    no = np.array([strengths[pair] for pair in pairs if pair not in true])
    wins = (yes[:, None] > no) + ties * (yes[:, None] == no)
    return wins.mean() if wins.size else np.nan


AUC = {
    "ties count nothing": lambda *case: _auc(*case, ties=0),
    "the diagonal counted": lambda *case: _auc(*case, diagonal=0),
    "higher orders ignored": lambda S, true: _auc(S, [I for I in true if not I[2:]]),
    "the classes swapped": lambda *case: 1 - pairwise_auc(*case),
}


def _share(D_a, D_b, interaction, variance):
    product, agreement = shared(D_a, D_b)
    return np.array([product / 2 ** len(interaction) / variance, agreement])


SHARE = {
    "2^|I| forgotten": lambda D_a, D_b, I, variance: _share(D_a, D_b, (), variance),
    "the variance forgotten": lambda D_a, D_b, I, variance: _share(D_a, D_b, I, 1),
    "share and agreement swapped": lambda *case: _share(*case)[::-1],
}
RANKINGS = {
    "aggregated_weights": ("weights", aggregated_weights, array, AGGREGATED),
    "strength": ("W1 z interaction", strength, array, STRENGTH),
    "greedy_ranking": ("W1 z", greedy_ranking, ranking, GREEDY),
    "prune_redundant": ("ranking", prune_redundant, ranking, PRUNED),
    "top_rank_recall": ("ranking interactions", top_rank_recall, array, RECALL),
    "cutoff": ("losses reference tolerance", _cutoff, array, CUTOFF),
    "pairwise_strengths": ("W1 z", pairwise_strengths, array, PAIRWISE),
    "pairwise_auc": ("strengths interactions", pairwise_auc, array, AUC),
    "shared_share": ("D_a D_b interaction variance", _share, array, SHARE),
    "nid": ("weights", _nid, ranking, NID),
}
