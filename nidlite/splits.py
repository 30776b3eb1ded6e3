"""Rows in three parts, scaled: what every network is trained and judged on (Sec. 5.1).

A table is split at random into a training, a validation and a test part. All of them,
and new rows later, are scaled by the mean and the deviation of the training part.

>>> rng = np.random.default_rng(0)
>>> X, y = rng.normal(5, 2, size=(300, 2)), rng.normal(size=300)
>>> parts = split(X, y, rng, fractions=(1 / 3, 1 / 3, 1 / 3))
>>> [len(part_y) for _, part_y in (parts.train, parts.valid, parts.test)]
[100, 100, 100]
"""

from dataclasses import dataclass

import numpy as np

from .errors import InputError, check_number, show
from .interactions import label
from .metrics import variance
from .parts import Part, dealt, each_once
from .weights import SMALLEST

PURPOSES = "sample split training cutoff confirm baseline agreement enough".split()
LEAST_TRAIN, LEAST_OTHER = 8, 2  # rows
DEALS = 100  # of groups, until each part has the classes it needs
LARGEST = 1e19  # of a scaled value: its square is finite in float32


@dataclass(frozen=True, eq=False)
class Split:
    """Three (X, y) pairs, scaled but for classes, and the moments that scaled them."""

    train: Part  # X (n_train, p) and y (n_train,)
    valid: Part
    test: Part
    x_mean: np.ndarray  # (p,) of the training part, as all below; see moments
    x_scale: np.ndarray  # (p,)
    x_constant: np.ndarray  # (p,) bool
    y_mean: float
    y_scale: float
    names: tuple[str, ...]  # of the p columns, for error messages

    def scale_X(self, X) -> np.ndarray:
        """New rows (n, p) as the network wants them; raises InputError."""
        X, of_X = np.asarray(X), (self.x_mean, self.x_scale, self.x_constant)
        return scaled_rows(X, np.arange(len(X)), of_X, self.train[0].dtype, self.names)

    def unscale_y(self, y) -> np.ndarray:
        """The network's predictions (n,) in the units of y, float64."""
        return np.asarray(y, dtype=np.float64) * self.y_scale + self.y_mean


def split(
    X,
    y,
    rng,
    fractions=(0.8, 0.1, 0.1),
    classification=False,
    dtype=np.float32,
    noise=0,
    names=None,
    sample_weight=None,
    groups=None,
) -> Split:
    """Random rows for training, validation and test (Sec. 5.1), standard scaled (5.3).

    X (n, p) and y (n,) are at most 1e100 in magnitude. If classification is True or the
    labels, y is 0, 1, ...: each part gets rows of both classes; of more classes, the
    training part gets all. The test part may be empty. noise is the deviation of normal
    noise on scaled features and, in regression, on the scaled outcome (Sec. 5.3). Each
    row counts by its sample_weight, (n,), from here on. Rows of one group stay in one
    part, unless another then lacks a class; groups is (n,). Raises InputError.
    """
    names = tuple(names or (f"feature {label((j,))}" for j in range(np.shape(X)[1])))
    for _ in range(DEALS):
        parts = dealt(len(X), groups, rng, lambda m: _ends(m, fractions, groups))
        if groups is None or not classification or not _lacking(parts, y):
            break
    of_y = np.zeros(1), np.ones(1), np.array([False])  # classes are not scaled
    if classification:
        _give_all_classes(parts, y, rng, classification)
    else:
        of_y = moments(y[:, None], parts[0], sample_weight)
    y_mean, y_scale, y_constant = of_y
    if y_constant:
        value = f"{y[parts[0][0]]:g}, in all {len(parts[0])} training rows"
        raise InputError(f"the target has one value, {value}; give another target")
    of_X, pairs = moments(X, parts[0], sample_weight), []
    for part in parts:
        x_part = scaled_rows(X, part, of_X, dtype, names)
        y_part = scaled_rows(y[:, None], part, of_y, dtype, ["the target"])[:, 0]
        if noise:
            x_part += rng.normal(0, noise, x_part.shape)
        if noise and not classification:  # a label with noise would not be a label
            y_part += rng.normal(0, noise, y_part.shape)
        of_rows = (None if c is None else c[part] for c in (sample_weight, groups))
        pairs.append(Part(x_part, y_part, *of_rows))
    return Split(*pairs, *of_X, float(y_mean[0]), float(y_scale[0]), names)


def split_of(table, seed, fractions=(0.8, 0.1, 0.1), noise=0) -> Split:
    """The table's rows as `detector.detect` splits and scales them for this seed."""
    features = zip(table.feature_names, table.columns)
    names = [name for name, columns in features for _ in columns]
    rng, classes = stream(seed, "split"), table.classes
    X, y, w = table.X, table.y, table.sample_weight
    if table.groups is None:
        X, y, w = each_once(X, y, w)
    more = {"noise": noise, "names": names, "sample_weight": w}
    return split(X, y, rng, fractions, classes, groups=table.groups, **more)


