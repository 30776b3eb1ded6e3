"""What every reading of weights relies on: finite matrices that form a chain.

With this module one can hand over [W1, ..., W_L, w_y] and be told in one line what is
wrong with them, such as that they are the other way round.
"""

import numpy as np

TOO_LARGE = "their products exceed float64, 1.8e308; divide a layer by a constant"


def as_weights(weights) -> list[np.ndarray]:
    """Checked weight matrices [W1, ..., W_L, w_y] as float64, w_y as (1, p_L).

    Raises ValueError unless they are (p_1, p), (p_2, p_1), ..., (1, p_L) and finite.
    """
    try:
        arrays = [np.atleast_2d(np.asarray(W, dtype=float)) for W in weights]
    except (TypeError, OverflowError) as error:
        raise ValueError(f"the weights are not arrays of numbers: {error}") from None
    if len(arrays) < 2:
        raise ValueError(
            f"expected at least W1 and the output weights, got {len(arrays)} matrices"
        )
    chain = " -> ".join(str(W.shape) for W in arrays)
    if any(W.ndim != 2 or 0 in W.shape for W in arrays):
        raise ValueError(f"each weight matrix is two-dimensional, got {chain}")
    if any(a.shape[0] != b.shape[1] for a, b in zip(arrays, arrays[1:])):
        turned = all(a.shape[1] == b.shape[0] for a, b in zip(arrays, arrays[1:]))
        hint = "check the order, and that no biases are among them"
        if turned and arrays[0].shape[0] == 1:  # the output layer stands first
            hint = "reverse their order, weights[::-1]"
        elif turned:
            either = "" if arrays[-1].shape[1] == 1 else " (or reverse their order)"
            hint = f"transpose each, [W.T for W in weights]{either}, as scikit-learn's "
            hint += "coefs_ and Keras' kernels need, which are (p_{l-1}, p_l)"
        raise ValueError(
            f"expected (p_1, p), (p_2, p_1), ..., (1, p_L), got {chain}: {hint}"
        )
    if not all(np.isfinite(W).all() for W in arrays):
        raise ValueError("the weights hold NaN or infinity: train again, or look why")
    return arrays
