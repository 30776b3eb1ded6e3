"""A checked table of numbers that the rest of the library relies on.

Every number in it is finite and at most 1e100, there are two features or more, and the
target has at least two values.
"""

from dataclasses import dataclass

import numpy as np

from ..errors import InputError, show, shown
from .columns import coded, finite, parsed, positions
from .dates import PARTS, as_dates, number_of
from .frames import unpack
from .missing import without_value


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
        """The columns of X that each feature owns, as of `positions`."""
        return positions(self.levels, self.medians)

    @property
    def outputs(self) -> int:
        """How many numbers a network must give: k for k > 2 classes, otherwise 1."""
        return len(self.classes) if self.classes and len(self.classes) > 2 else 1

    @property
    def loss(self) -> str:
        """The name in losses.ROW_ERRORS of what a network on it minimises."""
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

        Columns are found by their names, in any order, unless they have none of them.
        The table's median stands for a number that is missing.
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
            plain = {*self.levels, *self.medians, *self.dates} == {None}
            if plain and not np.isnan(columns).any():
                return finite("X", columns, names)
            columns = [(column, False) for column in columns.T]
        given, cells = dict(zip(found, columns)), []
        features = zip(self.sources, self.dates, self.levels, self.columns)
        for name, rule, labels, places in features:
            (values, category), what = given[name], f"X: column {show(name)}"
            if rule and (dates := as_dates(values)) is not None:
                values = number_of(dates, rule)
            elif rule and not without_value(values).all():
                raise InputError(f"{what} held dates in training; give dates again")
            column = parsed(what, values, category or labels is not None)
            if len(places) == 1 and isinstance(column, np.ndarray):
                middle = np.median(self.X[:, places[0]])
                column = np.where(np.isnan(column), middle, column)
            cells.append(column)
        return coded(cells, self.feature_names, self.levels, self.medians)
