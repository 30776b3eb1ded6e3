"""A solution of exercise 11, Algorithm 1."""

import numpy as np
from strength import strength


def greedy_ranking(W1, z):
    """Algorithm 1 with mu = min: a list of (interaction, strength), strongest first."""
    d = {}
    for unit, row in enumerate(W1):
        w = np.abs(row)
        order = np.argsort(-w, kind="stable").tolist()
        for j in range(2, len(w) + 1):
            I = tuple(sorted(order[:j]))  # the unit's top j features
            d[I] = d.get(I, 0) + strength(W1, z, I)[unit]
    ranking = [(I, omega) for I, omega in d.items() if omega != 0]
    return sorted(ranking, key=lambda entry: -entry[1])
