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
from ..metrics import variance
from ..networks import Network
from ..parts import relative_weights, together
from .confirm import Corners, centred, row_pairs
from .constants import CLEAR, KEPT, PARTNERS, ROWS, SUPPORTERS, WITNESSES
from .nearness import correlations, near_data
from .opinion import Opinion


@dataclass
class Witness:
    """A network f beside outcomes y that it never saw.

    Let h be the part of f due to the interaction. If h is nothing but accident, it is
    unrelated to what f - h leaves of the outcomes: the mean of (y - f + h) h over its
    standard error is about standard normal. f at the rows is a part of h, so that the
    two h would share its errors. So one goes from the rows to some partners, and the
    other from the rows to others.
    """

    corners: list[Corners]  # from the same rows to two partners or more
    f: np.ndarray  # the network's output at the rows
    target: np.ndarray  # (n,), or (n, c) with a 1 for the class
    predicted: Callable  # an output -> in the target's units
    weights: np.ndarray | None = None  # (n,), of mean 1: rows that say more, or less

    def support(self, interaction) -> np.ndarray:
        """(y - f + h) h of each row, times its weight, (n,): a mean over pairs of h."""
        parts = [corners.part(interaction) for corners in self.corners]
        products = [
            self.rest(self.f - h) * other_h + self.rest(self.f - other_h) * h
            for h, other_h in combinations(parts, 2)
        ]
        return np.mean([self.by_row(product / 2) for product in products], axis=0)

    def gain(self) -> np.ndarray:
        """How much nearer each outcome is to f than to the outcomes' mean, (n,)."""
        mean = np.average(self.target, axis=0, weights=self.weights)
        return self.by_row((self.target - mean) ** 2 - self.rest(self.f) ** 2)

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


def t_value(values) -> float:
    """The mean of independent values over its standard error."""
    error = np.std(values) / np.sqrt(len(values))
    return float(np.mean(values) / error) if error else 0.0


def t_of_support(witnesses, interaction) -> float:
    """The t value of the support by all outcomes of these witnesses."""
    return t_value(np.concatenate([w.support(interaction) for w in witnesses]))


@dataclass
class TrainedPair:
    """Two networks, and the halves of the rows that they were trained on."""

    network: Network
    thetas: list  # thetas[k], of its starts, know rows[k] only
    rows: list  # [(X, y), (X, y)]
    columns: list  # columns[j] are feature j's
    loss: str

    def witness(self, k, some, among, partners, rng, kept=KEPT) -> Witness:
        """Network k beside some rows that it never saw; partners drawn by weight."""
        unseen, f = self.rows[1 - k], JointNet(self.network, self.thetas[k])
        (X, y), w = unseen, relative_weights(unseen, among)
        chances = None if w is None else w / len(w)
        drawn = [X[rng.choice(among, len(some), p=chances)] for _ in range(partners)]
        corners = [Corners(f, X[some], ends, self.columns, kept) for ends in drawn]
        outputs = [predict(self.network, start, X[some]) for start in self.thetas[k]]
        output = centred(sum(outputs) / len(outputs))
        target, predicted = in_units(self.loss, y[some], self.network.outputs)
        weights = relative_weights(unseen, some)
        return Witness(corners, output, target, predicted, weights)

    def supporters(self, rng) -> list[Witness]:
        """Both networks beside SUPPORTERS outcomes each, for the strength of all pairs.

        An outcome counts once, whatever the number of its row's PARTNERS.
        """
        witnesses = []
        for k in (0, 1):
            n = len(self.rows[1 - k][1])
            some = rng.permutation(n)[:SUPPORTERS]
            # Each pair is asked for once, so that next to no corner is worth keeping.
            witnesses.append(self.witness(k, some, np.arange(n), PARTNERS, rng, kept=1))
        return witnesses

    def opinion(self, rng) -> tuple[Opinion, float]:
        """The Opinion of both networks, and the t value of their gain over a guess."""
        every = together(self.rows)
        order, (X, y) = rng.permutation(len(every[1])), every
        X = X[order]
        a, b = row_pairs(X, ROWS, rng, relative_weights(every, order))
        first, more = [], []
        for k in (0, 1):
            order = rng.permutation(len(self.rows[1 - k][1]))[: sum(WITNESSES)]
            for asked, some in zip((first, more), np.split(order, WITNESSES[:1])):
                if len(some):
                    asked.append(self.witness(k, some, order, 2, rng))

        def evidence(interaction):
            t = t_of_support(first, interaction)
            return t if t >= CLEAR else t_of_support(first + more, interaction)

        spread, w = y, relative_weights(every)
        if self.loss != "regression":
            spread = np.concatenate([witness.f for witness in first])
            w = None if w is None else np.concatenate([one.weights for one in first])
        fs = [JointNet(self.network, starts) for starts in self.thetas]
        opinion = Opinion(
            pair=tuple(Corners(f, a, b, self.columns) for f in fs),
            evidence=evidence,
            near=near_data(X, a, b, self.columns),
            variance=float(np.mean(variance(spread, w))) or 1.0,
            kin=correlations(X, self.columns),
        )
        return opinion, t_value(np.concatenate([w.gain() for w in first + more]))
