"""A solution of exercise 11, Algorithm 1."""

import numpy as np


def greedy_ranking(W1, z):
    """Algorithm 1 with mu = min: a list of (interaction, strength), strongest first."""
    d = {}
    for w, z_r in zip(np.abs(W1), z):
        order = np.argsort(-w)
        for j in range(2, len(w) + 1):
            top = order[:j]
            interaction = tuple(sorted(top.tolist()))
            d[interaction] = d.get(interaction, 0) + z_r * w[top].min()
    return sorted(d.items(), key=lambda item: item[1], reverse=True)
