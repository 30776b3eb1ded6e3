"""For several tests: networks, rows, Definition 1, a progress's ear."""

from itertools import combinations

import autograd.numpy as anp
import numpy as np
from autograd.core import make_vjp

from nidlite.interactions import mixed_difference
from nidlite.networks import mlp, mlp_cutoff, mlp_m, output
from nidlite.training import Progress

MIXED = [(1, 2, 3), (0, 1), (2, 3)]  # interactions of two sizes, the larger first
KINDS_OF_OUTCOME = ["regression", "two classes", "three classes"]
NETWORKS = {
    "MLP": mlp(4, (5, 3)),
    "MLP-M": mlp_m(4, (5, 3), (3, 2)),
    "MLP-Cutoff": mlp_cutoff(4, MIXED, (5, 3), (3, 2)),
    "MLP-Cutoff with no interaction": mlp_cutoff(4, [], (5,), (3, 2)),
    "univariate nets without hidden layers": mlp_m(4, (5, 3), ()),
    "one hidden unit": mlp_m(4, (1,), (1, 1)),
    "two features": mlp_m(2, (3,), (2,)),
    "MLP of three classes": mlp(4, (5, 3), outputs=3),
    "MLP-M of three classes": mlp_m(4, (5, 3), (3, 2), outputs=3),
    "MLP-Cutoff of two outputs": mlp_cutoff(4, MIXED, (5, 3), (3, 2), outputs=2),
    "sizes of Sec. 5.1": mlp_m(10),
}


def example(network, n=7, seed=0, dtype=np.float64):
    """A theta, data and a vector to multiply the Jacobian with, far from any kink."""
    rng = np.random.default_rng(seed)
    p = 1 + max(max(max(f) for f in stack.features) for stack in network.stacks)
    shape = n if network.outputs == 1 else (n, network.outputs)
    theta, X, g = (rng.normal(size=size) for size in (network.size, (n, p), shape))
    return theta.astype(dtype), X.astype(dtype), g.astype(dtype)


def targets(task, n, seed=1):
    """(n,) targets: numbers, or classes 0 and 1, or classes 0, 1 and 2."""
    rng = np.random.default_rng(seed)
    classes = {"classification": 2, "multiclass": 3}
    if task in classes:
        return rng.integers(classes[task], size=n).astype(float)
    return rng.normal(size=n)


def plain_vjp(theta, X, network, g):
    """autograd's own derivative of the plain `networks.output`, times g."""
    return make_vjp(lambda t: output(t, X, network), theta)[0](g)


def relu_output(h, weights, biases):
    """Sec. 2.3, from activations h, (n, p), on: (n, c); autograd can differentiate."""
    for W, b in zip(weights[:-1], biases[:-1]):
        h = anp.maximum(anp.dot(h, W.T) + b, 0)
    return anp.dot(h, weights[-1].T) + biases[-1]


def subsets(features, least=2):
    """All sets of at least so many of the features, the smaller ones first."""
    sizes = range(least, len(features) + 1)
    return [s for size in sizes for s in combinations(features, size)]


def interactions_of(f, p):
    """The sets whose mixed difference is not zero somewhere, by Definition 1."""
    a, b = 2 * np.random.default_rng(0).normal(size=(2, 400, p))
    # Values are of order 1 to 100 and up to 32 of them are added, so rounding stays
    # below 1e-11; an interaction, or a ReLU's kink between two points, gives far more.
    sets = subsets(range(p))
    return {s for s in sets if np.abs(mixed_difference(f, s, a, b)).max() > 1e-9}


def scaled_error(found, expected):
    return np.abs(found - expected).max() / np.abs(expected).max()


def product(n=300, seed=0):
    """y = x1 x2 + x3 with a fourth feature that does nothing: X (n, 4), y (n,)."""
    X = np.random.default_rng(seed).uniform(-1, 1, (n, 4))
    return X, X[:, 0] * X[:, 1] + X[:, 2]


def mixed(n=300, kind="regression"):
    """Rows of three numbers, some missing, and a category; and outcomes of the kind."""
    X, y = product(n)
    X, y = X.astype(object), y + 2 * X[:, 0] * X[:, 1]
    X[:, 3] = np.array(["oak", "ash", "fir"])[np.arange(n) % 3]
    X[::9, 2] = None
    if kind != "regression":
        words = np.array(["low", "high", "top"])
        y = words[np.digitize(y, [0] if kind == "two classes" else [-0.5, 0.5])]
    return X, y


class Heard(Progress):
    """Writes down what it is told, and raises an error after so many epochs."""

    def __init__(self, stop=None, keep=False, error=KeyboardInterrupt):
        self.begun, self.epochs = [], []
        self.stop, self.keep, self.error = stop, keep, error

    def begin(self, what, epochs):
        self.begun.append((what, epochs))

    def epoch(self, epoch):
        self.epochs.append(epoch)
        if self.stop == len(self.epochs):
            raise self.error
