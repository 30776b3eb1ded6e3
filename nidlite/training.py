"""Training: minibatches, penalty, Adam, early stopping, history (Sec. 4.1, 5.1).

With this module one can fit any network of networks.py to a split data set. The
gradient of the loss is autograd's; the penalty's subgradient is added beside it, so
that it never enters autograd's graph.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from autograd.core import make_vjp

from .backprop import Scratch, output, predict
from .networks import Network
from .optimizers import Adam
from .penalties import PENALTIES

# Of a field that came later: results stored before it count for its default.
ADDED = {"added": True}


@dataclass(frozen=True)
class Recipe:
    """How to train. The paper is silent on most of it (Sec. 5.1).

    The defaults are those of the authors' TensorFlow code, but half its epochs, as
    shorter runs walk down the same slope of rates faster, and 2e-5 for its 5e-5: judged
    on random functions, not on the paper's (benchmarks/README.md).
    """

    epochs: int = 100
    batch: int = 100
    rate: float = 0.01  # Adam's, in the first epoch
    rate_fall: float = 0.006  # last rate / first rate: 0.95 per epoch in 100 epochs
    penalty: str = "l1"  # of the penalised stacks only (Sec. 4.1)
    penalty_constant: float = 2e-5  # Sec. 5.1 tunes it in 5e-6 to 5e-4
    deviation: float = 0.1  # of the truncated normal start
    patience: int = 100  # epochs without improvement before stopping early
    even: bool = field(default=False, metadata=ADDED)  # see Network.initial


RECIPE = Recipe()
# Sec. 5.1: L2 of 1e-4 in all experiments with a cutoff.
CUTOFF_RECIPE = Recipe(epochs=30, penalty="l2", penalty_constant=1e-4, patience=10)


@dataclass(frozen=True)
class Epoch:
    """One line of history; losses are per row, on scaled y, without the penalty."""

    epoch: int
    train: float
    valid: float
    rate: float
    seconds: float


@dataclass
class Fit:
    """A trained network: the parameters of the best validation epoch, and the way."""

    network: Network
    theta: np.ndarray
    recipe: Recipe
    history: list[Epoch] = field(default_factory=list)
    stopped: str = ""  # why it was cut off, "" if it was not

    @property
    def best(self) -> Epoch | None:
        """The epoch whose parameters were kept, None if there was none."""
        return min(self.history, key=lambda e: e.valid, default=None)


class Regulariser:
    """A penalty on the weights of a network's penalised stacks, and its subgradient."""

    def __init__(self, network, name, constant):
        first, rest = PENALTIES[name]
        self.constant = constant
        self.grouped = []  # penalty, where in theta, shape of [W1 b1]
        self.flat = []  # penalty, where in theta, the biases there
        for stack, places in zip(network.stacks, network.places):
            if stack.penalised:
                if first is not rest:
                    self.grouped.append((first, *places[0]))
                    places = places[1:]
                if places:  # one penalty for all of them: one flat part
                    place = slice(places[0][0].start, places[-1][0].stop)
                    self.flat.append((rest, place, bias_places(places)))

    def value(self, theta) -> float:
        """The penalty times its constant."""
        total = 0.0
        for penalty, place, shape in self.grouped:
            total += penalty.value(theta[place].reshape(shape)[..., :-1])
        for penalty, place, biases in self.flat:
            weights = theta[place].copy()
            weights[biases] = 0
            total += penalty.value(weights)
        return self.constant * float(total)

    def add_subgradient(self, theta, gradient):
        """gradient += constant * subgradient, in place."""
        for penalty, place, shape in self.grouped:
            W, slope = (a[place].reshape(shape)[..., :-1] for a in (theta, gradient))
            slope += self.constant * penalty.subgradient(W)
        for penalty, place, biases in self.flat:
            slope = penalty.subgradient(theta[place])
            slope *= self.constant
            slope[biases] = 0
            gradient[place] += slope


def bias_places(places):
    """Where the biases lie, counted from the first layer's start."""
    start = places[0][0].start
    return np.concatenate(
        [np.arange(p.start + s[-1] - 1, p.stop, s[-1]) - start for p, s in places]
    )


def loss_and_gradient(network, theta, X, y, loss, scratch=None):
    """The loss at theta and its gradient in theta, by autograd."""

    def network_of(theta):  # by keyword: autograd looks at every positional argument
        return output(theta, X=X, network=network, scratch=scratch)

    vjp, f = make_vjp(network_of, theta)
    value, slope = loss(f, y)
    return value, vjp(slope)


def run_epoch(
    network, theta, X, y, loss, order, rate, adam, regulariser, scratch, tell=None
):
    """One pass over the rows in the given order, theta changed in place: mean loss.

    A last batch that is not full is left out; the next epoch leaves out other rows.
    tell(share of the rows) is called after every batch.
    """
    losses, batch = [], scratch.rows
    for start in range(0, len(order) - batch + 1, batch):
        rows = order[start : start + batch]
        value, gradient = loss_and_gradient(
            network, theta, X.take(rows, 0), y[rows], loss, scratch
        )
        regulariser.add_subgradient(theta, gradient)
        adam.step(theta, gradient, rate)
        losses.append(value)
        if tell:
            tell((start + batch) / len(order))
    adam.flush(theta)
    return float(np.mean(losses))


def fit(
    network,
    split,
    loss,
    rng,
    recipe,
    on_epoch: Callable | None = None,
    keep=False,
    on_batch: Callable | None = None,
) -> Fit:
    """Train the network on split.train and keep what split.valid likes best (Sec. 5.1).

    on_epoch(epoch) is called after each epoch, on_batch(its number, share of its rows)
    after each batch. A loss that is no longer finite ends the
    training with the best parameters so far; so does Ctrl-C if keep is true.
    """
    (X, y), (X_valid, y_valid) = split.train, split.valid
    theta = network.initial(rng, recipe.deviation, X.dtype, recipe.even)
    result = Fit(network, theta.copy(), recipe)
    regulariser = Regulariser(network, recipe.penalty, recipe.penalty_constant)
    tools = Adam(theta), regulariser, Scratch(network, min(recipe.batch, len(X)), theta)
    started = time.perf_counter()
    for number in range(1, recipe.epochs + 1):
        rate = recipe.rate * recipe.rate_fall ** (
            (number - 1) / max(recipe.epochs - 1, 1)
        )
        try:
            with np.errstate(over="ignore", invalid="ignore"):
                order = rng.permutation(len(X))
                tell = on_batch and (lambda share, n=number: on_batch(n, share))
                train = run_epoch(network, theta, X, y, loss, order, rate, *tools, tell)
                valid = float(loss(predict(network, theta, X_valid), y_valid)[0])
            if not np.isfinite([train, valid]).all():
                result.stopped = f"the loss was not finite in epoch {number}"
                break
            if result.best is None or valid < result.best.valid:
                result.theta = theta.copy()
            seconds = time.perf_counter() - started
            result.history.append(Epoch(number, train, valid, rate, seconds))
            if on_epoch:
                on_epoch(result.history[-1])
        except KeyboardInterrupt:
            if not keep or not result.history:
                raise
            result.stopped = f"interrupted after {len(result.history)} epochs"
            break
        if number - result.best.epoch >= recipe.patience:
            break
    return result
