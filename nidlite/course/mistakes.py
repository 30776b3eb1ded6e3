"""The common mistakes of each exercise, made on purpose.

`grading` names a student's mistake with them: a wrong answer that equals one of these
on every case was made the same way. Each exercise has one function with an argument for
each of its steps, and by default it is right. A mistake is a name and what it puts in
place of a step. Each step has a hint that does not give the answer away. Two mistakes
that change different steps can be made at once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np

from . import steps
from .steps import corner_of, less_one, positive_part, product_of_differences, unchanged


@dataclass(frozen=True)
class Mistake:
    """A wrong function with its name and what to say to whoever wrote it."""

    name: str
    hint: str
    answer: Callable


# --- each exercise's function, hints for its steps, and its mistakes

ONE_BASED, DESCENT = "features counted from 1", "the direction of descent"
TRANSPOSED, SIGNED = "transposed matrix", "signed weights"
# For these steps and mistakes, wherever they are.
HINTS = {
    "size": "the paper takes magnitudes; where is the absolute value?",
    "mu": "mu is the minimum here (Sec. 3.1): the smallest of the magnitudes",
    "z_of": "a unit counts as much as it moves the output: times its z (Eq. 1)",
    "add": "Algorithm 1 adds the strengths of all units up",
    "by": "the top j weights are the largest in magnitude: -3 comes before 2",
    "key": "a key is the sorted tuple of the features, which count from 0",
    "low": "an interaction has two features or more: j starts at 2",
    "high": "j runs up to p, all features together; range(2, p) stops before",
    "orders": "j runs from 2 up to p: every size is a candidate",
    "order": "a ranking is sorted by strength in descending order",
    "drop": "a subset goes when a strictly larger set ranks above it; others stay",
    ONE_BASED: "features count from 0 here: the paper's {1, 2} is (0, 1)",
    TRANSPOSED: "W1 is (p_1, p): a row for each hidden unit, a column for each feature",
    DESCENT: "the gradient points uphill; the optimiser subtracts it",
    "the mean over the units": "Algorithm 1 adds the strengths of all units up",
    "weakest first": "a ranking is sorted by strength in descending order",
}


def _turned(W1, *rest):
    return W1.T, *rest


def _pruning(drop):
    return dict(prune=lambda ranking: steps.any_prune(ranking, drop))


OF_Z = {
    "no outgoing weights z": dict(z_of=np.ones_like),
    "z squared": dict(z_of=np.square),
}
AVERAGES = {
    "the mean in place of the minimum": dict(mu=np.mean),
    "the maximum in place of the minimum": dict(mu=np.max),
    "the sum in place of the minimum": dict(mu=np.sum),
    "the product in place of the minimum": dict(mu=np.prod),
}
RANKED = AVERAGES | {
    SIGNED: dict(by=unchanged, size=unchanged),
    "signed weights in the strength": dict(size=unchanged),
    "top weights by signed value": dict(by=unchanged),
    "the smallest weights first": dict(by=lambda w: -abs(w)),
    "strengths overwritten": dict(add=lambda old, new: new),
    "the strongest unit in place of the sum": dict(add=max),
    "unsorted candidates": dict(key=list),
    ONE_BASED: dict(key=lambda I: sorted(i + 1 for i in I)),
    "single features as candidates": dict(low=1),
    "the largest candidate left out": dict(high=1),
    "pairs only": dict(orders=[2]),
    "weakest first": dict(order=1),
}
DROPS = {
    "every subset dropped": lambda own, above, every: any(own < o for o in every),
    "an interaction taken for its own superset": (
        lambda own, above, every: any(own <= o for o in every)
    ),
    "supersets dropped": lambda own, above, every: any(own > o for o in above),
    "all supersets dropped": lambda own, above, every: any(own > o for o in every),
    "overlap taken for a subset": lambda own, above, every: any(own & o for o in above),
    "smaller taken for a subset": (
        lambda own, above, every: any(len(own) < len(o) for o in above)
    ),
    "compared with the one above only": (
        lambda own, above, every: any(own < o for o in above[-1:])
    ),
    "compared with the strongest only": (
        lambda own, above, every: any(own < o for o in above[:1])
    ),
}
_KNOWN = {
    "forward": (steps.any_forward, {
        "relu": "ReLU keeps what is positive, and makes the rest 0",
        "then": "the output is a sum without ReLU",
        "first": "a = W1 x + b1, and ReLU comes after the sum",
        "last": "y = w_y h + b_y",
        "size": "w_y keeps its signs",
    }, {
        "no ReLU": dict(relu=unchanged),
        "magnitudes in place of ReLU": dict(relu=np.abs),
        "a step in place of ReLU": dict(relu=lambda a: a > 0),
        "a sigmoid in place of ReLU": dict(relu=lambda a: 1 / (1 + np.exp(-a))),
        "a hyperbolic tangent in place of ReLU": dict(relu=np.tanh),
        "ReLU at the output as well": dict(then=positive_part),
        "no biases of the hidden units": dict(first=0),
        "the biases behind ReLU": dict(first=0, late=1),
        "no bias of the output": dict(last=0),
        "magnitudes of the outgoing weights": dict(size=np.abs),
        TRANSPOSED: dict(given=lambda X, W1, *rest: (X, W1.T, *rest)),
    }),
    "backprop": (steps.any_gradient, {
        "slope": "ReLU's slope is 1 where a unit is on, and 0 where it is off",
        "two": "the slope of e^2 is 2 e",
        "rows": "the loss is a mean: divide by n",
        "of": "the output reads h, behind ReLU",
        "back": "the error comes back through w_y, with its signs",
        "end": "a gradient has the shape of what it belongs to",
    }, {
        "ReLU's slope left out": dict(slope=np.ones_like),
        "h in place of ReLU's slope": dict(slope=unchanged),
        "ReLU's slope turned round": dict(slope=lambda h: h == 0),
        "the 2 of the square left out": dict(two=1),
        "the sum over rows in place of the mean": dict(rows=lambda y: 1),
        DESCENT: dict(two=-2),
        "a in place of h": dict(of=unchanged),
        "no w_y on the way back": dict(back=np.ones_like),
        "magnitudes of w_y on the way back": dict(back=np.abs),
        "transposed gradient": dict(end=np.transpose),
    }),
    "l1_subgradient": (steps.any_slope, {
        "sign": "each weight's slope is the sign of the weight, 0 at a weight of 0",
        "factor": "|W| has the slope 1, and the penalty is constant * sum |W|",
        "total": "the penalty is one number; asked for is its slope in each weight",
        "constant": "the slope of constant * sum |W| has the constant as well",
        "given": "L1 sums over the weights: do not divide by their number",
    }, {
        "+1 at zero": dict(sign=lambda W: np.where(W >= 0, 1, -1)),
        "-1 at zero": dict(sign=lambda W: np.where(W > 0, 1, -1)),
        "0 for negative weights": dict(sign=lambda W: W > 0),
        "the gradient of L2": dict(sign=lambda W: 2 * W),
        "half of the gradient of L2": dict(sign=unchanged),
        "magnitudes in place of signs": dict(sign=np.abs),
        "the value in place of the slope": dict(sign=np.abs, total=np.sum),
        "the constant forgotten": dict(constant=lambda c: 1),
        DESCENT: dict(factor=-1),
        "twice the slope": dict(factor=2),
        "the mean in place of the sum": dict(given=lambda W, c: (W, c / W.size)),
    }),
    "adam_step": (steps.any_adam, {
        "m_hat": "m starts at 0 and is too small at first: divide by 1 - beta1^t",
        "v_hat": "v starts at 0 and is too small at first: divide by 1 - beta2^t",
        "b1": "m = beta1 m + (1 - beta1) g with beta1 = 0.9",
        "b2": "v = beta2 v + (1 - beta2) g^2 with beta2 = 0.999",
        "parts": "the new gradient counts 1 - beta only",
        "down": "the step goes against the gradient: theta minus, not plus",
        "root": "divide by sqrt(v), so that the gradient's scale cancels",
        "power": "v is the running mean of g^2, the square of each entry",
        "late": "t is 1 in the first step: correct with 1 - beta^t",
        "given": "correct with 1 - beta^t, t as it is given",
        "eps": "eps is added to the root: sqrt(v) + eps",
        "old": "the step takes the new m and v",
        "hats": "return m and v; the corrected ones serve only this step",
    }, {
        "no bias correction": dict(m_hat=0, v_hat=0),
        "only m corrected": dict(v_hat=0),
        "only v corrected": dict(m_hat=0),
        "the betas swapped": dict(b1=0.999, b2=0.9),
        "0.99 for beta2": dict(b2=0.99),
        "beta and 1 - beta swapped": dict(b1=0.1, b2=0.001),
        "the gradient in full": dict(parts=1),
        "uphill": dict(down=-1),
        "no square root": dict(root=unchanged),
        "v without the square": dict(power=1),
        "steps counted from 0": dict(late=1),
        "one step too few": dict(late=-1),
        "eps inside the root": dict(root=lambda v: np.sqrt(v + 1e-8), eps=0),
        "no eps": dict(eps=0),
        "corrected as in the first step": dict(given=lambda *c: (*c[:4], 1, c[5])),
        "the step of the old averages": dict(old=True),
        "corrected averages returned": dict(hats=True),
    }),
    "mixed_difference": (steps.any_corners, {
        "f": "Definition 1 needs the alternating sum over all 2^|I| corners",
        "sign": "corners have the sign (-1)^(|I| - |S|), + where all come from b",
        "skip": "all 2^|I| subsets are corners, the empty one and I itself, too",
        "given": "features in S come from b, and all others from a",
        "total": "the difference is a sum, and keeps its sign",
        "per": "the corners are added up, without a mean",
    }, {
        "a product of single differences": product_of_differences,
        "no alternating signs": dict(sign=lambda d, s: 1),
        "the signs turned round": dict(sign=lambda d, s: (-1) ** s),
        "only the two outer corners": (lambda f, I, a, b: f(corner_of(a, b, I)) - f(a)),
        "the other features from b": dict(
            given=lambda f, I, a, b: (f, I, corner_of(b, a, I), b)
        ),
        "a and b swapped": dict(given=lambda f, I, a, b: (f, I, b, a)),
        ONE_BASED: dict(given=lambda f, I, a, b: (f, less_one(I), a, b)),
        "the corner at a left out": dict(skip=(0,)),
        "the corner at b left out": dict(skip=(-1,)),
        "the magnitude": dict(total=np.abs),
        "the square": dict(total=np.square),
        "the mean over the corners": dict(per=2),
    }),
    "common_descendants": (steps.any_meet, {
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
    }),
    "generalised_mean": (steps.any_mean, {
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
    }),
    "cross_coefficient": (steps.any_cross, {
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
        "the ratio turned round": dict(
            pick=lambda sizes: sizes[::-1], factor=lambda s, l: l
        ),
        "no 3/4": dict(three=1),
        "no 5": dict(five=1),
        "the ratio not squared": dict(power=1),
        "plus for minus": dict(plus=1),
    }),
    "aggregated_weights": (steps.any_z, {
        "size": "take the magnitude of each matrix before multiplying",
        "first": "the product starts with |w_y|, the last entry of the list",
        "start": "the product ends with |W2|: z starts above the first layer",
        "turn": "the row |w_y|^T multiplies from the left: z @ |W|, not |W| @ z",
        "order": "|w_y| comes first, then |W_L|, and |W2| last",
        "path": "a unit's paths to the output are added up",
    }, {
        SIGNED: dict(size=unchanged),
        "the magnitude of the product": dict(size=unchanged, then=np.abs),
        "no output weights": dict(first=1),
        "W1 as a factor": dict(start=0),
        "W2 left out": dict(start=2),
        TRANSPOSED: dict(turn=np.transpose),
        "the matrices in the wrong order": dict(order=1),
        "the strongest path in place of the sum": dict(
            path=lambda z, W: (z[:, None] * W).max(axis=0)
        ),
        "squares in place of magnitudes": dict(size=np.square),
    }),
    "strength": (steps.any_omega, {
        "rows for columns": HINTS[TRANSPOSED],
        "given": "only the features of the interaction count",
        "total": "Eq. 1 is the strength at each unit; Algorithm 1 adds them up",
    }, AVERAGES | OF_Z | {
        SIGNED: dict(size=unchanged),
        TRANSPOSED: dict(given=_turned),
        ONE_BASED: dict(given=lambda W1, z, I: (W1, z, less_one(I))),
        "rows for columns": (
            lambda W1, z, I: z[list(I)] * abs(W1[list(I)]).min(axis=1)
        ),
        "all features in place of the interaction's": dict(
            given=lambda W1, z, I: (W1, z, range(W1.shape[1]))
        ),
        "summed over units": dict(total=np.sum),
    }),
    "greedy_ranking": (steps.any_greedy, {}, RANKED | OF_Z | {
        TRANSPOSED: dict(given=_turned),
        "the mean over the units": dict(given=lambda W1, z: (W1, z / len(z))),
    }),
    "prune_redundant": (steps.any_prune, {}, {
        **{k: dict(drop=drop) for k, drop in DROPS.items()},
        "weakest first": dict(then=lambda ranking: ranking[::-1]),
        "nothing dropped": dict(drop=lambda own, above, every: False),
    }),
    "top_rank_recall": (steps.any_recall, {
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
    }),
    "cutoff": (steps.any_cutoff, {
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
        "the tolerance not relative": dict(
            gain=lambda new, best, t, last: new < best - t
        ),
        "compared with the error before": dict(
            gain=lambda new, best, t, last: new < (1 - t) * last
        ),
        "stopped at the first without a gain": dict(until=True),
        "all, where none reaches the reference": dict(none=lambda e: len(e) - 1),
        "0, where none reaches the reference": dict(none=lambda e: 0),
    }),
    "pairwise_strengths": (steps.any_pairs, {
        "then": "(i, j) and (j, i) are one pair: fill in both, with its strength",
        "diagonal": "a feature with itself is no pair",
        "total": "the strengths of all units are added up",
    }, OF_Z | {
        SIGNED: dict(size=unchanged),
        TRANSPOSED: dict(given=_turned),
        "the mean in place of the minimum": dict(mu=lambda a, b: (a + b) / 2),
        "the maximum in place of the minimum": dict(mu=np.maximum),
        "the sum in place of the minimum": dict(mu=np.add),
        "the product in place of the minimum": dict(mu=np.multiply),
        "only above the diagonal": dict(then=np.triu),
        "only below the diagonal": dict(then=np.tril),
        "each pair twice": dict(then=lambda S: 2 * S),
        "the diagonal filled": dict(diagonal=True),
        "the last unit only": dict(total=lambda S, axis: S[-1]),
        "the strongest unit in place of the sum": dict(total=np.max),
        "the mean over the units": dict(total=np.mean),
    }),
    "pairwise_auc": (steps.any_auc, {
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
    }),
    "shared_share": (steps.any_share, {
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
        "the product of the means": dict(
            product=lambda D_a, D_b: np.mean(D_a) * np.mean(D_b)
        ),
        "2^|I| forgotten": dict(corners=lambda d: 1),
        "2 |I| for 2^|I|": dict(corners=lambda d: 2 * d),
        "2^|I| multiplied": dict(corners=lambda d: 0.5**d),
        "the variance forgotten": dict(var=lambda v: 1),
        "divided by the deviation": dict(var=np.sqrt),
        "a correlation in place of the agreement": dict(centre=1),
        "no root": dict(root=unchanged),
        "no negative share": dict(end=positive_part),
        "share and agreement swapped": dict(then=lambda both: both[::-1]),
    }),
    "nid": (steps.any_nid, {
        "prune": HINTS["drop"],
        "z_of": "z of the first layer is |w_y| |W_L| ... |W2|, of magnitudes",
    }, RANKED | {
        "not pruned": dict(prune=unchanged),
        "every subset dropped": _pruning(DROPS["every subset dropped"]),
        "smaller taken for a subset": _pruning(DROPS["smaller taken for a subset"]),
        "overlap taken for a subset": _pruning(DROPS["overlap taken for a subset"]),
        "no outgoing weights z": dict(z_of=lambda w: np.ones(len(w[0]))),
        "signed weights in z": dict(z_of=lambda w: steps.any_z(w, size=unchanged)),
        "the output weights only": dict(z_of=lambda w: abs(w[-1])[0]),
    }),
}  # fmt: skip


def _made(function, given=None, then=unchanged, **steps):
    """The exercise's function with other steps, arguments or end."""
    if given:
        return lambda *case: then(function(*given(*case), **steps))
    return lambda *case: then(function(*case, **steps))


def _hints(mistake, made, own) -> list[str]:
    """What to say to a mistake: a word of its own, or those of the steps it changes."""
    hints = HINTS | own
    if mistake in hints:
        return [hints[mistake]]
    return [hints[k] for k in (["f"] if callable(made) else made) if k in hints]


@cache
def known_mistakes(name) -> list[Mistake]:
    """The mistakes of an exercise: each alone, then two at once."""
    function, own, known = _KNOWN[name]
    found, hints = [], {k: _hints(k, made, own) for k, made in known.items()}
    for k, made in known.items():
        answer = made if callable(made) else _made(function, **made)
        found.append(Mistake(k, "; ".join(hints[k]), answer))
    for (k, first), (k2, second) in combinations(known.items(), 2):
        if not (callable(first) or callable(second) or first.keys() & second.keys()):
            hint = "; ".join(dict.fromkeys([*hints[k], *hints[k2]]))
            both = _made(function, **first, **second)
            found.append(Mistake(f"{k}, and {k2}", hint, both))
    return found


MISTAKES = {name: known_mistakes(name)[: len(k[2])] for name, k in _KNOWN.items()}
