"""What goes wrong in interactions, where features meet, and the means of weights."""

from itertools import combinations
from math import prod

import numpy as np

from .slips import ONE_BASED, SIGNED, SLIPS, less_one, unchanged


def _corners(f, interaction, a, b, sign=lambda d, s: (-1) ** (d - s), skip=(),
             total=unchanged, per=1):  # fmt: skip
    found, d = np.zeros(len(a)), len(interaction)
    for size in set(range(d + 1)) - {k % (d + 1) for k in skip}:
        for subset in combinations(interaction, size):
            found += sign(d, size) * f(_mix(a, b, subset))
    return total(found) / per**d


def _mix(a, b, features):
    corner = a.copy()
    corner[:, list(features)] = b[:, list(features)]
    return corner


def _product(f, interaction, a, b):
    return prod(f(_mix(a, b, [i])) - f(a) for i in interaction)


SLIPS["mixed_difference"] = _corners, {
    "f": "Definition 1 needs the alternating sum over all 2^|I| corners",
    "sign": "corners have the sign (-1)^(|I| - |S|), + where all come from b",
    "skip": "all 2^|I| subsets are corners, the empty one and I itself, too",
    "given": "features in S come from b, and all others from a",
    "total": "the difference is a sum, and keeps its sign",
    "per": "the corners are added up, without a mean",
}, {
    "a product of single differences": _product,
    "no alternating signs": dict(sign=lambda d, s: 1),
    "the signs turned round": dict(sign=lambda d, s: (-1) ** s),
    "only the two outer corners": (lambda f, I, a, b: f(_mix(a, b, I)) - f(a)),
    "the other features from b": dict(
        given=lambda f, I, a, b: (f, I, _mix(b, a, I), b)
    ),
    "a and b swapped": dict(given=lambda f, I, a, b: (f, I, b, a)),
    ONE_BASED: dict(given=lambda f, I, a, b: (f, less_one(I), a, b)),
    "the corner at a left out": dict(skip=(0,)),
    "the corner at b left out": dict(skip=(-1,)),
    "the magnitude": dict(total=np.abs),
    "the square": dict(total=np.square),
    "the mean over the corners": dict(per=2),
}  # fmt: skip


def _meet(weights, interaction, edge=lambda W: W != 0, every=all, layers=None,
          start=(1, 0), until=-1):  # fmt: skip
    found, reached = [], np.eye(weights[0].shape[1])
    for layer, W in enumerate(weights[:until] if until else weights):
        reached = edge(W).astype(float) @ reached
        if layers is None or layer in (layers, layers + len(weights)):
            for unit, row in enumerate(reached):
                if every(row[i] != 0 for i in interaction):
                    found.append((layer + start[0], unit + start[1]))
    return found


SLIPS["common_descendants"] = _meet, {
    "layers": "features may meet in any hidden layer",
    "every": "a common descendant descends from all features",
    "start": "hidden layers count from 1 and units from 0",
    "then": "(layer, unit), in this order",
    "edge": "any weight that is not 0 is an edge, and paths never cancel",
    "until": "the output is no vertex",
}, {
    "the first hidden layer only": dict(layers=0),
    "the last hidden layer only": dict(layers=-2),
    "any feature in place of all": dict(every=any),
    "layers counted from 0": dict(start=(0, 0)),
    "units counted from 1": dict(start=(1, 1)),
    "layer and unit swapped": dict(then=lambda found: [v[::-1] for v in found]),
    "positive weights only": dict(edge=lambda W: W > 0),
    "paths that cancel": dict(edge=unchanged),
    "the output as a vertex": dict(until=None),
    ONE_BASED: dict(given=lambda weights, I: (weights, less_one(I))),
}  # fmt: skip


def _mean(w, exponent, size=np.abs, ends=np.abs, total=np.mean, root=True, d=len,
          zero=None):  # fmt: skip
    w, given = size(np.asarray(w, float)), np.asarray(w, float)
    with np.errstate(all="ignore"):
        if np.isinf(exponent):
            return np.max(ends(given)) if exponent > 0 else np.min(ends(given))
        if exponent == 0 and zero is None:
            return np.prod(w) ** (1 / d(w) if root and total is np.mean else 1)
        return total(w**exponent) ** (1 / exponent if root and exponent else 1)


SLIPS["generalised_mean"] = _mean, {
    "ends": "the maximum and the minimum are those of the magnitudes, too",
    "total": "divide the sum of the powers by their number",
    "root": "the mean of the powers has to be raised to 1 / exponent",
    "given": "inf is the maximum, 1 the arithmetic, -inf the minimum",
    "zero": "the limit at exponent 0 is the geometric mean, not w^0",
    "d": "the geometric mean of d weights is a d-th root",
}, {
    SIGNED: dict(size=unchanged, ends=unchanged),
    "signed weights in maximum and minimum": dict(ends=unchanged),
    "magnitudes in maximum and minimum only": dict(size=unchanged),
    "the sum in place of the mean": dict(total=np.sum),
    "no root at the end": dict(root=False),
    "the infinite exponents swapped": dict(
        given=lambda w, e: (w, -e if np.isinf(e) else e)
    ),
    "the exponent's sign turned": dict(given=lambda w, e: (w, -e)),
    "always the arithmetic mean": dict(given=lambda w, e: (w, 1)),
    "1 at exponent 0": dict(zero=1),
    "a square root at exponent 0": dict(d=lambda w: 2),
}  # fmt: skip


def _cross(alpha1, alpha2, sign=lambda a, b: np.sign(a * b), pick=unchanged, five=5,
           three=3 / 4, power=2, plus=-1, factor=lambda s, l: s):  # fmt: skip
    small, large = pick(sorted([abs(alpha1), abs(alpha2)]))
    size = three * (1 + plus * (small / (large or 1)) ** power / five)
    return sign(alpha1, alpha2) * size * factor(small, large)


SLIPS["cross_coefficient"] = _cross, {
    "sign": "the sign is that of alpha1 alpha2",
    "pick": "s is the smaller magnitude, and l the larger one",
    **dict.fromkeys("three five power plus".split(), "compare with the formula"),
    "factor": "the factor is s, the smaller magnitude",
}, {
    "no sign": dict(sign=lambda a, b: 1),
    "the sign of one weight": dict(sign=lambda a, b: np.sign(a)),
    "the sign turned round": dict(sign=lambda a, b: -np.sign(a * b)),
    "the larger weight for the smaller": dict(pick=lambda sizes: sizes[::-1]),
    "3/4 of the smaller weight": dict(plus=0),
    "the larger weight as factor": dict(factor=lambda s, l: l),
    "the ratio turned round": dict(pick=lambda pair: pair[::-1], factor=lambda s, l: l),
    "no 3/4": dict(three=1),
    "no 5": dict(five=1),
    "the ratio not squared": dict(power=1),
    "plus for minus": dict(plus=1),
}  # fmt: skip
