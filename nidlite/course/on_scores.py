"""Exercises 13, 14, 16 and 17: how good is a ranking, and where does it end?

`_cutoff` is right; tests hold it equal to the package's.
"""

import numpy as np

from ..agreement import shared
from ..interactions import pairs_of
from ..metrics import pairwise_auc, top_rank_recall
from .compare import array


def _subsets_as(verdict, ranking, interactions):
    """The recall where a part of a true interaction is an error or a find."""
    right, true = 0, [set(I) for I in interactions]
    for I, _ in ranking:
        part = any(set(I) < t for t in true)
        if part and verdict == "error" or not part and set(I) not in true:
            break
        right += 1
    return right / len(true)


def _without_stop(ranking, interactions):
    return np.mean([I in [J for J, _ in ranking] for I in interactions])


RECALL = {
    "subsets counted as errors": lambda *case: _subsets_as("error", *case),
    "subsets counted as found": lambda *case: _subsets_as("found", *case),
    "no stop at the first false positive": _without_stop,
}


def _last_gain(losses, tolerance):
    """The K of the last error that is a gain over the best before it."""
    best = 0
    for K, loss in enumerate(losses):
        if loss < (1 - tolerance) * losses[best]:
            best = K
    return best


def _cutoff(losses, reference, tolerance, met=np.less_equal):
    reached = np.flatnonzero(met(losses, reference))
    return reached[0] if len(reached) else _last_gain(losses, tolerance)


CUTOFF = {
    "strictly below the reference": lambda *case: _cutoff(*case, met=np.less),
    "the reference forgotten": lambda losses, _, share: _last_gain(losses, share),
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
SCORES = {
    "top_rank_recall": ("ranking interactions", top_rank_recall, array, RECALL),
    "cutoff": ("losses reference tolerance", _cutoff, array, CUTOFF),
    "pairwise_auc": ("strengths interactions", pairwise_auc, array, AUC),
    "shared_share": ("D_a D_b interaction variance", _share, array, SHARE),
}
