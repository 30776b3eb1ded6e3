"""Adam on one flat vector (Kingma & Ba 2015, Algorithm 1), in place."""

import numpy as np

LEAST = 1e-15  # a parameter, or a slope in one, that is smaller does nothing


class Adam:
    """The two moving averages of Adam, and its step.

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
