"""`training.Plain`, made fast: the same step with buffers, in place."""

from functools import partial

from autograd.core import make_vjp

from .backprop import Scratch, output, predict
from .in_place import Adam, Regulariser
from .slopes import SLOPES, weighted


class Fast:
    """Trains theta in place: the chain rule of fast/backprop, then Adam's step."""

    def __init__(self, network, theta, loss, recipe, batch):
        self.network, self.theta, self.loss = network, theta.copy(), SLOPES[loss]
        self.weighted = partial(weighted, loss)
        self.adam = Adam(self.theta)
        self.regulariser = Regulariser(network, recipe.penalty, recipe.penalty_constant)
        self.scratch = Scratch(network, batch, self.theta)

    def step(self, X, y, rate, w=None) -> float:
        """One step on a batch X, (batch, p), y and weights: the loss before it."""
        value, gradient = self.loss_and_gradient(self.theta, X, y, w)
        self.regulariser.add_subgradient(self.theta, gradient)
        self.adam.step(self.theta, gradient, rate)
        return value

    def loss_and_gradient(self, theta, X, y, w=None):
        """The loss on the batch, and its gradient in theta, without the penalty."""

        def network_of(theta):  # by keyword: autograd looks at positional arguments
            return output(theta, X=X, network=self.network, scratch=self.scratch)

        vjp, f = make_vjp(network_of, theta)
        value, slope = self.loss(f, y) if w is None else self.weighted(f, y, w)
        return value, vjp(slope)

    def output(self, X):
        """The network's output for any number of rows."""
        return predict(self.network, self.theta, X)

    def end_epoch(self):
        """Set to 0 what is too small to matter, and slow to compute with."""
        self.adam.flush(self.theta)
