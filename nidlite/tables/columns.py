"""Columns as people hand them over become cells: numbers, dates, or labels.

values   a column as it was given: an array of any type
cells    what is in it: float64 with NaN where a value is missing, datetime64 with NaT,
         or an array of labels with "missing"
levels   for each of q features None (numbers) or its k labels, sorted
medians  for each of q features None, or what stands for its missing numbers
"""

from contextlib import suppress

import numpy as np

from ..errors import InputError, InputTypeError, plain, show, shown
from .dates import as_dates
from .missing import LEVEL, is_missing, without_value

MOST_FEATURES = 10_000  # their pairs' strengths are a matrix of 800 MB
MOST_LEVELS = 100  # more look like an id or free text
BOOLS = {"true": 1.0, "false": 0.0, LEVEL: np.nan}


def is_category(series) -> bool:
    """Whether a column's type is pandas' category; polars' categories are text."""
    return str(getattr(series, "dtype", "")) == "category"


def as_array(what, values) -> np.ndarray:
    """The values as an array: of objects for a list with texts, so that 1 stays 1."""
    if hasattr(values, "toarray"):
        raise InputError(f"{what} is sparse; call .toarray() to make it dense")
    try:
        if np.ma.is_masked(values):
            raise ValueError("it has masked values; fill in or remove those rows")
        array = np.asarray(values)
        if array.dtype.kind == "c":
            raise ValueError("Complex data not supported; give two columns of parts")
        texts = array.dtype.kind in "US" and not hasattr(values, "dtype")
        return np.array(values, dtype=object) if texts else array
    except (TypeError, ValueError) as error:
        line = " ".join(str(error).split())
        raise InputError(f"{what} is not an array of numbers: {line}") from None


def unpack(X):
    """(columns, shape, names) of X; the names are None for an array.

    Numbers are one 2-D array, all else `separate` columns.
    """
    if type(X) is dict or hasattr(X, "columns"):  # a sparse matrix is a dict, too
        keys = list(getattr(X, "columns", X))
        columns = [
            (as_array(f"column {show(str(key))}", X[key]), is_category(X[key]))
            for key in keys
        ]
        n = len(columns[0][0]) if columns else 0
        return columns, (n, len(keys)), tuple(map(str, keys))
    X = as_array("X", X)
    if X.ndim != 2:
        raise InputError(
            f"X must be 2-D, rows by features; got shape {X.shape}. Reshape your data: "
            f"a row for each observation, X.reshape(1, -1) for a single one"
        )
    return X if X.dtype.kind in "biuf" else separate(X), X.shape, None


def separate(columns) -> list:
    """Pairs of a 1-D array and whether its type says category, also of a 2-D array."""
    arrays = isinstance(columns, np.ndarray)
    return [(column, False) for column in columns.T] if arrays else columns


def positions(levels, medians) -> tuple[tuple[int, ...], ...]:
    """The columns of X that each feature owns, such as ((0,), (1, 2, 3), (4,)).

    A number with a median owns a second one, which is 1 where the number is missing.
    """
    found, first = [], 0
    for labels, median in zip(levels, medians):
        width = 1 + (median is not None) if labels is None else len(labels)
        found.append(tuple(range(first, first + width)))
        first += width
    return tuple(found)


def as_label(value):
    """A level as a person reads it: text, 1 for 1.0, "(0, 1]" for an interval."""
    value = value.item() if isinstance(value, np.generic) else value
    return plain(value) if isinstance(value, bool | int | float | str) else str(value)


def numbers_of(texts) -> np.ndarray | None:
    """(n,) float64 of texts, NaN where missing; None where one is something else.

    1_000 is text, as in any CSV file.
    """
    if "_" in "".join(texts):
        return None
    with suppress(ValueError):  # faster
        return np.fromiter(map(float, texts), float, len(texts))
    with suppress(ValueError):
        return np.array([np.nan if is_missing(t) else float(t) for t in texts])
    return None


def check_width(q, what):
    """InputError for more features than a matrix of all pairs has room for."""
    if q > MOST_FEATURES:
        most = f"at most {MOST_FEATURES:,} are taken; leave columns out (--drop)"
        raise InputError(f"{what} has {q:,} features and {most}")


def check_levels(what, values, rows, remedy):
    """InputError for more different values in so many rows than a category may have."""
    if len(values) > MOST_LEVELS:
        raise InputError(
            f"{what} has {len(values)} different values in {rows} rows "
            f"({shown(values, 3)}) and at most {MOST_LEVELS} are classes or levels: it "
            f"looks like an id or free text; {remedy} or group its values"
        )


def learned(what, cells):
    """(levels or None, median or None) of a feature's numbers or labels."""
    if cells.dtype == object:
        known = {str(cell): cell for cell in cells}
        check_levels(what, known, len(cells), "leave it out")
        in_order = sorted(
            known.values(), key=lambda cell: (isinstance(cell, str), cell)
        )
        return tuple(in_order), None
    there = cells[~np.isnan(cells)]
    if len(there) == len(cells):
        return None, None
    return None, float(np.median(there)) if len(there) else 0.0


def parsed(what, values, category=False, dates=False) -> np.ndarray:
    """The cells of a column, dates if it may hold such, and labels of a category.

    Texts are 1 and 0 where all are true or false, and numbers in an array of texts that
    are all numbers. Raises InputError for other things, and for text among numbers.
    """
    if values.ndim != 1:
        raise InputError(f"{what} must hold one value per row; got {values.shape}")
    gone, kind = without_value(values), values.dtype.kind
    if not category:
        if gone.all():
            return np.full(len(values), np.nan)
        if dates and (found := as_dates(values)) is not None:
            return found
        if kind not in "OUT":
            return finite(what, values)
        numbers = numbers_of(values.tolist()) if kind != "O" else None
        if numbers is not None:
            return finite(what, numbers)
        if not all(isinstance(cell, str) for cell in values[~gone]):
            return finite(what, np.where(gone, np.nan, values))
    labels = np.array([as_label(cell) for cell in values.tolist()], object)
    labels[gone] = LEVEL
    words = [str(label).strip().lower() for label in labels]
    if category or not {*words} <= {*BOOLS}:
        return labels
    return np.array([BOOLS[word] for word in words])


def finite(what, values, names=None) -> np.ndarray:
    """The values as float64, not copied if they are; names are those of 2-D columns.

    NaN is taken; infinity and what is no number are an InputError.
    """
    try:
        if values.dtype.kind not in "biufO":
            raise ValueError(f"its type is {values.dtype}")
        with np.errstate(over="ignore"):  # a longdouble too large becomes inf
            numbers = values.astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError) as error:
        kind = InputTypeError if isinstance(error, TypeError) else InputError
        why = " ".join(str(error).split())
        raise kind(f"{what} is not an array of numbers: {why}") from None
    if (infinite := np.isinf(numbers)).any():
        row, *column = np.unravel_index(infinite.argmax(), numbers.shape)
        what = f"column {show(names[column[0]])}" if column else what
        raise InputError(f"{what} is inf in row {row} (counted from 0); correct it")
    return numbers
