"""A solution of exercise 7, six averages of the weights at a hidden unit."""

import numpy as np


def generalised_mean(w, exponent):
    """The generalised mean of the magnitudes |w|, a number."""
    w = abs(w)
    if np.isinf(exponent):
        return w.max() if exponent > 0 else w.min()
    if exponent == 0:
        return np.prod(w) ** (1 / len(w))
    if exponent < 0 and not w.all():
        return 0.0  # 1 / 0 is infinite, and one over that is 0
    return np.mean(w**exponent) ** (1 / exponent)
