"""What do outcomes say that a network never saw? (ours)

A network may have learned an interaction from accidents of its rows. Outcomes of other
rows know nothing of these, so they speak for what is there and for nothing else.

>>> rng = np.random.default_rng(0)
>>> e = rng.normal(size=(2, 20_000))   # y = h + e[0], and a network that says h + e[1]
>>> h = rng.normal(size=20_000)
>>> round(float(np.mean((e[0] - e[1] + h) * h)), 1)   # y less all but h, times h
1.0
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..losses import sigmoid, softmax
from .confirm import Corners


@dataclass
class Witness:
    """A network f beside outcomes that it never saw.

    Let h be the part of f that goes through I. If I is nothing but accident, what f - h
    leaves of the outcomes is unrelated to h: the mean of (y - f + h) h over its
    standard error is about standard normal. As f at the rows is in h and in f, the one
    h goes from the rows to some partners, and the other h to others.
    """

    first: Corners
    second: Corners  # from the same rows
    f: np.ndarray  # the network's output at the rows
    target: np.ndarray  # (n,), or (n, c) with a 1 for the class
    predicted: Callable  # an output -> in the target's units
    weights: np.ndarray | None = None  # (n,), of mean 1: rows that say more, or less

    def support(self, interaction) -> np.ndarray:
        """(y - f + h) h of each row, times its weight, (n,)."""
        h, h_too = (c.part(interaction) for c in (self.first, self.second))
        both = self.rest(self.f - h) * h_too + self.rest(self.f - h_too) * h
        return self.weighed(each_row(both) / 2)

    def weighed(self, values) -> np.ndarray:
        """The values (n,), each times its row's weight.

        A row is one outcome whatever it weighs: its copies would count as several.
        """
        return values if self.weights is None else self.weights * values

    def rest(self, f) -> np.ndarray:
        """What f leaves of the outcomes."""
        return self.target - self.predicted(f)

    def gain(self) -> np.ndarray:
        """How much nearer each outcome is to f than to the outcomes' mean, (n,)."""
        mean = np.average(self.target, axis=0, weights=self.weights)
        spread = (self.target - mean) ** 2
        return self.weighed(each_row(spread - self.rest(self.f) ** 2))


def t_value(values) -> float:
    """The mean of independent values over its standard error."""
    error = np.std(values) / np.sqrt(len(values))
    return float(np.mean(values) / error) if error else 0.0


def each_row(values) -> np.ndarray:
    """(n, ...) summed over all but the rows."""
    return values.reshape(len(values), -1).sum(axis=1)


def in_units(loss, y, outputs) -> tuple:
    """(target, predicted) of a Witness, for outcomes y (n,)."""
    if loss == "regression":
        return y, lambda f: f
    return (y, sigmoid) if outputs == 1 else (np.eye(outputs)[y.astype(int)], softmax)
