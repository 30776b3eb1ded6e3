"""A solution of exercise 10, how strong an interaction is at each hidden unit."""

import numpy as np
from generalised_mean import generalised_mean


def strength(W1, z, interaction):
    """omega_i(I) of Eq. 1 at every unit i, (p_1,)."""
    mu = [generalised_mean(w, -np.inf) for w in W1[:, list(interaction)]]
    return z * np.array(mu)  # the minimum of the magnitudes, times z
