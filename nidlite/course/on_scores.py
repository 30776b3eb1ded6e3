"""Exercises 13, 14, 16 and 17: how good is a ranking, and where does it end?

`_cutoff` and `_share` are right by default; tests hold them equal to the package's.
"""

from functools import partial
from itertools import combinations

import numpy as np

from ..metrics import pairwise_auc, top_rank_recall
from .compare import array
from .exercise import Exercise, less_one, numbers, some_features
from .on_rankings import random_ranking

TRUTHS = [(0, 1, 2), (3, 4)], [(0, 3), (1, 4), (1, 2)], [(0, 1, 2, 3)]


def _recall_case(rng):
    """A ranking with the truth near its top, else most recalls would be 0."""
    true = TRUTHS[rng.integers(3)]
    parts = [I[:-1] for I in true if len(I) > 2]
    top = [I for I in true + parts if rng.random() < 0.8]
    tail = [I for I, _ in random_ranking(rng) if I not in top]
    order = [top[k] for k in rng.permutation(len(top))] + tail
    order.insert(rng.integers(len(order) + 1), order.pop())
    return [(I, round(0.9 - 0.05 * k, 2)) for k, I in enumerate(order)], true


def _recall(found, interactions, part="skip", larger="stop", stop=True, share=True):
    right, true = 0, [set(I) for I in interactions]
    for I, _ in found:
        verdict = larger if any(set(I) > t for t in true) else "stop"
        verdict = part if any(set(I) < t for t in true) else verdict
        verdict = "count" if set(I) in true else verdict
        right += verdict == "count"
        if verdict == "stop" and stop:
            break
    return right / len(true) if share else right


RECALL = {
    "subsets counted as errors": partial(_recall, part="stop"),
    "subsets counted as found": partial(_recall, part="count"),
    "supersets accepted": partial(_recall, larger="skip"),
    "no stop at the first false positive": partial(_recall, stop=False),
    "a count in place of a share": partial(_recall, share=False),
    "the ranking from its end": lambda found, true: _recall(found[::-1], true),
    "features counted from 1": lambda r, true: _recall(r, [*map(less_one, true)]),
}


def _cutoff_case(rng):
    # With such tolerances no fall is just as large as it needs to be.
    losses = np.round(rng.uniform(0.2, 1, rng.integers(2, 7)), 1)
    losses = np.sort(losses)[::-1] if rng.integers(2) else losses
    losses = np.round(losses + rng.choice([0, 0.01], len(losses)), 2)
    reference = rng.choice(losses) if rng.integers(2) else losses.min() - 0.1
    tolerance = float(rng.choice([0.033, 0.173]))
    return losses.tolist(), round(float(reference), 2), tolerance


def _cutoff(losses, reference, tolerance, met=np.less_equal, use=True, until=False,
            gain=lambda new, best, last, t: new < (1 - t) * best):  # fmt: skip
    reached = [K for K, loss in enumerate(losses) if met(loss, reference)]
    if reached and use:
        return reached[0]
    best = 0
    for K in range(1, len(losses)):
        if gain(losses[K], losses[best], losses[K - 1], tolerance):
            best = K
        elif until:
            break
    return best


CUTOFF = {
    "the smallest error": lambda losses, *_: int(np.argmin(losses)),
    "strictly below the reference": partial(_cutoff, met=np.less),
    "the reference forgotten": partial(_cutoff, use=False),
    "K counted from 1": lambda *case: _cutoff(*case) + 1,
    "the tolerance forgotten": partial(_cutoff, gain=lambda new, best, *_: new < best),
    "compared with the error before": partial(
        _cutoff, gain=lambda new, best, last, t: new < (1 - t) * last
    ),
    "stopped at the first without a gain": partial(_cutoff, until=True),
}


def _auc_case(rng):
    p = int(rng.integers(4, 7))
    upper = np.triu(rng.integers(0, 6, (p, p)), 1) / 10
    pair = [(p - 2, p - 1)] if rng.integers(2) else []  # beside one without feature 0
    return upper + upper.T, [some_features(rng, p - 1), *pair][: 1 + (p > 4)]


def _auc(S, interactions, ties=0.5, whole=False):
    p = len(S)
    true = {
        tuple(sorted((i % p, j % p)))
        for I in interactions
        for i, j in combinations(I, 2)
    }
    both = [(i, j) for i in range(p) for j in range(p) if i < j or whole]
    yes = [S[pair] for pair in both if tuple(sorted(pair)) in true]
    no = [S[pair] for pair in both if tuple(sorted(pair)) not in true]
    wins = [(t > f) + ties * (t == f) for t in yes for f in no]
    return np.mean(wins) if wins else np.nan


AUC = {
    "ties count nothing": partial(_auc, ties=0),
    "ties count in full": partial(_auc, ties=1),
    "the diagonal counted": partial(_auc, whole=True),
    "features counted from 1": lambda S, true: _auc(S, [*map(less_one, true)]),
    "higher orders ignored": lambda S, true: _auc(S, [I for I in true if len(I) == 2]),
    "the classes swapped": lambda S, true: 1 - _auc(S, true),
}


def _share(D_a, D_b, I, variance, product=None, root=np.sqrt, centre=0,
           corners=lambda d: 2**d):  # fmt: skip
    product = D_a * D_b if product is None else product(D_a, D_b)
    share = np.mean(product) / corners(len(I)) / variance
    D_a, D_b = D_a - centre * np.mean(D_a), D_b - centre * np.mean(D_b)
    scale = root(np.mean(D_a**2) * np.mean(D_b**2)) or 1
    return np.array([share, np.mean(D_a * D_b) / scale])


SHARE = {
    "the mean square of one network": partial(_share, product=lambda a, b: a**2),
    "the product of the means": partial(
        _share, product=lambda a, b: a.mean() * b.mean()
    ),
    "2^|I| forgotten": partial(_share, corners=lambda d: 1),
    "2 |I| for 2^|I|": partial(_share, corners=lambda d: 2 * d),
    "the variance forgotten": lambda a, b, I, v: _share(a, b, I, 1),
    "divided by the deviation": lambda a, b, I, v: _share(a, b, I, v**0.5),
    "a correlation in place of the agreement": partial(_share, centre=1),
    "no root": partial(_share, root=np.array),
    "no negative share": lambda *case: np.maximum(_share(*case), [0, -np.inf]),
    "share and agreement swapped": lambda *case: _share(*case)[::-1],
}
SCORES = {
    "top_rank_recall": Exercise(top_rank_recall, array, _recall_case, RECALL),
    "cutoff": Exercise(_cutoff, array, _cutoff_case, CUTOFF),
    "pairwise_auc": Exercise(pairwise_auc, array, _auc_case, AUC),
    "shared_share": Exercise(
        _share,
        array,
        lambda rng: (
            *numbers(rng, 2, rng.integers(2, 5)),
            *(some_features(rng, 5), round(rng.uniform(0.5, 4), 1)),
        ),
        SHARE,
    ),
}
