"""Arrays, DataFrames and the columns of a file as a checked table."""

from dataclasses import replace

import numpy as np

from ..errors import InputError, check_choice, show, shown, suggest
from ..interactions import label
from .columns import check_levels, levels_and_median, parsed, unpack
from .dates import PARTS, WAYS, number_of, rules_of
from .missing import LEVEL, without_value
from .notes import notes_on, reading_notes
from .table import Table
from .targets import outcome, row_groups, row_weights

MOST_FEATURES = 10_000  # their pairs' strengths are a matrix of 800 MB


def check_arrays(
    X,
    y,
    feature_names=None,
    task=None,
    dates="days",
    sample_weight=None,
    target=None,
    positive=None,
    groups=None,
) -> Table:
    """The table made of X (n, q), array or DataFrame, and y (n,) or (n, 1).

    Columns of text, or of a categorical type, are categories. Text or two values of y
    is "classification", else "regression"; task overrides. Names are feature_names, or
    the DataFrame's, or x1 to xq; target is y's. Values may be missing. 64%, 1,234.5 and
    $5 are numbers where the whole column is. Dates are days since the first, or year,
    month and weekday where dates is "parts"; clock times add the hour. sample_weight is
    (n,), or a column of X, then no feature; so are groups, of rows that belong together
    such as those of one person. positive are the labels of y that count as 1. Raises
    InputError, also for numbers beyond 1e100.
    """
    check_choice("dates", dates, WAYS)
    columns, found = unpack(X)
    names = found if feature_names is None else feature_names
    names = [*checked_names(names, len(columns), "one for each column of X")]
    w, w_source = taken(sample_weight, "sample_weight", "weights", names, columns)
    groups, groups_source = taken(groups, "groups", "groups", names, columns)
    n, q = len(columns[0]) if columns else max(len(X), np.size(y)), len(columns)
    check_shape(n, q, 2 * q, names)  # one column of dates may be several features
    w = None if w is None else row_weights(w, n, w_source)
    groups = None if groups is None else row_groups(groups, n, groups_source)
    y, there, target, notes, task, classes = outcome(y, n, w, task, target, positive)
    rows = slice(None) if there.all() else there
    w = None if w is None or not np.ptp(w[there]) else w[there]  # None if all are equal
    missing, cells, features = {}, {}, []
    for source, values in zip(names, columns):
        what, values = f"column {show(source)}", values[rows]
        if (gone := without_value(values)).any():
            missing |= {} if gone.all() else {source: int(gone.sum())}
        cells[source] = column = parsed(what, values, dates=True)
        rules = rules_of(column, dates)
        notes += reading_notes(what, values, column, rules)
        for rule in rules:
            feature = f"{source} ({rule})" if rule in PARTS else source
            coding = levels_and_median(number_of(column, rule), w)
            features.append((feature, *coding, rule))
    known = [(f"column {show(feature)}", levels) for feature, levels, *_ in features]
    check_levels(known, len(y), "leave it out")
    check_shape(n, q, len(features), names)
    if groups is not None:
        groups = groups[there]
        notes.append(f"rows of one group stay together: {len({*groups})} groups")
    if gone := sum(missing.values()):
        line = f"{gone} missing value{'s' * (gone > 1)} in {shown(missing, 3)}: numbers"
        line = f"{line} are replaced by their column's median, labels by {show(LEVEL)};"
        notes.append(f"{line} the feature also tells where a value is missing")
    if lacking := n - len(y):
        notes.append(f"{lacking} of {n} rows without an outcome or weight: left out")
    names, *codings = zip(*features)  # and levels, medians, dates
    names = checked_names(names, len(names), "a date has several, such as its hour")
    table = Table(None, y, names, target, task, classes, (), *codings, w, groups)
    table = replace(table, X=table.coded(cells))
    return replace(table, notes=(*notes, *notes_on(table)))


def taken(given, setting, kind, names, columns) -> tuple:
    """(values, where they are from): a column named by `given` leaves both lists."""
    if not isinstance(given, str):
        return given, setting
    if given not in names:
        raise InputError(f"no free column {given} for {kind}; {suggest(given, names)}")
    names.pop(i := names.index(given))
    return columns.pop(i), f"column {show(given)}"


def check_shape(n, q, width, names):
    """InputError for X (n, q) of fewer than two rows or features, or too many."""
    if q > MOST_FEATURES:
        raise InputError(f"X has {q:,} features; leave out all but {MOST_FEATURES:,}")
    if min(n, width) < 2:
        few = f"{width} feature(s)" if width < 2 else f"n_samples = {n}"
        more = f"columns beside {shown(names) or 'the target'}" if width < 2 else "rows"
        line = f"X has {few} (shape=({n}, {q})) while a minimum of 2 is required, as an"
        raise InputError(f"{line} interaction needs two; add {more}")


def checked_names(names, q, what) -> tuple[str, ...]:
    """q different names, x1 to xq if there are none; an InputError says what for."""
    names = [label((i,)) for i in range(q)] if names is None else names
    names = tuple(map(str, names if np.iterable(names) else [names]))
    if len(names) != q or len(set(names)) != q:
        line = f"features must have {q} different names: {what}; got {len(names)}"
        raise InputError(f"{line}, {len({*names})} different: {shown(names)}")
    return names
