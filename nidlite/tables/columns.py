"""Columns of numbers or categories become columns of X; categories are one-hot coded.

A category with k levels becomes k columns: column j is 1 in the rows of level j. A row
whose level is not known is 0 in all of them. What is learned from training rows is used
again for new rows. An error names the column and the row, which counts from 0.

    q, p     features, and columns of X after coding
    values   a column as it was given: an array of any type
    cells    what is in it: float64, NaN where missing, or a list of labels with None
    levels   for each of q features None (numbers) or its k labels, sorted
    medians  for each of q features None, or what stands for its missing numbers
"""

import numpy as np

from ..errors import InputError, InputTypeError, plain, show, shown
from .missing import LEVEL, without_value

MOST_FEATURES = 10_000  # their pairs' strengths are a matrix of 800 MB
MOST_LEVELS = 100  # more look like an id or free text
BOOLS = {"true": 1.0, "false": 0.0}


def positions(levels, medians) -> tuple[tuple[int, ...], ...]:
    """The columns of X that each feature owns, such as ((0,), (1, 2, 3), (4,)).

    A number with a median owns a second one, which is 1 where the number is missing.
    """
    widths = [
        1 + (median is not None) if labels is None else len(labels)
        for labels, median in zip(levels, medians)
    ]
    ends = np.cumsum(widths).tolist()
    return tuple(tuple(range(a, b)) for a, b in zip([0, *ends], ends))


def as_label(value):
    """A level as a person reads it: text, 1 for 1.0, "(0, 1]" for an interval."""
    value = value.item() if isinstance(value, np.generic) else value
    return plain(value) if isinstance(value, bool | int | float | str) else str(value)


def as_number(text, decimal=".") -> float | None:
    """The number that a text is, or None; 1_000 is text, as in any CSV file.

    Where commas are usual 1.234 is no number: it may mean a thousand.
    """
    if decimal == ",":
        text = "text" if "." in text else text.replace(",", ".")
    try:
        return float("text" if "_" in text else text)
    except ValueError:
        return None


def check_width(q, what):
    """InputError for more features than a matrix of all pairs has room for."""
    if q > MOST_FEATURES:
        raise InputError(
            f"{what} has {q:,} features and at most {MOST_FEATURES:,} are taken; leave "
            "columns out (--drop), or take those that go with the target"
        )


def learned(what, cells, remedy="leave it out"):
    """(levels, median) of a feature: levels of labels, or the median where one lacks.

    Raises InputError for a category of too many levels; remedy says what to do then.
    """
    if not isinstance(cells, list):
        there = cells[~np.isnan(cells)]
        none = len(there) == len(cells)
        return None, None if none else float(np.median(there)) if len(there) else 0.0
    known = {str(cell): cell for cell in cells if cell is not None}
    if len(known) > MOST_LEVELS:
        raise InputError(
            f"{what} has {len(known)} different values in {len(cells)} rows "
            f"({shown(known, 3)}) and a category may have {MOST_LEVELS}: it looks like "
            f"an id or free text; {remedy} or group its values"
        )
    labels = {*known.values(), *[LEVEL] * (None in cells)}
    return tuple(sorted(labels, key=lambda cell: (isinstance(cell, str), cell))), None


def coded(cells, names, levels, medians) -> np.ndarray:
    """X (n, p) of cells of known levels; any other level is 0 in all its columns.

    The list of cells is used up, so that a large table is not held twice.
    """
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
            raise InputError(
                f"column {show(name)} of X holds text such as {show(text)}, but in "
                f"training it held numbers; convert it"
            )
        else:
            X[:, places[0]] = column
            if median is not None:
                gone = np.isnan(column)
                X[gone, places[0]], X[:, places[1]] = median, gone
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
    label = as_label if category else str
    kinds = {isinstance(c, str): (c, i) for i, c in enumerate(cells) if not gone[i]}
    if len(kinds) == 2 and not category:
        (text, i), (other, j) = kinds[True], kinds[False]
        raise InputError(
            f"{what} mixes text and other values, such as {show(text)} in row {i} and "
            f"{show(other)} in row {j} (counted from 0); make all numbers or all text"
        )
    if not category and True not in kinds:
        cells = [np.nan if none else cell for cell, none in zip(cells, gone)]
        return finite(what, np.array([*cells, None], object)[:-1], missing=missing)
    cells = [None if none else label(cell) for cell, none in zip(cells, gone)]
    texts = {} if category else {*cells} - {None}
    if category or not all(text.strip().lower() in BOOLS for text in texts):
        return cells
    return np.array([BOOLS.get(str(cell).strip().lower(), np.nan) for cell in cells])


def finite(what, values, names=None, missing="error") -> np.ndarray:
    """The values as float64, not copied if they are; names are those of 2-D columns.

    NaN is refused as infinity is, unless missing is "fill".
    """
    kind, numbers, why = InputError, None, f"its type is {values.dtype}"
    if values.dtype.kind in "biufO":
        try:
            with np.errstate(over="ignore"):  # a longdouble too large becomes inf
                numbers = values.astype(np.float64, copy=False)
        except (TypeError, ValueError, OverflowError) as error:
            kind = InputTypeError if isinstance(error, TypeError) else InputError
            why = " ".join(str(error).split())
    if numbers is None:
        if values.dtype.kind in "mM" or any(
            hasattr(v, "isoformat") for v in values.flat
        ):
            kind, why = InputError, "it holds dates or times; leave them out, or give "
            why += "numbers such as the hour, the month or the days since the first"
        raise kind(f"{what} is not an array of numbers: {why}")
    bad = np.isinf(numbers) if missing == "fill" else ~np.isfinite(numbers)
    if bad.any():
        where = np.unravel_index(bad.argmax(), bad.shape)
        column = f", column {show(names[where[1]])}," if names else ""
        raise InputError(
            f"{what} must be finite, but in row {where[0]} (counted from 0){column} it "
            f"is {_word(numbers[where])}; fill in or remove such rows"
        )
    return numbers


def _word(cell) -> str:
    """The value as a word: NaN, inf, None, or '?' as it was given."""
    if isinstance(cell, str):
        return show(cell)
    return "NaN" if str(cell) == "nan" else str(cell)
