"""Exercises 1 to 4: a network with one hidden layer, its gradient, and a step.

Tests hold the right functions equal to the package's.
"""

import numpy as np

from .compare import array, arrays


def _relu(a):
    return np.maximum(a, 0)


def _forward(X, W1, b1, w_y, b_y):
    return _relu(X @ W1.T + b1) @ w_y + b_y


def _backprop(X, y, W1, b1, w_y, b_y, slope=lambda a: a > 0):
    """The chain rule, from the output down to W1."""
    a = X @ W1.T + b1
    d = 2 * (_relu(a) @ w_y + b_y - y) / len(y)
    up = np.outer(d, w_y) * slope(a)
    return up.T @ X, up.sum(axis=0), _relu(a).T @ d, d.sum()


def _times(factor, gradients):
    return [factor * gradient for gradient in gradients]


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
    "the 2 of the square left out": lambda *case: _times(0.5, _backprop(*case)),
    "the sum over rows in place of the mean": lambda X, *rest: _times(
        len(X), _backprop(X, *rest)
    ),
    "the direction of descent": lambda *case: _times(-1, _backprop(*case)),
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
TRAINING = {
    "forward": ("X W1 b1 w_y b_y", _forward, array, FORWARD),
    "backprop": ("X y W1 b1 w_y b_y", _backprop, arrays, BACKPROP),
    "l1_subgradient": ("W1 constant", _l1_subgradient, array, SUBGRADIENT),
    "adam_step": ("theta g m v t rate", _adam_step, arrays, ADAM),
}
