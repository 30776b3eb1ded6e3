"""A file as a table."""

import csv
import re
from array import array
from dataclasses import replace
from itertools import islice

import numpy as np

from ..errors import InputError, plain, show, shown, suggest
from .arrays import check_arrays
from .columns import as_labels, numbers_of
from .source import text_rows
from .table import Table

BLOCK = 1000  # rows that are taken apart at a time
CODE = re.compile(r"0\d+|\d{16,}")  # 01234 and long ids: numbers would lose digits


def read_columns(path, rows, names, labels) -> tuple[dict, dict]:
    """({name: numbers, or texts if labels[name] or the first cell is one}, codes)."""
    columns = {name: [] if label else array("d") for name, label in labels.items()}
    # Each text is kept once. Codes: {name: a text such as 01234 that became a number}.
    known, codes = {}, {}
    while block := list(islice(rows, BLOCK)):
        lines, cells = zip(*block)
        texts_of = dict(zip(names, zip(*cells)))
        for name, column in columns.items():
            texts = texts_of[name]
            if isinstance(column, array):
                if (numbers := numbers_of(texts)) is not None:
                    if not column:
                        codes[name] = next(filter(CODE.fullmatch, texts), None)
                    column.frombytes(numbers.tobytes())
                    continue
                first = next(i for i, t in enumerate(texts) if numbers_of([t]) is None)
                wrong = numbers_of([texts[first]], marks=True) is None
                if wrong and not np.isnan([*column, *numbers_of(texts[:first])]).all():
                    where = f"{path}, column {show(name)}, line {lines[first]}"
                    got = f"expected a number, got {show(texts[first])}; correct or"
                    remedy = "or say what are labels (--categorical, --positive)"
                    raise InputError(f"{where}: {got} empty it, --drop it, {remedy}")
                columns[name] = column = [str(plain(number)) for number in column]
            column += [known.setdefault(text, text.strip()) for text in texts]
    for name, column in columns.items():
        found = np.frombuffer(column) if isinstance(column, array) else None
        if labels[name] and not any(map(CODE.fullmatch, column)):
            found = numbers_of(column)
        columns[name] = np.array(column, object) if found is None else found
    return columns, codes


def words(text, known=()) -> list[str]:
    """Names as in CSV: a, b are two; "a, b" in quotes, or if it is known, is one."""
    rows = csv.reader(text.splitlines(True), skipinitialspace=True)
    several = [word.strip() for row in rows for word in row]
    return [text.strip()] if text.strip() in known else several


def read_csv(
    path, target, drop=(), categorical=(), sep=None, weights=None, groups=None, **more
) -> Table:
    """The table in a file with a header line; "-" is standard input.

    target names the outcome's column, weights and groups those of the rows' weights and
    groups; all others but drop are features: categories if their first value is text or
    they are in categorical. sep is found if not given; positive, task and dates are
    those of `check_arrays`. Raises InputError.
    """
    rows, notes = text_rows(path, sep), []
    _, names = next(rows)
    drop = [name for text in drop for name in words(text, names)]
    categorical = [name for text in categorical for name in words(text, names)]
    target, of_rows = target.strip(), [name for name in (weights, groups) if name]
    asked = [target, *drop, *categorical, *of_rows]
    if names[0] in ("", "Unnamed: 0") and names[0] not in asked:  # pandas' index
        drop.append(names[0])
        notes.append("the first column has no name and is left out (row numbers)")
    for name in asked:
        if name not in names:
            line = f"{path} has no column {show(name)}; {suggest(name, names)} (the"
            raise InputError(f"{line} file's first line must be the header)")
    if target in asked[1:]:
        raise InputError(f"column {show(target)} is the target: name it only there")
    if len({*names}) < len(names) or "" in {*names} - {*asked, *drop}:
        wrong = dict.fromkeys(n for n in names if not n or names.count(n) > 1)
        line = f"{path}: each column needs a name of its own, not {shown(wrong)}"
        raise InputError(f"{line}; change its header line, or delete empty columns")
    kept = [n for n in names if n in of_rows or n not in (target, *drop)]
    labels = {name: name in (*categorical, groups) for name in kept}
    labels[target] = bool(more.get("positive"))
    X, codes = read_columns(path, rows, names, labels)
    y, line = X.pop(target), "is read as a number; if it is a code, use --categorical"
    notes += [f"column {show(n)}: {codes[n]} {line}" for n in X if codes.get(n)]
    X |= {name: as_labels(X[name]) for name in categorical if name in X}
    more |= {"target": target, "sample_weight": weights, "groups": groups}
    table = check_arrays(X, y, **more)
    return replace(table, notes=(*notes, *table.notes))
