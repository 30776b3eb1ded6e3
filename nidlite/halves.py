"""Two networks that never saw the same rows, and what unseen outcomes say (ours).

The training and the validation rows are taken together and cut in two halves. A network
is trained on each and stopped early on the other, so that its outcomes there are nearly
new to it. Where networks stop early the outcomes are noisy, and a second start in each
half, averaged with the first, is worth its time (benchmarks/README.md).

>>> rng = np.random.default_rng(0)
>>> e = rng.normal(size=(2, 20_000))   # y = h + e[0], and a network that says h + e[1]
>>> h = rng.normal(size=20_000)
>>> round(float(np.mean((e[0] - e[1] + h) * h)), 1)   # y less all but h, times h
1.0
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from .agreement import Opinion
from .confirm import Corners, centred, correlations, near_data, row_pairs
from .errors import InputError
from .fast.backprop import predict
from .fast.joint import JointNet
from .losses import sigmoid, softmax
from .metrics import variance
from .splits import Part, relative_weights, together
from .training import SILENT, fit

PATIENCE = 20  # epochs without improvement
EARLY = 0.6  # of the epochs: who stops before that gets a second start
EVEN = 0.8  # validation rows per training row from which on they are the halves
ROWS = 2000  # row pairs for the share
WITNESSES = 3000, 9000  # unseen outcomes of each network, at first and on top, ...
CLEAR = 5.0  # ... which are not asked if t is this large by then
SUPPORTERS, PARTNERS = 5000, 4  # unseen outcomes for `supports`, partners of each
LEARNED = 3.0  # the least t of: outcomes are nearer to the network than to their mean


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


def even(split) -> bool:
    """Whether the training and the validation rows are about as many."""
    return len(split.valid[1]) >= EVEN * len(split.train[1])


def halves(split, rng) -> list[tuple]:
    """The rows that are not for the test in two halves, [(X, y), (X, y)].

    They are the training and the validation rows if these are about as many. A row is
    in one half whatever it weighs; copies of it could be in both, and would be no news.
    """
    if even(split):
        return [split.train, split.valid]
    both = together([split.train, split.valid])
    (X, y), w = both, both.sample_weight
    order = rng.permutation(len(y))
    return [
        Part.of(X[rows], y[rows], None if w is None else w[rows])
        for rows in np.array_split(order, 2)
    ]


def train_others(split, network, loss, recipe, rngs, progress=SILENT) -> list[list]:
    """[thetas of half 0's starts, those of half 1's]; InputError if a training fails.

    rngs are for the cut, and for two starts in each half. A network trained on
    split.train and stopped early on split.valid is there already: where these are the
    halves, half 0's first start is left out.
    """
    rows, thetas, used = halves(split, rngs[0]), [[], []], []
    recipe = replace(recipe, patience=min(recipe.patience, PATIENCE))

    def start(k, rng):
        parts = replace(split, train=rows[k], valid=rows[1 - k])
        progress.begin(f"second opinion, half {k + 1}", recipe.epochs)
        result = fit(network, parts, loss, rng, recipe, progress)
        if result.stopped.startswith("interrupted"):
            raise KeyboardInterrupt
        if not result.history:
            raise InputError(f"training a second opinion failed: {result.stopped}")
        thetas[k].append(result.theta)
        used.append(len(result.history))

    for k in (1,) if even(split) else (0, 1):
        start(k, rngs[1 + k])
    if np.mean(used) <= EARLY * recipe.epochs:
        for k in (0, 1):
            start(k, rngs[3 + k])
    return thetas


def mean_output(network, thetas):
    """The mean output of a network's starts, centred."""

    def f(X):
        outputs = [predict(network, theta, X) for theta in thetas]
        return centred(sum(outputs) / len(outputs))

    return f


def in_units(loss, y, outputs) -> tuple:
    """(target, predicted) of a Witness, for outcomes y (n,)."""
    if loss == "regression":
        return y, lambda f: f
    return (y, sigmoid) if outputs == 1 else (np.eye(outputs)[y.astype(int)], softmax)


def supports(network, thetas, rows, columns, loss, rng) -> Callable:
    """interaction -> the share of the variance that outcomes no network saw confirm.

    Arguments as of opinion_of. The mean of Witness.support over all pairs of PARTNERS:
    0 for an accident, and the superset importance where the networks are right. For
    classes it is a strength only.
    """
    witnesses = []
    for starts, unseen in zip(thetas, rows[::-1]):
        X, y = unseen
        some = rng.permutation(len(y))[:SUPPORTERS]
        f, output = JointNet(network, starts), mean_output(network, starts)(X[some])
        told = *in_units(loss, y[some], network.outputs), relative_weights(unseen, some)
        p = _chances(unseen)
        partners = (X[rng.choice(len(X), len(some), p=p)] for _ in range(PARTNERS))
        corners = [Corners(f, X[some], others, columns) for others in partners]
        witnesses += [Witness(*two, output, *told) for two in combinations(corners, 2)]

    def support(interaction):
        return float(np.mean([w.support(interaction).mean() for w in witnesses]))

    return support


def opinion_of(network, thetas, rows, columns, loss, rng) -> tuple[Opinion, float]:
    """What two networks say of any set of features, and whether they learned anything.

    thetas[k], of its starts, know rows[k] = (X, y) only; columns[j] are feature j's.
    The second number is the t value of Witness.gain.
    """
    every = together(rows)
    order, (X, y) = rng.permutation(len(every[1])), every
    X = X[order]
    a, b = row_pairs(X, ROWS, rng, relative_weights(every, order))
    fs = [JointNet(network, starts) for starts in thetas]
    pair = tuple(Corners(f, a, b, columns) for f in fs)
    first, more = [], []
    for f, starts, unseen in zip(fs, thetas, rows[::-1]):
        X_new, y_new = unseen
        order = rng.permutation(len(y_new))[: sum(WITNESSES)]
        p = _chances(unseen, order)
        for witnesses, some in zip((first, more), np.split(order, WITNESSES[:1])):
            if not len(some):
                continue
            X_some, y_some = X_new[some], y_new[some]
            partners = (X_new[rng.choice(order, len(some), p=p)] for _ in range(2))
            corners = (Corners(f, X_some, others, columns) for others in partners)
            output = mean_output(network, starts)(X_some)
            target = in_units(loss, y_some, network.outputs)
            w = relative_weights(unseen, some)
            witnesses.append(Witness(*corners, output, *target, w))

    def evidence(interaction):
        values = [w.support(interaction) for w in first]
        if t_value(np.concatenate(values)) < CLEAR:
            values += [w.support(interaction) for w in more]
        return t_value(np.concatenate(values))

    spread, w = y, relative_weights(every)
    if loss != "regression":
        spread = np.concatenate([one.f for one in first])
        w = None if w is None else np.concatenate([one.weights for one in first])
    whole = float(np.mean(variance(spread, w))) or 1.0
    near, kin = near_data(X, a, b, columns), correlations(X, columns)
    learned = t_value(np.concatenate([w.gain() for w in first + more]))
    return Opinion(pair, evidence, near, whole, kin), learned


def _chances(rows, some=slice(None)):
    """The chances with which (some of) the rows are drawn; None if all are equal."""
    w = relative_weights(rows, some)
    return None if w is None else w / len(w)
