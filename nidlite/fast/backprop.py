"""`networks.output` and its gradient with buffers, and the chain rule by hand (App. C).

Activations h carry a row of ones below them, (m, p_l + 1, n), so that A @ h is the
paper's W h + b, with one column for each data row.
"""

import numpy as np
from autograd.extend import defvjp, primitive

CACHE = 2**18  # numbers in the activations of the nets that are computed together


class Layer:
    """One layer of some nets at work: its A = [W b], A's gradient, and its input h."""

    def __init__(self, A, dA, h, zeros):
        self.A, self.W_T, self.dA = A, A[..., :-1].swapaxes(1, 2), dA
        self.h, self.h_T, self.no_ones = h, h.swapaxes(1, 2), h[:, :-1]
        self.zeros = zeros[: h.size].reshape(h.shape)


class Passes:
    """The passes over n rows, with buffers made once; theta may change in place."""

    def __init__(self, network, n, theta):
        self.outputs = network.outputs
        self.gradient = np.empty_like(theta)
        shapes = [shape for stack in network.stacks for shape in stack.shapes]
        # NumPy takes the maximum with an array three times as fast as with a number.
        zeros = np.zeros(max(m * before * n for m, _, before in shapes), theta.dtype)
        self.stacks = []
        for As, dAs in zip(network.layers(theta), network.layers(self.gradient)):
            hs = [np.empty((len(A), A.shape[2], n), theta.dtype) for A in As]
            for h in hs:
                h[:, -1] = 1
            self.stacks.append([Layer(*each, zeros) for each in zip(As, dAs, hs)])
        # A thousand small nets at once leave the cache: 6 percent more for a step.
        self.parts = [list(in_parts(layers, zeros)) for layers in self.stacks]
        self.features = [np.array(stack.features) for stack in network.stacks]

    def forward(self, X) -> np.ndarray:
        """The network's output for X, (rows, p): (rows,), or (rows, c) for c > 1."""
        total = 0.0
        for layers, parts, features in zip(self.stacks, self.parts, self.features):
            layers[0].no_ones[...] = X.T[features]  # (m, p_0, n)
            total = stack_forward(layers, parts) + total
        return total[0] if self.outputs == 1 else total.T

    def backward(self, g) -> np.ndarray:
        """Theta's gradient from g = d loss / d output; the next pass overwrites it."""
        g = g[None] if g.ndim == 1 else g.T  # (c, n)
        for parts in self.parts:
            for layers in parts:
                stack_backward(layers, g)
        return self.gradient


def in_parts(layers, zeros):
    """The stack's layers, some nets at a time: as many as the cache holds."""
    m = max(1, CACHE // max(sum(layer.h[0].size for layer in layers), 1))
    for first in range(0, len(layers[0].A), m):
        nets = slice(first, first + m)
        yield [Layer(l.A[nets], l.dA[nets], l.h[nets], zeros) for l in layers]


def stack_forward(layers, parts):
    """The sum of one stack's nets, (c, n); the first layer's h is given."""
    for part in parts:
        for layer, after in zip(part, part[1:]):
            np.matmul(layer.A, layer.h, out=after.no_ones)  # W h + b
            np.maximum(after.h, after.zeros, out=after.h)
    A, h = layers[-1].A, layers[-1].h
    c, n = A.shape[1], h.shape[2]
    # w_y h + b_y, summed over the nets: one product with all nets' units in a row.
    return A.swapaxes(0, 1).reshape(c, -1) @ h.reshape(-1, n)


def stack_backward(layers, g):
    """Fill in every dA, the gradient in A, from g = d loss / d output, (c, n).

    The chain rule of App. C, from the output down: d is d loss / d h. ReLU's slope, 1
    where h > 0 and 0 elsewhere, at its kink too, makes it d loss / d (A h) of the layer
    below. The row of ones passes nothing on, so W is enough.
    """
    np.matmul(g, layers[-1].h_T, out=layers[-1].dA)
    W_T = layers[-1].W_T
    d = W_T * g if len(g) == 1 else W_T @ g  # the same, and faster for one output
    for layer, after in zip(layers[-2::-1], layers[:0:-1]):
        d *= (after.h > after.zeros)[:, :-1]
        np.matmul(d, layer.h_T, out=layer.dA)
        if layer is not layers[0]:
            d = layer.W_T @ d


@primitive
def output(theta, X, network) -> np.ndarray:
    """`networks.output` as one autograd primitive, differentiable in theta."""
    return Passes(network, len(X), theta).forward(X)


def output_vjp(answer, theta, X, network):
    """The vector-Jacobian product of output in theta; g is shaped as the output."""
    passes = Passes(network, len(X), theta)
    passes.forward(X)
    return lambda g: passes.backward(g).copy()


defvjp(output, output_vjp, argnums=(0,))


def predict(network, theta, X, rows=384, passes=None) -> np.ndarray:
    """The output in blocks that fit the cache; passes, {rows: Passes}, are theta's."""
    X, c = np.asarray(X, theta.dtype), network.outputs
    answers = np.empty(len(X) if c == 1 else (len(X), c), theta.dtype)
    passes = {} if passes is None else passes
    for start in range(0, len(X), rows):
        block = X[start : start + rows]
        if (n := len(block)) not in passes:
            passes[n] = Passes(network, n, theta)
        answers[start : start + rows] = passes[n].forward(block)
    return answers


def responses(network, theta, X, stack) -> np.ndarray:
    """The output of each net of one stack, (m, n), or (m, n, c) for c > 1."""
    X = np.asarray(X, theta.dtype)
    passes = Passes(network, len(X), theta)
    passes.forward(X)
    last = passes.stacks[stack][-1]
    answers = last.A @ last.h  # (m, c, n)
    return answers[:, 0] if network.outputs == 1 else answers.swapaxes(1, 2)
