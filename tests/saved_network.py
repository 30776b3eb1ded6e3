"""What network.npz says, computed by plain NumPy from its documentation alone."""

import numpy as np


def logits(saved, X) -> np.ndarray:
    """The output, (n,), of the network in the arrays for scaled rows X, (n, p)."""
    total, k = 0, 0
    while f"stack{k}_features" in saved:
        for net, features in enumerate(saved[f"stack{k}_features"]):
            h, l = X[:, features].T, 1
            while f"stack{k}_layer{l}" in saved:
                W, b = np.split(saved[f"stack{k}_layer{l}"][net], [-1], axis=1)
                h = W @ np.maximum(h, 0) + b if l > 1 else W @ h + b
                l += 1
            total = total + h[0]
        k += 1
    return total
