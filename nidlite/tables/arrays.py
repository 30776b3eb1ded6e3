"""Arrays, DataFrames and the columns of a file as a checked table."""

from dataclasses import replace

import numpy as np

from ..errors import InputError, show, shown, suggest
from ..interactions import label
from ..weights import LARGEST, SMALLEST
from .columns import check_width, coded, finite, learned, parsed, positions
from .dates import PARTS, WAYS, as_dates, number_of, rules_of
from .frames import unpack
from .missing import LEVEL, check_way, check_whole
from .notes import notes_on
from .table import Table
from .targets import outcome, row_weights


def check_arrays(
    X,
    y,
    feature_names=None,
    task=None,
    missing="fill",
    dates="days",
    sample_weight=None,
    origin=(None, None, None, (), ()),
) -> Table:
    """The table made of X (n, q), array or DataFrame, and y (n,) or (n, 1).

    Columns of text, or of a categorical type, are categories. Text or two values of y
    is "classification", else "regression"; task overrides. Names are feature_names, or
    the DataFrame's, or x1 to xq. float64 arrays are not copied. Values may be missing
    unless missing is "error". Dates become days since the first, or year, month and
    weekday where dates is "parts". sample_weight is (n,), or the name of a column of X,
    which then is no feature. Raises InputError, also for numbers beyond 1e100, which
    the formulas could not square. origin is read_csv's path, target, positive,
    categorical and notes.
    """
    check_way("missing", missing)
    check_way("dates", dates, WAYS)
    path, target, positive, labels_of, notes = origin
    where = f"{path}: column" if path else "X: column"
    what = f"{path}: target {show(target)}" if path else "y"
    columns, (n, q), found = unpack(X)
    names = found if feature_names is None else feature_names
    names = checked_names(names, q, "one for each column of X")
    w, weights_of = sample_weight, "sample_weight"
    if isinstance(w, str):
        if w not in names:
            raise InputError(f"X has no column {w} of weights; {suggest(w, names)}")
        i, weights_of = names.index(w), f"{where} {show(w)}"
        names, q = names[:i] + names[i + 1 :], q - 1
        if isinstance(columns, np.ndarray):
            w, columns = columns[:, i], np.delete(columns, i, axis=1)
        else:
            w = columns.pop(i)[0]
    if min(n, q) < 2:
        few = f"{q} feature(s)" if q < 2 else f"n_samples = {n}"
        raise InputError(
            f"{path or 'X'} has {few} (shape=({n}, {q})) while a minimum of 2 is "
            f"required, as an interaction needs two; add to {shown(names)}"
        )
    check_width(q, path or "X")
    w = None if w is None else row_weights(w, n, weights_of)
    y, there, name, task, classes = outcome(y, n, w, missing, task, positive, what)
    _check_size(what, y)
    target, rows = target or name, slice(None) if there.all() else there
    rules = levels = medians = (None,) * q
    notes, counts, left_out = [*notes], {}, n - int(there.sum())
    if isinstance(columns, np.ndarray):
        X = finite("X", columns[rows], names)
        if np.isnan(X).any():
            columns, rows = [(column, False) for column in X.T], slice(None)
    if isinstance(columns, list):
        features = []
        for name in names:
            values, category = columns.pop(0)
            values, category = values[rows], category or name in labels_of
            column = f"{where} {show(name)}"
            if missing == "error":
                check_whole(column, values)
            date = None if category else as_dates(values)
            for rule in [None] if date is None else rules_of(date, dates):
                given = values if date is None else number_of(date, rule)
                cells = parsed(column, given, category)
                feature = f"{name} ({rule})" if rule in PARTS else name
                features.append((feature, rule, *learned(column, cells), cells))
        names, rules, levels, medians, gone, cells = map(list, zip(*features))
        del features  # so that the cells are not held twice
        counts = {name: count for name, count in zip(names, gone) if count}
        X = coded(cells, names, levels, medians)
    if w is not None:
        gone = int((w == 0).sum())
        w = w[there] if np.ptp(w[there]) else None
        notes += ["rows count by their weights"] * (w is not None)
        notes += [f"{gone} of {n} rows have weight 0 and are left out"] * (gone > 0)
        left_out -= gone
    parts = []
    if count := sum(counts.values()):
        parts.append(
            f"{count} missing value{'s' * (count > 1)} in {shown(counts, 3)}: a number "
            f"is its column's median, a category is {show(LEVEL)}, and that it is "
            "missing counts as part of the feature"
        )
    if left_out:
        parts.append(f"{left_out} of {n} rows without {show(target)} left out")
    notes += ["; ".join(parts)] if parts else []
    for name, places in zip(names, positions(levels, medians)):
        column = X[:, places[0] : places[-1] + 1]
        _check_size(f"{where} {show(name)}", column)
        if (np.ptp(column, axis=0) < SMALLEST).all():
            notes.append(f"column {show(name)} is constant: it cannot matter")
    features = map(tuple, (levels, medians, rules))
    table = Table(X, y, tuple(names), target, task, classes, (), *features, w)
    return replace(table, notes=(*notes, *notes_on(table)))


def _check_size(what, values):
    """InputError for numbers of which one is too large."""
    most = max(values.min(), values.max(), key=abs)
    if abs(most) > LARGEST:
        raise InputError(
            f"{what} holds {most:g}, and numbers beyond {LARGEST:g} are not taken; "
            "correct it, or divide by a constant"
        )


def checked_names(names, q, what) -> tuple[str, ...]:
    """q different names, x1 to xq if there are none; an InputError says what for."""
    names = [label((i,)) for i in range(q)] if names is None else names
    names = tuple(map(str, names))
    if len(names) != q or len(set(names)) != q:
        raise InputError(
            f"feature_names must be {q} different names: {what}; got {len(names)} "
            f"names, {len(set(names))} of them different: {shown(names)}"
        )
    return names
