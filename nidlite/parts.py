"""Parts of a table's rows as a network sees them: scaled, and weighted (Sec. 5.1).

All rows are scaled by the mean and the deviation of the training part.

>>> X = np.array([[1.0, 5.0], [3.0, 5.0], [9.0, 5.0]])
>>> training = moments(X, rows=[0, 1])
>>> scaled_rows(X, [2], training, float, "ab")   # (9 - 2) / 1, and 0 of a constant
array([[7., 0.]])
>>> relative_weights(Part.of(X, X[:, 0], sample_weight=np.array([1, 1, 4])))
array([0.5, 0.5, 2. ])
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .errors import InputError
from .weights import SMALLEST

BLOCK = 8192  # rows scaled at a time, so that a large X is never held twice in float64
# Scaled training values are at most sqrt(n) and cannot overflow float32; other rows may
# lie anywhere. Below this limit even their squares are finite in float32.
LARGEST = 1e19


class Part(tuple):
    """A pair (X, y), unpacked like any pair, that knows the weights of its rows."""

    sample_weight = None  # (n,) in any unit, None where all count alike

    @classmethod
    def of(cls, X, y, sample_weight=None) -> "Part":
        """The rows X (n, p) and y (n,) with these weights."""
        made = cls((X, y))
        made.sample_weight = sample_weight
        return made


def together(parts) -> Part:
    """The rows of several parts, or plain pairs, as one."""
    w = [getattr(part, "sample_weight", None) for part in parts]
    X_and_y = map(np.concatenate, zip(*parts))
    return Part.of(*X_and_y, None if w[0] is None else np.concatenate(w))


def some_of(part, rows) -> Part:
    """Some rows of a part or a plain pair, by numbers or a slice."""
    (X, y), w = part, getattr(part, "sample_weight", None)
    return Part.of(X[rows], y[rows], None if w is None else w[rows])


def relative_weights(rows, some=slice(None), dtype=float):
    """The weights of some of the rows (X, y), scaled to mean 1; None if all alike."""
    w = getattr(rows, "sample_weight", None)
    if w is None or not len(w):
        return None
    return (w[some] / w[some].mean()).astype(dtype)


@dataclass(frozen=True, eq=False)
class Split:
    """Three scaled (X, y) pairs, and the moments that scaled them; classes are not."""

    train: tuple[np.ndarray, np.ndarray]  # (n_train, p), (n_train,); a Part if weighted
    valid: tuple[np.ndarray, np.ndarray]
    test: tuple[np.ndarray, np.ndarray]
    x_mean: np.ndarray  # (p,) of the training part, as all below; see Moments
    x_scale: np.ndarray  # (p,)
    x_constant: np.ndarray  # (p,) bool
    y_mean: float
    y_scale: float
    names: tuple[str, ...]  # of the p columns, for error messages

    def scale_X(self, X) -> np.ndarray:
        """New rows (n, p) as the network wants them; raises InputError."""
        X, p = np.asarray(X), len(self.x_mean)
        if X.ndim != 2 or X.shape[1] != p:
            raise InputError(f"expected rows of {p} features; got shape {X.shape}")
        of_X = Moments(self.x_mean, self.x_scale, self.x_constant)
        return scaled_rows(X, np.arange(len(X)), of_X, self.train[0].dtype, self.names)

    def unscale_y(self, y) -> np.ndarray:
        """The network's predictions (n,) in the units of y, float64."""
        return np.asarray(y, dtype=np.float64) * self.y_scale + self.y_mean


def blocks(X, rows):
    """X[rows] in float64, some rows at a time."""
    for start in range(0, len(rows), BLOCK):
        yield start, np.asarray(X[rows[start : start + BLOCK]], dtype=np.float64)


class Moments(NamedTuple):
    """How each of p columns is scaled: to (x - mean) / scale, or to 0 if constant."""

    mean: np.ndarray  # (p,)
    scale: np.ndarray  # (p,) standard deviation, 1 where constant
    constant: np.ndarray  # (p,) bool


def moments(X, rows, sample_weight=None) -> Moments:
    """The Moments of each column of X[rows]; a large offset spoils no squares."""
    w = None if sample_weight is None else sample_weight[rows]
    total = len(rows) if w is None else w.sum()

    def summed(start, values):
        return values.sum(0) if w is None else w[start : start + len(values)] @ values

    first = np.asarray(X[rows[0]], dtype=np.float64)
    spread = np.zeros(len(first))
    for _, block in blocks(X, rows):
        spread = np.maximum(spread, np.abs(block - first).max(axis=0))
    # A difference in the last bits only, as of 0.1 + 0.2 and 0.3, is none.
    constant = spread <= 4 * np.finfo(np.float64).eps * np.abs(first) + SMALLEST
    unit = np.where(constant, 1, spread)
    mean = sum(summed(at, (block - first) / unit) for at, block in blocks(X, rows))
    mean, squares = mean / total, 0
    for start, block in blocks(X, rows):
        squares = squares + summed(start, ((block - first) / unit - mean) ** 2)
    scale = np.sqrt(squares / total) * unit
    if w is not None:  # the rows that differ may weigh next to nothing
        constant |= scale < SMALLEST
    return Moments(first + mean * unit, np.where(constant, 1, scale), constant)


def scaled_rows(X, rows, training: Moments, dtype, names):
    """X[rows] scaled by the training rows' Moments; InputError if far or not finite."""
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
