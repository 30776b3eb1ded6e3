"""Columns as people hand them over, arrays of any type, become cells.

Cells are float64 with NaN for a missing value, datetime64 with NaT, or labels.
"""

import re
from contextlib import suppress

import numpy as np

from ..errors import InputError, InputTypeError, plain, show, shown
from ..weights import LARGEST
from .dates import as_dates
from .missing import LEVEL, is_missing, without_value

MOST_LEVELS = 100  # more look like an id or free text
CATEGORY = np.dtype(object, metadata={"category": True})  # "5%" stays a label in it
MARKS = "%,$€£¥₹'’ \xa0\u2009\u202f"  # in numbers; the last are blanks
# A number as people write it, such as $1,234.5, 1'234, 12,34,567, 1 234 € or 64%.
NUMBER = re.compile(
    r"\s*[-+]?[$€£¥₹]?\s?([1-9]\d{0,2}([,'’\s])\d{3}(\2\d{3})*|[1-9]\d?(,\d\d)+,\d{3}"
    r"|\d*)(\.\d+([eE][-+]?\d+)?)?\s?[%$€£¥₹]?\s*"
)
_MARK = re.compile(f"[{MARKS}]")
BOOLS = {"true": 1.0, "false": 0.0, LEVEL: np.nan}


def as_array(what, values) -> np.ndarray:
    """The values as an array; a list with texts keeps its objects: 1 is no "1"."""
    if hasattr(values, "toarray"):
        raise InputError(f"{what} is sparse; call .toarray() to make it dense")
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise InputError(f"{what} has masked values; fill in or remove those rows")
    try:
        array, dtype = np.asarray(values), getattr(values, "dtype", None)
        array = np.char.decode(array) if array.dtype.kind == "S" else array  # of HDF5
    except (TypeError, ValueError, RuntimeError) as error:  # the last are torch's
        raise InputError(f"{what} is not an array of numbers: {error}") from None
    if getattr(dtype, "time_zone", None):  # polars gives UTC, pandas the clock's time
        array = np.asarray(values.dt.replace_time_zone(None))
    if array.dtype.kind == "c":
        raise InputError(f"{what}: Complex data not supported; give two real columns")
    if str(dtype).lower().startswith(("categor", "enum", "dictionary")):
        return as_labels(array)  # pandas', polars' and pyarrow's categories
    texts = array.dtype.kind == "U" and dtype is None
    return np.array(values, dtype=object) if texts else array


def as_frame(X):
    """X if it has named columns and, unlike a lazy frame, a length; else None."""
    X = X.to_pandas() if hasattr(type(X), "column_names") else X  # pyarrow's
    return X if hasattr(X, "__len__") and hasattr(X, "columns") else None


def unpack(X):
    """(columns, their names or None) of an array, a frame or a dict of columns."""
    frame = X if type(X) is dict else as_frame(X)  # a sparse matrix is a dict, too
    if frame is not None:
        keys = list(getattr(frame, "columns", frame))
        columns = [as_array(f"column {show(str(key))}", frame[key]) for key in keys]
        if len(rows := {column.shape[:1] for column in columns}) > 1 or () in rows:
            got = show({key: np.size(c) for key, c in zip(keys, columns)})
            raise InputError(f"columns of X must have a value for each row; got {got}")
        return columns, tuple(map(str, keys))
    X = as_array("X", X)
    if X.ndim != 2:
        got = f"shape {X.shape}. Reshape your data: X.reshape(1, -1) for a single row"
        got = got if X.ndim else f"{show(X.item())}; give an array or a DataFrame"
        raise InputError(f"X must be 2-D, rows by features; got {got}")
    return list(X.T), None


def as_labels(values) -> np.ndarray:
    """Texts as a person reads them: 1 for 1.0, no blanks around; None if missing."""
    labels = (None if is_missing(v) else str(plain(v)).strip() for v in values.tolist())
    return np.array([*labels], CATEGORY)


