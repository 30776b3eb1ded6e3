"""A checked table of numbers that the rest of the library relies on.

Every number in it is finite and at most 1e100, there are two features or more, and the
target has at least two values. A category is one feature with a column for each level;
a number that may be missing is one with two.
"""

from dataclasses import dataclass, replace

import numpy as np

from ..errors import InputError, show, shown
from ..weights import LARGEST, SMALLEST
from .columns import coded, finite, learned, parsed, positions
from .dates import PARTS, WAYS, as_dates, number_of, rules_of
from .frames import unpack
from .missing import check_way, note_of, without_value
from .notes import notes_on
from .targets import as_labels, as_numbers


@dataclass(frozen=True, eq=False)
class Table:
    """q features and a target, ready to be split; a category has several columns."""

    X: np.ndarray  # (n, p) float64, finite; p = q without categories
    y: np.ndarray  # (n,) float64, finite; 0 to k - 1 in a classification of k classes
    feature_names: tuple[str, ...]  # q different names
    target_name: str
    task: str  # "regression" or "classification"
    classes: tuple | None  # the original labels of y = 0, y = 1, ...
    notes: tuple[str, ...]  # what a person should know, such as constant columns
    levels: tuple  # q: None for numbers, or the category's labels, sorted
    medians: tuple  # q: what stands for a missing number, None if none was missing
    dates: tuple  # q: how a date became the number (dates.py), None if it is none
    sample_weight: np.ndarray | None = None  # (n,) above 0; None where all count alike

    @property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The columns of X that each feature owns, such as ((0,), (1, 2, 3), (4,))."""
        return positions(self.levels, self.medians)

    @property
    def outputs(self) -> int:
        """How many numbers a network must give: k for k > 2 classes, otherwise 1."""
        return len(self.classes) if self.classes and len(self.classes) > 2 else 1

    @property
    def loss(self) -> str:
        """The name in losses.LOSSES of what a network on it minimises."""
        return "multiclass" if self.outputs > 1 else self.task

    @property
    def sources(self) -> list[str]:
        """The column that each feature is of: a date's may have several features."""
        return [
            name.removesuffix(f" ({rule})") if rule in PARTS else name
            for name, rule in zip(self.feature_names, self.dates)
        ]

    def encode(self, rows) -> np.ndarray:
        """New rows (n, q), array or DataFrame, as X (n, p); raises InputError.

        A DataFrame's columns are found by their names, in any order, unless it has none
        of them. A level that the table does not have is 0 in all its columns. The
        table's median stands for a number that is missing.
        """
        columns, shape, found = unpack(rows)
        names = list(dict.fromkeys(self.sources))
        if not found or set(found).isdisjoint(names):
            found = names if shape[1] == len(names) else ()
        if missing := [name for name in names if name not in found]:
            raise InputError(
                f"X has {shape[1]} features, but the training had {len(names)}: "
                f"{shown(names)}; add {shown(missing)}"
            )
        if isinstance(columns, np.ndarray):
            if {*self.levels, *self.medians, *self.dates} == {None}:
                if not np.isnan(columns).any():
                    return finite("X", columns, names)
            columns = [(column, False) for column in columns.T]
        given, cells = dict(zip(found, columns)), []
        for j, (name, rule) in enumerate(zip(self.sources, self.dates)):
            values, category = given[name]
            what, places = f"X: column {show(name)}", self.columns[j]
            if rule and (dates := as_dates(values)) is not None:
                values = number_of(dates, rule)
            elif rule and not without_value(values).all():
                raise InputError(f"{what} held dates in training; give dates again")
            column = parsed(what, values, category or self.levels[j] is not None)
            if len(places) == 1 and isinstance(column, np.ndarray):
                middle = np.median(self.X[:, places[0]])
                column = np.where(np.isnan(column), middle, column)
            cells.append(column)
        return coded(cells, self.feature_names, self.levels, self.medians)


def make_table(columns, names, y, n, task, missing, dates, weights, **origin) -> Table:
    """The table of the columns of n rows that `unpack` gave, used up, and outcomes y.

    Text or two values is "classification", else "regression"; task overrides. weights
    (n,) are from `row_weights`. A file has an origin besides: its path, the target's
    name, the notes so far, and positive, the labels that count as 1, all others as 0.
    Raises InputError, also for numbers beyond 1e100, which the formulas could not
    square or sum.
    """
    path, target, positive = map(origin.get, ("path", "target", "positive"))
    check_way("missing", missing)
    check_way("dates", dates, WAYS)
    what = f"{path}: target {show(target)}" if path else "y"
    labels, there, name, category = as_labels(y, n, missing, what, weights)
    if category and not positive:
        task = task or "classification"
    y, task, classes = as_numbers(labels, positive, task, what)
    _check_size(what, y)
    target, rows = target or name, slice(None) if there.all() else there
    X, where = None, f"{path}: column" if path else "X: column"
    rules = levels = medians = (None,) * len(names)
    notes, counts, left_out = [*origin.get("notes", ())], {}, n - int(there.sum())
    if isinstance(columns, np.ndarray):
        X = finite("X", columns[rows], names, missing)
        if np.isnan(X).any():
            columns, rows, X = [(column, False) for column in X.T], slice(None), None
    if X is None:
        features = [*_features(columns, names, rows, missing, dates, where)]
        names, rules, levels, medians, gone, cells = map(list, zip(*features))
        del features  # so that the cells are not held twice
        counts = {name: count for name, count in zip(names, gone) if count}
        X = coded(cells, names, levels, medians)
    if weights is not None:
        gone = int((weights == 0).sum())
        weights = weights[there] if np.ptp(weights[there]) else None
        notes += ["rows count by their weights"] * (weights is not None)
        notes += [f"{gone} of {n} rows have weight 0 and are left out"] * (gone > 0)
        left_out -= gone
    notes += note_of(counts, left_out, n, target)
    for name, places in zip(names, positions(levels, medians)):
        column = X[:, places[0] : places[-1] + 1]
        _check_size(f"{where} {show(name)}", column)
        if (np.ptp(column, axis=0) < SMALLEST).all():
            notes.append(f"column {show(name)} is constant: it cannot matter")
    table = Table(
        X=X,
        y=y,
        feature_names=tuple(names),
        target_name=target,
        task=task,
        classes=classes,
        notes=(),
        levels=tuple(levels),
        medians=tuple(medians),
        dates=tuple(rules),
        sample_weight=weights,
    )
    return replace(table, notes=(*notes, *notes_on(table)))


def _features(columns, names, rows, missing, way, where):
    """Yield (name, rule of dates, *learned of it, cells) of columns, used up."""
    for name in names:
        values, category = columns.pop(0)
        values, what = values[rows], f"{where} {show(name)}"
        date = None if category or values.ndim != 1 else as_dates(values)
        for rule in [None] if date is None else rules_of(date, way):
            given = values if date is None else number_of(date, rule)
            cells = parsed(what, given, category, missing)
            feature = f"{name} ({rule})" if rule in PARTS else name
            yield feature, rule, *learned(what, cells), cells


def _check_size(what, values):
    """InputError for numbers of which one is too large."""
    low, high = values.min(), values.max()
    if max(-low, high) > LARGEST:
        raise InputError(
            f"{what} holds {high if high > -low else low:g}, and numbers beyond "
            f"{LARGEST:g} are not taken; correct it, or divide by a constant"
        )
