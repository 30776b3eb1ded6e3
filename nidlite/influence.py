"""How much a hidden unit can move the output (Sec. 3.2, Lemma 3, App. C)."""

import numpy as np

from .weights import TOO_LARGE, as_weights


def aggregated_weights(weights, layer=1) -> np.ndarray:
    """z of a hidden layer, (p_layer,): |w_y|^T |W_L| ... |W_{layer+1}| (Sec. 3.2).

    The output is z_i-Lipschitz in hidden unit i (Lemma 3). layer counts from 1; layer 0
    is Garson's influence of the features. More than one output: summed over them.
    Raises ValueError if the products exceed float64.
    """
    arrays = as_weights(weights)
    if not 0 <= layer < len(arrays):
        raise ValueError(
            f"layer is 0 (features) to {len(arrays) - 1} (last hidden), got {layer}"
        )
    z = np.ones(len(arrays[-1]))
    with np.errstate(over="ignore", invalid="ignore"):
        for W in reversed(arrays[layer:]):
            z = z @ np.abs(W)
    if not np.isfinite(z).all():
        raise ValueError(f"the weights are too large: {TOO_LARGE}")
    return z
