"""Every network of the paper as a sum of stacks of ReLU MLPs (Sec. 2.3, 4.1, 4.3).

    MLP          one net that sees all p features
    MLP-M        that net + p small nets that see one feature each
    MLP-Cutoff   p small nets + one net for each interaction

A stack is m MLPs of one shape side by side, computed as one. Layer l of a stack is one
array A = [W b], (m, p_l, p_{l-1} + 1), and all parameters are views into one flat
vector theta. `output` runs any of them; autograd can differentiate it in theta.

>>> network = mlp_m(3)
>>> theta = network.initial(np.random.default_rng(0))
>>> output(theta, np.zeros((5, 3)), network).shape
(5,)
"""

from dataclasses import dataclass
from math import prod

import autograd.numpy as np


@dataclass(frozen=True)
class Stack:
    """m MLPs of one shape; net k sees columns features[k]; features is (m, p_0)."""

    features: tuple[tuple[int, ...], ...]
    hidden: tuple[int, ...]
    penalised: bool = False
    outputs: int = 1  # c, one logit per class where there are more than two

    @property
    def shapes(self) -> list[tuple[int, int, int]]:
        """The shape (m, p_l, p_{l-1} + 1) of A = [W b] in each layer, output last."""
        widths = (len(self.features[0]), *self.hidden, self.outputs)
        m = len(self.features)
        return [(m, after, before + 1) for before, after in zip(widths, widths[1:])]


@dataclass(frozen=True)
class Network:
    """A sum of stacks: stacks in the order in which theta holds their parameters."""

    stacks: tuple[Stack, ...]

    @property
    def outputs(self) -> int:
        """How many outputs, c, the network has: 1 in the paper."""
        return self.stacks[0].outputs

    @property
    def size(self) -> int:
        """How many parameters theta holds."""
        return sum(prod(shape) for stack in self.stacks for shape in stack.shapes)

    def layers(self, theta) -> list[list[np.ndarray]]:
        """theta's arrays A = [W b] as views, a list of layers for each stack."""
        sizes = [prod(shape) for stack in self.stacks for shape in stack.shapes]
        parts = iter(np.split(theta, np.cumsum(sizes)))
        return [[next(parts).reshape(s) for s in stack.shapes] for stack in self.stacks]

    def weights(self, theta, stack=0, net=0) -> list[np.ndarray]:
        """One net's [W1, ..., w_y] without biases, (p_l, p_{l-1}) each, as views."""
        return [A[net, :, :-1] for A in self.layers(theta)[stack]]

    def initial(self, rng, deviation=0.1, dtype=np.float32, even=False) -> np.ndarray:
        """A start theta: normal, redrawn beyond two deviations, biases included.

        The authors' TensorFlow code started so; the paper is silent. A sum over p
        features, or over p nets, then starts sqrt(p) times as large as over one. `even`
        undoes that: it divides first layers by sqrt(p) and output layers by sqrt(m).
        """
        theta = rng.normal(size=self.size)
        while (far := np.abs(theta) > 2).any():
            theta[far] = rng.normal(size=far.sum())
        theta *= deviation
        if even:
            for stack, layers in zip(self.stacks, self.layers(theta)):
                m, p = np.shape(stack.features)
                layers[0] /= p**0.5
                layers[-1] /= m**0.5
        return theta.astype(dtype)


def output(theta, X, network):
    """The network's output for X, (n, p): the sum of all nets of all stacks.

    (n,) for one output, (n, c) for c > 1. `fast.backprop.Passes` gives the same.
    """
    total = 0
    for stack, layers in zip(network.stacks, network.layers(theta)):
        h = X.T[np.array(stack.features)]  # (m, p_0, n): what each net sees
        for A in layers[:-1]:
            a = A[:, :, :-1] @ h + A[:, :, -1:]  # (m, p_l, n): W h + b
            h = np.where(a > 0, a, 0)  # ReLU, with slope 0 at its kink
        A = layers[-1]
        total = total + np.sum(A[:, :, :-1] @ h + A[:, :, -1:], axis=0)  # (c, n)
    return total[0] if network.outputs == 1 else total.T


HIDDEN, UNIVARIATE = (140, 100, 60, 20), (10, 10, 10)  # layer sizes of Sec. 5.1


def mlp(p, hidden=HIDDEN, outputs=1) -> Network:
    """MLP: one net over all p features (Sec. 4.1)."""
    return Network((Stack((tuple(range(p)),), tuple(hidden), True, outputs),))


def mlp_m(p, hidden=HIDDEN, univariate=UNIVARIATE, outputs=1) -> Network:
    """MLP-M: an MLP and p univariate nets, never penalised, summed (Sec. 4.1)."""
    alone = Stack(tuple((i,) for i in range(p)), tuple(univariate), False, outputs)
    return Network((*mlp(p, hidden, outputs).stacks, alone))


def mlp_cutoff(
    p, interactions, hidden=HIDDEN, univariate=UNIVARIATE, outputs=1, columns=None
) -> Network:
    """MLP-Cutoff: p unpenalised univariate nets, a net per interaction (Sec. 4.3).

    columns[j] are those of X that feature j brings to a net; j itself if None. Nets of
    as many columns share a stack, so the stacks' order is by that number.
    """
    if columns:
        interactions = [sum((columns[j] for j in I), ()) for I in interactions]
    orders = sorted(set(map(len, interactions)))
    alike = [tuple(I for I in interactions if len(I) == order) for order in orders]
    together = (Stack(same, tuple(hidden), True, outputs) for same in alike)
    alone = Stack(tuple((i,) for i in range(p)), tuple(univariate), False, outputs)
    return Network((alone, *together))


ARCHITECTURES = {"mlp": mlp, "mlp-m": mlp_m}  # the first stack's weights are read
