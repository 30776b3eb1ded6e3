"""Are the interactions of an answer enough? MLP-Cutoff with a net for each (Sec. 4.3).

    f(x) = sum_i g_i(x_i) + sum_{I in the answer} g'_I(x_I)

is a glass box: it consists of curves and of functions of the answer's sets. Its error
on unseen rows, beside those of single effects and of the network that was read, says
how much of the joint effects the answer holds.

>>> Enough(single=0.6, answer=0.78, whole=0.8, more=True, left=True).way
0.9
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ..agreement.confirm import centred
from ..fast.backprop import responses
from ..interactions import Interaction
from ..losses import row_errors
from ..networks import HIDDEN, mlp_cutoff
from ..parts import together
from ..prediction import Predictor
from ..recipes import CUTOFF_RECIPE
from ..training import SILENT
from .curve import better
from .growing import fit_alive

# Hidden layers of a set's net, steps (few rows: more), starts (the best is taken).
# The first effort is quick. The second is the paper's, where that is not enough.
EFFORTS = (((100, 60, 20), 1000, 1), (HIDDEN, 5000, 2))
CLOSE = 0.9  # of the way from single effects to the whole network is enough


class Enough(NamedTuple):
    """How much of unseen outcomes each model explains: 1 - its error / a constant's.

    It is R2 in regression, and McFadden's for classes, of their log likelihood.
    """

    single: float  # univariate nets
    answer: float  # and a net for each set of the answer
    whole: float  # the network that was read
    more: bool  # whether the whole is `better` than single effects
    left: bool  # whether the whole is `better` than the answer, too

    @property
    def way(self) -> float:
        """How far the answer gets from single effects to the whole network, 0 to 1."""
        gap = self.whole - self.single
        least = min(self.whole, CLOSE * self.whole)  # where there is no way to go
        gained = (self.answer - self.single) / gap if gap > 0 else self.answer >= least
        return round(float(np.clip(gained, 0, 1)), 4)

    @property
    def reached(self) -> bool:
        """Whether the answer is CLOSE to the network, or what is left may be chance."""
        return not self.left or self.way >= CLOSE


UNKNOWN = Enough(np.nan, np.nan, np.nan, False, False)  # nobody waited for it


@dataclass(eq=False, repr=False)
class Additive(Predictor):
    """A glass box: univariate nets, and one net for each set of an answer."""

    sets: tuple[Interaction, ...]  # of features

    def shares(self, rows=10_000) -> dict[Interaction, float]:
        """The share of each part in what the model says, {(i,): share, set: share}.

        The largest stands first. It is the covariance of the part with the sum, over
        the variance of the sum, on at most `rows` rows of the table; all add up to 1. A
        set's net may hold some of its features' single effects.
        """
        network, theta = self.fit.network, self.fit.theta
        X, w = self.random_rows(rows)
        X = self.split.scale_X(X)
        whole = centred(self.f(X).astype(float), self.guess)
        whole, shares = whole - np.average(whole, axis=0, weights=w), {}
        spread = np.average(whole**2, axis=0, weights=w).sum() or 1.0
        part_of = {(c,): (j,) for j, owned in enumerate(self.columns) for c in owned}
        part_of |= {sum((self.columns[j] for j in one), ()): one for one in self.sets}
        for k, stack in enumerate(network.stacks):
            for columns, part in zip(stack.features, responses(network, theta, X, k)):
                products = centred(part, self.guess) * whole
                share = np.average(products, axis=0, weights=w).sum() / spread
                name = part_of[tuple(columns)]
                shares[name] = shares.get(name, 0.0) + float(share)
        return dict(sorted(shares.items(), key=lambda part: -part[1]))


def glass_box(found, sets, rng, hidden, steps, starts, progress=SILENT) -> Additive:
    """MLP-Cutoff with a net for each of the sets, on the rows of found, a Predictor."""
    table, split = found.table, found.split
    p, outputs, columns = table.X.shape[1], table.outputs, table.columns
    network = mlp_cutoff(p, sets, hidden, outputs=outputs, columns=columns)
    batches = max(len(split.train[1]) // CUTOFF_RECIPE.batch, 1)
    epochs = np.clip(steps // batches, 5, CUTOFF_RECIPE.epochs)
    recipe = replace(CUTOFF_RECIPE, epochs=int(epochs))
    what = "the answer's sets" if sets else "single effects"
    progress.begin(f"are {what} enough?", recipe.epochs)
    fit = fit_alive(network, split, table.loss, rng, recipe, progress, starts)
    return Additive(table, split, fit, tuple(sets))


def glass_boxes(found, sets, rng, progress=SILENT) -> tuple[Additive, Enough]:
    """The model of the sets, and whether it is enough, beside one of single effects."""
    for effort in EFFORTS:
        first, second = rng.spawn(2)
        single = glass_box(found, [], first, *effort, progress)
        answer = glass_box(found, sets, second, *effort, progress) if sets else single
        if (scores := enough(found, single, answer)).reached:
            break
    return answer, scores


def enough(found, single, answer) -> Enough:
    """How much three Predictors explain of the rows that none was trained on."""
    rows, loss = together([found.split.valid, found.split.test]), found.table.loss
    (X, y), w = rows, rows.weights()
    f = [each.f(X).astype(float) for each in (single, answer, found)]
    errors = [row_errors(loss, each, y, w) for each in f]
    base = row_errors(loss, np.broadcast_to(found.guess, f[0].shape), y, w).mean()
    explained = (1 - float(each.mean() / base) for each in errors)
    more, left = (better(each, errors[-1], rows.groups) for each in errors[:-1])
    return Enough(*explained, more, left)
