"""Columns of numbers or categories become columns of X; categories are one-hot coded.

values   a column as it was given: an array of any type
cells    what is in it: float64, NaN where missing, or a list of labels with None
levels   for each of q features None (numbers) or its k labels, sorted
medians  for each of q features None, or what stands for its missing numbers
"""

from contextlib import suppress

import numpy as np

from ..errors import InputError, InputTypeError, plain, show, shown
from .missing import LEVEL, is_missing, without_value

MOST_FEATURES = 10_000  # their pairs' strengths are a matrix of 800 MB
MOST_LEVELS = 100  # more look like an id or free text
BOOLS = {"true": 1.0, "false": 0.0}


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


def numbers_of(cells) -> np.ndarray | None:
    """(n,) float64 of texts, NaN where missing; None where one is something else.

    1_000 is text, as in any CSV file.
    """
    if "_" in "".join(cells):
        return None
    with suppress(ValueError):  # faster
        return np.fromiter(map(float, cells), float, len(cells))
    with suppress(ValueError):
        return np.array([np.nan if is_missing(c) else float(c) for c in cells])
    return None


def check_width(q, what):
    """InputError for more features than a matrix of all pairs has room for."""
    if q > MOST_FEATURES:
        most = f"at most {MOST_FEATURES:,} are taken; leave columns out (--drop)"
        raise InputError(f"{what} has {q:,} features and {most}")


def learned(what, cells):
    """(levels or None, median or None, how many cells are missing) of a feature."""
    if not isinstance(cells, list):
        there = cells[~np.isnan(cells)]
        if not (gone := len(cells) - len(there)):
            return None, None, 0
        return None, float(np.median(there)) if len(there) else 0.0, gone
    known = {str(cell): cell for cell in cells if cell is not None}
    check_levels(what, known, cells, "leave it out")
    labels = {*known.values(), *[LEVEL] * (None in cells)}
    levels = sorted(labels, key=lambda cell: (isinstance(cell, str), cell))
    return tuple(levels), None, cells.count(None)


def check_levels(what, values, cells, remedy):
    """InputError for more different values among the cells than a category may have."""
    if len(values) > MOST_LEVELS:
        raise InputError(
            f"{what} has {len(values)} different values in {len(cells)} rows "
            f"({shown(values, 3)}) and at most {MOST_LEVELS} are classes or levels: it "
            f"looks like an id or free text; {remedy} or group its values"
        )


def coded(cells, names, levels, medians) -> np.ndarray:
    """X (n, p) of cells, used up; a level that is not known is 0 in all its columns."""
    columns = positions(levels, medians)
    X = np.zeros((len(cells[0]), columns[-1][-1] + 1))
    for name, labels, median, places in zip(names, levels, medians, columns):
        column = cells.pop(0)
        if labels is not None:
            place = {str(label): j for label, j in zip(labels, places)}
            texts = (LEVEL if cell is None else str(cell) for cell in column)
            at = np.array([place.get(text, -1) for text in texts], int)
            rows = np.flatnonzero(at >= 0)
            X[rows, at[rows]] = 1
        elif isinstance(column, list):
            text = next(cell for cell in column if cell is not None)
            what = f"X: column {show(name)} holds text such as {show(text)}"
            raise InputError(f"{what}, but in training it held numbers; convert it")
        else:
            X[:, places[0]] = column
            if median is not None:
                gone = np.isnan(column)
                X[gone, places[0]], X[:, places[1]] = median, gone
    return X


def parsed(what, values, category=False):
    """The cells of a column: float64 with NaN, or a list of labels with None.

    Texts are 1 and 0 where all are true or false, and numbers in an array of texts that
    are all numbers. Raises InputError for other things, and for text among numbers.
    """
    if values.ndim != 1:
        raise InputError(f"{what} must hold one value per row; got {values.shape}")
    if not category and values.dtype.kind not in "OUT":
        return finite(what, values)
    cells, gone = values.tolist(), without_value(values)
    if not category and values.dtype.kind in "UT":
        if (numbers := numbers_of(cells)) is not None:
            return finite(what, numbers)
    words = all(isinstance(cell, str) or none for cell, none in zip(cells, gone))
    if not category and (gone.all() or not words):
        cells = [np.nan if none else cell for cell, none in zip(cells, gone)]
        return finite(what, np.array([*cells, None], object)[:-1])
    label = as_label if category else str
    cells = [None if none else label(cell) for cell, none in zip(cells, gone)]
    if category or not {cell.strip().lower() for cell in {*cells} - {None}} <= {*BOOLS}:
        return cells
    return np.array([BOOLS.get(str(cell).strip().lower(), np.nan) for cell in cells])


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
        what += f": column {show(names[column[0]])}" if column else ""
        raise InputError(f"{what} is inf in row {row} (counted from 0); correct it")
    return numbers
