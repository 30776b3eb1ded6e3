"""`optimizers.adam` and `penalties.subgradient` without new arrays.

At p = 10 a network has some 20,000 parameters, and one new array for each operation
would take longer than the operation. At p = 1000 it has a million, and an operation
waits for the memory, so all operations on one part of them come before the next part.
"""

import numpy as np

from ..penalties import PENALTIES, l1

PART = 2**16  # parameters at a time: what the processor's cache holds
LEAST = 1e-15  # a parameter, or a mean slope, that is smaller does nothing


def parts(start, stop):
    """Slices of at most PART parameters, from start to stop."""
    return [slice(k, min(k + PART, stop)) for k in range(start, stop, PART)]


class Adam:
    """optimizers.adam on one theta, which every step changes in place.

    The paper's m and v are (1 - beta1) M and (1 - beta2) V here: leaving the two
    factors to the scalars of the step saves two passes over the vector.
    """

    def __init__(self, theta, beta1=0.9, beta2=0.999, eps=1e-8):
        self.beta1, self.beta2, self.eps = beta1, beta2, eps
        self.M = np.zeros_like(theta)
        self.V = np.zeros_like(theta)
        self.t = 0

    def step(self, theta, g, rate):
        """theta -= rate m^ / (sqrt(v^) + eps), in place; g is used up."""
        self.t += 1
        self.M *= self.beta1
        self.M += g
        self.V *= self.beta2
        self.V += np.square(g, out=g)
        # m^ = M (1 - beta1) / (1 - beta1^t), sqrt(v^) = sqrt(V) * root
        root = ((1 - self.beta2) / (1 - self.beta2**self.t)) ** 0.5
        scale = rate * (1 - self.beta1) / (1 - self.beta1**self.t) / root
        denominator = np.sqrt(self.V, out=g)
        denominator += self.eps / root
        step = np.divide(self.M, denominator, out=g)
        step *= scale
        theta -= step

    def flush(self, theta):
        """Set to 0, in place, what is too small to matter: call it now and then.

        L2 shrinks the weights of a dead unit for ever, until they are subnormal numbers
        (below 1e-38), with which a processor computes many times more slowly.
        """
        for values, least in ((theta, LEAST), (self.M, LEAST), (self.V, LEAST**2)):
            values[np.abs(values) < least] = 0


def sign(W):
    """W / |W|, 0 at 0: faster than np.sign, and the same for 0 and |W| > 1e-30."""
    size = np.abs(W)
    size += np.finfo(W.dtype).tiny
    return np.divide(W, size, out=size)


class Regulariser:
    """penalties.subgradient of one network, times a constant, added in place."""

    def __init__(self, network, name, constant, dtype):
        first, rest = PENALTIES[name]
        self.constant = constant
        self.grouped = []  # subgradient, where in theta, shape of [W1 b1]
        self.flat = []  # subgradient, where in theta, constant there, 0 for biases
        for stack, places in zip(network.stacks, network.places):
            if stack.penalised:
                if first is not rest:
                    self.grouped.append((first.subgradient, *places[0]))
                    places = places[1:]
                if places:  # one penalty for all of them: one flat part
                    place = slice(places[0][0].start, places[-1][0].stop)
                    slope_of = sign if rest is l1 else rest.subgradient
                    constants = constant_or_bias(places, constant, dtype)
                    for part in parts(place.start, place.stop):
                        own = constants[part.start - place.start :][:PART]
                        self.flat.append((slope_of, part, own))

    def add_subgradient(self, theta, gradient):
        """gradient += constant * subgradient, in place."""
        for slope_of, place, shape in self.grouped:
            W, slope = (a[place].reshape(shape)[..., :-1] for a in (theta, gradient))
            slope += self.constant * slope_of(W)
        for slope_of, place, constants in self.flat:
            slope = slope_of(theta[place])
            slope *= constants
            gradient[place] += slope


def constant_or_bias(places, constant, dtype):
    """The constant for each weight of these layers, and 0 for each bias, flat."""
    each = [np.full(shape, constant, dtype) for _, shape in places]
    for A in each:
        A[..., -1] = 0
    return np.concatenate([A.ravel() for A in each])
