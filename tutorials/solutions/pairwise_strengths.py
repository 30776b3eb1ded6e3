"""A solution of exercise 15, the strength of every pair."""

from itertools import combinations

import numpy as np
from strength import strength


def pairwise_strengths(W1, z):
    """The strengths of all pairs, (p, p), symmetric, with 0 on the diagonal."""
    p = W1.shape[1]
    strengths = np.zeros((p, p))
    for i, j in combinations(range(p), 2):
        strengths[i, j] = strengths[j, i] = strength(W1, z, (i, j)).sum()
    return strengths
