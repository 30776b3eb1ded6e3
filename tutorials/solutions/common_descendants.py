"""A solution of exercise 6, where features meet in the network."""

import numpy as np


def common_descendants(weights, interaction):
    """The (layer, unit) that all features of the interaction have a path to, a list."""
    found, reached = [], np.eye(weights[0].shape[1])
    for layer, W in enumerate(weights[:-1], 1):
        # [unit, feature]: 0 if there is no path; magnitudes never cancel
        reached = abs(W) @ reached
        units = np.flatnonzero((reached[:, interaction] != 0).all(axis=1))
        found += [(layer, unit) for unit in units.tolist()]
    return found
