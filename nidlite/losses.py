"""What training minimises (Sec. 5.1): value and derivative side by side.

A loss maps the network's outputs f, (n,), and the targets y, (n,), to its value, a
number, and its derivative in f, (n,), from which autograd goes on through the network.
For more than two classes, which the paper has not, f and the derivative are (n, c).
"""

import numpy as np


def mean_squared_error(f, y):
    """mean (f - y)^2, for regression."""
    residual = f - y
    return residual @ residual / len(y), residual * (2 / len(y))


def binary_cross_entropy(f, y):
    """mean of -y log s(f) - (1 - y) log(1 - s(f)), f the logits and y in {0, 1}.

    With s the sigmoid this is log(1 + e^f) - y f, which no logit overflows.
    """
    value = np.mean(np.logaddexp(0, f) - y * f)
    return value, (sigmoid(f) - y) / len(y)


def softmax_cross_entropy(f, y):
    """mean of -log softmax(f)[y], f the logits, (n, c), and y in {0, ..., c - 1}.

    For two classes with logits (0, f) this is binary_cross_entropy.
    """
    true = np.arange(len(y)), y.astype(int)
    shifted = f - f.max(axis=1, keepdims=True)  # no logit overflows
    value = np.mean(np.log(np.exp(shifted).sum(axis=1)) - shifted[true])
    slope = softmax(f)
    slope[true] -= 1
    return value, slope / len(y)


def sigmoid(f):
    """1 / (1 + e^-f), the probability of class 1, for any logit without overflow."""
    return 0.5 * (1 + np.tanh(0.5 * f))


def softmax(f):
    """e^f / sum e^f in each row of f, (n, c): the classes' probabilities."""
    powers = np.exp(f - f.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


LOSSES = {
    "regression": mean_squared_error,
    "classification": binary_cross_entropy,
    "multiclass": softmax_cross_entropy,
}
