"""The net that sees all features, at many corners between the same rows.

W1 x + b of a corner is that of the row, and W1 (b - a) of the few columns that move.
"""

from dataclasses import dataclass

import numpy as np

from ..agreement.confirm import centred
from ..networks import Network, Stack
from .backprop import predict


@dataclass
class JointNet:
    """The first net of a network, the mean of its starts, centred.

    In a mixed difference the other nets, which see one feature each, cancel.
    """

    network: Network
    thetas: list  # of the starts

    def __call__(self, X) -> np.ndarray:
        return self.between(X, X)([])

    def between(self, a, b):
        """Columns -> the output where they come from b, the others from a, (n, p)."""
        a, b = (np.asarray(rows, self.thetas[0].dtype) for rows in (a, b))
        (first, *hidden), c = self.network.stacks[0].hidden, self.network.outputs
        above = Network((Stack((tuple(range(first)),), tuple(hidden), outputs=c),))
        step, starts = b - a, []
        for theta in self.thetas:
            A = self.network.layers(theta)[0][0][0]  # [W1 b], (p_1, p + 1)
            own = theta[A.size :][: above.size]
            starts.append((a @ A[:, :-1].T + A[:, -1], A[:, :-1].T, own))

        def at(columns):
            hs = [
                np.maximum(h + step[:, columns] @ W[columns], 0) for h, W, _ in starts
            ]
            total = sum(predict(above, own, h) for h, (*_, own) in zip(hs, starts))
            return centred(total / len(starts))

        return at
