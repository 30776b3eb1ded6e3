"""A CSV file as a table, in little more memory than its numbers need.

With this module one can read a table of any length, plain or gzip, with columns of
numbers and of categories, and be told in one line, with the line and the column of the
file, what is wrong with it and what to do.
"""

import os
from array import array
from math import isfinite
from operator import itemgetter

import numpy as np

from ..errors import InputError, show, shown, suggest
from .categories import one_hot
from .csvcolumns import Category, Target, expected_number, is_word, number
from .csvfile import open_csv, rows_of
from .table import Table, make_table

ROWS_PER_REPORT = 10_000


def read_csv(
    path, target, drop=(), positive=None, task=None, progress=None, categorical=()
) -> Table:
    """The table in a CSV file, plain or gzip (told by its content), with a header line.

    target names the outcome's column, drop the columns to leave out; all others are
    features. A feature is a category if its first cell is text, or if it is named in
    categorical. positive and task as in `make_table`. progress(rows, share) is called
    every 10,000 rows with the share of the file's bytes read so far (None for a pipe).
    Raises InputError.
    """
    drop = (drop,) if isinstance(drop, str) else tuple(drop)
    categorical = (categorical,) if isinstance(categorical, str) else tuple(categorical)
    # An array grows in place and numpy then uses its memory: X is never copied.
    codes, categories, rows = array("d"), None, 0
    with open_csv(path) as raw:
        size, lines = os.fstat(raw.fileno()).st_size, rows_of(raw, path)
        _, names = next(lines, (1, []))
        names = [name.strip() for name in names]
        features = _feature_columns(path, names, target, drop, categorical)
        t, features_of = names.index(target), itemgetter(*features)
        outcome = Target(path, target, any_labels=bool(positive))
        for line, row in lines:
            if len(row) != len(names):
                raise InputError(
                    f"{path}, line {line}: expected {len(names)} fields as in the "
                    f"header, got {len(row)}; correct or remove this line"
                )
            if categories is None:
                categories = {
                    i: Category(path, names[i], names[i] in categorical)
                    for i in features
                    if names[i] in categorical or is_word(row[i])
                }
            for i, category in categories.items():
                row[i] = category.get(row[i]) or category.add(row[i], line, rows)
            cells = features_of(row)
            try:
                values = list(map(float, cells))
                # One sum sees any NaN or infinity; and float() takes 1_000 for 1000.
                suspicious = not isfinite(sum(values)) or "_" in "".join(cells)
            except ValueError:
                suspicious = True
            for i in features if suspicious else ():
                if number(row[i], path, line, names[i]) is None:
                    raise expected_number(path, line, names[i], row[i])
            codes.fromlist(values)
            outcome.add(row[t].strip(), line)
            rows += 1
            if progress and rows % ROWS_PER_REPORT == 0:
                progress(rows, min(raw.tell() / size, 1.0) if size else None)
    if not rows:
        raise InputError(f"{path} has only a header line; expected rows of numbers")
    codes = np.frombuffer(codes).reshape(rows, len(features))
    levels = [None] * len(features)
    for i, category in categories.items():
        j = features.index(i)
        levels[j], place = category.levels()
        codes[:, j] = place[codes[:, j].astype(int)]
    return make_table(
        one_hot(codes, levels),
        outcome.labels(),
        [names[i] for i in features],
        target,
        positive,
        task,
        f"{path}: target {show(target)}",
        tuple(levels),
    )


def _feature_columns(path, names, target, drop, categorical) -> list[int]:
    """The positions of the columns that are features, in the file's order."""
    if not names:
        raise InputError(f"{path} is empty; expected a header line and rows of numbers")
    if any("\0" in name for name in names):
        raise InputError(f"{path} is not UTF-8 text; save it as CSV in UTF-8")
    if len(names) == 1 and any(mark in names[0] for mark in ";\t|"):
        raise InputError(
            f"{path} has one column, {show(names[0])}; expected values separated by "
            f"commas: save it with commas"
        )
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise InputError(
            f"{path}: column {show(twice[0])} stands {names.count(twice[0])} times in "
            f"the header; rename or remove all but one"
        )
    for name in (target, *drop, *categorical):
        if name not in names:
            raise InputError(
                f"{path} has no column {show(name)}; {suggest(name, names)} "
                f"(the file's first line must be the header)"
            )
    if target in drop:
        raise InputError(f"column {show(target)} is the target and cannot be dropped")
    if target in categorical:
        raise InputError(
            f"column {show(target)} is the target and no feature; for classes use task "
            f"classification (--task)"
        )
    features = [i for i, name in enumerate(names) if name not in (target, *drop)]
    if any(names[i] == "" for i in features):
        raise InputError(
            f"{path}: column {names.index('') + 1} has no name in the header; name it, "
            f"or remove it if it only numbers the rows"
        )
    if len(features) < 2:
        raise InputError(
            f"{path} leaves {len(features)} feature(s) beside the target "
            f"({shown(names[i] for i in features) or 'none'}); an interaction needs two"
        )
    return features
