"""Exercises 1 to 4: a network with one hidden layer, its gradient, and a step.

Each function is right by default, and an argument replaces one of its parts: so a
mistake is made. Tests hold the right forms equal to the package's.
"""

from functools import partial

import numpy as np

from .compare import array, arrays
from .exercise import Exercise, numbers


def _positive(a):
    return np.maximum(a, 0)


def _network(rng):
    """Three rows X and a network; odd hundredths keep ReLU away from its kink."""
    X, W1, b1 = np.round(numbers(rng, 3, 2)), numbers(rng, 2, 2), numbers(rng, 2)
    return X, W1, np.round(b1 + 0.05, 2), numbers(rng, 2), float(numbers(rng))


def _forward(X, W1, b1, w_y, b_y, relu=_positive):
    return relu(X @ W1.T + b1) @ w_y + b_y


def _backprop(
    X, y, W1, b1, w_y, b_y, slope=np.sign, error=2, rows=len, reads=_positive
):
    """The chain rule; the slope of ReLU is read off h."""
    a = X @ W1.T + b1
    d = error * (_positive(a) @ w_y + b_y - y) / rows(y)
    up = np.outer(d, w_y) * slope(_positive(a))
    return up.T @ X, up.sum(axis=0), reads(a).T @ d, d.sum()


def _adam_step(
    theta, g, m, v, t, rate, b1=0.9, b2=0.999, power=2, hats=(1, 1), root=0.5
):
    """Without bias correction of m and v the hats are 0."""
    m, v = b1 * m + (1 - b1) * g, b2 * v + (1 - b2) * np.power(g, power)
    m_hat, v_hat = m / (1 - b1**t) ** hats[0], v / (1 - b2**t) ** hats[1]
    with np.errstate(invalid="ignore"):  # of a mistake: the root of a negative v
        return theta - rate * m_hat / (v_hat**root + 1e-8), m, v


FORWARD = {
    "no ReLU": partial(_forward, relu=np.array),
    "magnitudes in place of ReLU": partial(_forward, relu=np.abs),
    "a step in place of ReLU": partial(_forward, relu=lambda a: a > 0),
    "ReLU at the output as well": lambda *case: _positive(_forward(*case)),
    "no biases of the hidden units": lambda X, W, b, w, c: _forward(X, W, 0 * b, w, c),
    "no bias of the output": lambda *case: _forward(*case[:4], 0),
    "transposed matrix": lambda X, W1, *rest: _forward(X, W1.T, *rest),
}
BACKPROP = {
    "ReLU's slope left out": partial(_backprop, slope=np.ones_like),
    "h in place of ReLU's slope": partial(_backprop, slope=np.array),
    "the 2 of the square left out": partial(_backprop, error=1),
    "the sum over rows in place of the mean": partial(_backprop, rows=lambda y: 1),
    "the direction of descent": partial(_backprop, error=-2),
    "a in place of h": partial(_backprop, reads=np.array),
    "transposed gradient": lambda *c: (_backprop(*c)[0].T, *_backprop(*c)[1:]),
}
SUBGRADIENT = {
    "+1 at zero": lambda W, c: c * np.where(W >= 0, 1, -1),
    "0 for negative weights": lambda W, c: c * (W > 0),
    "the gradient of L2": lambda W, c: c * 2 * W,
    "half of the gradient of L2": lambda W, c: c * W,
    "magnitudes in place of signs": lambda W, c: c * np.abs(W),
    "the value in place of the slope": lambda W, c: c * np.abs(W).sum(),
    "the constant forgotten": lambda W, c: np.sign(W),
    "the direction of descent": lambda W, c: -c * np.sign(W),
    "the mean in place of the sum": lambda W, c: c * np.sign(W) / W.size,
}
ADAM = {
    "no bias correction": partial(_adam_step, hats=(0, 0)),
    "only m corrected": partial(_adam_step, hats=(1, 0)),
    "only v corrected": partial(_adam_step, hats=(0, 1)),
    "the betas swapped": partial(_adam_step, b1=0.999, b2=0.9),
    "beta and 1 - beta swapped": partial(_adam_step, b1=0.1, b2=0.001),
    "uphill": lambda *case: _adam_step(*case[:5], -case[5]),
    "no square root": partial(_adam_step, root=1),
    "v without the square": partial(_adam_step, power=1),
    "steps counted from 0": lambda *c: _adam_step(*c[:4], c[4] + 1, c[5]),
    "corrected as in the first step": lambda *c: _adam_step(*c[:4], 1, c[5]),
}
TRAINING = {
    "forward": Exercise(_forward, array, _network, FORWARD),
    "backprop": Exercise(
        _backprop,
        arrays,
        lambda rng: ((case := _network(rng))[0], numbers(rng, 3), *case[1:]),
        BACKPROP,
    ),
    "l1_subgradient": Exercise(
        lambda W, constant: constant * np.sign(W),
        array,
        lambda rng: (numbers(rng, *rng.integers(1, 4, 2)), 0.2),
        SUBGRADIENT,
    ),
    "adam_step": Exercise(
        _adam_step,
        arrays,
        lambda rng: (*numbers(rng, 3, 2), numbers(rng, 2, low=0.1), 3, 0.01),
        ADAM,
    ),
}
