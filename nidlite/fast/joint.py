"""The net that sees all features, at many corners between the same rows.

W1 x + b of a corner is that of the row, and W1 (b - a) of the few columns that move.
"""

from collections.abc import Callable

import numpy as np

from ..confirm import centred
from ..networks import Network, Stack
from .backprop import predict


class JointNet:
    """The first net of a network, the mean of its starts, centred.

    In a mixed difference the other nets, which see one feature each, cancel.
    """

    def __init__(self, network, thetas):
        stack = network.stacks[0]
        (_, units, _), *_ = stack.shapes
        above = Stack((tuple(range(units)),), stack.hidden[1:], outputs=stack.outputs)
        self.above, starts = Network((above,)), []
        for theta in thetas:
            A = network.layers(theta)[0][0][0]  # [W1 b], (p_1, p + 1)
            starts.append((A[:, :-1].T, A[:, -1], theta[A.size :][: self.above.size]))
        self.starts = starts

    def __call__(self, X) -> np.ndarray:
        return self.between(X, X)([])

    def between(self, a, b) -> Callable:
        """Columns -> the output where they come from b, the others from a, (n, p)."""
        a, b = (np.asarray(rows, self.starts[0][0].dtype) for rows in (a, b))
        step, before = b - a, [a @ W1_T + bias for W1_T, bias, _ in self.starts]

        def at(columns):
            total = 0
            for h, (W1_T, _, theta) in zip(before, self.starts):
                h = np.maximum(h + step[:, columns] @ W1_T[columns], 0)
                total = total + predict(self.above, theta, h)
            return centred(total / len(self.starts))

        return at
