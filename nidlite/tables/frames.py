"""Rows as people hand them over: arrays, lists, or DataFrames of any library.

With this module one can take them apart into columns, without importing the library: a
DataFrame has columns, and frame[name] is one of them, with a type that may say
category. Raises InputError.
"""

import numpy as np

from ..errors import InputError, show
from .categories import as_number
from .columns import kind_error


def is_frame(values) -> bool:
    """Whether the values are a DataFrame, such as pandas' or polars'."""
    return not isinstance(values, np.ndarray) and all(
        hasattr(values, name) for name in ("__len__", "__getitem__", "columns")
    )


def as_array(what, values) -> np.ndarray:
    """The values as an array without missing (masked) ones; a list of texts and numbers
    becomes an array of objects, so that 1 does not turn into "1". Raises InputError.
    """
    if hasattr(values, "toarray") and hasattr(values, "nnz"):
        raise InputError(
            f"{what} is sparse and only dense arrays are supported; call .toarray()"
        )
    try:
        if np.ma.is_masked(values):
            raise ValueError("it has masked values; fill in or remove those rows")
        array = np.asarray(values)
        if array.dtype.kind in "US" and not hasattr(values, "dtype"):
            array = np.array(values, dtype=object)
    except (TypeError, ValueError) as error:
        line = " ".join(str(error).split())
        raise InputError(f"{what} is not an array of numbers: {line}") from None
    if array.dtype.kind == "c":
        raise InputError(
            f"Complex data not supported: {what} is of type {array.dtype}; take its "
            f"real part, or real and imaginary part as two columns"
        )
    return array


def unpack(X):
    """(columns, shape, names): numbers as one 2-D array, all else as a list of 1-D ones
    with whether each is a category by type; the names are None unless X is a frame.
    """
    if is_frame(X):
        names = list(X.columns)
        if len(set(map(str, names))) < len(names):
            raise InputError(
                f"X's columns must have different names; got "
                f"{show(next(n for n in names if names.count(n) > 1))} twice"
            )
        columns = [
            (as_array(f"column {show(str(name))} of X", X[name]), is_category(X[name]))
            for name in names
        ]
        return columns, (len(X), len(names)), tuple(map(str, names))
    X = as_array("X", X)
    if X.ndim != 2:
        one = "X.reshape(1, -1) if it is one row, X.reshape(-1, 1) if one column"
        raise InputError(
            f"X must be 2-D, rows by features; got shape {X.shape}. Reshape your data: "
            f"{one if X.ndim < 2 else 'one row for each observation'}"
        )
    if X.dtype.kind in "biuf":
        return X, X.shape, None
    if X.dtype.kind not in "OUT":
        raise kind_error("X", X)
    for i, column in enumerate(X.T if X.dtype.kind in "UT" else ()):
        if len(X) and all(as_number(cell) is not None for cell in column.tolist()):
            raise InputError(
                f"column {i + 1} of X holds numbers as text, such as "
                f"{show(column.tolist()[0])}; use X.astype(float), or, where X has "
                f"text columns too, a DataFrame or X of dtype object"
            )
    return [(column, False) for column in X.T], X.shape, None


def is_category(series) -> bool:
    """Whether a column's type is pandas' category; polars' categories are text."""
    return str(getattr(series, "dtype", "")) == "category"
