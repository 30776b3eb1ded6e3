"""The common mistakes of each exercise, made on purpose.

`grading` names a student's mistake with them: a wrong answer that equals one of these
on every case was made the same way. Each entry is the mistake's name, a hint that does
not give the answer away, and the wrong function itself.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import prod

import numpy as np


@dataclass(frozen=True)
class Mistake:
    """A wrong function with its name and what to say to whoever wrote it."""

    name: str
    hint: str
    answer: Callable


SIGNED = "signed weights"
SIGNED_HINT = (
    "the paper averages and multiplies magnitudes; where is the absolute value?"
)
ONE_BASED = "features counted from 1"
ONE_BASED_HINT = "features count from 0 here: the paper's {1, 2} is (0, 1)"
TRANSPOSED = "transposed matrix"
TRANSPOSED_HINT = (
    "W1 is (p_1, p): a row for each hidden unit, a column for each feature"
)
MEAN = "the mean in place of the minimum"
MEAN_HINT = "mu is the minimum here (Sec. 3.1): the smallest of the magnitudes"
NO_Z = "no outgoing weights z"
NO_Z_HINT = "a unit counts as much as it moves the output: multiply by its z (Eq. 1)"
ZERO_HINT = "at a weight of 0 take the subgradient 0: neither +1 nor -1"
TIES_HINT = "a true and a false pair of equal strength count one half"
SUPERSET_HINT = (
    "a superset of a true interaction claims too much: it is a false positive"
)


def _corners(f, interaction, a, b, sign=lambda d, s: (-1) ** (d - s), skip=()):
    """The sum over corners, with another sign or without the corners of some sizes."""
    total, d = np.zeros(len(a)), len(interaction)
    for size in set(range(d + 1)) - set(skip):
        for subset in combinations(interaction, size):
            total += sign(d, size) * f(_mixed(a, b, subset))
    return total


def _mixed(a, b, features):
    corner = a.copy()
    corner[:, list(features)] = b[:, list(features)]
    return corner


def _product(f, interaction, a, b):
    return prod(f(_mixed(a, b, [i])) - f(a) for i in interaction)


def _mean(w, exponent, size=np.abs, total=np.mean, root=True):
    """The generalised mean, with signs, with a sum for the mean or without the root."""
    w = size(np.asarray(w, float))
    with np.errstate(all="ignore"):
        if np.isinf(exponent):
            return np.max(w) if exponent > 0 else np.min(w)
        if exponent == 0:
            return np.prod(w) ** (1 / len(w) if root and total is np.mean else 1)
        return total(w**exponent) ** (1 / exponent if root else 1)


def _z(weights, size=np.abs, start=1, first=None):
    """z with signs, with W1 as a factor or from another start than |w_y|."""
    z = size(weights[-1])[0] if first is None else first
    for W in reversed(weights[start:-1]):
        z = z @ size(W)
    return z


def _z_transposed(weights):
    return _z([weights[0], *(W.T for W in weights[1:-1]), weights[-1]])


def _omega(W1, z, interaction, size=np.abs, mu=np.min):
    """Eq. 1 with signs or another average."""
    return z * mu(size(W1[:, list(interaction)]), axis=1)


def _less_one(interaction):
    return tuple(i - 1 for i in interaction)


def _greedy(
    W1, z, by=np.abs, size=np.abs, mu=np.min, orders=None, key=sorted, add=True
):
    """Algorithm 1 with signs, another average, other orders or other keys."""
    found = {}
    for w, z_r in zip(W1, z):
        order = np.argsort(-by(w), kind="stable").tolist()
        for j in range(2, len(w) + 1) if orders is None else orders:
            interaction = tuple(key(order[:j]))
            before = found.get(interaction, 0) if add else 0
            found[interaction] = float(before + z_r * mu(size(w[order[:j]])))
    return sorted(found.items(), key=lambda item: -item[1])


def _prune(redundant):
    """Drops an entry when redundant(its features, those before, all of them)."""

    def pruned(ranking):
        sets = [set(i) for i, _ in ranking]
        rows = zip(ranking, sets, range(len(sets)))
        return [item for item, own, k in rows if not redundant(own, sets[:k], sets)]

    return pruned


def _recall(ranking, interactions, part="skip", larger="stop", stop=True, over=None):
    """Top-rank recall with other verdicts for parts of the truth and for supersets."""
    right = 0
    for predicted, _ in ranking:
        verdict = "stop"
        if any(set(predicted) == set(i) for i in interactions):
            verdict = "count"
        elif any(set(predicted) < set(i) for i in interactions):
            verdict = part
        elif any(set(predicted) > set(i) for i in interactions):
            verdict = larger
        right += verdict == "count"
        if verdict == "stop" and stop:
            break
    return right / (over or len(interactions))


def _auc(S, interactions, ties=0.5, order=None, whole=False, shift=0):
    """The pairwise AUC with ties, pairs or features counted in another way."""
    p = len(S)
    true = {
        tuple(sorted((i % p, j % p)))
        for interaction in interactions
        if order in (None, len(interaction))
        for i, j in combinations([i - shift for i in interaction], 2)
    }
    pairs = [(i, j) for i in range(p) for j in range(p) if i < j or whole]
    yes = [S[pair] for pair in pairs if tuple(sorted(pair)) in true]
    no = [S[pair] for pair in pairs if tuple(sorted(pair)) not in true]
    wins = [(t > f) + ties * (t == f) for t in yes for f in no]
    return np.mean(wins) if wins else np.nan


def _adam(
    *case,
    correct=True,
    down=1,
    root=np.sqrt,
    power=2,
    late=0,
    eps=1e-8,
    give_hats=False,
):
    """Adam's step with parts left out or turned."""
    theta, g, m, v, t, rate = case
    m, v, t = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g**power, t + late
    hats = (m / (1 - 0.9**t), v / (1 - 0.999**t)) if correct else (m, v)
    with np.errstate(invalid="ignore"):
        step = rate * hats[0] / (root(hats[1]) + eps)
    return theta - down * step, *(hats if give_hats else (m, v))


