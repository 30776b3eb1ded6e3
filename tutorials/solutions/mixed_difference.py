"""A solution of exercise 5, Definition 1 as a number."""

from itertools import combinations

import numpy as np


def mixed_difference(f, interaction, a, b):
    """The alternating sum of f over the corners between a and b, (n,)."""
    d = len(interaction)
    total = np.zeros(len(a))
    for size in range(d + 1):
        for subset in combinations(interaction, size):
            corner = a.copy()
            for i in subset:
                corner[:, i] = b[:, i]
            total = total + (-1) ** (d - size) * f(corner)
    return total
