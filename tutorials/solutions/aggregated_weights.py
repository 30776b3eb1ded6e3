"""A solution of exercise 9, how much a hidden unit can move the output."""

from functools import reduce

import numpy as np


def aggregated_weights(weights):
    """z of the first hidden layer, (p_1,)."""
    # |w_y| |W_L| ... |W2|, a matrix of one row
    return reduce(np.matmul, map(np.abs, weights[:0:-1]))[0]
