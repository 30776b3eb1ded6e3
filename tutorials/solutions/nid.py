"""A solution of exercise 18, the capstone: your own NID."""

import numpy as np


def nid(weights):
    """The pruned ranking of a network's interactions, strongest first."""
    z = np.abs(weights[-1])[0]
    for W in weights[-2:0:-1]:
        z = z @ np.abs(W)
    d = {}
    for w, z_r in zip(np.abs(weights[0]), z):
        order = np.argsort(-w).tolist()
        for j in range(2, len(w) + 1):
            interaction = tuple(sorted(order[:j]))
            d[interaction] = d.get(interaction, 0) + z_r * w[order[j - 1]]
    ranking = sorted(d.items(), key=lambda item: -item[1])
    kept = []
    for interaction, omega in ranking:
        if not any(set(interaction) < set(above) for above, _ in kept):
            kept.append((interaction, omega))
    return kept
