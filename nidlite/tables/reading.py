"""A file as a table: CSV in its many ways to be written, parquet, Excel.

A CSV file needs little more memory than its numbers do.
"""

import re
from collections import Counter
from itertools import islice

import numpy as np

from ..errors import InputError, show, shown, suggest
from . import with_pandas
from .csvcolumns import Feature
from .dialect import dialect_of
from .frames import as_array, is_category
from .missing import check_way
from .source import Source
from .table import Table, make_table
from .targets import as_labels
from .words import Codes, Target

BLOCK = 1000  # rows that are taken apart at a time
ROWS_PER_REPORT = 10_000
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
) -> Table:
    """The table in a file with a header line; "-" is standard input.

    It is CSV, plain or in .gz, .bz2 or .zip, or parquet or Excel if pandas is there;
    its content tells. target names the outcome's column, drop the columns to leave out;
    all others are features. A feature is a category if its first value is text, or if
    it is named in categorical. sep is the separator, found if not given. positive and
    task as in `make_table`, missing and dates as in `check_arrays`. progress(rows) is
    called every 10,000 rows. Raises InputError.
    """
    check_way("missing", missing)
    drop = (drop,) if isinstance(drop, str) else tuple(drop)
    categorical = (categorical,) if isinstance(categorical, str) else tuple(categorical)
    source = Source(path)
    chosen = source.path, target, drop, categorical
    if kind := source.frame_kind:
        names, columns, y, notes = _of_frame(
            with_pandas.frame_of(source, kind), *chosen
        )
    else:
        how = missing, sep, bool(positive), progress
        names, columns, y, notes = _of_csv(source, *chosen, *how)
    if not len(y):
        raise InputError(f"{source.path} has only a header line; expected rows")
    labels, there, _, category = as_labels(
        y, len(y), missing, f"{source.path}: column {show(target)}"
    )
    how = {"missing": missing, "dates": dates, "notes": notes, "path": source.path}
    task = task or ("classification" if category and not positive else None)
    return make_table(columns, names, labels, target, there, positive, task, **how)


def _of_csv(
    source, path, target, drop, categorical, missing, sep, any_labels, progress
):
    """(names, columns, target, notes) of a CSV file."""
    dialect, notes = dialect_of(source, sep)
    for by_pandas in (with_pandas.is_wanted(source), False):
        with source.unpacked() as stream:
            lines = dialect.rows(stream, path)
            names = header_of(lines, path)
            features, index = chosen_columns(path, names, target, drop, categorical)
            columns, t = [None] * len(names), names.index(target)
            for i in features:
                column = Codes if names[i] in categorical else Feature
                columns[i] = column(path, names[i], missing, dialect.decimal)
            how = path, target, missing, dialect.decimal
            columns[t], rows = Target(*how, any_labels=any_labels), 0
            for numbers, cells in blocks_of(lines, path, len(names)):
                for column, block in zip(columns, cells):
                    if column is not None:
                        column.add(block, numbers)
                rows += len(numbers)
                if progress and rows % ROWS_PER_REPORT == 0:
                    progress(rows)
                if by_pandas:
                    break
        rest = source, dialect, columns, rows, progress
        if not by_pandas or with_pandas.read_rest(*rest):
            break
    y, values = columns[t].values(), []
    for i in features:
        values.append(columns[i].values() if rows else (np.empty(0), False))
        notes = [*notes, *columns[i].notes]
        columns[i] = None
    return [names[i] for i in features], values, y, [*index, *notes]


def header_of(lines, path) -> list[str]:
    """The columns' names, from the first of the lines that `Dialect.rows` gives."""
    _, header = next(lines, (1, []))
    if not header:
        raise InputError(f"{path} is empty; expected a header line and rows of numbers")
    if any("\0" in name for name in header):
        raise InputError(f"{path} is not UTF-8 text; save it as CSV in UTF-8")
    return [name.strip() for name in header]


def blocks_of(lines, path, width):
    """(line numbers, a tuple of cells for each column) of some rows at a time."""
    while rows := list(islice(lines, BLOCK)):
        for line, row in rows:
            if len(row) != width:
                raise InputError(
                    f"{path}, line {line}: expected {width} fields as in the header, "
                    f"got {len(row)}; correct or remove this line, or say what "
                    f"separates fields (--sep)"
                )
        yield [line for line, _ in rows], list(zip(*(row for _, row in rows)))


def _of_frame(frame, path, target, drop, categorical):
    """(names, columns, target, notes) of pandas' DataFrame."""
    names = [str(name).strip() for name in frame.columns]
    features, notes = chosen_columns(path, names, target, drop, categorical)
    columns = [
        (
            as_array(f"column {show(names[i])}", frame.iloc[:, i]),
            names[i] in categorical or is_category(frame.iloc[:, i]),
        )
        for i in features
    ]
    y = frame.iloc[:, names.index(target)]
    return [names[i] for i in features], columns, y, notes


def chosen_columns(path, names, target, drop, categorical):
    """(positions of the features in the file's order, notes)."""
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
            f"column {show(target)} is the target: it cannot be dropped or be one of "
            f"the categories; for classes use task classification (--task)"
        )
    notes, kept = [], {target, *categorical}
    if _UNNAMED.fullmatch(names[0]) and not {names[0]} & {*kept, *drop}:
        drop = (*drop, names[0])
        notes.append(
            "the first column has no name and is left out: it is taken for row "
            "numbers; give it a name if it is a feature"
        )
    features = [i for i, name in enumerate(names) if name not in (target, *drop)]
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
    return features, notes
