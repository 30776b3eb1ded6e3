"""A file as a table: CSV in its many ways to be written, parquet, Excel."""

import re
from collections import Counter

from ..errors import InputError, show, shown, suggest
from .columns import check_width
from .csvcolumns import Codes, Feature, Target
from .filling import CsvFile
from .frames import unpack
from .missing import check_way
from .row_weights import row_weights
from .source import Source
from .table import Table, make_table
from .targets import as_labels

_UNNAMED = re.compile(r"(Unnamed: 0)?")  # how pandas' index is called in a file


def read_csv(
    path,
    target,
    drop=(),
    positive=None,
    task=None,
    progress=None,
    categorical=(),
    sep=None,
    missing="fill",
    dates="days",
    weights=None,
) -> Table:
    """The table in a file with a header line; "-" is standard input.

    It is CSV, plain or in .gz, .bz2 or .zip, or parquet or Excel if pandas is there;
    its content tells. target names the outcome's column, drop the columns to leave out;
    all others are features. A feature is a category if its first value is text, or if
    it is named in categorical. weights names the column that says how much each row
    counts, which is no feature. sep is the separator, found if not given. positive and
    task as in `make_table`, missing and dates as in `check_arrays`. progress(rows) is
    called every 10,000 rows. Raises InputError.
    """
    check_way("missing", missing)
    drop = (drop,) if isinstance(drop, str) else tuple(drop)
    categorical = (categorical,) if isinstance(categorical, str) else tuple(categorical)
    source = Source(path)
    chosen = source.path, target, drop, categorical, weights
    if kind := source.frame_kind:
        names, columns, y, notes = _of_frame(source.frame(kind), *chosen)
    else:
        how = missing, sep, bool(positive), progress
        names, columns, y, notes = _of_csv(source, *chosen, *how)
    if not len(y):
        raise InputError(f"{source.path} has only a header line; expected rows")
    what, w = f"{source.path}: column ", None
    if weights is not None:
        *names, _ = names
        w = row_weights(columns.pop()[0], len(y), what + show(weights))
    labels, there, _, category = as_labels(y, len(y), missing, what + show(target), w)
    how = {"missing": missing, "dates": dates, "notes": notes, "path": source.path}
    how["sample_weight"] = w
    task = task or ("classification" if category and not positive else None)
    return make_table(columns, names, labels, target, there, positive, task, **how)


def _of_csv(
    source, path, target, drop, categorical, weights, missing, sep, any_labels, progress
):
    """(names, columns, target, notes) of a CSV file."""
    file = CsvFile(source, sep)
    names, how = file.names, (missing, file.decimal)
    features, notes = chosen_columns(path, names, target, drop, categorical, weights)
    notes, t, columns = [*notes, *file.notes], names.index(target), {}
    for i in features:
        kind = Codes if names[i] in categorical else Feature
        columns[i] = kind(path, names[i], *how, notes)
    columns[t] = Target(path, target, *how, [], any_labels=any_labels)
    values = file.fill(columns, progress)
    chosen = [(values[i], columns[i].category) for i in features]
    return [names[i] for i in features], chosen, values[t], notes


def _of_frame(frame, path, target, drop, categorical, weights):
    """(names, columns, target, notes) of pandas' DataFrame."""
    frame.columns = names = [str(name).strip() for name in frame.columns]
    features, notes = chosen_columns(path, names, target, drop, categorical, weights)
    columns, _, chosen = unpack(frame.iloc[:, features])
    columns = [
        (values, is_category or name in categorical)
        for name, (values, is_category) in zip(chosen, columns)
    ]
    return chosen, columns, frame[target], notes


def chosen_columns(path, names, target, drop, categorical, weights):
    """(positions of the features in the file's order, then of the weights; notes)."""
    last = () if weights is None else (weights,)
    drop = (*drop, *last)
    name, count = Counter(names).most_common(1)[0]
    if count > 1:
        raise InputError(f"{path}: column {show(name)} stands {count} times; rename it")
    for name in (target, *drop, *categorical):
        if name not in names:
            raise InputError(
                f"{path} has no column {show(name)}; {suggest(name, names)} "
                f"(the file's first line must be the header)"
            )
    if target in (*drop, *categorical):
        raise InputError(
            f"column {show(target)} is the target: it cannot be dropped, hold weights "
            f"or be a category; for classes use task classification (--task)"
        )
    notes, kept = [], {target, *categorical}
    if _UNNAMED.fullmatch(names[0]) and not {names[0]} & {*kept, *drop}:
        drop = (*drop, names[0])
        notes.append(
            "the first column has no name and is left out: it is taken for row "
            "numbers; give it a name if it is a feature"
        )
    features = [i for i, name in enumerate(names) if name not in (target, *drop)]
    check_width(len(features), path)
    if "" in (names[i] for i in features):
        raise InputError(
            f"{path}: column {names.index('') + 1} has no name in the header; name it, "
            f"or remove it if it only numbers the rows"
        )
    if len(features) < 2:
        raise InputError(
            f"{path} leaves {len(features)} feature(s) beside the target "
            f"({shown(names[i] for i in features) or 'none'}); an interaction needs two"
        )
    return [*features, *map(names.index, last)], notes
