"""`agreement.confirm.Corners` of a network: many corners between the same rows.

A corner takes some features from row b and the others from row a. Its W1 x + b1 is that
of row a, plus W1 (b - a) of the few columns that move.
"""

from dataclasses import dataclass

import numpy as np

from ..agreement.confirm import centred
from ..networks import Network, mlp
from .backprop import predict


@dataclass
class JointNet:
    """The first net of a network, averaged over its starts, and centred.

    In a mixed difference the other nets, which see one feature each, cancel.
    """

    network: Network
    thetas: list  # of the starts
    guess: float | np.ndarray = 0.0  # as in `centred`

    def __call__(self, X) -> np.ndarray:
        return self.between(X, X)([])

    def between(self, a, b):
        """columns -> the output where these come from b, and others from a, (n, p)."""
        a, b = (np.asarray(rows, self.thetas[0].dtype) for rows in (a, b))
        (first, *hidden), c = self.network.stacks[0].hidden, self.network.outputs
        above, moves, starts = mlp(first, hidden, c), b - a, []
        for theta in self.thetas:
            A = self.network.layers(theta)[0][0][0]  # [W1 b], (p_1, p + 1)
            upper = theta[A.size :][: above.size]  # all layers of the net above W1
            starts.append((a @ A[:, :-1].T + A[:, -1], A[:, :-1].T, upper))

        def at(columns):
            outputs = [
                predict(above, upper, np.maximum(h + moves[:, columns] @ W[columns], 0))
                for h, W, upper in starts
            ]
            return centred(sum(outputs) / len(starts), self.guess)

        return at
