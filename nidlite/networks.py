"""Every network of the paper as a sum of stacks of ReLU MLPs (Sec. 2.3, 4.1, 4.3).

    MLP          one net that sees all p features
    MLP-M        that net + p small nets that see one feature each
    MLP-Cutoff   p small nets + one net for each interaction

A stack is m MLPs of one shape side by side, computed as one. Layer l of a stack is one
array A = [W b], (m, p_l, p_{l-1} + 1), and activations h carry a row of ones below
them, (m, p_l + 1, n), so A @ h is the paper's W h + b, one column for each data row.
All parameters are views into one flat vector theta. With this module one can build the
three architectures, run them, and differentiate them in theta with autograd.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from autograd.extend import defvjp, primitive


@dataclass(frozen=True)
class Stack:
    """m MLPs of one shape; net k sees the features[k], (m, p_0), all of one length."""

    features: tuple[tuple[int, ...], ...]
    hidden: tuple[int, ...]
    penalised: bool = False

    @property
    def shapes(self) -> list[tuple[int, int, int]]:
        """The shape (m, p_l, p_{l-1} + 1) of A = [W b] in each layer, output last."""
        widths = (len(self.features[0]), *self.hidden, 1)
        m = len(self.features)
        return [(m, after, before + 1) for before, after in zip(widths, widths[1:])]


@dataclass(frozen=True)
class Network:
    """A sum of stacks: stacks in the order in which theta holds their parameters."""

    stacks: tuple[Stack, ...]

    @cached_property
    def places(self) -> list[list[tuple[slice, tuple]]]:
        """For each stack and layer: where in theta its A lies, and A's shape."""
        places, start = [], 0
        for stack in self.stacks:
            layers = []
            for shape in stack.shapes:
                stop = start + int(np.prod(shape))
                layers.append((slice(start, stop), shape))
                start = stop
            places.append(layers)
        return places

    @property
    def size(self) -> int:
        """How many parameters theta holds."""
        return self.places[-1][-1][0].stop

    def layers(self, theta) -> list[list[np.ndarray]]:
        """theta's arrays A = [W b] as views, a list of layers for each stack."""
        return [[theta[s].reshape(shape) for s, shape in k] for k in self.places]

    def weights(self, theta, stack=0, net=0) -> list[np.ndarray]:
        """One net's [W1, ..., w_y] without biases, (p_l, p_{l-1}) each, as views."""
        return [A[net, :, :-1] for A in self.layers(theta)[stack]]

    def initial(self, rng, deviation=0.1, dtype=np.float32) -> np.ndarray:
        """A start theta: normal, redrawn beyond two deviations, biases included.

        The authors' TensorFlow code started so; the paper is silent.
        """
        theta = rng.normal(size=self.size)
        while (far := np.abs(theta) > 2).any():
            theta[far] = rng.normal(size=far.sum())
        return (deviation * theta).astype(dtype)


def mlp(p, hidden=(140, 100, 60, 20)) -> Network:
    """MLP: one net over all p features (Sec. 4.1; sizes from Sec. 5.1)."""
    return Network((Stack((tuple(range(p)),), tuple(hidden), penalised=True),))


def univariate_stack(p, hidden=(10, 10, 10)) -> Stack:
    """The p univariate nets of MLP-M and MLP-Cutoff, never penalised."""
    return Stack(tuple((i,) for i in range(p)), tuple(hidden))


def mlp_m(p, hidden=(140, 100, 60, 20), univariate=(10, 10, 10)) -> Network:
    """MLP-M: an MLP and p univariate nets, summed (Sec. 4.1)."""
    return Network((*mlp(p, hidden).stacks, univariate_stack(p, univariate)))


def mlp_cutoff(
    p, interactions, hidden=(140, 100, 60, 20), univariate=(10, 10, 10)
) -> Network:
    """MLP-Cutoff: p univariate nets and a net for each interaction (Sec. 4.3).

    Nets of one order share a stack, so the stacks' order is by the size of interaction.
    """
    by_order = sorted(set(map(len, interactions)))
    orders = [tuple(i for i in interactions if len(i) == order) for order in by_order]
    stacks = (Stack(same, tuple(hidden), penalised=True) for same in orders)
    return Network((univariate_stack(p, univariate), *stacks))


ARCHITECTURES = {"mlp": mlp, "mlp-m": mlp_m}


def columns(features):
    """An index that takes X.T, (p, n), to (m, p_0, n); a view where it can be one."""
    m, p_0 = len(features), len(features[0])
    first = features[0][0]
    if m == 1 and features[0] == tuple(range(first, first + p_0)):
        return np.s_[None, first : first + p_0]
    if p_0 == 1 and features == tuple((i,) for i in range(first, first + m)):
        return np.s_[first : first + m, None]
    return np.array(features)


