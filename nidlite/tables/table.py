"""A checked table of numbers that the rest of the library relies on.

Every number in it is finite, there are two features or more, and the target has at
least two values. A category is one feature with a column for each of its levels.
"""

from dataclasses import dataclass

import numpy as np

from ..errors import InputError, show, shown
from .categories import one_hot, positions
from .columns import recall
from .frames import unpack
from .targets import as_numbers


@dataclass(frozen=True, eq=False)
class Table:
    """q features and a target, ready to be split; a category has several columns."""

    X: np.ndarray  # (n, p) float64, finite; p = q without categories
    y: np.ndarray  # (n,) float64, finite; 0 to k - 1 in a classification of k classes
    feature_names: tuple[str, ...]  # q different names
    target_name: str
    task: str  # "regression" or "classification"
    classes: tuple | None = None  # the original labels of y = 0, y = 1, ...
    notes: tuple[str, ...] = ()  # what a person should know, such as constant columns
    levels: tuple | None = None  # q: None for numbers, or the category's labels, sorted

    def __post_init__(self):
        if self.levels is None:
            object.__setattr__(self, "levels", (None,) * len(self.feature_names))

    @property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The columns of X that each feature owns, such as ((0,), (1, 2, 3), (4,))."""
        return positions(self.levels)

    @property
    def outputs(self) -> int:
        """How many numbers a network must give: k for k > 2 classes, otherwise 1."""
        return len(self.classes) if self.classes and len(self.classes) > 2 else 1

    @property
    def loss(self) -> str:
        """The name in losses.LOSSES of what a network on it minimises."""
        return "multiclass" if self.outputs > 1 else self.task

    def encode(self, rows, who="nidlite") -> np.ndarray:
        """New rows (n, q), array or DataFrame, as X (n, p); raises InputError.

        A DataFrame's columns are found by their names, in any order, unless it has none
        of them. A level that the table does not have is 0 in all its columns. who is
        the name that an error gives to the one that asks.
        """
        names = self.feature_names
        columns, shape, found = unpack(rows)
        if found and not set(found).isdisjoint(names):
            missing = [name for name in names if name not in found]
            if missing:
                raise InputError(
                    f"X lacks {len(missing)} of the {len(names)} columns that {who} "
                    f"was trained on: {shown(missing)}; add them"
                )
            columns = [columns[found.index(name)] for name in names]
        elif shape[1] != len(names):
            raise InputError(
                f"X has {shape[1]} features, but {who} is expecting {len(names)} "
                f"features as input: {shown(names)}"
            )
        return one_hot(recall(columns, names, self.levels), self.levels)


def make_table(
    X, labels, names, target, positive=None, task=None, what=None, levels=None
) -> Table:
    """The table of finite X (n, p) and labels: an array of finite numbers, or texts.

    Text or two values is "classification", else "regression"; task overrides. positive
    lists the labels that count as 1, all others count as 0. Errors call the target
    what; levels are those of categories. Raises InputError.
    """
    y, task, classes = as_numbers(labels, positive, task, what or target)
    levels = (None,) * len(names) if levels is None else levels
    constant = X.min(axis=0) == X.max(axis=0)
    notes = (
        f"column {show(name)} is constant: it cannot matter"
        for name, columns in zip(names, positions(levels))
        if constant[list(columns)].all()
    )
    return Table(X, y, tuple(names), target, task, classes, tuple(notes), levels)
