"""A solution of exercise 10, how strong an interaction is at each hidden unit."""

import numpy as np


def strength(W1, z, interaction):
    """omega_i(I) of Eq. 1 at every unit i, (p_1,)."""
    return z * np.abs(W1[:, interaction]).min(axis=1)
