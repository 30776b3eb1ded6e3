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
from itertools import combinations

import numpy as np

from ..fast.backprop import predict
from ..fast.joint import JointNet
from ..losses import sigmoid, softmax
from ..parts import by_group, some_of
from . import constants
from .confirm import Corners, centred


@dataclass
class Witness:
    """A network f beside outcomes y that it never saw.

    Let h be the part of f due to the interaction. If h is nothing but accident, it is
    unrelated to what f - h leaves of the outcomes: the mean of (y - f + h) h over its
    standard error is about standard normal. f - h and h both hold f, and its errors, at
    corners away from the rows. So that the two factors share none of these, one h is
    between the rows and some partners, and the other between the rows and others.
    """

    corners: list[Corners]  # from the same rows to two partners or more
    f: np.ndarray  # the network's output at the rows
    target: np.ndarray  # (n,), or (n, c) with a 1 for the class
    predicted: Callable  # an output -> in the target's units
    weights: np.ndarray | None = None  # (n,), of mean 1: rows that say more, or less
    groups: np.ndarray | None = None  # (n,): those of one may err alike

    def support(self, interaction) -> tuple[np.ndarray, np.ndarray]:
        """(y - f + h) h and h h of each row, times its weight, (n,): means over pairs.

        Where the network is right, the first is the second and noise.
        """
        parts = [corners.part(interaction) for corners in self.corners]
        supports = []
        for h, other_h in combinations(parts, 2):
            left = self.rest(self.f - h) * other_h + self.rest(self.f - other_h) * h
            supports.append((self.by_row(left / 2), self.by_row(h * other_h)))
        return tuple(np.mean(supports, axis=0))

    def products(self) -> tuple[np.ndarray, ...]:
        """By row, (n,): the squared error of the mean, that of f, and the covariance.

        A network that learned accidents, too, may be further from the outcomes than
        their mean is. If these follow its predictions, it has still learned something.
        """
        both = self.target, self.predicted(self.f)
        y, f = (each - np.average(each, axis=0, weights=self.weights) for each in both)
        return tuple(map(self.by_row, (y**2, self.rest(self.f) ** 2, y * f)))

    def rest(self, f) -> np.ndarray:
        """The outcomes less the prediction of f."""
        return self.target - self.predicted(f)

    def by_row(self, values) -> np.ndarray:
        """The sum of each row, (n, ...) -> (n,), times the row's weight."""
        sums = values.reshape(len(values), -1).sum(axis=1)
        return sums if self.weights is None else self.weights * sums


def in_units(loss, y, outputs) -> tuple:
    """(target, predicted) of a Witness, for outcomes y (n,)."""
    if loss == "regression":
        return y, lambda f: f
    return (y, sigmoid) if outputs == 1 else (np.eye(outputs)[y.astype(int)], softmax)


def witness(found, k, some, among, partners, rng, kept=constants.KEPT) -> Witness:
    """Network k of found beside `some` rows it never saw; partners are from `among`."""
    network, thetas, unseen = found.fit.network, found.thetas[k], found.rows[1 - k]
    asked, f = some_of(unseen, some), JointNet(network, thetas)
    (X, y), w = asked, some_of(unseen, among).weights()
    chances = None if w is None else w / len(w)
    drawn = (rng.choice(among, len(y), p=chances) for _ in range(partners))
    corners = [Corners(f, X, unseen[0][b], found.columns, kept) for b in drawn]
    output = centred(sum(predict(network, theta, X) for theta in thetas) / len(thetas))
    target, predicted = in_units(found.table.loss, y, network.outputs)
    return Witness(corners, output, target, predicted, asked.weights(), asked.groups)


def witnesses_of(found, rng) -> tuple[list[Witness], list[Witness]]:
    """Both networks beside outcomes: asked first, and later if t is not clear."""
    first, more = [], []
    few, on_top = constants.WITNESSES
    for k, (_, y) in enumerate(found.rows[::-1]):
        some = rng.permutation(len(y))[: few + on_top]
        first.append(witness(found, k, some[:few], some, 2, rng))
        if len(some) > few:
            more.append(witness(found, k, some[few:], some, 2, rng))
    return first, more


def supporters_of(found, rng) -> list[Witness]:
    """Both networks beside SUPPORTERS outcomes, for the strength of all pairs."""
    supporters = []
    for k, (_, y) in enumerate(found.rows[::-1]):
        every, some = np.arange(len(y)), rng.permutation(len(y))
        some, partners = some[: constants.SUPPORTERS], constants.PARTNERS
        # Each pair is asked for once, so that next to no corner is worth keeping.
        supporters.append(witness(found, k, some, every, partners, rng, kept=1))
    return supporters


def t_value(values) -> float:
    """The mean of independent values over its standard error."""
    error = np.std(values) / np.sqrt(len(values))
    return float(np.mean(values) / error) if error else 0.0


def t_beside(values, signal) -> float:
    """t of the mean of values, (n,), which are noise and a multiple of the signal.

    The multiple is 0 if nothing is there, and 1 if it is as the network says. The
    signal's part is no noise: it is taken off each row, as all other rows estimate it
    (HC3: MacKinnon and White 1985). Few rows may hold nearly all of the signal, so
    Student's t has (sum |signal|)^2 / sum signal^2 degrees of freedom, not n. The
    equally rare normal number is at most this (Wallace 1959).
    """
    others = signal.sum() - signal
    others = np.where(np.abs(others) > 1e-12, others, np.inf)
    multiple = np.clip((values.sum() - values) / others, 0, 1)
    noise = np.sqrt(np.mean((values - multiple * signal) ** 2) / len(values))
    if not signal.any() or not noise:
        return 0.0
    freedom = np.abs(signal).sum() ** 2 / np.sum(signal**2)
    t = np.mean(values) / noise
    return float(np.sign(t) * np.sqrt(freedom * np.log1p(t**2 / freedom)))


def t_of_support(witnesses, interaction) -> float:
    """The t value of the support by all outcomes of these witnesses (t_beside)."""
    supports = [witness.support(interaction) for witness in witnesses]
    return t_beside(*of_groups(witnesses, *map(np.concatenate, zip(*supports))))


def of_groups(witnesses, *values) -> tuple[np.ndarray, ...]:
    """Sums over the groups of all witnesses' rows, if they have any (parts)."""
    groups = [witness.groups for witness in witnesses]
    return by_group(None if groups[0] is None else np.concatenate(groups), *values)
