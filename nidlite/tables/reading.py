"""A file as a table, or as new rows for one: texts become columns, block by block."""

from array import array
from itertools import islice

import numpy as np

from ..errors import InputError, show, shown, suggest
from .arrays import check_arrays
from .columns import check_width, numbers_of
from .source import text_rows
from .table import Table

BLOCK = 1000  # rows that are taken apart at a time


def filled(path, rows, names, labels) -> dict:
    """The columns of rows: {name: values} of {name: whether any text is a label}.

    names are those of all columns. A column is of numbers if its first value is one.
    """
    numbers = {name: array("d") for name in labels}
    texts = {name: [] for name, label in labels.items() if label}
    lines, known = (), {}  # each text is kept once
    while block := list(islice(rows, BLOCK)):
        lines, cells = zip(*block)
        columns = dict(zip(names, zip(*cells)))
        for name in labels:
            cells = columns[name]
            found = None if name in texts else numbers_of(cells)
            if found is not None:
                numbers[name].frombytes(found.tobytes())
                continue
            if name not in texts:
                i = next(
                    i for i, cell in enumerate(cells) if numbers_of([cell]) is None
                )
                if not np.isnan([*numbers[name], *numbers_of(cells[:i])]).all():
                    raise InputError(
                        f"{path}, column {show(name)}, line {lines[i]}: expected a "
                        f"number, got {show(cells[i])}; correct it, leave the column "
                        "out (--drop), or say that it holds labels (--categorical; of "
                        "a target, --positive)"
                    )
                texts[name] = [""] * len(numbers[name])
            texts[name] += [known.setdefault(cell, cell.strip()) for cell in cells]
    if not lines:
        raise InputError(f"{path} has only a header line; expected rows")
    for name, cells in texts.items():
        found = numbers_of(cells) if labels[name] else None
        texts[name] = np.array(cells, object) if found is None else found
    return {n: texts[n] if n in texts else np.frombuffer(numbers[n]) for n in labels}


def read_csv(
    path,
    target,
    drop=(),
    positive=None,
    task=None,
    categorical=(),
    sep=None,
    missing="fill",
    dates="days",
    weights=None,
) -> Table:
    """The table in a file with a header line; "-" is standard input.

    It is CSV, also in .gz, and with pandas any other CSV, parquet and Excel. target
    names the outcome's column, weights that of the rows' weights; all others but drop
    are features: categories if their first value is text or they are in categorical.
    positive are the labels that count as 1, all others as 0. sep is found if not given;
    task, missing and dates as in `check_arrays`. Raises InputError.
    """
    drop, categorical = _names(drop), _names(categorical)
    target, weights = target.strip(), weights and weights.strip()
    rows, notes = text_rows(path, sep), []
    _, names = next(rows)
    asked = [target, *drop, *categorical, *[weights] * bool(weights)]
    if names[0] in ("", "Unnamed: 0") and names[0] not in asked:  # pandas' index
        drop.append(names[0])
        notes.append(
            "the first column has no name and is left out: it is taken for row "
            "numbers; give it a name if it is a feature"
        )
    for name in asked:
        if name not in names:
            raise InputError(
                f"{path} has no column {show(name)}; {suggest(name, names)} "
                f"(the file's first line must be the header)"
            )
    if target in asked[1:]:
        raise InputError(f"column {show(target)} is the target, and nothing else")
    if len({*names}) < len(names) or "" in {*names} - {*asked, *drop}:
        line = f"{path}: every column needs a name of its own"
        raise InputError(f"{line}; got {shown(names)}")
    kept = [n for n in names if n == weights or n not in (target, *drop)]
    labels = {name: name in categorical for name in kept}
    check_width(len(labels), path)
    X = filled(path, rows, names, labels | {target: bool(positive)})
    y = X.pop(target)
    origin = path, target, positive, categorical, notes
    return check_arrays(X, y, None, task, missing, dates, weights or None, origin)


def _names(names) -> list[str]:
    """One name, or several, without the blanks around them."""
    names = [names] if isinstance(names, str) else names
    return [name.strip() for name in names]


def read_rows(path, table, sep=None) -> dict:
    """The rows in a file as table.encode takes them; other columns are passed over."""
    rows = text_rows(path, sep)
    _, names = next(rows)
    labels = {s: levels is not None for s, levels in zip(table.sources, table.levels)}
    if lacking := [name for name in labels if names.count(name) != 1]:
        raise InputError(
            f"{path} lacks {len(lacking)} of the {len(labels)} columns of the "
            f"detection: {shown(lacking)}; each is to be there once"
        )
    return filled(path, rows, names, labels)
