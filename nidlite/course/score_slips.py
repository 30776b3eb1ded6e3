"""What goes wrong in recall, AUC, the cutoff and the share of two networks."""

from itertools import combinations

import numpy as np

from .slips import HINTS, ONE_BASED, SLIPS, less_one, positive_part, unchanged


def _recall(ranking, interactions, part="skip", larger="stop", stop=True, over=None):
    right = looked = 0
    for predicted, _ in ranking:
        verdict, looked = "stop", looked + 1
        if any(set(predicted) == set(i) for i in interactions):
            verdict = "count"
        elif any(set(predicted) < set(i) for i in interactions):
            verdict = part
        elif any(set(predicted) > set(i) for i in interactions):
            verdict = larger
        right += verdict == "count"
        if verdict == "stop" and stop:
            break
    return right / (over(ranking, looked) if over else len(interactions))


SLIPS["top_rank_recall"] = _recall, {
    "part": "a subset of a true one is redundant: skip it, do not count it",
    "larger": "a superset of a true interaction is a false positive",
    "stop": "what ranks below the first false positive does not count any more",
    "over": "recall divides by the number of true interactions",
    "given": "go down from the strongest one",
}, {
    "subsets counted as errors": dict(part="stop"),
    "subsets counted as found": dict(part="count"),
    "supersets accepted": dict(larger="skip"),
    "supersets counted as found": dict(larger="count"),
    "no stop at the first false positive": dict(stop=False),
    "a count in place of a share": dict(over=lambda ranking, looked: 1),
    "divided by the length of the ranking": dict(over=lambda r, looked: len(r)),
    "divided by what was looked at": dict(over=lambda r, looked: looked),
    "the ranking from its end": dict(given=lambda r, true: (r[::-1], true)),
    ONE_BASED: dict(given=lambda r, true: (r, list(map(less_one, true)))),
}  # fmt: skip


def _cutoff(losses, reference, tolerance, met=np.less_equal, which=0, gain=None,
            until=False, none=None, skip=False):  # fmt: skip
    reached = [K for K, loss in enumerate(losses) if met(loss, reference)]
    if reached and not skip:
        return reached[which]
    best, gain = 0, gain or (lambda new, old, t, before: new < (1 - t) * old)
    for K in range(1, len(losses)):
        if gain(losses[K], losses[best], tolerance, losses[K - 1]):
            best = K
        elif until:
            break
    return none(losses) if none else best


SLIPS["cutoff"] = _cutoff, {
    "met": "an error that is at most the reference is small enough: <=",
    "which": "it is the smallest K that reaches the reference",
    "skip": "ask first whether an error reaches the reference",
    "then": "the first error in the list is that of K = 0",
    "gain": "a gain is below (1 - tolerance) times the best error so far",
    "until": "a later K may bring a gain",
    "none": "where none reaches the reference, K is that of the last gain",
}, {
    "the smallest error": dict(skip=True, none=np.argmin),
    "strictly below the reference": dict(met=np.less),
    "above the reference": dict(met=np.greater_equal),
    "the last K in place of the smallest": dict(which=-1),
    "the reference forgotten": dict(skip=True),
    "K counted from 1": dict(then=lambda K: K + 1),
    "K counted from -1": dict(then=lambda K: K - 1),
    "the tolerance forgotten": dict(gain=lambda new, best, t, last: new < best),
    "the tolerance not relative": dict(gain=lambda new, best, t, last: new < best - t),
    "compared with the error before": dict(gain=lambda e, _, t, old: e < (1 - t) * old),
    "stopped at the first without a gain": dict(until=True),
    "all, where none reaches the reference": dict(none=lambda e: len(e) - 1),
    "0, where none reaches the reference": dict(none=lambda e: 0),
}  # fmt: skip


def _auc(S, interactions, ties=0.5, order=None, whole=False, shift=0, most=None,
         pairs=combinations):  # fmt: skip
    p = len(S)
    true = {
        tuple(sorted((i % p, j % p)))
        for interaction in interactions[:most]
        if order in (None, len(interaction))
        for i, j in pairs([i - shift for i in interaction], 2)
    }
    all_ = [(i, j) for i in range(p) for j in range(p) if i < j or whole]
    yes = [S[pair] for pair in all_ if tuple(sorted(pair)) in true]
    no = [S[pair] for pair in all_ if tuple(sorted(pair)) not in true]
    wins = [(t > f) + ties * (t == f) for t in yes for f in no]
    return np.mean(wins) if wins else np.nan


SLIPS["pairwise_auc"] = _auc, {
    "ties": "a true and a false pair of equal strength count one half",
    "whole": "a feature with itself is no pair: stay above the diagonal",
    "shift": HINTS[ONE_BASED],
    "order": "(0, 1, 2) makes its pairs (0, 1), (0, 2) and (1, 2) true",
    "pairs": "(0, 1, 2) makes its pairs (0, 1), (0, 2) and (1, 2) true",
    "most": "every interaction makes its pairs true",
    "then": "count how often the true pair is the stronger one",
}, {
    "ties count nothing": dict(ties=0),
    "ties count in full": dict(ties=1),
    "the diagonal counted": dict(whole=True),
    ONE_BASED: dict(shift=1),
    "higher orders ignored": dict(order=2),
    "neighbours only": dict(pairs=lambda I, two: zip(I, I[1:])),
    "the first interaction only": dict(most=1),
    "the classes swapped": dict(then=lambda area: 1 - area),
    "Gini's coefficient": dict(then=lambda area: 2 * area - 1),
}  # fmt: skip


def _share(D_a, D_b, interaction, variance, product=np.multiply, root=np.sqrt, centre=0,
           corners=lambda d: 2**d, var=unchanged, end=unchanged):  # fmt: skip
    share = np.mean(product(D_a, D_b)) / corners(len(interaction)) / var(variance)
    D_a, D_b = D_a - centre * np.mean(D_a), D_b - centre * np.mean(D_b)
    scale = root(np.mean(D_a**2) * np.mean(D_b**2)) or 1
    return np.array([end(share), np.mean(D_a * D_b) / scale])


SLIPS["shared_share"] = _share, {
    "product": "multiply the two networks' differences, then take the mean",
    "corners": "a mixed difference has 2^|I| corners: divide by their number",
    "var": "a share is divided by the variance",
    "centre": "no mean is subtracted",
    "root": "the scale of the agreement is a root",
    "end": "a share may be negative: leave it so",
    "then": "(share, agreement), in this order",
}, {
    "the mean square of one network": dict(product=lambda D_a, D_b: D_a**2),
    "the mean square of the other one": dict(product=lambda D_a, D_b: D_b**2),
    "the product of the means": dict(product=lambda a, b: a.mean() * b.mean()),
    "2^|I| forgotten": dict(corners=lambda d: 1),
    "2 |I| for 2^|I|": dict(corners=lambda d: 2 * d),
    "2^|I| multiplied": dict(corners=lambda d: 0.5**d),
    "the variance forgotten": dict(var=lambda v: 1),
    "divided by the deviation": dict(var=np.sqrt),
    "a correlation in place of the agreement": dict(centre=1),
    "no root": dict(root=unchanged),
    "no negative share": dict(end=positive_part),
    "share and agreement swapped": dict(then=lambda both: both[::-1]),
}  # fmt: skip
