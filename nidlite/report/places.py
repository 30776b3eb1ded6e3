"""Where a feature is set: a grid over its numbers, or over a category's levels."""

from dataclasses import dataclass

import numpy as np

ENOUGH = 5000  # rows that say where a feature's values lie


@dataclass(frozen=True, eq=False)
class Grid:
    """g settings of one feature: what stands in its own columns of unscaled X."""

    columns: tuple[int, ...]
    settings: np.ndarray  # (g, len(columns))
    places: np.ndarray  # (g,) on an axis: the values, or 0, 1, ... for levels
    levels: tuple | None = None  # the labels of a category's settings

    def name(self, k) -> str:
        return f"{self.places[k]:.4g}" if self.levels is None else str(self.levels[k])

    def place(self, X) -> np.ndarray:
        """Where rows X (n, p) lie on the axis, (n,); NaN for levels not on it."""
        own = X[:, list(self.columns)]
        if self.levels is None:
            return np.where((own[:, 1:] > 0.5).any(axis=1), np.nan, own[:, 0])
        on = own @ self.settings.T > 0.5
        return np.where(on.any(axis=1), on.argmax(axis=1), np.nan)


def number_grid(column, values, points=25, more=()) -> Grid:
    """The distinct values if they are few, else `points` of them, evenly spaced.

    These run from the 1st percentile to the 99th: the last rows at either end say
    little and would stretch the picture. more is the column, if any, that says that a
    number is missing.
    """
    some = values[:: len(values) // ENOUGH + 1]
    distinct = np.unique(values if some.min() == some.max() else some)
    if len(distinct) > points:
        low, high = np.quantile(some, (0.01, 0.99))
        if low == high:
            low, high = distinct[[0, -1]]
        distinct = np.linspace(low, high, points)
    settings = np.zeros((len(distinct), 1 + len(more)))
    settings[:, 0] = distinct
    return Grid((column, *more), settings, distinct)


def level_grid(columns, labels, X, most=12) -> Grid:
    """A category's levels, or its `most` frequent ones in rows X, as one-hot rows."""
    counts = X[:, list(columns)].sum(axis=0)
    kept = np.sort(np.argsort(-counts, kind="stable")[:most])
    levels, places = tuple(labels[k] for k in kept), np.arange(float(len(kept)))
    return Grid(columns, np.eye(len(columns))[kept], places, levels)


def grids(table) -> list[Grid]:
    """One for each of the table's q features, in the table's units."""
    return [
        number_grid(own[0], table.X[:, own[0]], more=own[1:])
        if labels is None
        else level_grid(own, labels, table.X)
        for own, labels in zip(table.columns, table.levels)
    ]
