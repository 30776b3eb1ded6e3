"""A solution of exercise 15, the strength of every pair."""

import numpy as np


def pairwise_strengths(W1, z):
    """The strengths of all pairs, (p, p), symmetric, with 0 on the diagonal."""
    w = np.abs(W1)
    smaller = np.minimum(w[:, :, None], w[:, None, :])  # (p_1, p, p)
    strengths = np.einsum("r,rij->ij", z, smaller)
    return strengths * (1 - np.eye(len(strengths)))
