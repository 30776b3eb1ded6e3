"""What training minimises, as formulas that autograd differentiates (Sec. 5.1).

A loss is the mean of the errors of all rows. An error compares the network's output f,
(n,), with the target y, (n,). For more than two classes, which the paper does not have,
f is (n, c).

>>> float(mean_loss("regression", np.array([1.0, 2.0]), np.array([1.0, 0.0])))
2.0
"""

import autograd.numpy as np


def squared_errors(f, y):
    """(f - y)^2 of each row, (n,)."""
    return (f - y) ** 2


def binary_cross_entropies(f, y):
    """-y log s(f) - (1 - y) log(1 - s(f)) of each row, f the logits and y in {0, 1}.

    With s the sigmoid this is log(e^0 + e^f) - y f, which no logit overflows.
    """
    return np.logaddexp(0, f) - y * f


def softmax_cross_entropies(f, y):
    """-log softmax(f)[y] of each row, f the logits, (n, c), and y in {0, ..., c - 1}.

    For two classes with logits (0, f) these are binary_cross_entropies.
    """
    shifted = f - np.max(f, axis=1, keepdims=True)  # the same softmax, no overflow
    true = shifted[np.arange(len(y)), y.astype(int)]
    return np.log(np.sum(np.exp(shifted), axis=1)) - true


def sigmoid(f):
    """1 / (1 + e^-f), the probability of class 1, for any logit without overflow."""
    return 0.5 * (1 + np.tanh(0.5 * f))


def softmax(f):
    """e^f / sum e^f in each row of f, (n, c): the classes' probabilities."""
    powers = np.exp(f - np.max(f, axis=1, keepdims=True))
    return powers / np.sum(powers, axis=1, keepdims=True)


# The error of each row, (n,).
ROW_ERRORS = {
    "regression": squared_errors,
    "classification": binary_cross_entropies,
    "multiclass": softmax_cross_entropies,
}


def row_errors(loss, f, y, w=None):
    """The named loss's error of each row, (n,), times the rows' weights w, (n,)."""
    errors = ROW_ERRORS[loss](f, y)
    return errors if w is None else w * errors


def mean_loss(loss, f, y, w=None):
    """The named loss: the mean of row_errors.

    Over all rows the weights have mean 1, and this is the weighted mean. In a batch
    they are left as they are, so that the mean over all batches is that of all rows.
    """
    return np.mean(row_errors(loss, f, y, w))


def constant(loss, y, w=None, outputs=1):
    """The one output for all rows that has the least loss: the mean of y, or logits.

    y and weights w are (n,). It is a number, or (c,) for c > 1 outputs.
    """
    if loss == "regression":
        return np.average(y, weights=w)
    counts = np.bincount(y.astype(int), w, minlength=max(outputs, 2))
    logits = np.log(np.maximum(counts, 1e-9))
    return logits if outputs > 1 else logits[1] - logits[0]
