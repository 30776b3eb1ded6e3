"""Are the interactions of an answer enough? MLP-Cutoff with a net for each (Sec. 4.3).

    f(x) = sum_i g_i(x_i) + sum_{I in the answer} g'_I(x_I)

is a glass box: all that it says are curves, and surfaces of the answer's sets. What it
and a sum of single effects predict on unseen rows, beside the network that was read,
says how much of what acts jointly the answer holds.

>>> Enough(single=0.6, answer=0.78, whole=0.8).way
0.9
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ..fast.backprop import predict, responses
from ..interactions import Interaction
from ..losses import ROW_ERRORS
from ..networks import mlp_cutoff
from ..parts import Part, relative_weights, together
from ..prediction import Predictor
from ..recipes import CUTOFF_RECIPE
from ..training import SILENT
from .alive import fit_alive
from .gains import better

# Linear in place of geometric: on California housing 0.807 in R2 for 0.793.
GLASS = replace(CUTOFF_RECIPE, rate_fall=0.02, fall="linear", patience=15)
STEPS = 3000  # about so many, of many rows: fewer epochs do
CLOSE = 0.9  # of the way from single effects to the whole network is enough


class Enough(NamedTuple):
    """The part of unseen outcomes that each explains: 1 - error / a constant's error.

    It is R2 in regression, and McFadden's of the log likelihood for classes.
    """

    single: float  # univariate nets alone
    answer: float  # and a net for each set of the answer
    whole: float  # the network that was read
    more: bool = True  # whether the whole is `better` than single effects
    left: bool = True  # whether it is `better` than the answer's sets, too

    @property
    def way(self) -> float:
        """How far the answer gets from single effects to the whole network, 0 to 1."""
        gap = self.whole - self.single
        return (
            round(float(np.clip((self.answer - self.single) / gap, 0, 1)), 4)
            if gap > 0
            else 1.0
        )

    @property
    def reached(self) -> bool:
        """Whether the answer is enough: it gets CLOSE, or what is left may be chance."""
        return not self.left or self.way >= CLOSE


@dataclass(eq=False, repr=False)
class Additive(Predictor):
    """A glass box: univariate nets, and one net for each set of an answer."""

    sets: tuple[Interaction, ...] = ()  # of features

    def shares(self, rows=10_000) -> dict[Interaction, float]:
        """Each net's share of what the model says: {(i,): share, ..., set: share}.

        The covariance of its output with the sum, over the variance of that, on at most
        `rows` rows of the table; together they are 1. A set's net may hold some of its
        features' single effects. A category's features are one.
        """
        X = self.split.scale_X(self.table.X[:rows])
        network, theta = self.fit.network, self.fit.theta
        whole = centred(self.f(X))
        scale, shares = np.sum(whole**2) or 1.0, {}
        keys = {
            columns: (j,)
            for j, own in enumerate(self.columns)
            for columns in [(c,) for c in own]
        }
        keys |= {columns_of(self.columns, one): one for one in self.sets}
        for k, stack in enumerate(network.stacks):
            for columns, values in zip(stack.features, responses(network, theta, X, k)):
                part = float(np.sum(centred(values) * whole) / scale)
                shares[keys[columns]] = shares.get(keys[columns], 0) + part
        return shares


def centred(values) -> np.ndarray:
    """Outputs less their mean over the rows, float64."""
    return values - values.mean(axis=0, dtype=float)


def columns_of(columns, features) -> tuple[int, ...]:
    """The columns that the features own."""
    return tuple(c for j in features for c in columns[j])


def glass_box(found, sets, rng, progress=SILENT) -> Additive:
    """MLP-Cutoff with a net for each of the sets, on the rows of a Predictor."""
    table, split = found.table, found.split
    seen = [columns_of(table.columns, one) for one in sets]
    network = mlp_cutoff(table.X.shape[1], seen, outputs=table.outputs)
    batches = max(len(split.train[1]) // GLASS.batch, 1)
    recipe = replace(GLASS, epochs=int(np.clip(STEPS // batches, 10, GLASS.epochs)))
    progress.begin("single effects" if not sets else "the answer's sets", recipe.epochs)
    fit = fit_alive(network, split, table.loss, rng, recipe, progress)
    return Additive(table, split, fit, sets=tuple(sets))


def enough(found, single, answer) -> Enough:
    """How much three Predictors explain of the rows that none was trained on."""
    rows = together([found.split.valid, found.split.test])
    (X, y), w = rows, relative_weights(rows)
    w = np.ones(len(y)) if w is None else w
    error = ROW_ERRORS[found.table.loss]
    each = [w * error(one.f(X).astype(float), y) for one in (single, answer, found)]
    base = np.mean(w * error(constant(found, len(y)), y))
    scores = (1 - float(np.mean(errors) / base) for errors in each)
    return Enough(*scores, more=better(each[0], each[2]), left=better(each[1], each[2]))


def constant(found, n) -> np.ndarray:
    """The best output that is the same for n rows: a mean, or the classes' logits."""
    (_, y), w = found.split.train, relative_weights(found.split.train)
    if not found.classifies:
        return np.full(n, np.average(y, weights=w))
    shares = np.bincount(y.astype(int), w, minlength=max(found.table.outputs, 2)) / len(
        y
    )
    logits = np.log(np.maximum(shares, 1e-9))
    return (
        np.tile(logits, (n, 1))
        if found.table.outputs > 1
        else np.full(n, logits[1] - logits[0])
    )
