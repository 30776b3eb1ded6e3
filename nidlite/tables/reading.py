"""A file as a table, or as new rows for one: texts become columns, block by block."""

from array import array
from itertools import islice

import numpy as np

from ..errors import InputError, show, shown, suggest
from .arrays import Origin, check_arrays
from .columns import check_width, numbers_of
from .source import text_rows
from .table import Table

BLOCK = 1000  # rows that are taken apart at a time
ROWS_PER_REPORT = 10_000
_UNNAMED = "", "Unnamed: 0"  # how pandas' index is called in a file


class Column:
    """The cells so far: numbers if the first value is one, otherwise texts."""

    def __init__(self, labels=False):
        self.labels, self.numbers = labels, array("d")
        self.texts, self.known = [] if labels else None, {}

    def add(self, cells, lines, where):
        """Take the next cells, texts in these lines; where is what an error names."""
        numbers = numbers_of(cells) if self.texts is None else None
        if numbers is not None:
            return self.numbers.frombytes(numbers.tobytes())
        if self.texts is None:
            i = next(i for i, cell in enumerate(cells) if numbers_of([cell]) is None)
            if not np.isnan([*self.numbers, *numbers_of(cells[:i])]).all():
                raise InputError(
                    f"{where}, line {lines[i]}: expected a number, got "
                    f"{show(cells[i])}; correct it, leave the column out (--drop), or "
                    "say that it holds labels (--categorical; of a target, --positive)"
                )
            self.texts = [""] * len(self.numbers)
        # Each text is kept once.
        self.texts += [self.known.setdefault(cell, cell.strip()) for cell in cells]

    def values(self):
        """(n,) float64, NaN where missing, or an array of texts."""
        if self.texts is None:
            return np.frombuffer(self.numbers)
        numbers = numbers_of(self.texts) if self.labels else None
        return np.array(self.texts, object) if numbers is None else numbers


def filled(path, rows, names, labels, progress=None) -> dict:
    """The columns of rows: {name: values} of {name: whether any text is a label}.

    names are those of all columns. progress(rows) is called every 10,000 rows.
    """
    columns = {name: Column(label) for name, label in labels.items()}
    count = 0
    while block := list(islice(rows, BLOCK)):
        lines, texts = zip(*block)
        cells = list(zip(*texts))
        for name, column in columns.items():
            where = f"{path}, column {show(name)}"
            column.add(cells[names.index(name)], lines, where)
        count += len(block)
        if progress and count % ROWS_PER_REPORT == 0:
            progress(count)
    if not count:
        raise InputError(f"{path} has only a header line; expected rows")
    return {name: columns.pop(name).values() for name in labels}


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

    It is CSV, also in .gz, and with pandas any other CSV, parquet and Excel. target
    names the outcome's column, drop the columns to leave out; all others are features.
    A feature is a category if its first value is text, or if it is named in
    categorical. weights names the column that says how much each row counts, which is
    no feature. sep is the separator, found if not given. positive are the labels that
    count as 1, all others as 0; task, missing and dates as in `check_arrays`.
    progress(rows) is called every 10,000 rows. Blanks around a name do not count.
    Raises InputError.
    """
    drop, categorical = _names(drop), _names(categorical)
    target, weights = target.strip(), weights and weights.strip()
    rows, notes = text_rows(path, sep), []
    _, names = next(rows)
    if names[0] in _UNNAMED and names[0] not in (target, weights, *categorical, *drop):
        drop.append(names[0])
        notes.append(
            "the first column has no name and is left out: it is taken for row "
            "numbers; give it a name if it is a feature"
        )
    _check_names(path, names, target, [*drop, *categorical, *[weights] * bool(weights)])
    kept = [n for n in names if n == weights or n not in (target, *drop)]
    labels = {name: name in categorical for name in kept}
    check_width(len(labels), path)
    X = filled(path, rows, names, labels | {target: bool(positive)}, progress)
    y = X.pop(target)
    origin = Origin(path, target, positive, categorical, notes)
    return check_arrays(X, y, None, task, missing, dates, weights or None, origin)


def _names(names) -> list[str]:
    """One name, or several, without the blanks around them."""
    names = [names] if isinstance(names, str) else names
    return [name.strip() for name in names]


def _check_names(path, names, target, others):
    """InputError unless the names are there once, and the target among no others."""
    for name in (target, *others):
        if name not in names:
            raise InputError(
                f"{path} has no column {show(name)}; {suggest(name, names)} "
                f"(the file's first line must be the header)"
            )
    if target in others:
        what = f"column {show(target)} is the target and cannot be left out"
        raise InputError(f"{what}, a weight or a category; see --task for classes")
    if len({*names}) < len(names) or "" in {*names} - {*others}:
        line = f"{path}: every column needs a name of its own"
        raise InputError(f"{line}; got {shown(names)}")


def read_rows(path, table, sep=None) -> dict:
    """The rows in a file as table.encode takes them; other columns are passed over.

    Raises InputError.
    """
    rows = text_rows(path, sep)
    _, names = next(rows)
    labels = {s: levels is not None for s, levels in zip(table.sources, table.levels)}
    if lacking := [name for name in labels if names.count(name) != 1]:
        raise InputError(
            f"{path} lacks {len(lacking)} of the {len(labels)} columns of the "
            f"detection: {shown(lacking)}; each is to be there once"
        )
    return filled(path, rows, names, labels)
