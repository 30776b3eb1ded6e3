"""Columns and outcomes, from wherever they come, become a checked table."""

from dataclasses import replace

import numpy as np

from ..errors import InputError, show
from ..weights import LARGEST, SMALLEST
from .categories import positions
from .columns import coded, finite, learned
from .dates import WAYS, dates_apart
from .missing import check_way, note_of
from .notes import notes_on
from .table import Table
from .targets import as_labels, as_numbers


def make_table(
    columns,
    names,
    n,
    y,
    target=None,
    path=None,
    positive=None,
    task=None,
    missing="fill",
    dates="days",
    notes=(),
    sample_weight=None,
) -> Table:
    """The table of the columns of n rows that `unpack` gave, used up, and outcomes y.

    Text or two values is "classification", else "regression"; task overrides. positive
    lists the labels that count as 1, all others count as 0. path is the file's, for
    error messages. sample_weight (n,) is from `row_weights`. Raises InputError, also
    for numbers beyond 1e100, which the formulas could not square or sum.
    """
    check_way("missing", missing)
    check_way("dates", dates, WAYS)
    what = f"{path}: target {show(target)}" if path else "y"
    labels, there, name, category = as_labels(y, n, missing, what, sample_weight)
    if category and not positive:
        task = task or "classification"
    y, task, classes = as_numbers(labels, positive, task, what)
    target = target or name
    rows = slice(None) if there.all() else there
    rules = levels = medians = (None,) * len(names)
    counts, X = {}, None
    if isinstance(columns, np.ndarray):
        X = finite("X", columns[rows], names, missing)
        if np.isnan(X).any():
            columns, X = [(column, False) for column in X.T], None
        rows = slice(None)
    if X is None:
        given = (columns.pop(0) for _ in range(len(columns)))
        columns = [(values[rows], category) for values, category in given]
        columns, names, rules = dates_apart(columns, names, dates)
        cells, levels, medians = learned(columns, names, missing)
        for name, column in zip(names, cells):
            listed = isinstance(column, list)
            counts[name] = column.count(None) if listed else int(np.isnan(column).sum())
        X = coded(cells, names, levels, medians)
    _check_size(what, y.min(), y.max())
    counts = {name: count for name, count in counts.items() if count}
    left_out, w = int(len(there) - there.sum()), sample_weight
    if w is not None:
        left_out -= (gone := int((w == 0).sum()))
        zero = f"{gone} of {len(there)} rows have weight 0 and are left out"
        w = w[there] if np.ptp(w[there]) else None
        said = [] if w is None else ["rows count by their weights"]
        notes = [*notes, *said, *[zero] * bool(gone)]
    notes = [*notes, *note_of(counts, left_out, len(there), target)]
    low, high = X.min(axis=0), X.max(axis=0)
    for name, own in zip(map(show, names), map(list, positions(levels, medians))):
        what = f"{path}: column {name}" if path else f"column {name} of X"
        _check_size(what, low[own].min(), high[own].max())
        if (high[own] - low[own] < SMALLEST).all():
            notes.append(f"column {name} is constant: it cannot matter")
    how = tuple(names), target, task, classes
    table = Table(X, y, *how, tuple(notes), levels, medians, tuple(rules), w)
    return replace(table, notes=(*notes, *notes_on(table, bool(path))))


def _check_size(what, low, high):
    """InputError for values from low to high of which one is too large."""
    if max(-low, high) > LARGEST:
        raise InputError(
            f"{what} holds {high if high > -low else low:g}, and numbers beyond "
            f"{LARGEST:g} are not taken; correct it, or divide by a constant"
        )
