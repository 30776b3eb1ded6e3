"""A solution of exercise 17, what two networks see alike."""

import numpy as np


def shared_share(D_a, D_b, interaction, variance):
    """(share of the variance that both networks see, their agreement)."""
    product = np.mean(D_a * D_b)
    scale = np.sqrt(np.mean(D_a**2) * np.mean(D_b**2))
    agreement = product / scale if scale else 0.0
    return np.array([product / 2 ** len(interaction) / variance, agreement])
