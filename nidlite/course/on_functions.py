"""Exercises 5 to 8: interactions in a function, a graph, a mean and one ReLU."""

from math import prod

import numpy as np

from .. import averaging
from ..averaging import cross_coefficient
from ..graph import common_descendants
from ..interactions import mixed_difference
from .compare import array, vertices


def _mix(a, b, features):
    """The corner whose features come from b, and all others from a."""
    corner = a.copy()
    corner[:, list(features)] = b[:, list(features)]
    return corner


def _product(f, interaction, a, b):
    return prod(f(_mix(a, b, [i])) - f(a) for i in interaction)


MIXED = {
    "a product of single differences": _product,
    "only the two outer corners": lambda f, I, a, b: f(_mix(a, b, I)) - f(a),
}


def _vertices(weights, interaction, size=np.abs, every=np.all):
    """The (layer, unit) that every feature reaches, by products of the matrices."""
    found, reached = [], np.eye(weights[0].shape[1])
    for layer, W in enumerate(weights[:-1], 1):
        reached = size(W) @ reached
        units = np.flatnonzero(every(reached[:, list(interaction)] != 0, axis=1))
        found += [(layer, unit) for unit in units]
    return found


DESCENDANTS = {
    "any feature in place of all": lambda *case: _vertices(*case, every=np.any),
    "layers counted from 0": lambda weights, I: [
        (layer - 1, unit) for layer, unit in common_descendants(weights, I)
    ],
    "paths that cancel": lambda *case: _vertices(*case, size=np.array),
}


OF_EXPONENT = dict(zip((np.inf, 2, 1, 0, -1, -np.inf), averaging.MEANS.values()))


def _mean(w, exponent):
    return OF_EXPONENT[exponent](np.abs(w))


MEANS = {
    "a square root at exponent 0": lambda w, e: (
        _mean(w, e) if e else np.sqrt(np.prod(np.abs(w)))
    ),
    "the infinite exponents swapped": lambda w, e: _mean(w, -e if np.isinf(e) else e),
    "always the arithmetic mean": lambda w, e: np.mean(np.abs(w)),
}


CROSS = {
    "no sign": lambda alpha1, alpha2: abs(cross_coefficient(alpha1, alpha2)),
    "no 3/4": lambda alpha1, alpha2: cross_coefficient(alpha1, alpha2) * 4 / 3,
}
DEFINITION = {
    "mixed_difference": ("f interaction a b", mixed_difference, array, MIXED),
    "common_descendants": (
        "sparse interaction",
        common_descendants,
        vertices,
        DESCENDANTS,
    ),
    "generalised_mean": ("w exponent", _mean, array, MEANS),
    "cross_coefficient": ("alpha1 alpha2", cross_coefficient, array, CROSS),
}
