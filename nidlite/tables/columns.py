"""Columns of numbers, texts or other things, checked and coded one by one.

The levels of a category are learned from training rows and found again in new rows. An
error names the column and the row, which counts from 0.
"""

import numpy as np

from ..errors import InputError, InputTypeError, show
from .categories import as_label, check_count, in_order


def learned(columns, names) -> tuple:
    """The levels of each of the columns that `unpack` gave; None for numbers."""
    if isinstance(columns, np.ndarray):
        return (None,) * len(names)
    levels = []
    for name, (values, category) in zip(names, columns):
        what = f"column {show(name)} of X"
        cells = texts(what, values, category)
        if cells is not None:
            known = {str(cell): cell for cell in cells}
            check_count(what, len(known), len(cells), known)
            cells, _ = in_order(known.values())
        levels.append(cells)
    return tuple(levels)


def recoded(columns, names, levels) -> np.ndarray:
    """Codes (n, q) of rows whose levels are known; -1 for any other level."""
    if isinstance(columns, np.ndarray):
        if all(labels is None for labels in levels):
            return finite("X", columns, names)
        columns = [(column, False) for column in columns.T]
    codes = np.empty((len(columns[0][0]), len(columns)))
    for i, (values, _) in enumerate(columns):
        what = f"column {show(names[i])} of X"
        if levels[i] is not None:
            known = {str(label): code for code, label in enumerate(levels[i])}
            cells = texts(what, values, True)
            codes[:, i] = [known.get(str(cell), -1) for cell in cells]
        elif text := texts(what, values):
            raise InputError(
                f"{what} holds text such as {show(text[0])}, but in training it held "
                f"numbers; convert it"
            )
        else:
            codes[:, i] = finite(what, values)
    return codes


def texts(what, values, category=False) -> list | None:
    """The labels of a column of text, or of any category; None for numbers.

    Raises InputError for missing values and for text among other things.
    """
    if values.ndim != 1:
        raise InputError(f"{what} must hold one value per row; got {values.shape}")
    if values.dtype.kind not in "OUT" and not category:
        return None
    cells = values.tolist()
    if set(map(type, cells)) == {str}:
        return cells
    for row, cell in enumerate(cells):
        if _is_missing(cell):
            raise InputError(
                f"{what} has no value in row {row} (counted from 0), it is "
                f"{_word(cell)}; fill in or remove such rows"
            )
    if category:
        return list(map(as_label, cells))
    text = [isinstance(cell, str) for cell in cells]
    if any(text) and not all(text):
        row = text.index(not text[0])
        raise InputError(
            f"{what} mixes text and other values: {show(cells[0])} in row 0, but "
            f"{show(cells[row])} in row {row} (counted from 0); make all numbers or "
            f"all text"
        )
    return list(map(str, cells)) if any(text) else None


def finite(what, values, names=None) -> np.ndarray:
    """The values as float64, not copied if they are; names are those of 2-D columns."""
    if values.dtype.kind not in "biufO":
        raise _kind_error(what, values)
    try:
        with np.errstate(over="ignore"):  # a longdouble too large becomes inf
            numbers = values.astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError) as error:
        raise _kind_error(what, values, error) from None
    bad = ~np.isfinite(numbers)
    if bad.any():
        where = np.unravel_index(bad.argmax(), bad.shape)
        column = f", column {show(names[where[1]])}," if names else ""
        raise InputError(
            f"{what} must be finite, but in row {where[0]} (counted from 0){column} it "
            f"is {_word(numbers[where])}; fill in or remove such rows"
        )
    return numbers


def _is_missing(cell) -> bool:
    """None, NaN, or what pandas writes for no value."""
    if isinstance(cell, float | np.floating):
        return bool(np.isnan(cell))
    return cell is None or type(cell).__name__ in ("NAType", "NaTType")


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
    """The value as a word: NaN, inf, None."""
    return "NaN" if str(cell) == "nan" else str(cell)
