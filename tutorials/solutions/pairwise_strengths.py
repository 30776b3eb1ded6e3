"""A solution of exercise 15, the strength of every pair."""

import numpy as np


def pairwise_strengths(W1, z):
    """The strengths of all pairs, (p, p), symmetric, with 0 on the diagonal."""
    W = np.abs(W1)
    smaller = np.minimum(W[:, :, None], W[:, None, :])  # (p_1, p, p)
    strengths = np.einsum("u,uij->ij", z, smaller)
    np.fill_diagonal(strengths, 0)
    return strengths