class Layer:
    """One layer of a stack at work: its A = [W b], A's gradient, and its input h."""

    def __init__(self, A, dA, h, zeros):
        self.A, self.A_T, self.dA = A, A.swapaxes(1, 2), dA
        self.h, self.h_T, self.inside = h, h.swapaxes(1, 2), h[:, :-1]
        self.zeros = zeros


class Scratch:
    """The buffers of a forward and backward pass over n rows, made once, used often."""

    def __init__(self, network, n, theta):
        self.theta, self.gradient, self.rows = theta, np.empty_like(theta), n
        shapes = [shape for stack in network.stacks for shape in stack.shapes]
        # NumPy takes the maximum with an array three times as fast as with a number.
        zeros = np.zeros(max(m * before * n for m, _, before in shapes), theta.dtype)
        self.stacks = []
        for As, dAs in zip(network.layers(theta), network.layers(self.gradient)):
            layers = []
            for A, dA in zip(As, dAs):
                h = np.ones((A.shape[0], A.shape[2], n), theta.dtype)
                layers.append(Layer(A, dA, h, zeros[: h.size].reshape(h.shape)))
            self.stacks.append(layers)
        self.features = [columns(stack.features) for stack in network.stacks]
        self.answer = None  # the output that the activations belong to


def stack_forward(layers):
    """The sum of one stack's nets, (n,); the first layer's h is given."""
    for layer, after in zip(layers, layers[1:]):
        np.matmul(layer.A, layer.h, out=after.inside)  # W h + b
        np.maximum(after.h, after.zeros, out=after.h)
    A, h = layers[-1].A, layers[-1].h
    return A.reshape(-1) @ h.reshape(-1, h.shape[2])  # w_y h + b_y, over all nets


def stack_backward(layers, g):
    """Fill in every dA, the gradient in A, from g = d loss / d output, (n,).

    The chain rule of App. C, from the output down: d is d loss / d h, then, times
    ReLU's slope, d loss / d (A h) of the layer below; the slope is 1 where h > 0 and 0
    elsewhere, at its kink too, and the row of ones passes nothing on.
    """
    np.matmul(layers[-1].h, g, out=layers[-1].dA[:, 0])
    d = layers[-1].A_T * g
    for layer, after in zip(layers[-2::-1], layers[:0:-1]):
        d *= after.h > after.zeros
        d = d[:, :-1]
        np.matmul(d, layer.h_T, out=layer.dA)
        if layer is not layers[0]:
            d = layer.A_T @ d


@primitive
def output(theta, X, network, scratch=None) -> np.ndarray:
    """The network's output, (n,), for X, (n, p): the sum of all nets of all stacks.

    An autograd primitive, differentiable in theta. Without a scratch it has no state; a
    scratch made for n rows and this theta saves making one, and then holds the gradient
    until it is used again. Any other scratch is passed over.
    """
    if scratch is None or scratch.theta is not theta or scratch.rows != len(X):
        scratch = Scratch(network, len(X), theta)
    total = 0.0
    for layers, features in zip(scratch.stacks, scratch.features):
        layers[0].inside[...] = X.T[features]
        total = stack_forward(layers) + total
    scratch.answer = total
    return total


def output_vjp(answer, theta, X, network, scratch=None):
    """output's vector-Jacobian product in theta: g, (n,), to g @ d output / d theta."""

    def vjp(g):
        used = scratch
        if used is None or used.answer is not answer:  # or it was used since
            used = Scratch(network, len(X), theta)
            output(theta, X, network, used)
        for layers in used.stacks:
            stack_backward(layers, g)
        return used.gradient

    return vjp


defvjp(output, output_vjp, argnums=(0,))


def predict(network, theta, X, rows=512) -> np.ndarray:
    """output for any number of rows, (n,), a cache-sized block of rows at a time."""
    X = np.asarray(X, theta.dtype)
    answers = np.empty(len(X), theta.dtype)
    scratch = Scratch(network, min(rows, len(X)), theta)
    for start in range(0, len(X), rows):
        block = slice(start, start + rows)
        answers[block] = output(theta, X[block], network, scratch)
    return answers


def responses(network, theta, X, stack) -> np.ndarray:
    """Each net's own output in one stack, (m, n): what the nets are summed from."""
    X = np.asarray(X, theta.dtype)
    scratch = Scratch(network, len(X), theta)
    output(theta, X, network, scratch)
    last = scratch.stacks[stack][-1]
    return (last.A @ last.h)[:, 0]
