"""A solution of exercise 6, where features meet in the network."""

import numpy as np


def common_descendants(weights, interaction):
    """The (layer, unit) that all features of the interaction have a path to, a list."""
    found = []
    reached = np.eye(weights[0].shape[1], dtype=bool)  # a feature reaches itself
    for layer, W in enumerate(weights[:-1], 1):
        reached = (W != 0) @ reached  # [unit, feature]: is there a path?
        for unit, row in enumerate(reached):
            if all(row[i] for i in interaction):
                found.append((layer, unit))
    return found
