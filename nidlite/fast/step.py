"""`training.Plain`, made fast: the same step in place."""

from functools import partial

import numpy as np

from ..losses import mean_loss, sigmoid
from ..penalties import PENALTIES, penalised, subgradient
from .backprop import Passes, predict

LEAST = 1e-15  # a parameter, or a mean slope, that is smaller does nothing


class Fast:
    """Trains theta in place: loss, gradient, penalty, Adam."""

    def __init__(self, network, theta, loss, recipe, batch):
        self.network, self.theta, self.loss = network, theta.copy(), loss
        self.passes = {batch: Passes(network, batch, self.theta)}  # by rows, made once
        self.adam = Adam(self.theta)
        first, rest = PENALTIES[recipe.penalty]
        plain = partial(subgradient, network, name=recipe.penalty)
        # All of theta at once is faster; a group penalty needs to know what W1 is.
        self.subgradient = rest if first is rest else plain
        self.constants = np.zeros_like(theta)  # 0 for what is not penalised
        for _, W in penalised(network, self.constants, recipe.penalty):
            W[...] = recipe.penalty_constant

    def step(self, X, y, rate, w=None) -> float:
        """One step on a batch X, (batch, p), y and weights: the loss before it."""
        value, gradient = self.loss_and_gradient(self.theta, X, y, w)
        slope = self.subgradient(self.theta)
        slope *= self.constants
        gradient += slope
        self.adam.step(self.theta, gradient, rate)
        return value

    def loss_and_gradient(self, theta, X, y, w=None):
        """The loss on the batch, and its gradient in theta, without the penalty."""
        passes = self.passes.get(len(X)) if theta is self.theta else None
        passes = passes or Passes(self.network, len(X), theta)
        value, slope = loss_and_slope(self.loss, passes.forward(X), y, w)
        return value, passes.backward(slope)

    def output(self, X):
        """The network's output for any number of rows, asked for after each epoch.

        What is too small to matter becomes 0 before: subnormal numbers are slow.
        """
        M, V = self.adam.M, self.adam.V
        for values, least in ((self.theta, LEAST), (M, LEAST), (V, LEAST**2)):
            values[np.abs(values) < least] = 0
        return predict(self.network, self.theta, X, passes=self.passes)


def loss_and_slope(loss, f, y, w=None):
    """losses.mean_loss of outputs f, and its slope d loss / d f, in f's shape.

    The slope is 2 (f - y) / n of squared errors and (s(f) - y) / n of cross-entropies,
    s the sigmoid, or the softmax with y one-hot. Weights w, (n,), multiply each row's.
    """
    n = len(y)
    if loss == "regression":
        residual = f - y
        value, slope = residual @ residual / n, residual * (2 / n)
    elif loss == "classification":
        value, slope = np.mean(np.logaddexp(0, f) - y * f), (sigmoid(f) - y) / n
    else:
        true, shifted = (np.arange(n), y.astype(int)), f - f.max(axis=1, keepdims=True)
        powers = np.exp(shifted)
        totals = powers.sum(axis=1, keepdims=True)
        value, slope = np.mean(np.log(totals[:, 0]) - shifted[true]), powers / totals
        slope[true] -= 1
        slope /= n
    if w is not None:
        value, slope = mean_loss(loss, f, y, w), (slope.T * w).T
    return value, slope


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
        # m^ = M (1 - beta1) / (1 - beta1^t), sqrt(v^) = sqrt(V) * root
        root = ((1 - self.beta2) / (1 - self.beta2**self.t)) ** 0.5
        scale = rate * (1 - self.beta1) / (1 - self.beta1**self.t) / root
        self.M *= self.beta1
        self.M += g
        self.V *= self.beta2
        self.V += np.square(g, out=g)
        denominator = np.sqrt(self.V, out=g)
        denominator += self.eps / root
        step = np.divide(self.M, denominator, out=g)
        step *= scale
        theta -= step
