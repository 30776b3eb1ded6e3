"""`losses` with their derivatives written by hand, value and slope in one pass.

Each maps the network's outputs f and the targets y to (value, d value / d f).
"""

import numpy as np

from ..losses import mean_loss, sigmoid, softmax


def mean_squared_error(f, y):
    """losses.mean_squared_error and 2 (f - y) / n."""
    residual = f - y
    return residual @ residual / len(y), residual * (2 / len(y))


def binary_cross_entropy(f, y):
    """losses.binary_cross_entropy and (s(f) - y) / n."""
    value = np.mean(np.logaddexp(0, f) - y * f)
    return value, (sigmoid(f) - y) / len(y)


def softmax_cross_entropy(f, y):
    """losses.softmax_cross_entropy and (softmax(f) - one-hot y) / n."""
    true = np.arange(len(y)), y.astype(int)
    shifted = f - f.max(axis=1, keepdims=True)
    value = np.mean(np.log(np.exp(shifted).sum(axis=1)) - shifted[true])
    slope = softmax(f)
    slope[true] -= 1
    return value, slope / len(y)


SLOPES = {
    "regression": mean_squared_error,
    "classification": binary_cross_entropy,
    "multiclass": softmax_cross_entropy,
}


def weighted(loss, f, y, w):
    """losses.mean_loss with weights w, (n,), and its slope: w times each row's."""
    _, slope = SLOPES[loss](f, y)
    return mean_loss(loss, f, y, w), (slope.T * w).T
