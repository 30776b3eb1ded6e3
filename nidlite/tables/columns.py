"""Columns of numbers, texts or other things, checked and coded one by one.

What a table must know of a feature is learned from training rows and used again for new
rows. An error names the column and the row, which counts from 0.

    values   a column as it was given: an array of any type
    cells    what is in it: float64, NaN where missing, or a list of labels with None
"""

import numpy as np

from ..errors import InputError, InputTypeError, show
from .categories import as_label, check_count, in_order, positions
from .missing import LEVEL, without_value

MOST_FEATURES = 10_000  # their pairs' strengths are a matrix of 800 MB

BOOLS = {"true": 1.0, "false": 0.0}


def check_width(q, what):
    """InputError for more features than a matrix of all pairs has room for."""
    if q > MOST_FEATURES:
        raise InputError(
            f"{what} has {q:,} features and at most {MOST_FEATURES:,} are taken; leave "
            "columns out (--drop), or take those that go with the target"
        )


def learned(columns, names, missing="fill"):
    """(cells, levels, medians) of pairs of values and whether they are a category.

    levels are None for numbers; medians are None unless numbers are missing. The
    columns are used up, so that a large table is not held twice.
    """
    cells, levels, medians = [], [], []
    for name in names:
        what = f"column {show(name)} of X"
        cells.append(parsed(what, *columns.pop(0), missing))
        levels.append(None)
        medians.append(None)
        if isinstance(cells[-1], list):
            known = {str(c): c for c in cells[-1] if c is not None}
            check_count(what, known, len(cells[-1]))
            none = {LEVEL: LEVEL} if None in cells[-1] else {}
            levels[-1] = in_order({**known, **none}.values())
        elif np.isnan(cells[-1]).any():
            there = cells[-1][~np.isnan(cells[-1])]
            medians[-1] = float(np.median(there)) if len(there) else 0.0
    return cells, tuple(levels), tuple(medians)


def coded(cells, names, levels, medians) -> np.ndarray:
    """X (n, p) of cells of known levels; any other level is 0 in all its columns.

    The cells are used up.
    """
    columns = positions(levels, medians)
    X = np.zeros((len(cells[0]), columns[-1][-1] + 1))
    for name, known, median, own in zip(names, levels, medians, columns):
        column = cells.pop(0)
        if known is not None:
            place = {str(label): j for label, j in zip(known, own)}
            texts = (LEVEL if cell is None else str(cell) for cell in column)
            at = np.array([place.get(text, -1) for text in texts], int)
            rows = np.flatnonzero(at >= 0)
            X[rows, at[rows]] = 1
        elif isinstance(column, list):
            text = next(cell for cell in column if cell is not None)
            raise InputError(
                f"column {show(name)} of X holds text such as {show(text)}, but in "
                f"training it held numbers; convert it"
            )
        else:
            X[:, own[0]] = column
            if median is not None:
                gone = np.isnan(column)
                X[gone, own[0]], X[:, own[1]] = median, gone
    return X


def parsed(what, values, category=False, missing="fill"):
    """The cells of a column: float64 with NaN, or a list of labels with None.

    Texts that are true and false only are 1 and 0. Raises InputError for other things,
    for text among numbers, and for missing values unless they may be filled.
    """
    if values.ndim != 1:
        raise InputError(f"{what} must hold one value per row; got {values.shape}")
    if values.dtype.kind not in "OUT" and not category:
        return finite(what, values, missing=missing)
    cells, gone = values.tolist(), without_value(values)
    if missing == "error" and gone.any():
        raise InputError(
            f"{what} has no value in row {gone.argmax()} (counted from 0), it is "
            f"{_word(cells[gone.argmax()])}; fill in or remove such rows"
        )
    there = [cell for cell, none in zip(cells, gone) if not none]
    text = [isinstance(cell, str) for cell in there]
    if any(text) and not all(text) and not category:
        rows = np.flatnonzero(~gone)
        other = text.index(not text[0])
        raise InputError(
            f"{what} mixes text and other values: {show(there[0])} in row {rows[0]}, "
            f"but {show(there[other])} in row {rows[other]} (counted from 0); make all "
            f"numbers or all text"
        )
    if not category and not any(text):
        cells = [np.nan if none else c for c, none in zip(cells, gone)]
        return finite(what, np.array([*cells, None], object)[:-1], missing=missing)
    if not category and {cell.strip().lower() for cell in set(there)} <= {*BOOLS}:
        texts = (str(cell).strip().lower() for cell in cells)
        return np.array([BOOLS.get(t, np.nan) for t in texts])
    named = as_label if category else str
    return [None if none else named(c) for c, none in zip(cells, gone)]


def finite(what, values, names=None, missing="error") -> np.ndarray:
    """The values as float64, not copied if they are; names are those of 2-D columns.

    NaN is refused as infinity is, unless missing is "fill".
    """
    if values.dtype.kind not in "biufO":
        raise _kind_error(what, values)
    try:
        with np.errstate(over="ignore"):  # a longdouble too large becomes inf
            numbers = values.astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError) as error:
        raise _kind_error(what, values, error) from None
    bad = np.isinf(numbers) if missing == "fill" else ~np.isfinite(numbers)
    if bad.any():
        where = np.unravel_index(bad.argmax(), bad.shape)
        column = f", column {show(names[where[1]])}," if names else ""
        raise InputError(
            f"{what} must be finite, but in row {where[0]} (counted from 0){column} it "
            f"is {_word(numbers[where])}; fill in or remove such rows"
        )
    return numbers


def _kind_error(what, values, error=None) -> InputError:
    """What to say to values that are neither numbers nor text; error is NumPy's."""
    if values.dtype.kind in "mM" or any(hasattr(v, "isoformat") for v in values.flat):
        return InputError(
            f"{what} holds dates or times; make numbers of them, such as the hour, the "
            f"month or the days since the first, or leave them out"
        )
    kind = InputTypeError if isinstance(error, TypeError) else InputError
    why = " ".join(str(error or f"its type is {values.dtype}").split())
    return kind(f"{what} is not an array of numbers: {why}")


def _word(cell) -> str:
    """The value as a word: NaN, inf, None, or '?' as it was given."""
    if isinstance(cell, str):
        return show(cell)
    return "NaN" if str(cell) == "nan" else str(cell)
