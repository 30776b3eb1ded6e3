"""Exercises on networks and their interactions, each step an argument.

By default a step is right; a mistake in exercises.txt puts another in its place.
"""

from itertools import combinations
from math import prod  # noqa: F401 (exercises.txt takes it from here)

import numpy as np


def unchanged(a):
    """The step left out."""
    return a


def positive_part(a):
    return np.maximum(a, 0)


def less_one(interaction):
    """The features of an interaction as if they counted from 1."""
    return tuple(i - 1 for i in interaction)


def _forward(X, W1, b1, w_y, b_y, relu=positive_part, size=unchanged,
             first=1, late=0, last=1):  # fmt: skip
    h = relu(X @ W1.T + first * b1) + late * b1
    return h @ size(w_y) + last * b_y


def _backprop(X, y, *net, slope=np.sign, two=2, rows=len, of=positive_part,
              back=unchanged, end=unchanged):  # fmt: skip
    W1, b1, w_y, b_y = net
    a = X @ W1.T + b1
    d = two * (positive_part(a) @ w_y + b_y - y) / rows(y)
    up = np.outer(d, back(w_y)) * slope(positive_part(a))
    return end(up.T @ X), up.sum(axis=0), of(a).T @ d, d.sum()


def _l1_subgradient(W, c, sign=np.sign, factor=1, total=unchanged, constant=unchanged):
    return total(factor * constant(c) * sign(W))


def _adam_step(theta, g, m, v, t, rate, b1=0.9, b2=0.999, parts=None,
               power=2, late=0, m_hat=1, v_hat=1, root=np.sqrt, eps=1e-8,
               down=1, old=False, hats=False):  # fmt: skip
    new = 1 - b1 if parts is None else parts, 1 - b2 if parts is None else parts
    averages = m, v
    m, v, t = b1 * m + new[0] * g, b2 * v + new[1] * np.power(g, power), t + late
    use = averages if old else (m, v)
    with np.errstate(all="ignore"):
        hat = use[0] / (1 - b1**t) ** m_hat, use[1] / (1 - b2**t) ** v_hat
        step = rate * hat[0] / (root(hat[1]) + eps)
    return theta - down * step, *(hat if hats else (m, v))


def _mixed_difference(f, interaction, a, b, sign=lambda d, s: (-1) ** (d - s),
                      skip=(), total=unchanged, per=1):  # fmt: skip
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


def _common_descendants(weights, interaction, edge=lambda W: W != 0,
                        every=all, layers=None, start=(1, 0), until=-1):  # fmt: skip
    found, reached = [], np.eye(weights[0].shape[1])
    for layer, W in enumerate(weights[:until] if until else weights):
        reached = edge(W).astype(float) @ reached
        if layers is None or layer in (layers, layers + len(weights)):
            for unit, row in enumerate(reached):
                if every(row[i] != 0 for i in interaction):
                    found.append((layer + start[0], unit + start[1]))
    return found


def _generalised_mean(w, exponent, size=np.abs, ends=np.abs, total=np.mean,
                      root=True, d=len, zero=None):  # fmt: skip
    w, given = size(np.asarray(w, float)), np.asarray(w, float)
    with np.errstate(all="ignore"):
        if np.isinf(exponent):
            return np.max(ends(given)) if exponent > 0 else np.min(ends(given))
        if exponent == 0 and zero is None:
            return np.prod(w) ** (1 / d(w) if root and total is np.mean else 1)
        return total(w**exponent) ** (1 / exponent if root and exponent else 1)


def _cross_coefficient(alpha1, alpha2, sign=lambda a, b: np.sign(a * b),
                       pick=unchanged, five=5, three=3 / 4, power=2,
                       plus=-1, factor=lambda s, l: s):  # fmt: skip
    small, large = pick(sorted([abs(alpha1), abs(alpha2)]))
    size = three * (1 + plus * (small / (large or 1)) ** power / five)
    return sign(alpha1, alpha2) * size * factor(small, large)
