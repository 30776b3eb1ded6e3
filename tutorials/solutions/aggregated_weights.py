"""A solution of exercise 9, how much a hidden unit can move the output."""

import numpy as np


def aggregated_weights(weights):
    """z of the first hidden layer, (p_1,)."""
    z = np.abs(weights[-1][0])  # |w_y|, (p_L,)
    for W in reversed(weights[1:-1]):  # W_L, ..., W_2
        z = z @ np.abs(W)
    return z
