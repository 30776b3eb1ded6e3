"""Rows as people hand them over: arrays, lists, or DataFrames of any library."""

import numpy as np

from ..errors import InputError, show


def is_frame(values) -> bool:
    """Whether the values are a DataFrame, such as pandas' or polars'."""
    has = all(hasattr(values, k) for k in ("__len__", "__getitem__", "columns"))
    return has and not isinstance(values, np.ndarray)


def is_category(series) -> bool:
    """Whether a column's type is pandas' category; polars' categories are text."""
    return str(getattr(series, "dtype", "")) == "category"


def as_array(what, values) -> np.ndarray:
    """The values as an array: of objects for a list with texts, so that 1 stays 1."""
    if hasattr(values, "toarray") and hasattr(values, "nnz"):
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

    Numbers are one 2-D array, all else pairs of a 1-D one and whether its type says
    category.
    """
    if type(X) is dict or is_frame(X):  # one of SciPy's sparse matrices is a dict, too
        keys = list(getattr(X, "columns", X))
        names = tuple(map(str, keys))
        columns = [
            (as_array(f"X: column {show(name)}", X[key]), is_category(X[key]))
            for name, key in zip(names, keys)
        ]
        return columns, (len(columns[0][0]) if columns else 0, len(names)), names
    X = as_array("X", X)
    if X.ndim != 2:
        raise InputError(
            f"X must be 2-D, rows by features; got shape {X.shape}. Reshape your data: "
            f"a row for each observation, X.reshape(1, -1) for a single one"
        )
    if X.dtype.kind in "biuf":
        return X, X.shape, None
    return [(column, False) for column in X.T], X.shape, None
