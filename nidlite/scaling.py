"""Columns scaled to mean 0 and deviation 1 by the training rows (Sec. 5.1).

>>> X = np.array([[1e9], [1e9 + 2]])
>>> [float(of[0]) for of in moments(X, np.arange(2))]
[1000000001.0, 1.0, 0.0]
"""

import numpy as np

from .errors import InputError
from .weights import SMALLEST

BLOCK = 8192  # rows scaled at a time, so that a large X is never held twice in float64
LARGEST = 1e19  # of a scaled value: its square is finite in float32


def moments(X, rows, sample_weight=None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(mean, scale, constant), (p,) each, of X[rows]; a large offset spoils no squares.

    scale is the standard deviation. A column is scaled to (x - mean) / scale, or to 0
    where constant says that it is, and there scale is 1.
    """
    w = None if sample_weight is None else sample_weight[rows]

    def mean_of(f):
        """The mean of f(x) over the rows x, by their weights."""
        values = ((start, f(block)) for start, block in blocks(X, rows))
        if w is None:
            return sum(v.sum(axis=0) for _, v in values) / len(rows)
        return sum(w[start : start + len(v)] @ v for start, v in values) / w.sum()

    first = np.asarray(X[rows[0]], dtype=np.float64)
    spread = np.zeros(len(first))
    for _, block in blocks(X, rows):
        spread = np.maximum(spread, np.abs(block - first).max(axis=0))
    # A difference in the last bits only, as of 0.1 + 0.2 and 0.3, is none.
    constant = spread <= 4 * np.finfo(np.float64).eps * np.abs(first) + SMALLEST
    unit = np.where(constant, 1, spread)
    mean = mean_of(lambda x: (x - first) / unit)
    scale = np.sqrt(mean_of(lambda x: ((x - first) / unit - mean) ** 2)) * unit
    if w is not None:  # the rows that differ may weigh next to nothing
        constant |= scale < SMALLEST
    return first + mean * unit, np.where(constant, 1, scale), constant


def scaled_rows(X, rows, training, dtype, names):
    """X[rows] scaled by the training rows' moments; InputError if far or not finite."""
    mean, scale, constant = training
    result = np.empty((len(rows), len(mean)), dtype=dtype)
    for start, block in blocks(X, rows):
        with np.errstate(over="ignore", invalid="ignore"):
            values = (block - mean) / scale
        values[:, constant] = 0
        far = ~(np.abs(values) <= LARGEST)  # NaN is far, too
        if far.any():
            i, j = np.argwhere(far)[0]
            raise InputError(
                f"{names[j]} is {block[i, j]:g} in row {rows[start + i] + 1}, too far "
                f"from the training rows' {mean[j]:g} +- {scale[j]:g}; correct the row"
            )
        result[start : start + len(values)] = values
    return result


def blocks(X, rows):
    """X[rows] in float64, some rows at a time."""
    for start in range(0, len(rows), BLOCK):
        yield start, np.asarray(X[rows[start : start + BLOCK]], dtype=np.float64)