def _share(D_a, D_b, interaction, variance, product=np.multiply, corners=2):
    """The shared share of one network alone, or with another number of corners."""
    scale = np.sqrt(np.mean(D_a**2) * np.mean(D_b**2)) or 1
    share = np.mean(product(D_a, D_b)) / corners ** len(interaction) / variance
    return np.array([share, np.mean(D_a * D_b) / scale])


_KNOWN = {
    "mixed_difference": {
        "a product of single differences": (
            "Definition 1 needs an alternating sum over all 2^|I| corners; a product "
            "of one-feature differences is not zero for f = x1 + x2",
            _product,
        ),
        "no alternating signs": (
            "corners have the sign (-1)^(|I| - |S|); a plain sum does not cancel",
            partial(_corners, sign=lambda d, s: 1),
        ),
        "the signs turned round": (
            "the corner with every feature of I from b has the sign +",
            partial(_corners, sign=lambda d, s: (-1) ** s),
        ),
        "only the two outer corners": (
            "all 2^|I| subsets of I are corners, not only the empty one and I itself",
            lambda f, I, a, b: f(_mixed(a, b, I)) - f(a),
        ),
        "the other features from b": (
            "features outside the interaction stay at a in every corner",
            lambda f, I, a, b: _corners(f, I, _mixed(b, a, I), b),
        ),
        ONE_BASED: (
            ONE_BASED_HINT,
            lambda f, I, a, b: _corners(f, _less_one(I), a, b),
        ),
        "the corner at a left out": (
            "the empty subset is a corner too: f(a)",
            partial(_corners, skip=(0,)),
        ),
    },
    "generalised_mean": {
        SIGNED: (SIGNED_HINT, partial(_mean, size=np.asarray)),
        "the sum in place of the mean": (
            "divide the sum of the powers by their number; at exponent 0 take the d-th "
            "root of the product",
            partial(_mean, total=np.sum),
        ),
        "no root at the end": (
            "the mean of the powers has to be raised to 1 / exponent",
            partial(_mean, root=False),
        ),
        "the infinite exponents swapped": (
            "a large positive power favours the large weights: inf is the maximum",
            lambda w, e: _mean(w, -e if np.isinf(e) else e),
        ),
        "always the arithmetic mean": (
            "the exponent decides which mean it is; 1 is the arithmetic one",
            lambda w, e: _mean(w, 1),
        ),
        "1 at exponent 0": (
            "the limit at exponent 0 is the geometric mean, not w^0",
            lambda w, e: _mean(w, e) if e else 1.0,
        ),
    },
    "aggregated_weights": {
        SIGNED: (
            "take the magnitude of each matrix before multiplying, else paths cancel",
            partial(_z, size=np.asarray),
        ),
        "the magnitude of the product": (
            "take magnitudes before multiplying: afterwards paths have cancelled",
            lambda weights: np.abs(_z(weights, size=np.asarray)),
        ),
        "no output weights": (
            "the product starts with |w_y|, the last entry of the list",
            lambda weights: _z(weights, first=np.ones(weights[-1].shape[1])),
        ),
        "W1 as a factor": (
            "z of the first layer starts above it: the product ends with |W2|, and "
            "with W1 it is Garson's influence of the features",
            partial(_z, start=0),
        ),
        TRANSPOSED: (
            "the row |w_y|^T multiplies from the left: z @ |W|, not |W| @ z",
            _z_transposed,
        ),
    },
    "strength": {
        SIGNED: (SIGNED_HINT, partial(_omega, size=np.asarray)),
        MEAN: (MEAN_HINT, partial(_omega, mu=np.mean)),
        "the maximum in place of the minimum": (MEAN_HINT, partial(_omega, mu=np.max)),
        NO_Z: (NO_Z_HINT, lambda W1, z, I: _omega(W1, 1.0, I)),
        ONE_BASED: (ONE_BASED_HINT, lambda W1, z, I: _omega(W1, z, _less_one(I))),
        TRANSPOSED: (TRANSPOSED_HINT, lambda W1, z, I: _omega(W1.T, z, I)),
        "summed over units": (
            "Eq. 1 is the strength at each unit; Algorithm 1 adds the units up",
            lambda *case: _omega(*case).sum(),
        ),
    },
    "greedy_ranking": {
        SIGNED: (SIGNED_HINT, partial(_greedy, by=np.array, size=np.array)),
        "top weights by signed value": (
            "the top j weights are the largest in magnitude: -3 comes before 2",
            partial(_greedy, by=np.array),
        ),
        MEAN: (MEAN_HINT, partial(_greedy, mu=np.mean)),
        NO_Z: (NO_Z_HINT, lambda W1, z: _greedy(W1, np.ones_like(z))),
        "strengths overwritten": (
            "a candidate that several units propose gets the sum of its strengths",
            partial(_greedy, add=False),
        ),
        ONE_BASED: (
            ONE_BASED_HINT,
            partial(_greedy, key=lambda I: sorted(i + 1 for i in I)),
        ),
        "unsorted candidates": (
            "the same set of features must be the same key: sort the feature numbers",
            partial(_greedy, key=list),
        ),
        "single features as candidates": (
            "an interaction has two features or more: j starts at 2",
            lambda W1, z: _greedy(W1, z, orders=range(1, W1.shape[1] + 1)),
        ),
        "the largest candidate left out": (
            "j runs up to p, all features together; range(2, p) stops before",
            lambda W1, z: _greedy(W1, z, orders=range(2, W1.shape[1])),
        ),
        "weakest first": (
            "a ranking is sorted by strength in descending order",
            lambda *case: _greedy(*case)[::-1],
        ),
        TRANSPOSED: (TRANSPOSED_HINT, lambda W1, z: _greedy(W1.T, z)),
    },
    "prune_redundant": {
        "every subset dropped": (
            "a subset that ranks above its superset stays: only a superset that came "
            "earlier makes it redundant",
            _prune(lambda s, before, all_: any(s < o for o in all_)),
        ),
        "supersets dropped": (
            "the subset is the redundant one, not the superset",
            _prune(lambda s, before, all_: any(s > o for o in before)),
        ),
        "overlap taken for a subset": (
            "(0, 3) shares a feature with (0, 1, 2) but is no subset of it",
            _prune(lambda s, before, all_: any(s & o for o in before)),
        ),
        "compared with the one above only": (
            "compare with every interaction that ranks above, not only with the last",
            _prune(lambda s, before, all_: any(s < o for o in before[-1:])),
        ),
        "nothing dropped": ("a subset ranked below its superset goes", list),
    },
    "l1_subgradient": {
        "+1 at zero": (ZERO_HINT, lambda W, c: c * np.where(W >= 0, 1, -1)),
        "-1 at zero": (ZERO_HINT, lambda W, c: c * np.where(W > 0, 1, -1)),
        "the gradient of L2": (
            "2 W is the derivative of W^2; L1's does not depend on the weight's size",
            lambda W, c: 2 * c * W,
        ),
        "the constant forgotten": (
            "the penalty is constant * sum |W|, so its slope has the constant as well",
            lambda W, c: np.sign(W),
        ),
        "the value in place of the slope": (
            "constant * sum |W| is the penalty; asked for is its slope in each weight",
            lambda W, c: c * np.abs(W).sum(),
        ),
        "magnitudes in place of signs": (
            "|W| is the penalty of each weight; its slope is a sign",
            lambda W, c: c * np.abs(W),
        ),
        "the direction of descent": (
            "the subgradient points uphill; the optimiser subtracts it",
            lambda W, c: -c * np.sign(W),
        ),
        "the mean in place of the sum": (
            "L1 sums over the weights: do not divide by their number",
            lambda W, c: c * np.sign(W) / W.size,
        ),
    },
    "adam_step": {
        "no bias correction": (
            "m and v start at 0 and are too small at first: divide by 1 - beta^t",
            partial(_adam, correct=False),
        ),
        "uphill": (
            "the step goes against the gradient: theta minus, not plus",
            partial(_adam, down=-1),
        ),
        "no square root": (
            "divide by sqrt(v), so that the gradient's scale cancels",
            partial(_adam, root=np.asarray),
        ),
        "v without the square": (
            "v is the running mean of g^2, the square of each entry",
            partial(_adam, power=1),
        ),
        "steps counted from 0": (
            "t is 1 in the first step: correct with 1 - beta^t, not beta^(t + 1)",
            partial(_adam, late=1),
        ),
        "eps inside the root": (
            "eps is added to the root: sqrt(v) + eps, not sqrt(v + eps)",
            partial(_adam, root=lambda v: np.sqrt(v + 1e-8), eps=0),
        ),
        "corrected averages returned": (
            "return m and v as they are; the corrected ones serve only this step",
            partial(_adam, give_hats=True),
        ),
    },
    "pairwise_auc": {
        "ties count nothing": (TIES_HINT, partial(_auc, ties=0)),
        "ties count in full": (TIES_HINT, partial(_auc, ties=1)),
        "the diagonal counted": (
            "a feature with itself is no pair: use the entries above the diagonal",
            partial(_auc, whole=True),
        ),
        ONE_BASED: (ONE_BASED_HINT, partial(_auc, shift=1)),
        "higher orders ignored": (
            "(0, 1, 2) makes its pairs (0, 1), (0, 2) and (1, 2) true (Sec. 5.2)",
            partial(_auc, order=2),
        ),
        "the classes swapped": (
            "count how often the true pair is the stronger one",
            lambda *case: 1 - _auc(*case),
        ),
    },
    "top_rank_recall": {
        "subsets counted as errors": (
            "a subset of a true interaction is redundant: skip it, do not stop there",
            partial(_recall, part="stop"),
        ),
        "subsets counted as found": (
            "a subset of a true interaction is redundant: it does not count as found",
            partial(_recall, part="count"),
        ),
        "supersets accepted": (SUPERSET_HINT, partial(_recall, larger="skip")),
        "supersets counted as found": (SUPERSET_HINT, partial(_recall, larger="count")),
        "no stop at the first false positive": (
            "what ranks below the first false positive does not count any more",
            partial(_recall, stop=False),
        ),
        "a count in place of a share": (
            "divide by the number of true interactions",
            partial(_recall, over=1),
        ),
        "divided by the length of the ranking": (
            "recall divides by the number of true interactions; precision by the other",
            lambda r, true: _recall(r, true, over=len(r)),
        ),
        ONE_BASED: (
            ONE_BASED_HINT,
            lambda r, true: _recall(r, [_less_one(i) for i in true]),
        ),
    },
    "shared_share": {
        "the mean square of one network": (
            "one network's errors add up in its square; multiply it with the other",
            partial(_share, product=lambda D_a, D_b: D_a**2),
        ),
        "2^|I| forgotten": (
            "a mixed difference has 2^|I| corners: divide by their number",
            partial(_share, corners=1),
        ),
    },
}
MISTAKES = {
    exercise: [Mistake(name, *known[name]) for name in known]
    for exercise, known in _KNOWN.items()
}
