"""`training.Plain`, made fast: the same training step with buffers, in place.

One new array for each operation would take longer than the operation. At p = 1000 there
are a million parameters, so all operations on one part come before the next part.
"""

import numpy as np

from ..losses import mean_loss, sigmoid, softmax
from ..penalties import PENALTIES, l1, penalised, subgradient
from .backprop import Passes, predict

PART = 2**16  # parameters at a time: what the processor's cache holds
LEAST = 1e-15  # a parameter, or a mean slope, that is smaller does nothing


class Fast:
    """Trains theta in place: loss, gradient, penalty, Adam."""

    def __init__(self, network, theta, loss, recipe, batch):
        self.network, self.theta, self.loss = network, theta.copy(), loss
        self.passes = Passes(network, batch, self.theta)
        self.adams = [(part, Adam(self.theta[part])) for part in parts(0, network.size)]
        penalty, constant = recipe.penalty, recipe.penalty_constant
        self.add_subgradient = regulariser(network, penalty, constant, theta.dtype)

    def step(self, X, y, rate, w=None) -> float:
        """One step on a batch X, (batch, p), y and weights: the loss before it."""
        value, gradient = self.loss_and_gradient(self.theta, X, y, w)
        self.add_subgradient(self.theta, gradient)
        for part, adam in self.adams:
            adam.step(self.theta[part], gradient[part], rate)
        return value

    def loss_and_gradient(self, theta, X, y, w=None):
        """The loss on the batch, and its gradient in theta, without the penalty."""
        passes = self.passes
        if theta is not self.theta or len(X) != passes.rows:
            passes = Passes(self.network, len(X), theta)
        value, slope = loss_and_slope(self.loss, passes.forward(X), y, w)
        return value, passes.backward(slope)

    def output(self, X):
        """The network's output for any number of rows."""
        return predict(self.network, self.theta, X)

    def end_epoch(self):
        """Set to 0 what is too small to matter, and slow to compute with."""
        for part, adam in self.adams:
            adam.flush(self.theta[part])


def parts(start, stop):
    """Slices of at most PART parameters, from start to stop."""
    return [slice(k, min(k + PART, stop)) for k in range(start, stop, PART)]


# The losses of outputs f and targets y, each with its slope d loss / d f.
def squared_error_and_slope(f, y):
    """mean (f - y)^2, and 2 (f - y) / n."""
    residual = f - y
    return residual @ residual / len(y), residual * (2 / len(y))


def binary_cross_entropy_and_slope(f, y):
    """mean log(1 + e^f) - y f, and (sigmoid(f) - y) / n."""
    value = np.mean(np.logaddexp(0, f) - y * f)
    return value, (sigmoid(f) - y) / len(y)


def softmax_cross_entropy_and_slope(f, y):
    """mean -log softmax(f)[y], and (softmax(f) - one-hot y) / n."""
    true = np.arange(len(y)), y.astype(int)
    shifted = f - f.max(axis=1, keepdims=True)
    value = np.mean(np.log(np.exp(shifted).sum(axis=1)) - shifted[true])
    slope = softmax(f)
    slope[true] -= 1
    return value, slope / len(y)


SLOPES = {
    "regression": squared_error_and_slope,
    "classification": binary_cross_entropy_and_slope,
    "multiclass": softmax_cross_entropy_and_slope,
}


def loss_and_slope(loss, f, y, w=None):
    """losses.mean_loss and its slope in f; weights w, (n,), multiply each row's."""
    value, slope = SLOPES[loss](f, y)
    return (value, slope) if w is None else (mean_loss(loss, f, y, w), (slope.T * w).T)


def regulariser(network, name, constant, dtype):
    """The function of (theta, gradient) that adds constant * penalties.subgradient."""
    first, rest = PENALTIES[name]
    slope_of = sign if rest is l1 else rest.subgradient
    constants = np.zeros(network.size, dtype)  # 0 for each bias
    for _, W in penalised(network, constants, name):
        W[...] = constant
    pieces = [
        part
        for stack, places in zip(network.stacks, network.places)
        if stack.penalised
        for part in parts(places[0][0].start, places[-1][0].stop)
    ]

    def add_subgradient(theta, gradient):
        if first is not rest:  # a group penalty, on W1: the plain form
            gradient += constant * subgradient(network, theta, name)
            return
        for part in pieces:
            slope = slope_of(theta[part])
            slope *= constants[part]
            gradient[part] += slope

    return add_subgradient


def sign(W):
    """W / |W|, 0 at 0: faster than np.sign, and the same for 0 and |W| > 1e-30."""
    size = np.abs(W)
    size += np.finfo(W.dtype).tiny
    return np.divide(W, size, out=size)


class Adam:
    """optimizers.adam on one theta, which every step changes in place.

    The paper's m and v are (1 - beta1) M and (1 - beta2) V here: leaving the two
    factors to the scalars of the step saves two passes over the vector.
    """

    def __init__(self, theta, beta1=0.9, beta2=0.999, eps=1e-8):
        self.beta1, self.beta2, self.eps = beta1, beta2, eps
        self.t, self.M, self.V = 0, np.zeros_like(theta), np.zeros_like(theta)

    def step(self, theta, g, rate):
        """theta -= rate m^ / (sqrt(v^) + eps), in place; g is used up."""
        self.t += 1
        self.M *= self.beta1
        self.M += g
        self.V *= self.beta2
        self.V += np.square(g, out=g)
        # m^ = M (1 - beta1) / (1 - beta1^t), sqrt(v^) = sqrt(V) * root
        root = ((1 - self.beta2) / (1 - self.beta2**self.t)) ** 0.5
        scale = rate * (1 - self.beta1) / (1 - self.beta1**self.t) / root
        denominator = np.sqrt(self.V, out=g)
        denominator += self.eps / root
        step = np.divide(self.M, denominator, out=g)
        step *= scale
        theta -= step

    def flush(self, theta):
        """Set to 0, in place, what is too small to matter.

        L2 shrinks a dead unit's weights until they are subnormal numbers, with which a
        processor computes many times more slowly.
        """
        for values, least in ((theta, LEAST), (self.M, LEAST), (self.V, LEAST**2)):
            values[np.abs(values) < least] = 0
