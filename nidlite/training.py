"""Training: minibatches, penalty, Adam, early stopping, history (Sec. 4.1, 5.1).

`Plain` is one step as the paper has it: autograd differentiates the loss, L1's
subgradient is added in the open, and Adam moves the parameters. `fit` repeats the step;
it takes the fast form of the same step (fast/step.py) unless engine is "plain".

>>> from nidlite.networks import mlp
>>> from nidlite.recipes import RECIPE
>>> engine = Plain(mlp(2, (8,)), np.full(33, 0.1), "regression", RECIPE)
>>> X, y = np.eye(2), np.array([1.0, 0.0])
>>> [round(float(engine.step(X, y, rate=0.1)), 3) for _ in range(3)]
[0.308, 0.148, 0.072]
"""

import time
from dataclasses import dataclass, field

import numpy as np
from autograd import value_and_grad

from .fast.step import Fast
from .losses import mean_loss
from .networks import Network, output
from .optimizers import adam
from .penalties import subgradient
from .recipes import Recipe


class Plain:
    """One network in training, each step as the paper writes it."""

    def __init__(self, network, theta, loss, recipe, batch=None):
        self.network, self.theta, self.recipe = network, theta, recipe
        self.moments = None  # Adam's

        def objective(theta, X, y, w=None):
            return mean_loss(loss, output(theta, X, network), y, w)

        self.loss_and_gradient = value_and_grad(objective)

    def step(self, X, y, rate, w=None) -> float:
        """One step on a batch X, (batch, p), y and weights: the loss before it."""
        value, g = self.loss_and_gradient(self.theta, X, y, w)
        slope = subgradient(self.network, self.theta, self.recipe.penalty)
        g = g + float(self.recipe.penalty_constant) * slope
        self.theta, self.moments = adam(self.theta, g, self.moments, rate)
        return value

    def output(self, X):
        """The network's output for any number of rows."""
        return output(self.theta, X, self.network)


ENGINES = {"fast": Fast, "plain": Plain}


@dataclass(frozen=True)
class Epoch:
    """One line of history. Losses are per row, on scaled y, without the penalty."""

    epoch: int
    train: float
    valid: float
    rate: float
    seconds: float


@dataclass
class Fit:
    """A trained network: its best validation epoch's parameters, and its history."""

    network: Network
    theta: np.ndarray
    recipe: Recipe
    history: list[Epoch] = field(default_factory=list)
    stopped: str = ""  # why it was cut off, "" if it was not

    @property
    def best(self) -> Epoch | None:
        """The epoch whose parameters were kept, None if there was none."""
        return min(self.history, key=lambda e: e.valid, default=None)

    def finished(self) -> "Fit":
        """This fit; where Ctrl-C ended it, KeyboardInterrupt is raised again."""
        if self.stopped.startswith("interrupted"):
            raise KeyboardInterrupt
        return self


class Progress:
    """A listener that hears how far a training is. This one does nothing."""

    keep = False  # whether Ctrl-C ends the work, and what is done by then is kept

    def begin(self, what, epochs):
        """A training of so many epochs begins."""

    def epoch(self, epoch):
        """The Epoch is done."""

    def tell(self, text, last=True):
        """How far work without epochs is; the last text is not to be missed."""


SILENT = Progress()


def run_epoch(engine, X, y, order, rate, batch, w=None) -> float:
    """The rows in the given order, batch by batch: the mean loss of the batches.

    A last batch that is not full is left out; the next epoch leaves out other rows.
    """
    losses = []
    for start in range(0, len(order) - batch + 1, batch):
        rows = order[start : start + batch]
        weights = None if w is None else w[rows]
        losses.append(engine.step(X.take(rows, 0), y[rows], rate, weights))
    return float(np.mean(losses))


def fit(
    network, split, loss, rng, recipe, progress=SILENT, engine="fast", start=None
) -> Fit:
    """Train on split.train; keep the best epoch on split.valid (Sec. 5.1).

    loss is a name in ROW_ERRORS, engine one in ENGINES; start is the first theta, drawn
    if None. A loss that is no longer finite ends the training with the best parameters
    so far; so does Ctrl-C if progress.keep. Rows' weights count in both losses.
    """
    (X, y), (X_valid, y_valid) = split.train, split.valid
    w, w_valid = split.train.weights(X.dtype), split.valid.weights(X.dtype)
    batch = min(recipe.batch, len(X))
    if start is None:
        start = network.initial(rng, recipe.deviation, X.dtype, recipe.even)
    result = Fit(network, start, recipe)
    trained = ENGINES[engine](network, start, loss, recipe, batch)
    passes = max(1, -(-recipe.steps // (len(X) // batch)))  # rounded up
    started = time.perf_counter()
    for number in range(1, recipe.epochs + 1):
        rate = recipe.rate_in(number)
        try:
            with np.errstate(over="ignore", under="ignore", invalid="ignore"):
                order = np.concatenate([rng.permutation(len(X)) for _ in range(passes)])
                train = run_epoch(trained, X, y, order, rate, batch, w)
                valid = mean_loss(loss, trained.output(X_valid), y_valid, w_valid)
            if not np.isfinite([train, valid]).all():
                result.stopped = f"the loss was not finite in epoch {number}"
                break
            if result.best is None or valid < result.best.valid:
                result.theta = trained.theta.copy()
            seconds = time.perf_counter() - started
            result.history.append(Epoch(number, train, float(valid), rate, seconds))
            progress.epoch(result.history[-1])
        except KeyboardInterrupt:
            if not progress.keep or not result.history:
                raise
            result.stopped = f"interrupted after {len(result.history)} epochs"
            break
        if number - result.best.epoch >= recipe.patience:
            break
    return result