def stream(seed, purpose) -> np.random.Generator:
    """The random numbers for one purpose, whatever the other purposes draw."""
    check_number("seed", seed, whole=True)
    return np.random.default_rng(seed).spawn(len(PURPOSES))[PURPOSES.index(purpose)]


def moments(X, rows, sample_weight=None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(mean, scale, constant), (p,) each, of X[rows]; a large mean costs no digits.

    scale is the standard deviation. A column is scaled to (x - mean) / scale, and a
    constant one to 0; its scale is 1.
    """
    w = None if sample_weight is None else sample_weight[rows]
    found = []
    for j in range(X.shape[1]):  # so that a large X is never held twice
        x = X[rows, j].astype(np.float64)
        first, spread = x[0], np.abs(x - x[0]).max()
        # A difference in the last bits only, as of 0.1 + 0.2 and 0.3, is none.
        constant = spread <= 4 * np.finfo(np.float64).eps * abs(first) + SMALLEST
        unit = 1.0 if constant else spread
        x = (x - first) / unit
        scale = np.sqrt(variance(x, w)) * unit
        constant |= scale < SMALLEST  # rows that differ may weigh next to nothing
        mean = first + np.average(x, weights=w) * unit
        found.append((mean, 1.0 if constant else scale, constant))
    return tuple(map(np.array, zip(*found)))


def scaled_rows(X, rows, training, dtype, names):
    """X[rows] scaled by the training rows' moments; InputError if far or not finite."""
    result = np.empty((len(rows), X.shape[1]), dtype=dtype)
    for j, (x, mean, scale, constant) in enumerate(zip(X.T, *training, strict=True)):
        x = x[rows].astype(np.float64)
        with np.errstate(over="ignore", invalid="ignore"):
            values = 0.0 if constant else (x - mean) / scale
        far = ~(np.abs(values) <= LARGEST)  # NaN is far, too
        if far.any():
            i = far.argmax()
            what = f"{names[j]} is {x[i]:g} in row {rows[i]} (counted from 0), too far"
            raise InputError(f"{what} from the training rows' {mean:g} +- {scale:g}")
        result[:, j] = values
    return result


def _ends(n, fractions, groups):
    """Where n rows, or groups, are cut; what rounding leaves is for training."""
    shares = np.ravel(fractions).astype(float)
    right = len(shares) == 3 and min(shares[:2]) > 0 <= shares[2]
    if not (right and abs(sum(shares) - 1) < 1e-6):  # of NaN neither is true
        rule = "fractions must be three positive numbers with sum 1 (the last may be 0)"
        raise InputError(f"{rule}; got {show(fractions)}")
    # The small term keeps 30 / 3 and the like on the right side of an integer.
    n_valid, n_test = (int(n * share + 1e-6) for share in shares[1:])
    sizes = n - n_valid - n_test, n_valid, n_test
    least = LEAST_TRAIN, LEAST_OTHER, LEAST_OTHER if shares[2] else 0
    if any(size < rows for size, rows in zip(sizes, least)):
        what = f"{n} rows" if groups is None else f"{n} groups of rows"
        raise InputError(f"{what} are split into {sizes}; {least} are needed: add more")
    return np.cumsum(sizes)[:2]


def _lacking(parts, y) -> list[tuple]:
    """[(part, class that it lacks), ...]; of many classes only the first needs all."""
    values, parts = np.unique(y), [part for part in parts if len(part)]
    needy = parts if len(values) <= 2 else parts[:1]
    return [(part, v) for v in values for part in needy if v not in y[part]]


def _give_all_classes(parts, y, rng, labels):
    """Exchange rows between the parts in place until each has the classes it needs."""
    values, counts = np.unique(y, return_counts=True)
    needy = sum(len(part) > 0 for part in parts) if len(values) <= 2 else 1
    if len(values) < 2 or counts.min() < needy or len(values) > len(parts[0]):
        k, names = counts.argmin(), values if labels is True else labels
        rare = f"{counts[k]} of {len(y)} rows with class {show(names[k])}"
        line = f"{needy} parts need rows of all {len(values)} classes; got {rare}"
        raise InputError(f"{line}; leave these rows out, or add more")

    while lacking := _lacking(parts, y):
        part, value = lacking[0]
        donor = max(parts, key=lambda rows: np.sum(y[rows] == value))
        i = rng.choice(np.flatnonzero(y[donor] == value))
        spare = [v for v in values if np.sum(y[part] == v) > 1]
        j = rng.choice(np.flatnonzero(np.isin(y[part], spare)))
        donor[i], part[j] = part[j], donor[i]
