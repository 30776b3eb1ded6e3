"""Exercises 5 to 8: interactions in a function, a graph, a mean and one ReLU."""

from functools import partial
from itertools import combinations
from math import prod

import numpy as np

from ..averaging import cross_coefficient
from ..graph import common_descendants
from ..interactions import mixed_difference
from .compare import array, vertices
from .exercise import Exercise, less_one, numbers, some_features

FUNCTIONS = (
    "lambda X: X[:, 0] * X[:, 1] + np.sin(X[:, 1] + X[:, 2])",
    "lambda X: X[:, 0] * X[:, 1] * X[:, 2] + X[:, 0]",
    "lambda X: np.exp(X[:, 0] - X[:, 2]) * X[:, 1]",
)


def _mix(a, b, features):
    """The corner whose features come from b, and all others from a."""
    corner = a.copy()
    corner[:, list(features)] = b[:, list(features)]
    return corner


def _corners(f, I, a, b, sign=-1):
    """The sum over the corners, each with sign^(the features that come from a)."""
    corners = [(k, S) for k in range(len(I) + 1) for S in combinations(I, k)]
    return sum(sign ** (len(I) - k) * f(_mix(a, b, S)) for k, S in corners)


DIFFERENCE = {
    "a product of single differences": lambda f, I, a, b: prod(
        f(_mix(a, b, [i])) - f(a) for i in I
    ),
    "no alternating signs": partial(_corners, sign=1),
    "the signs turned round": lambda f, I, *ab: (-1) ** len(I) * _corners(f, I, *ab),
    "only the two outer corners": lambda f, I, a, b: f(_mix(a, b, I)) - f(a),
    "the other features from b": lambda f, I, a, b: _corners(f, I, _mix(b, a, I), b),
    "a and b swapped": lambda f, I, a, b: _corners(f, I, b, a),
    "features counted from 1": lambda f, I, a, b: _corners(f, less_one(I), a, b),
    "the magnitude": lambda *case: abs(_corners(*case)),
}


def _random_graph(rng):
    """Sparse weights, some of which cancel along two paths."""
    sizes = [*rng.integers(2, 5, rng.integers(2, 4)).tolist(), 1]
    shapes = list(zip(sizes[1:], sizes))
    weights = [rng.choice([-1.0, 0.0, 1.0], s, p=[0.3, 0.4, 0.3]) for s in shapes]
    return weights, some_features(rng, sizes[0], min(3, sizes[0]))


def _descendants(weights, I, edge=lambda W: W != 0, every=all, layers=slice(-1),
                 vertex=lambda layer, unit: (layer, unit)):  # fmt: skip
    reached, found = np.eye(weights[0].shape[1]), []
    for layer, W in enumerate(weights, 1):
        reached = edge(W).astype(float) @ reached
        rows = [every(row[i] != 0 for i in I) for row in reached]
        found.append([vertex(layer, unit) for unit in np.flatnonzero(rows)])
    return sum(found[layers], [])


DESCENDANTS = {
    "the first hidden layer only": partial(_descendants, layers=slice(1)),
    "the last hidden layer only": partial(_descendants, layers=slice(-2, -1)),
    "any feature in place of all": partial(_descendants, every=any),
    "layers counted from 0": partial(_descendants, vertex=lambda l, u: (l - 1, u)),
    "units counted from 1": partial(_descendants, vertex=lambda l, u: (l, u + 1)),
    "layer and unit swapped": partial(_descendants, vertex=lambda l, u: (u, l)),
    "positive weights only": partial(_descendants, edge=lambda W: W > 0),
    "paths that cancel": partial(_descendants, edge=np.array),
    "the output as a vertex": partial(_descendants, layers=slice(None)),
    "features counted from 1": lambda weights, I: _descendants(weights, less_one(I)),
}


def _mean(w, exponent, size=np.abs, ends=np.abs, total=np.mean, root=True, d=len):
    """`size` is for the finite exponents, `ends` for the maximum and the minimum."""
    if np.isinf(exponent):
        return np.max(ends(w)) if exponent > 0 else np.min(ends(w))
    with np.errstate(all="ignore"):
        if exponent == 0:
            return np.prod(size(w)) ** (1 / d(w) if root and total is np.mean else 1)
        return total(size(w) ** float(exponent)) ** (1 / exponent if root else 1)


GENERALISED = {
    "signed weights": partial(_mean, size=np.array, ends=np.array),
    "signed weights in maximum and minimum": partial(_mean, ends=np.array),
    "the sum in place of the mean": partial(_mean, total=np.sum),
    "no root at the end": partial(_mean, root=False),
    "the infinite exponents swapped": lambda w, e: _mean(w, -e if np.isinf(e) else e),
    "always the arithmetic mean": lambda w, e: np.mean(np.abs(w)),
    "a square root at exponent 0": partial(_mean, d=lambda w: 2),
}


def _beta_5(a, b, factor=min, power=2, five=5):
    """App. B's formula; the factor is chosen from the two magnitudes."""
    s, l = sorted([abs(a), abs(b)])
    return np.sign(a * b) * 3 / 4 * (1 - (s / (l or 1)) ** power / five) * factor(s, l)


COEFFICIENT = {
    "no sign": lambda a, b: abs(_beta_5(a, b)),
    "3/4 of the smaller weight": partial(_beta_5, five=np.inf),
    "the larger weight as factor": partial(_beta_5, factor=max),
    "no 3/4": lambda a, b: _beta_5(a, b) * 4 / 3,
    "the ratio not squared": partial(_beta_5, power=1),
}
DEFINITION = {
    "mixed_difference": Exercise(
        mixed_difference,
        array,
        lambda rng: (
            FUNCTIONS[rng.integers(3)],
            some_features(rng, 3),
            *numbers(rng, 2, rng.integers(1, 4), 3),
        ),
        DIFFERENCE,
    ),
    "common_descendants": Exercise(
        common_descendants, vertices, _random_graph, DESCENDANTS
    ),
    "generalised_mean": Exercise(
        _mean,
        array,
        lambda rng: (
            numbers(rng, rng.integers(2, 6)),
            ("np.inf", 2, 1, 0, -1, "-np.inf")[rng.integers(6)],
        ),
        GENERALISED,
    ),
    "cross_coefficient": Exercise(
        cross_coefficient,
        array,
        lambda rng: tuple(map(float, numbers(rng, 2))),
        COEFFICIENT,
    ),
}
