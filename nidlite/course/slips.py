"""What the tables of mistakes share: the register, hints, small steps, and mistakes.

An exercise's entry in SLIPS is one function with an argument for each of its steps,
which by default is right; {step: its hint}; and {mistake: what it puts in place of
steps}. A hint does not give the answer away. A mistake may also change the arguments
("given") or what is returned ("then"), or be a function of its own.
"""

import numpy as np

SLIPS: dict[str, tuple] = {}

ONE_BASED, DESCENT = "features counted from 1", "the direction of descent"
TRANSPOSED, SIGNED = "transposed matrix", "signed weights"
_SUBSET = "a subset goes when a strictly larger set ranks above it; others stay"
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
    "goes": _SUBSET,
    "among": _SUBSET,
    ONE_BASED: "features count from 0 here: the paper's {1, 2} is (0, 1)",
    TRANSPOSED: "W1 is (p_1, p): a row for each hidden unit, a column for each feature",
    DESCENT: "the gradient points uphill; the optimiser subtracts it",
    "the mean over the units": "Algorithm 1 adds the strengths of all units up",
    "weakest first": "a ranking is sorted by strength in descending order",
}


def unchanged(a):
    """The step left out."""
    return a


def positive_part(a):
    """ReLU of each entry."""
    return np.maximum(a, 0)


def less_one(interaction):
    """The features of an interaction as if they counted from 1."""
    return tuple(i - 1 for i in interaction)


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
