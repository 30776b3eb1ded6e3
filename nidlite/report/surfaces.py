"""What a trained network answers along one feature and over two, in the table's units.

Partial dependence is the mean answer over rows whose features are set to the places of
grids (Friedman 2001, Annals of Statistics 29).
"""

from typing import NamedTuple

import numpy as np

from ..errors import InputError
from ..prediction import Predictor

POINTS, LEVELS = 25, 12  # the most places of a feature of numbers, and of a category


class Grid(NamedTuple):
    """g settings of one feature: what stands in its columns of unscaled X."""

    name: str  # of the axis: the feature's, and of a date what its numbers count
    columns: tuple[int, ...]
    settings: np.ndarray  # (g, len(columns))
    places: np.ndarray  # (g,) on an axis: the values, or 0, 1, ... for levels
    levels: tuple | None = None  # the labels of a category's settings

    def place(self, X) -> np.ndarray:
        """Where rows X (n, p) lie on the axis, (n,); NaN for what is not on it."""
        cells = X[:, list(self.columns)]
        if self.levels is None:
            return np.where((cells[:, 1:] > 0.5).any(axis=1), np.nan, cells[:, 0])
        on = cells @ self.settings.T > 0.5
        return np.where(on.any(axis=1), on.argmax(axis=1), np.nan)

    def near(self, X) -> np.ndarray:
        """Whether each row of X (n, p) is near each setting, or at a level: (n, g)."""
        k = np.arange(len(self.places))
        at = np.interp(self.place(X), self.places, k, np.nan, np.nan)
        return np.abs(at[:, None] - k) <= len(k) / (LEVELS + 1)


def grid_of(table, j) -> Grid:
    """The Grid of the table's feature j.

    Of a category its frequent levels, of numbers the distinct values if they are few,
    else evenly spaced ones. These run from the 1st percentile to the 99th: the last
    rows at either end say little and would stretch the picture.
    """
    name, columns, labels = table.feature_names[j], table.columns[j], table.levels[j]
    if labels is not None:
        counts = table.X[:, list(columns)].sum(axis=0)
        kept = np.sort(np.argsort(-counts, kind="stable")[:LEVELS])
        levels, places = tuple(labels[k] for k in kept), np.arange(float(len(kept)))
        return Grid(name, columns, np.eye(len(columns))[kept], places, levels)
    if rule := table.dates[j]:
        name += ", 0 is Monday" if rule == "weekday" else ""
        name += f", days since {rule}" if rule[0].isdigit() else ""
    there = (table.X[:, list(columns[1:])] < 0.5).all(axis=1)  # not missing
    values = table.X[there if there.any() else slice(None), columns[0]]
    places = np.unique(values)
    if len(places) > POINTS:
        low, high = np.quantile(values, (0.01, 0.99))
        low, high = (low, high) if low < high else places[[0, -1]]
        places = np.linspace(low, high, POINTS)
    settings = np.zeros((len(places), len(columns)))  # 0: the number is not missing
    settings[:, 0] = places
    return Grid(name, columns, settings, places)


def dependence_of(found, features, rows):
    """(values, grids) of Detection.partial_dependence for one or two, grids as Grid."""
    (X, w), values = found.random_rows(rows), []
    first, *second = grids = [grid_of(found.table, j) for j in features]
    rows = np.tile(X, (len(first.places), 1))
    rows[:, list(first.columns)] = np.repeat(first.settings, len(X), axis=0)
    for setting in second[0].settings if second else [()]:
        rows[:, list(second[0].columns) if second else []] = setting
        by_place = np.split(found.of_encoded(rows), len(first.places))
        values.append(np.average(by_place, axis=1, weights=w))
    return np.array(values if second else values[0]).T, grids


def beyond_sum(values) -> np.ndarray:
    """What the best sum of two single effects leaves of values (g1, g2); NaN stays.

    It is zero where the two features only add up: the part that needs both.
    """
    left, (i, j) = np.array(values), np.nonzero(np.isfinite(values))
    effects = np.hstack([np.eye(len(values))[i], np.eye(len(values.T))[j]])
    left[i, j] -= effects @ np.linalg.lstsq(effects, left[i, j], rcond=None)[0]
    return left


class Drawn(Predictor):
    """A Predictor whose answers are drawn and listed over one feature or two."""

    def plot(self, features: object):
        """The mean prediction over one feature or two (numbers or names) as a Figure.

        Over two it also shows what does not add up. InputError for no such feature.
        """
        from .pictures import draw_curves, draw_surface, plots  # which load matplotlib

        places = self._numbers(features)
        axes = plots.new_grid(1, len(places), 4.8, 3.9)[0]
        draw = draw_surface if len(places) == 2 else draw_curves
        draw(self, places, axes)
        return axes[0].figure

    def partial_dependence(self, features, rows=1000) -> tuple:
        """The mean prediction over rows whose features are set to grids' places.

        features are one or two, by numbers or names. Returns (values, grids): values
        (g1,) or (g1, g2) in the units of predict, with the c classes in front where
        there are more than two; grids has each feature's places, (g,), in the column's
        units, or a category's labels. At most `rows` rows are taken.
        """
        values, grids = dependence_of(self, self._numbers(features), rows)
        return values, [g.places if g.levels is None else g.levels for g in grids]

    def _numbers(self, features) -> tuple[int, ...]:
        """One or two features, each a number or a name, as numbers."""
        numbers, q = self.places(features), len(self.columns)
        if len({*numbers} & {*range(q)}) < len(numbers) or len(numbers) not in (1, 2):
            expected = f"one or two of 0 to {q - 1}, or their names"
            raise InputError(f"features must be {expected}; got {features!r}")
        return tuple(map(int, numbers))
