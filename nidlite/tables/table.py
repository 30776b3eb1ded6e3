"""A checked table of numbers that the rest of the library relies on.

Every number in it is finite and at most 1e100, there are two features or more, and the
target has at least two values. A category is one feature with a column for each level;
a number that may be missing is one with two.
"""

from dataclasses import dataclass, replace

import numpy as np

from ..errors import InputError, show, shown
from ..weights import LARGEST, SMALLEST
from .categories import one_hot, positions
from .columns import as_codes, finite, learned, parsed
from .dates import PARTS, WAYS, as_dates, dates_apart, number_of
from .frames import unpack
from .missing import check_way, note_of, without_value
from .notes import notes_on
from .targets import as_numbers


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
        columns, names = self._matched(*unpack(rows)), self.feature_names
        if isinstance(columns, np.ndarray):
            return columns
        cells, medians = [], self.medians
        for i, (name, levels) in enumerate(zip(names, self.levels)):
            values, category = columns[i]
            category = category or levels is not None
            cells.append(parsed(f"column {show(name)} of X", values, category))
            if levels is None and medians[i] is None and not isinstance(cells[i], list):
                if (gone := np.isnan(cells[i])).any():
                    usual = np.median(self.X[:, self.columns[i][0]])
                    cells[i] = np.where(gone, usual, cells[i])
        return one_hot(as_codes(cells, names, self.levels), self.levels, medians)

    def _matched(self, columns, shape, found):
        """What unpack gave as the table's q columns, in its order, dates as numbers.

        Numbers that need nothing else stay one array.
        """
        source = self.sources
        given = list(dict.fromkeys(source))
        if found and not set(found).isdisjoint(given):
            if missing := [name for name in given if name not in found]:
                raise InputError(
                    f"X lacks {len(missing)} of the {len(given)} columns of the "
                    f"training: {shown(missing)}; add them"
                )
            columns = [columns[found.index(name)] for name in given]
        elif shape[1] != len(given):
            raise InputError(
                f"X has {shape[1]} features, but the training had {len(given)}: "
                f"{shown(given)}; give rows of the same"
            )
        elif isinstance(columns, np.ndarray):
            plain = {*self.levels, *self.medians, *self.dates} == {None}
            if plain and not np.isnan(columns).any():
                return finite("X", columns, given)
            columns = [(column, False) for column in columns.T]
        columns, matched = dict(zip(given, columns)), []
        for name, rule in zip(source, self.dates):
            values, category = columns[name]
            dates = as_dates(values) if rule else None
            if rule and dates is None and not without_value(values).all():
                raise InputError(
                    f"column {show(name)} of X held dates in training; give dates, "
                    "such as 2024-01-31"
                )
            values = values if dates is None else number_of(dates, rule)
            matched.append((values, category))
        return matched


def make_table(
    columns,
    names,
    labels,
    target,
    there=None,
    positive=None,
    task=None,
    path=None,
    missing="fill",
    dates="days",
    notes=(),
    sample_weight=None,
) -> Table:
    """The table of the columns that `unpack` gave, used up, and labels of its rows.

    labels are an array of finite numbers, or texts, of the rows where there, (n,) bool,
    is true. Text or two values is "classification", else "regression"; task overrides.
    positive lists the labels that count as 1, all others count as 0. path is the
    file's, for error messages. sample_weight (n,) is from `row_weights`. Raises
    InputError, also for numbers beyond 1e100, which the formulas could not square or
    sum.
    """
    check_way("missing", missing)
    check_way("dates", dates, WAYS)
    what = f"{path}: target {show(target)}" if path else "y"
    y, task, classes = as_numbers(labels, positive, task, what)
    there = np.ones(len(y), bool) if there is None else there
    rows = slice(None) if there.all() else there
    rules = levels = medians = (None,) * len(names)
    counts, X = {}, None
    if isinstance(columns, np.ndarray):
        X = finite("X", columns[rows], names, missing)
        if np.isnan(X).any():
            columns, X = [(column, False) for column in X.T], None
        rows = slice(None)
    if X is None:
        given = (columns.pop(0) for _ in range(len(columns)))
        columns = [(values[rows], category) for values, category in given]
        columns, names, rules = dates_apart(columns, names, dates)
        cells, levels, medians = learned(columns, names, missing)
        for name, column in zip(names, cells):
            listed = isinstance(column, list)
            counts[name] = column.count(None) if listed else int(np.isnan(column).sum())
        X = one_hot(as_codes(cells, names, levels), levels, medians)
    _check_size(what, y.min(), y.max())
    counts = {name: count for name, count in counts.items() if count}
    left_out, w = int(len(there) - there.sum()), sample_weight
    if w is not None:
        left_out -= (gone := int((w == 0).sum()))
        zero = f"{gone} of {len(there)} rows have weight 0 and are left out"
        w = w[there] if np.ptp(w[there]) else None
        said = [] if w is None else ["rows count by their weights"]
        notes = [*notes, *said, *[zero] * bool(gone)]
    notes = [*notes, *note_of(counts, left_out, len(there), target)]
    low, high = X.min(axis=0), X.max(axis=0)
    for name, own in zip(map(show, names), map(list, positions(levels, medians))):
        what = f"{path}: column {name}" if path else f"column {name} of X"
        _check_size(what, low[own].min(), high[own].max())
        if (high[own] - low[own] < SMALLEST).all():
            notes.append(f"column {name} is constant: it cannot matter")
    how = tuple(names), target, task, classes
    table = Table(X, y, *how, tuple(notes), levels, medians, tuple(rules), w)
    return replace(table, notes=(*notes, *notes_on(table, bool(path))))


def _check_size(what, low, high):
    """InputError for values from low to high of which one is too large."""
    if max(-low, high) > LARGEST:
        raise InputError(
            f"{what} holds {high if high > -low else low:g}, and numbers beyond "
            f"{LARGEST:g} are not taken; correct it, or divide by a constant"
        )
