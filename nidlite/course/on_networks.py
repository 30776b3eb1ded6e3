"""Exercises 1 to 8: a network and its training, and the interactions of functions.

Tests hold the first four right functions equal to the package's.
"""

from math import prod

import numpy as np

from .. import averaging
from ..averaging import cross_coefficient
from ..graph import common_descendants
from ..interactions import mixed_difference
from .compare import array, arrays, vertices


def _relu(a):
    return np.maximum(a, 0)


def _forward(X, W1, b1, w_y, b_y):
    return _relu(X @ W1.T + b1) @ w_y + b_y


def _backprop(X, y, W1, b1, w_y, b_y, slope=lambda a: a > 0, factor=2):
    """The chain rule, from the output down to W1."""
    a = X @ W1.T + b1
    d = factor * (_relu(a) @ w_y + b_y - y) / len(y)
    up = np.outer(d, w_y) * slope(a)
    return up.T @ X, up.sum(axis=0), _relu(a).T @ d, d.sum()


def _l1_subgradient(W, constant):
    return constant * np.sign(W)


def _adam_step(theta, g, m, v, t, rate, root=np.sqrt):
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g**2
    m_hat, v_hat = m / (1 - 0.9**t), v / (1 - 0.999**t)
    return theta - rate * m_hat / (root(v_hat) + 1e-8), m, v


FORWARD = {
    "no ReLU": lambda X, W1, b1, w_y, b_y: (X @ W1.T + b1) @ w_y + b_y,
    "ReLU at the output as well": lambda *case: _relu(_forward(*case)),
    "no biases of the hidden units": lambda X, W, b, w, c: _forward(X, W, 0, w, c),
    "transposed matrix": lambda X, W1, *rest: _forward(X, W1.T, *rest),
}
BACKPROP = {
    "ReLU's slope left out": lambda *case: _backprop(*case, slope=np.ones_like),
    "the 2 of the square left out": lambda *case: _backprop(*case, factor=1),
    "the sum over rows in place of the mean": lambda X, *rest: _backprop(
        X, *rest, factor=2 * len(X)
    ),
    "the direction of descent": lambda *case: _backprop(*case, factor=-2),
}
SUBGRADIENT = {
    "+1 at zero": lambda W, constant: constant * np.where(W >= 0, 1, -1),
    "the gradient of L2": lambda W, constant: constant * 2 * W,
    "the constant forgotten": lambda W, constant: np.sign(W),
    "the mean in place of the sum": lambda W, constant: constant * np.sign(W) / W.size,
}
ADAM = {
    "no bias correction": lambda *case: _adam_step(*case[:4], np.inf, case[5]),
    "steps counted from 0": lambda *case: _adam_step(*case[:4], case[4] + 1, case[5]),
    "uphill": lambda *case: _adam_step(*case[:5], -case[5]),
    "no square root": lambda *case: _adam_step(*case, root=np.array),
}


def _mix(a, b, features):
    """The corner whose features come from b, and all others from a."""
    return np.where(np.isin(np.arange(a.shape[1]), features), b, a)


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
        units = np.flatnonzero(every(reached[:, interaction] != 0, axis=1))
        found += [(layer, unit) for unit in units]
    return found


PATHS = {
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
        _mean(w, e) if e else abs(np.prod(w)) ** 0.5
    ),
    "the infinite exponents swapped": lambda w, e: _mean(w, -e if np.isinf(e) else e),
    "always the arithmetic mean": lambda w, e: np.mean(np.abs(w)),
}
CROSS = {
    "no sign": lambda alpha1, alpha2: abs(cross_coefficient(alpha1, alpha2)),
    "no 3/4": lambda alpha1, alpha2: cross_coefficient(alpha1, alpha2) * 4 / 3,
}
NETWORKS = {
    "forward": ("X W1 b1 w_y b_y", _forward, array, FORWARD),
    "backprop": ("X y W1 b1 w_y b_y", _backprop, arrays, BACKPROP),
    "l1_subgradient": ("W1 constant", _l1_subgradient, array, SUBGRADIENT),
    "adam_step": ("theta g m v t rate", _adam_step, arrays, ADAM),
    "mixed_difference": ("f interaction a b", mixed_difference, array, MIXED),
    "common_descendants": ("sparse interaction", common_descendants, vertices, PATHS),
    "generalised_mean": ("w exponent", _mean, array, MEANS),
    "cross_coefficient": ("alpha1 alpha2", cross_coefficient, array, CROSS),
}
