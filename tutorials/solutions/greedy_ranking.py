"""A solution of exercise 11, Algorithm 1."""

import numpy as np
from strength import strength


def greedy_ranking(W1, z):
    """Algorithm 1 with mu = min: a list of (interaction, strength), strongest first."""
    d = {}
    for unit, w in enumerate(np.abs(W1)):
        order = np.argsort(-w)
        for j in range(2, len(w) + 1):
            interaction = tuple(sorted(order[:j].tolist()))
            omega = strength(W1[[unit]], z[[unit]], interaction)[0]
            d[interaction] = d.get(interaction, 0) + omega
    return sorted(d.items(), key=lambda item: item[1], reverse=True)
