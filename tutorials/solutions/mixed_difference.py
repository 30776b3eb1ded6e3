"""A solution of exercise 5, Definition 1 as a number."""

from itertools import combinations

import numpy as np


def mixed_difference(f, interaction, a, b):
    """The alternating sum of f over the corners between a and b, (n,)."""

    def corner(of_b):
        return f(np.where(np.isin(np.arange(a.shape[1]), of_b), b, a))

    total = 0
    for size in range(len(interaction) + 1):
        for of_b in combinations(interaction, size):
            total = total + (-1) ** (len(interaction) - size) * corner(of_b)
    return total
