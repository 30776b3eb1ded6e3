"""Ways of training that recipe.py tries: other falls of the rate, averages, starts.

A StudiedRecipe is a Recipe with more settings, and Studied the engine that obeys them.
"""

from dataclasses import dataclass

import numpy as np

from nidlite.fast.backprop import predict
from nidlite.fast.step import Fast
from nidlite.recipes import Recipe


@dataclass(frozen=True)
class StudiedRecipe(Recipe):
    """The default, and what it could be."""

    shape: str = ""  # of the rate's fall, if not `fall`: one of SHAPES, or "plateau"
    average: float = 0.0  # of theta, with this factor for each step; 0: none
    start: str = "normal"  # of STARTS
    beta1: float = 0.9  # Adam's
    beta2: float = 0.999


def held(t):
    """1 in the first half, then a straight line to 0."""
    return min(1, 2 * (1 - t))


def cycle(t):
    """From 0.1 up to 1 in the first fifth, then a cosine down to 0."""
    return 0.1 + 4.5 * t if t < 0.2 else (1 + np.cos(np.pi * (t - 0.2) / 0.8)) / 2


# The share of the first rate at t in [0, 1), the share of the training that is over.
SHAPES = {
    "cosine": lambda t: (1 + np.cos(np.pi * t)) / 2,
    "square": lambda t: (1 - t) ** 2,
    "held": held,
    "cycle": cycle,
}


def he(layers, m):
    """Every layer's units of the same variance; m nets sum up to that of one."""
    for A in layers:
        A[..., :-1] *= (2 / (A.shape[2] - 1)) ** 0.5 / 0.1
    layers[-1][...] /= m**0.5


def he_univariate(layers, m):
    """he, with first units whose kinks lie all over the data."""
    he(layers, m)
    layers[0][..., -1] *= 10


def alone(stack, layers, change):
    """The change, for the nets that see one feature only."""
    if len(stack.features[0]) == 1:
        change(layers, len(stack.features))


# stack, its layers of a normal start of deviation 0.1 -> changed in place.
STARTS = {
    "normal": lambda stack, layers: None,
    "he": lambda stack, layers: he(layers, len(stack.features)),
    "univariate": lambda stack, layers: alone(stack, layers, he_univariate),
}


class Studied:
    """The fast engine, with a StudiedRecipe's ways."""

    def __init__(self, network, theta, loss, recipe, batch):
        theta = theta.copy()
        for stack, layers in zip(network.stacks, network.layers(theta)):
            STARTS[recipe.start](stack, layers)
        self.fast = Fast(network, theta, loss, recipe, batch)
        for _, adam in self.fast.adams:
            adam.beta1, adam.beta2 = recipe.beta1, recipe.beta2
        self.recipe, self.epoch, self.steps = recipe, 0, 0
        self.theta = self.fast.theta.copy() if recipe.average else self.fast.theta
        self.losses, self.best, self.waited, self.factor = [], np.inf, 0, 1.0

    def step(self, X, y, rate):
        """The fast engine's, at the recipe's own rate."""
        value = self.fast.step(X, y, self.rate(rate))
        self.steps += 1
        if self.recipe.average and self.steps % 5 == 0:
            # Early on the average is of the last half or so of the steps.
            keep = min(self.recipe.average**5, 1 - 10 / (self.steps + 10))
            self.theta *= keep
            self.theta += (1 - keep) * self.fast.theta
        self.losses.append(value)
        return value

    def rate(self, given):
        """The rate of this epoch, where fit has given that of `fall`."""
        shape = self.recipe.shape
        if not shape:
            return given
        if shape == "plateau":
            return self.recipe.rate * self.factor
        return self.recipe.rate * SHAPES[shape](self.epoch / self.recipe.epochs)

    def output(self, X):
        """Of the average, where there is one."""
        return predict(self.fast.network, self.theta, X)

    def end_epoch(self):
        """On a plateau, three epochs without 3 percent less loss halve the rate."""
        self.fast.end_epoch()
        self.epoch += 1
        loss, self.losses = np.mean(self.losses), []
        self.waited = 0 if loss < 0.97 * self.best else self.waited + 1
        self.best = min(self.best, loss)
        if self.waited == 3:
            self.waited, self.factor = 0, self.factor / 2
