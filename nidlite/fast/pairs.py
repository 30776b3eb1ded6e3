"""`ranking.pairwise_strengths` for many features: one feature's row at a time."""

from collections.abc import Callable

import numpy as np

from ..averaging import minimum


def pairwise_strengths(W, z, mu: Callable) -> np.ndarray:
    """omega of every pair, (p, p), of checked magnitudes W, (p_1, p), and z, (p_1,).

    The units add up in their order, as in the plain form. Memory stays at (p_1, p).
    """
    p = W.shape[1]
    omega = np.zeros((p, p))
    for i in range(p - 1):
        # Feature i itself stands first, as NumPy sums a single column in another order.
        first, others = W[:, i, None], W[:, i:]
        if mu is minimum:
            means = np.minimum(first, others)
        else:
            first = np.broadcast_to(first, others.shape)
            means = mu(np.stack([first, others], axis=-1))
        omega[i, i:] = np.sum(z[:, None] * means, axis=0)
    np.fill_diagonal(omega, 0)
    return omega + omega.T
