"""What a person should know before trusting a result about a table, a line for each."""

import numpy as np

from ..errors import plain, show, shown
from ..weights import SMALLEST
from .columns import MARKS, numbers_of
from .dates import PARTS
from .missing import LEVEL

LEAST = 20  # rows: in fewer, chance makes all of this but constants
NEARLY = 0.998  # rank correlation of a feature that gives the target away
MOST = 0.5  # of a column's variance, in one row
OFTEN, FEW = 0.01, 10  # share of a value that may mean unknown; others it needs
ENOUGH = 4000  # rows that tell correlations, fewer where there are many columns


def reading_notes(what, values, cells, rules=()):
    """Yield what became of values (n,): dates, by the rules, or texts with marks."""
    if cells.dtype.kind == "M":
        made = [rule if rule in PARTS else f"days since {rule}" for rule in rules]
        kind = "clock times" if rules == ["hour"] else "dates"
        yield f"{what} holds {kind}: {', '.join(made)}"
    elif cells.dtype.kind == "f" and values.dtype.kind in "OUT":
        for text, number in zip(values.tolist(), cells.tolist()):
            if not {*MARKS}.isdisjoint(text := str(text).strip()):
                yield f"{what}: {' '.join(text.split())} is read as {plain(number)}"
                break


def notes_on(table):
    """Yield the notes, one line each; columns of one kind share one."""
    kinds = {}
    for name, note in looked_at(table):
        kinds.setdefault(note.rpartition(": ")[2], []).append((name, note))
    for (_, note), *others in kinds.values():
        yield note + (f"; likewise {shown(dict(others), 20)}" if others else "")


def looked_at(table):
    """Yield (column, or one value of it, "what is noticed: what to do")."""
    X, y, spread = table.X, table.y, np.ptp(table.X, axis=0)
    features = list(zip(table.feature_names, table.columns, table.levels))
    if still := [n for n, at, _ in features if (spread[list(at)] < SMALLEST).all()]:
        yield still, f"constant or empty, so without any effect: {shown(still)}"
    for name, _, labels in [*features, (table.target_name, (), table.classes)]:
        labels = [str(label) for label in labels or () if label != LEVEL]
        digits = sum(label.lstrip("-.(")[:1].isdigit() for label in labels)
        odd = [label for label in labels if numbers_of([label]) is None]
        if odd and digits > max(len(labels) / 2, FEW):
            what = f"{show(name)} has {len(labels)} categories, such as {show(odd[0])}"
            yield name, f"{what}: give numbers as 1234.5, dates as 2024-01-31"
        elif LEAST <= len(X) < 2 * len(labels) and name != table.target_name:
            what = f"{show(name)} has {len(labels)} different values in {len(X)} rows"
            yield name, f"{what}: if it is an id or a name, leave it out"
    if len(X) < LEAST:
        return
    columns = {table.target_name: y} if table.task == "regression" else {}
    columns |= {name: X[:, at[0]] for name, at, labels in features if not labels}
    no_dates = {n for n, rule in zip(table.feature_names, table.dates) if rule is None}
    for name, values in columns.items():
        steps = np.diff(values)
        if name in no_dates and steps.min() > 0 and np.median(steps) == 1:
            yield name, f"{show(name)} counts the rows: if it is an id, leave it out"
        far = np.abs(values - np.median(values[:: len(values) // ENOUGH + 1]))
        squares = ((far / far.max()) ** 2).sum() if far.any() else 0
        if 0 < squares < 1 / MOST:
            what = f"one row, with {show(name)} = {plain(values[far.argmax()])},"
            what = f"{what} carries {1 / squares:.0%} of that column's variance"
            yield name, f"{what}: correct or remove the row if it is a mistake"
        for end in (values.min(), values.max()):
            others = values[values != end]
            often = len(X) - len(others)
            if max(OFTEN * len(X), 1.5) < often < len(X):  # two rows at least
                far = np.abs(others - end).min() > np.ptp(others) / 2
                if (far or end < 0 <= others.min()) and len(np.unique(others)) > FEW:
                    one, rows = f"{name} = {plain(end)}", f"{often} of {len(X)} rows"
                    what = f"{show(name)} is {plain(end)} in {rows}, unlike all others"
                    yield one, f"{what}: if it means unknown, leave it empty"
    step = -(-len(X) * max(1, X.shape[1] // 100) // ENOUGH)
    X, y = X[::step] * (spread >= SMALLEST), y[::step]
    _, ranks, counts = np.unique(y, return_inverse=True, return_counts=True)
    if len(X) < LEAST or len(X) - counts.max() < FEW:  # chance may order so few
        return
    far = 2 * (1 - NEARLY) * ranks.var()  # mean square of differences, at NEARLY
    for name, places, _ in features:
        Z = X[:, list(places)].T
        # In the feature's order; the ranks fall where it is tied, and tells nothing.
        ordered = (ranks[np.lexsort((-ranks, z))] for z in (*Z, *-Z))
        if min(np.mean((each - np.sort(ranks)) ** 2) for each in ordered) < far:
            what = f"column {show(name)} alone tells nearly all of the target"
            yield name, f"{what}: if it is known only with the target, leave it out"
