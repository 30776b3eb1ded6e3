"""Weights are finite matrices that form a chain (Sec. 2.3).

A user's matrices are checked once, so that the formulas of `influence` and `ranking`
need no care for wrong shapes, NaN or numbers near the end of float64.

>>> [W.shape for W in as_weights([[[1, 2, 3], [4, 5, 6]], [[7, 8]]])]
[(2, 3), (1, 2)]
"""

import numpy as np

LARGEST = 1e100  # of any magnitude, and of products along a path
SMALLEST = 1e-100  # a smaller magnitude counts as 0
WILD = f"NaN, infinity or more than {LARGEST:g}: train again, or divide by a constant"


def as_reals(values) -> np.ndarray:
    """The numbers as float64; TypeError for complex, masked ones, bytes and text."""
    if np.ma.is_masked(values):
        raise TypeError("some are masked; fill them, or set them to 0")
    array = np.asarray(values)
    if array.dtype.kind not in "biufO":
        raise TypeError(f"real numbers are expected, not {array.dtype}")
    return array.astype(float, order="C")  # else sums may differ in the last bit


def as_weights(weights) -> list[np.ndarray]:
    """Checked weight matrices [W1, ..., W_L, w_y] as float64; w_y is (c, p_L).

    Raises ValueError unless they are (p_1, p), (p_2, p_1), ..., (c, p_L) and finite,
    with products along the paths that are at most LARGEST. c is 1 in the paper.
    """
    try:
        arrays = [np.atleast_2d(as_reals(W)) for W in weights]
    except (TypeError, OverflowError, RecursionError) as error:
        raise ValueError(f"the weights are not arrays of numbers: {error}") from None
    if len(arrays) < 2:
        raise ValueError(f"expected at least W1 and w_y, got {len(arrays)} matrices")
    matrices = all(W.ndim == 2 and W.size for W in arrays)
    if not matrices or any(len(a) != b.shape[1] for a, b in zip(arrays, arrays[1:])):
        chain = " -> ".join(str(W.shape) for W in arrays)
        line = f"expected (p_1, p), (p_2, p_1), ..., (1, p_L), got {chain}: transpose"
        remedy = "each or reverse their order, as scikit-learn's coefs_ need; no biases"
        raise ValueError(f"{line} {remedy}")
    # No product along a path, nor a sum of them, is above the product of all these.
    tops = [(W.size, max(np.abs(W).max(), 1 / W.size)) for W in arrays]
    if not np.log10(tops).sum() <= np.log10(LARGEST):
        raise ValueError(f"the weights' products along a path may be {WILD}")
    return arrays


def magnitudes(W1, z) -> tuple[np.ndarray, np.ndarray]:
    """|W1|, (p_1, p), and z, (p_1,), as float64, 0 where below SMALLEST.

    Raises ValueError if they are not of these shapes, not finite, or above LARGEST.
    """
    # In another layout NumPy would sum in another order, and ties would not be ties.
    W, z = np.abs(np.ascontiguousarray(W1, float)), np.array(z, float)
    if W.ndim != 2 or W.shape[1] < 1 or z.shape != W.shape[:1]:
        raise ValueError(f"expected W1 (p_1, p), z (p_1,); got {W.shape}, {z.shape}")
    for values in (W, z):
        if not (np.abs(values) <= LARGEST).all():
            raise ValueError(f"W1 or z holds {WILD}")
        values[np.abs(values) < SMALLEST] = 0
    return W, z


def of_features(W1, columns) -> np.ndarray:
    """|W1| with one column for each feature, (p_1, q): the largest of its columns.

    columns holds q tuples of positions in W1, (p_1, p). So a category is one feature,
    and two of its levels are never an interaction.
    """
    W = np.abs(np.asarray(W1, float))
    return np.stack([W[:, list(owned)].max(axis=1) for owned in columns], axis=1)
