"""`training.Plain`, made fast: the same step with buffers, in place."""

from functools import partial

from .backprop import Scratch, output, output_vjp, predict
from .in_place import Adam, Regulariser, parts
from .slopes import SLOPES, weighted


class Fast:
    """Trains theta in place: the chain rule of fast/backprop, then Adam's step."""

    def __init__(self, network, theta, loss, recipe, batch):
        self.network, self.theta, self.loss = network, theta.copy(), SLOPES[loss]
        self.weighted = partial(weighted, loss)
        every = parts(0, network.size)
        self.adams = [(part, Adam(self.theta[part])) for part in every]
        penalty = recipe.penalty, recipe.penalty_constant, theta.dtype
        self.regulariser = Regulariser(network, *penalty)
        self.scratch = Scratch(network, batch, self.theta)

    def step(self, X, y, rate, w=None) -> float:
        """One step on a batch X, (batch, p), y and weights: the loss before it."""
        value, gradient = self.loss_and_gradient(self.theta, X, y, w)
        self.regulariser.add_subgradient(self.theta, gradient)
        for part, adam in self.adams:
            adam.step(self.theta[part], gradient[part], rate)
        return value

    def loss_and_gradient(self, theta, X, y, w=None):
        """The loss on the batch, and its gradient in theta, without the penalty."""
        given = {"X": X, "network": self.network, "scratch": self.scratch}
        f = output(theta, **given)
        value, slope = self.loss(f, y) if w is None else self.weighted(f, y, w)
        # One primitive needs no tape: autograd's would take a tenth of a step.
        return value, output_vjp(f, theta, **given)(slope)

    def output(self, X):
        """The network's output for any number of rows."""
        return predict(self.network, self.theta, X)

    def end_epoch(self):
        """Set to 0 what is too small to matter, and slow to compute with."""
        for part, adam in self.adams:
            adam.flush(self.theta[part])
