"""A CSV file as a table, in little more memory than its numbers need."""

from array import array
from collections import Counter
from math import isfinite
from operator import itemgetter

import numpy as np

from ..errors import InputError, show, shown, suggest
from .categories import one_hot
from .csvcolumns import Category, Target, cell_number, expected_number, is_word
from .csvfile import open_csv, rows_of
from .table import Table, make_table

ROWS_PER_REPORT = 10_000


def read_csv(
    path, target, drop=(), positive=None, task=None, progress=None, categorical=()
) -> Table:
    """The table in a CSV file, plain or gzip (told by its content), with a header line.

    target names the outcome's column, drop the columns to leave out; all others are
    features. A feature is a category if its first cell is text, or if it is named in
    categorical. positive and task as in `make_table`. progress(rows) is called every
    10,000 rows. Raises InputError.
    """
    drop = (drop,) if isinstance(drop, str) else tuple(drop)
    categorical = (categorical,) if isinstance(categorical, str) else tuple(categorical)
    # An array grows in place and numpy then uses its memory: X is never copied.
    codes, categories, rows = array("d"), None, 0
    with open_csv(path) as raw:
        lines = rows_of(raw, path)
        _, header = next(lines, (1, []))
        names = [name.strip() for name in header]
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
                if cell_number(row[i], path, line, names[i]) is None:
                    raise expected_number(path, line, names[i], row[i])
            codes.fromlist(values)
            outcome.add(row[t].strip(), line)
            rows += 1
            if progress and rows % ROWS_PER_REPORT == 0:
                progress(rows)
    if not rows:
        raise InputError(f"{path} has only a header line; expected rows of numbers")
    codes = np.frombuffer(codes).reshape(rows, len(features))
    levels = [None] * len(features)
    for i, category in categories.items():
        j = features.index(i)
        levels[j], place = category.levels()
        codes[:, j] = place[codes[:, j].astype(int)]
    X, kept = one_hot(codes, levels), [names[i] for i in features]
    how = positive, task, path, tuple(levels)
    return make_table(X, outcome.labels(), kept, target, *how)


def _feature_columns(path, names, target, drop, categorical) -> list[int]:
    """The positions of the columns that are features, in the file's order."""
    if not names:
        raise InputError(f"{path} is empty; expected a header line and rows of numbers")
    if any("\0" in name for name in names):
        raise InputError(f"{path} is not UTF-8 text; save it as CSV in UTF-8")
    if len(names) == 1 and any(mark in names[0] for mark in ";\t|"):
        raise InputError(
            f"{path} has one column, {show(names[0])}; save it with commas"
        )
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
    return features
