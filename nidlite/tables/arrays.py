"""Arrays and DataFrames as a checked table."""

import numpy as np

from ..errors import InputError, shown, suggest
from ..interactions import label
from .columns import check_width
from .frames import unpack
from .row_weights import row_weights
from .table import Table, make_table


def check_arrays(
    X,
    y,
    feature_names=None,
    task=None,
    missing="fill",
    dates="days",
    sample_weight=None,
) -> Table:
    """The table made of X (n, q), array or DataFrame, and y (n,) or (n, 1).

    Columns of text, or of a categorical type, are categories; labels may be of any
    kind. Names are feature_names, or the DataFrame's, or x1 to xq. float64 arrays are
    not copied. Values may be missing (missing.py) unless missing is "error". Dates
    become days since the first, or year, month and weekday where dates is "parts".
    sample_weight (n,) says how much each row counts; it may be the name of a column of
    X, which then is no feature. Raises InputError.
    """
    columns, (n, q), found = unpack(X)
    names = found if feature_names is None else feature_names
    names = checked_names(names, q, "one for each column of X")
    w = sample_weight
    if isinstance(w, str):
        if w not in names:
            raise InputError(f"X has no column {w} of weights; {suggest(w, names)}")
        i, names = names.index(w), tuple(name for name in names if name != w)
        if isinstance(columns, np.ndarray):
            w, columns = columns[:, i], np.delete(columns, i, axis=1)
        else:
            w = columns.pop(i)[0]
        q -= 1
    if min(n, q) < 2:
        few = f"{q} feature(s)" if q < 2 else f"n_samples = {n}"
        raise InputError(
            f"X has {few} (shape=({n}, {q})) while a minimum of 2 is required, as an "
            f"interaction needs two; add {'columns' if q < 2 else 'rows'}"
        )
    check_width(q, "X")
    w = None if w is None else row_weights(w, n)
    return make_table(columns, names, y, n, task, missing, dates, w)


def checked_names(names, q, what) -> tuple[str, ...]:
    """q different names, x1 to xq if there are none; an InputError says what for."""
    if names is None:
        names = (label((i,)) for i in range(q))
    try:
        names = tuple(map(str, names))
    except TypeError:
        names = ()
    if len(names) != q or len(set(names)) != q:
        raise InputError(
            f"feature_names must be {q} different names: {what}; got {len(names)} "
            f"names, {len(set(names))} of them different: {shown(names)}"
        )
    return names
