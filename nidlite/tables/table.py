"""A checked table of numbers that the rest of the library relies on.

Every number in it is finite and at most 1e100, there are two features or more, and the
target has at least two values. A category is one feature with a column for each level.
"""

from dataclasses import dataclass

import numpy as np

from ..errors import InputError, show, shown
from ..weights import LARGEST, SMALLEST
from .categories import one_hot, positions
from .columns import recoded
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
    classes: tuple | None  # the original labels of y = 0, y = 1, ...
    notes: tuple[str, ...]  # what a person should know, such as constant columns
    levels: tuple  # q: None for numbers, or the category's labels, sorted

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

    def encode(self, rows) -> np.ndarray:
        """New rows (n, q), array or DataFrame, as X (n, p); raises InputError.

        A DataFrame's columns are found by their names, in any order, unless it has none
        of them. A level that the table does not have is 0 in all its columns.
        """
        names = self.feature_names
        columns, shape, found = unpack(rows)
        if found and not set(found).isdisjoint(names):
            missing = [name for name in names if name not in found]
            if missing:
                raise InputError(
                    f"X lacks {len(missing)} of the {len(names)} columns of the "
                    f"training: {shown(missing)}; add them"
                )
            columns = [columns[found.index(name)] for name in names]
        elif shape[1] != len(names):
            raise InputError(
                f"X has {shape[1]} features, but the training had {len(names)}: "
                f"{shown(names)}; give rows of the same"
            )
        return one_hot(recoded(columns, names, self.levels), self.levels)


def make_table(
    X, labels, names, target, positive=None, task=None, path=None, levels=None
) -> Table:
    """The table of finite X (n, p) and labels: an array of finite numbers, or texts.

    Text or two values is "classification", else "regression"; task overrides. positive
    lists the labels that count as 1, all others count as 0. levels are those of
    categories; path is the file's, for error messages. Raises InputError, also for
    numbers beyond 1e100, which the formulas could not square or sum.
    """
    what = f"{path}: target {show(target)}" if path else "y"
    y, task, classes = as_numbers(labels, positive, task, what)
    levels = (None,) * len(names) if levels is None else levels
    _check_size(what, y.min(), y.max())
    low, high = X.min(axis=0), X.max(axis=0)
    notes = []
    for name, own in zip(map(show, names), map(list, positions(levels))):
        what = f"{path}: column {name}" if path else f"column {name} of X"
        _check_size(what, low[own].min(), high[own].max())
        if (high[own] - low[own] < SMALLEST).all():
            notes.append(f"column {name} is constant: it cannot matter")
    return Table(X, y, tuple(names), target, task, classes, tuple(notes), levels)


def _check_size(what, low, high):
    """InputError for values from low to high of which one is too large."""
    if max(-low, high) > LARGEST:
        raise InputError(
            f"{what} holds {high if high > -low else low:g}, and numbers beyond "
            f"{LARGEST:g} are not taken; correct it, or divide by a constant"
        )
