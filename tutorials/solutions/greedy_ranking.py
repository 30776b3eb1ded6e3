"""A solution of exercise 11, Algorithm 1."""

import numpy as np


def greedy_ranking(W1, z):
    """Algorithm 1 with mu = min: a list of (interaction, strength), strongest first."""
    d = {}
    for row, z_r in zip(W1, z):
        w = np.abs(row)
        top = np.argsort(-w, kind="stable").tolist()
        for j in range(2, len(w) + 1):
            I = tuple(sorted(top[:j]))
            d[I] = d.get(I, 0) + z_r * w[top[:j]].min()
    return sorted(((I, omega) for I, omega in d.items() if omega), key=lambda c: -c[1])