def numbers_of(texts, marks=False) -> np.ndarray | None:
    """(n,) float64 of texts, NaN where missing, or None; with marks 64% is 64, too."""
    if "_" in "".join(texts):
        return None
    with suppress(ValueError):  # faster
        return np.fromiter(map(float, texts), float, len(texts))
    with suppress(ValueError):
        texts = ["nan" if is_missing(text) else text for text in texts]
        if marks:
            known = map(NUMBER.fullmatch, texts)
            texts = [_MARK.sub("", t) if k else t for t, k in zip(texts, known)]
        return np.array([*map(float, texts)])
    return None


def check_levels(known, rows, remedy):
    """InputError for more different values in so many rows than a category may have.

    known is [(what, its values or None), ...]. The line names all with too many.
    """
    if wide := [(what, v) for what, v in known if len(v or ()) > MOST_LEVELS]:
        odd = [v for v in wide[0][1] if numbers_of([str(v)], marks=True) is None]
        counts = ", ".join(f"{what} has {len(v)}" for what, v in wide)
        line = f"{counts} different values in {rows} rows, such as"
        line = f"{line} {shown(odd or wide[0][1], 3)}; the limit is {MOST_LEVELS}"
        line = f"{line}: is it an id or free text? {remedy} or group its values;"
        how = "numbers are read as 1234.5, dates as 2024-01-31"
        raise InputError(f"{line} {how if odd else 'use .astype(float) on numbers'}")


def median_of(x, w=None) -> float:
    """The median of x, (n,), to which a row of weight 3 counts as three."""
    order = np.argsort(x)
    upto = np.cumsum(np.ones(len(x)) if w is None else w[order])
    half = upto[-1] / 2 * np.array([1 - 1e-9, 1 + 1e-9])  # sums of thirds are rounded
    return float(x[order][np.searchsorted(upto, half)].mean())


def levels_and_median(cells, w=None):
    """(levels or None, median or None) of a feature's numbers or labels."""
    if cells.dtype == object:
        levels = sorted({*cells})
        if (numbers := numbers_of(levels, marks=True)) is not None:
            levels = [levels[i] for i in np.argsort(numbers)]
        return tuple(levels), None
    there = ~np.isnan(cells)
    if there.all():
        return None, None
    w = None if w is None else w[there]
    return None, median_of(cells[there], w) if there.any() else 0.0


def parsed(what, values, dates=False, numbers=False) -> np.ndarray:
    """The cells (n,) of a column: numbers, labels, or dates where `dates` is true.

    Texts that all say true or false are 1 and 0. Texts that all are numbers are numbers
    if `numbers` is true, if the array's type is text, or if one has MARKS; else labels.
    InputError for objects that are neither numbers nor texts, and for a mixture.
    """
    if values.ndim != 1:
        raise InputError(f"{what} must hold one value per row; got {values.shape}")
    gone, kind = without_value(values), values.dtype.kind
    if gone.all():
        return np.full(len(values), np.nan)
    if dates and (found := as_dates(values)) is not None:
        return found
    if kind not in "OUT":
        return as_floats(what, values)
    if not all(isinstance(cell, str) for cell in values[~gone]):
        return as_floats(what, np.where(gone, np.nan, values))
    labels = np.where(gone, LEVEL, as_labels(values))
    texts = np.where(gone, "", labels).tolist()
    marked = not values.dtype.metadata and {*MARKS} & {*"".join(texts)}
    if numbers or kind != "O" or marked:
        if (found := numbers_of(texts, marks=True)) is not None:
            return found
    truths = [BOOLS.get(label.lower()) for label in labels]
    return labels if None in truths else np.array(truths)


def as_floats(what, values) -> np.ndarray:
    """The values as float64, copied only if they are not; InputError for others."""
    try:
        if values.dtype.kind not in "biufO":
            raise ValueError(f"its type is {values.dtype}")
        with np.errstate(over="ignore"):  # a longdouble too large becomes inf
            return values.astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError) as error:
        kind = InputTypeError if isinstance(error, TypeError) else InputError
        raise kind(f"{what} is not an array of numbers: {error}; convert it") from None


def check_size(what, values):
    """InputError for numbers beyond LARGEST."""
    if len(far := values[np.abs(values) > LARGEST]):
        line = f"{what} holds {far[0]:g}, beyond {LARGEST:g}"
        raise InputError(f"{line}; correct it, or divide by a constant")
