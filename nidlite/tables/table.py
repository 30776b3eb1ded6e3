"""A checked table: numbers up to 1e100, two features or more, a target that varies."""

from dataclasses import dataclass

import numpy as np

from ..errors import InputError, show, shown
from .columns import as_labels, check_size, median_of, parsed, unpack
from .dates import NO_DAY, PARTS, number_of
from .missing import LEVEL, without_value


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
    groups: np.ndarray | None = None  # (n,) numbers: rows of one belong together

    @property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The columns of X that each feature owns, such as ((0,), (1, 2, 3), (4,)).

        A number with a median owns a second one, which is 1 where it is missing.
        """
        found, first = [], 0
        for labels, median in zip(self.levels, self.medians):
            width = 1 + (median is not None) if labels is None else len(labels)
            found.append(tuple(range(first, first + width)))
            first += width
        return tuple(found)

    @property
    def missing(self) -> dict[int, int]:
        """{feature: the column of X that is 1 where it has no value}."""
        features = enumerate(zip(self.columns, self.levels, self.medians))
        return {
            j: owned[labels.index(LEVEL) if labels else 1]
            for j, (owned, labels, median) in features
            if median is not None or LEVEL in (labels or ())
        }

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
        endings = (f" ({rule})" if rule in PARTS else "" for rule in self.dates)
        return list(map(str.removesuffix, self.feature_names, endings))

    def encode(self, rows) -> np.ndarray:
        """New rows (n, q), array or DataFrame, as X (n, p); raises InputError.

        Columns are found by name, blanks aside, in any order; columns without any of
        the names are taken in the table's order. Its median stands for a missing one.
        """
        columns, found = unpack(rows)
        names, cells = list(dict.fromkeys(self.sources)), {}
        found = dict(zip(found or (), columns))
        given = {name.strip(): found[name] for name in found} | found  # as of a file
        if given.keys().isdisjoint(names):
            given = dict(zip(names, columns)) if len(columns) == len(names) else {}
        if lacking := [name for name in names if name not in given]:
            line = f"X has {len(columns)} features, but the training had {len(names)}"
            remedy = f"add {shown(lacking)}" if given else "give all, in this order"
            raise InputError(f"{line}: {shown(names)}; {remedy}")
        for name, rule, labels in zip(self.sources, self.dates, self.levels):
            if labels is None:
                what = f"column {show(name)}"
                cells[name] = parsed(what, given[name], rule, numbers=True)
            else:
                gone = without_value(given[name])
                cells[name] = np.where(gone, LEVEL, as_labels(given[name]))
        X, w = self.coded(cells), self.sample_weight
        gone, medians = np.isnan(X), (median_of(x, w) for x in self.X.T)
        return np.where(gone, [*medians], X) if gone.any() else X

    def coded(self, cells) -> np.ndarray:
        """X (n, p) of {column: cells}; an unknown level is all 0. Raises InputError."""
        X = np.zeros((len(cells[self.sources[0]]), self.columns[-1][-1] + 1))
        features = zip(self.sources, self.dates, self.levels, self.medians)
        for places, (name, rule, labels, median) in zip(self.columns, features):
            column = cells[name]
            if labels is not None:
                X[:, places] = column[:, None] == np.array([*map(str, labels)], object)
                continue
            gone, kind = without_value(column), "dates" if rule else "numbers"
            odd = rule not in (None, "hour") and NO_DAY in str(column[~gone][:1])
            if (odd or column.dtype.kind != ("M" if rule else "f")) and not gone.all():
                line = f"column {show(name)} holds {show(column[~gone][0])}, but in"
                raise InputError(f"{line} training it held {kind}; convert it")
            X[:, places[0]] = number_of(column, rule)
            check_size(f"column {show(name)}", X[:, places[0]])
            if median is not None:
                X[gone, places[0]], X[:, places[1]] = median, gone
        return X
