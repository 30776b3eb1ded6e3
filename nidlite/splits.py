"""Rows in three parts, scaled: what every network is trained and judged on (Sec. 5.1).

A table is split at random into a training, a validation and a test part. All of them,
and new rows later, are scaled by the mean and the deviation of the training part.

>>> rng = np.random.default_rng(0)
>>> X, y = rng.normal(5, 2, size=(300, 2)), rng.normal(size=300)
>>> parts = split(X, y, rng, fractions=(1 / 3, 1 / 3, 1 / 3))
>>> [len(part_y) for _, part_y in (parts.train, parts.valid, parts.test)]
[100, 100, 100]
"""

from math import ceil

import numpy as np

from .errors import InputError, show
from .interactions import label
from .parts import Moments, Part, Split, moments, scaled_rows

PURPOSES = ("sample", "split", "training", "cutoff", "confirm", "baseline", "agreement")
LEAST_TRAIN, LEAST_OTHER = 8, 2  # rows


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
) -> Split:
    """Random rows for training, validation and test, standard scaled (Sec. 5.1).

    X (n, p) and y (n,) are at most 1e100 in magnitude. In classification y is a class,
    0, 1, ...: each part gets rows of both classes; of more than two, only the training
    part gets rows of all. The test part may be empty. noise is the deviation of
    Gaussian noise added to the scaled features and, in regression, to the scaled
    outcome (Sec. 5.3, footnote). sample_weight (n,) is how much each row counts, here
    and in all that follows. Raises InputError.
    """
    names = tuple(names or (f"feature {label((j,))}" for j in range(np.shape(X)[1])))
    if len(X) != len(y):
        raise InputError(f"X and y need equally many rows; got {len(X)} and {len(y)}")
    order = rng.permutation(len(X))
    parts = np.split(order, np.cumsum(_sizes(len(X), fractions))[:2])
    if classification:
        _give_all_classes(parts, y, rng)
        of_y = Moments(np.zeros(1), np.ones(1), np.zeros(1, dtype=bool))
    else:
        of_y = moments(y[:, None], parts[0], sample_weight)
        if of_y.constant:
            value = f"{y[parts[0][0]]:g}, in all {len(parts[0])} training rows"
            raise InputError(f"the target has one value, {value}; give another target")
    of_X, pairs = moments(X, parts[0], sample_weight), []
    for part in parts:
        x_part = scaled_rows(X, part, of_X, dtype, names)
        y_part = scaled_rows(y[:, None], part, of_y, dtype, ["the target"])[:, 0]
        if noise:
            x_part += rng.normal(0, noise, x_part.shape)
            # A label with noise would not be a label any more.
            if not classification:
                y_part += rng.normal(0, noise, y_part.shape)
        w_part = None if sample_weight is None else sample_weight[part]
        pairs.append(Part.of(x_part, y_part, w_part))
    return Split(*pairs, *of_X, float(of_y.mean[0]), float(of_y.scale[0]), names)


def stream(seed, purpose) -> np.random.Generator:
    """The random numbers for one purpose, whatever the other purposes draw."""
    if not isinstance(seed, (int, np.integer)) or seed < 0:
        raise InputError(f"seed is a whole number from 0 on; got {seed!r}")
    children = np.random.default_rng(seed).spawn(len(PURPOSES))
    return children[PURPOSES.index(purpose)]


def split_of(table, seed, fractions=(0.8, 0.1, 0.1), noise=0) -> Split:
    """The table's rows as `detector.detect` splits and scales them for this seed."""
    features = zip(table.feature_names, table.columns)
    return split(
        table.X,
        table.y,
        stream(seed, "split"),
        fractions,
        classification=table.task == "classification",
        noise=noise,
        names=[name for name, columns in features for _ in columns],
        sample_weight=table.sample_weight,
    )


def _sizes(n, fractions):
    """How many of n rows go into each part; what rounding leaves is for training."""
    try:
        train, valid, test = map(float, fractions)
    except (TypeError, ValueError):
        train = valid = test = np.nan
    if not (min(train, valid) > 0 <= test and abs(train + valid + test - 1) < 1e-6):
        rule = "fractions must be three positive numbers with sum 1 (the last may be 0)"
        raise InputError(f"{rule}; got {show(fractions)}")
    least = ((LEAST_TRAIN, train), (LEAST_OTHER, valid), (LEAST_OTHER, test))
    # The small terms keep 30 / (1/3) and the like on the right side of an integer.
    needed = max(ceil(rows / share - 1e-9) for rows, share in least if share)
    if n < needed:
        parts = f"{train:.3g}, {valid:.3g}, {test:.3g}"
        raise InputError(f"a split into {parts} needs at least {needed} rows; got {n}")
    n_valid, n_test = (int(n * share + 1e-6) for share in (valid, test))
    return n - n_valid - n_test, n_valid, n_test


def _give_all_classes(parts, y, rng):
    """Exchange rows between the parts, in place, until each has the classes it needs.

    The split is random and not stratified, as the paper says. Only a part that happens
    to lack a class gets one row of it, from the part that has most.
    """
    values, counts = np.unique(y, return_counts=True)
    parts = [part for part in parts if len(part)]
    needy = parts if len(values) <= 2 else parts[:1]
    least, rare = counts.min(), values[counts.argmin()]
    if len(values) < 2 or least < len(needy):
        raise InputError(
            f"{len(needy)} parts (training, validation, test) need rows of every "
            f"class; got {least} of {len(y)} rows with class {rare:g}"
        )
    if len(values) > (rows := len(parts[0])):
        raise InputError(f"{rows} training rows cannot hold {len(values)} classes")

    def count(part, value):
        return np.count_nonzero(y[part] == value)

    for value in values:
        for part in needy:
            if not count(part, value):
                donor = max(parts, key=lambda rows: count(rows, value))
                i = rng.choice(np.flatnonzero(y[donor] == value))
                spare = [v for v in values if count(part, v) > 1]
                j = rng.choice(np.flatnonzero(np.isin(y[part], spare)))
                donor[i], part[j] = part[j], donor[i]
