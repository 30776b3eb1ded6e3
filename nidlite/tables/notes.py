"""What a person should know before trusting a result about a table, a line for each.

One row that carries most of a column's variance, a target that is nearly one feature,
features that nearly copy one another, columns that number the rows.
"""

import numpy as np

from ..errors import show

LEAST = 20  # rows: in fewer, chance makes all of this
NEARLY = 0.999  # correlation of a feature that gives the target away
COPY = 0.98  # of two features
MOST = 0.5  # of a column's variance, in one row
ENOUGH = 4000  # rows that tell correlations, fewer where there are many columns


def notes_on(table, flags):
    """The notes, one line each; flags says whether the user can give --drop."""
    if len(table.X) < LEAST:
        return
    w = table.sample_weight
    if w is not None and w.max() > MOST * w.sum():
        yield (
            f"one row carries {w.max() / w.sum():.0%} of the weight: what is found is "
            "nearly that row's alone; correct the weight if it is a mistake"
        )
    yield from _single_rows(table)
    yield from _row_numbers(table, flags)
    step = -(-len(table.X) * max(1, table.X.shape[1] // 100) // ENOUGH)
    X, y = table.X[::step], table.y[::step, None]
    if len(X) < LEAST:
        return
    with np.errstate(all="ignore"):  # a constant column has no correlation: 0
        r = np.nan_to_num(np.corrcoef(X, y, rowvar=False))
    if table.outputs == 1:
        yield from _given_away(table, r[:-1, -1], flags)
    yield from _copies(table, r[:-1, :-1])


def _single_rows(table):
    """The target, and features of numbers, that vary in one row most of all."""
    columns = {table.target_name: table.y} if table.task == "regression" else {}
    for name, own, labels in zip(table.feature_names, table.columns, table.levels):
        if labels is None:
            columns[name] = table.X[:, own[0]]
    for name, values in columns.items():
        far = np.abs(values - np.median(values[:: len(values) // ENOUGH + 1]))
        top = far.max()
        squares = (far / top) ** 2 if top else far
        if squares.sum() and 1 > MOST * squares.sum():
            value = values[far.argmax()]
            yield (
                f"one row carries {1 / squares.sum():.0%} of the variance of "
                f"{show(name)}, {value:g} in it: correct or remove that row if it is "
                "a mistake"
            )


def _row_numbers(table, flags):
    """Columns of whole numbers that count up by one from row to row."""
    features = zip(table.feature_names, table.columns, table.levels, table.dates)
    for name, own, labels, rule in features:
        column = table.X[:, own[0]]
        if labels is None and not rule and (column[:LEAST] % 1 == 0).all():
            # Rows without a target may have been left out between.
            if (np.diff(column) >= 1).all() and np.ptp(column) < 1.5 * len(column):
                yield (
                    f"column {show(name)} numbers the rows and is taken as an amount; "
                    f"leave it out{drop_flag(name, flags)} unless the order matters"
                )


def drop_flag(name, flags) -> str:
    """The flag that leaves the column out, where the user can give flags."""
    return f" (--drop {quoted(name)})" if flags else ""


def quoted(name) -> str:
    """The name as an option takes it: in quotes where it has a comma."""
    return f"'\"{name}\"'" if "," in name else name


def _given_away(table, r, flags):
    """Features of which one alone gives the target; r is each column's with it."""
    for name, own in zip(table.feature_names, table.columns):
        most = max(own, key=lambda column: abs(r[column]))
        if abs(r[most]) > NEARLY:
            yield (
                f"the target is nearly column {show(name)} (r = {r[most]:.4f}): if it "
                f"is known only with the target, leave it out{drop_flag(name, flags)}"
            )


def _copies(table, r):
    """The two features that are most nearly one, and how many such pairs there are."""
    owner = np.repeat(range(len(table.columns)), [len(own) for own in table.columns])
    size = np.where(owner[:, None] < owner, np.abs(r), 0)
    pairs = {(owner[i], owner[j]) for i, j in np.argwhere(size > COPY)}
    if pairs:
        i, j = np.unravel_index(size.argmax(), size.shape)
        two = [show(table.feature_names[owner[k]]) for k in (i, j)]
        more = f", and {len(pairs) - 1} more pairs are alike" if len(pairs) > 1 else ""
        yield (
            f"columns {two[0]} and {two[1]} are nearly copies (r = "
            f"{r[i, j]:.4f}){more}: what one does may show as the other's"
        )
