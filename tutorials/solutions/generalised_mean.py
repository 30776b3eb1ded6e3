"""A solution of exercise 7, six averages of the weights at a hidden unit."""

import numpy as np


def generalised_mean(w, exponent):
    """The generalised mean of the magnitudes |w|, a number."""
    w = np.abs(w)
    if exponent == np.inf:
        return w.max()
    if exponent == -np.inf:
        return w.min()
    if exponent == 0:
        return w.prod() ** (1 / len(w))
    if exponent < 0 and w.min() == 0:
        return 0.0  # 1 / 0 would be infinite, and one over that is 0
    return np.mean(w**exponent) ** (1 / exponent)
