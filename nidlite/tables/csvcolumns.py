"""The columns of a CSV file while it is read: cells become numbers one by one.

Categories and targets are coded without holding their texts. An error names the line.
"""

from array import array
from math import isfinite

import numpy as np

from ..errors import InputError, plain, show
from .categories import MOST_LEVELS, as_number, check_count, in_order


class Category(dict):
    """The code of each cell of a feature, as text: "0" for the first level, and so on.

    As text, because the row's other cells are numbers as text, too.
    """

    def __init__(self, path, name, anything):
        """A column of words, or of anything, numbers too."""
        self.path, self.name, self.anything = path, name, anything
        self.texts = []  # the levels, in the order of their codes

    def add(self, cell, line, rows) -> str:
        """The code of a cell not seen before, in this line after so many rows."""
        text, drop = cell.strip(), f"leave it out (--drop {self.name})"
        if not (self.anything and text) and (
            cell_number(cell, self.path, line, self.name) is not None
        ):
            raise InputError(
                f"{self.path}, line {line}, column {show(self.name)}: expected text as "
                f"in the first row, got {show(text)}; correct it, {drop}, or take "
                f"numbers as categories, too (--categorical {self.name})"
            )
        if text not in self:
            self[text] = str(len(self.texts))
            self.texts.append(text)
            what = f"{self.path}: column {show(self.name)}"
            check_count(what, len(self.texts), rows + 1, self.texts, drop)
        self[cell] = self[text]
        return self[text]

    def levels(self):
        """The labels, sorted, and the place of each code among them."""
        values = [as_number(text) for text in self.texts]
        if None in values or not all(map(isfinite, values)):
            return in_order(self.texts)
        return in_order(list(map(plain, values)))  # such as the months 1 to 12


class Target:
    """The outcome: codes of a few labels, or numbers when there are many of them."""

    def __init__(self, path, name, any_labels):
        """With any_labels text may stand beside numbers."""
        self.path, self.name, self.any_labels = path, name, any_labels
        self.known = {}  # the code of a label; None when the cells are many numbers
        self.cells = array("d")  # codes or numbers
        self.text = None  # (line, cell) of the first text

    def add(self, cell, line):
        """Take the next cell."""
        if self.known is None:
            value = cell_number(cell, self.path, line, self.name)
            if value is None:
                raise self._error(line, cell)
            self.cells.append(value)
            return
        if cell not in self.known:
            value = cell_number(cell, self.path, line, self.name)
            self.text = self.text or (value is None and (line, cell)) or None
            self.known[cell] = len(self.known)
        self.cells.append(self.known[cell])
        if len(self.known) > MOST_LEVELS and not (self.text or self.any_labels):
            self.cells, self.known = array("d", self.labels()), None

    def labels(self):
        """All cells: an array of numbers, or a list of texts."""
        if self.known is None:
            return np.frombuffer(self.cells)
        codes = np.frombuffer(self.cells).astype(int)
        if not self.text:
            return np.array(list(map(float, self.known)))[codes]
        several = len(self.known) > 2 and not self.any_labels
        if several and any(as_number(label) is not None for label in self.known):
            raise self._error(*self.text)  # a column of numbers, but for some cells
        labels = list(self.known)
        return [labels[code] for code in codes]

    def _error(self, line, cell):
        remedy = "or say which labels count as 1 (--positive)"
        return expected_number(self.path, line, self.name, cell, remedy)


def is_word(cell) -> bool:
    """Whether a cell is text with a letter: not "1,5", "?" or "2024-01-31"."""
    return as_number(cell) is None and any(map(str.isalpha, cell))


def cell_number(cell, path, line, column) -> float | None:
    """The cell's number, None for text; InputError for nothing, NaN or infinity."""
    value = as_number(cell)
    if cell.strip() and (value is None or isfinite(value)):
        return value
    wrong = f"{show(cell)} is not a finite number; correct it"
    raise InputError(
        f"{path}, line {line}, column {show(column)}: "
        f"{wrong if cell.strip() else 'missing value; fill it in'} or remove the line"
    )


def expected_number(path, line, column, cell, remedy=None) -> InputError:
    """What to say to text in a column of numbers."""
    place = f"{path}, line {line}, column {show(column)}"
    other = f"leave the column out (--drop {column}), or make it one of categories"
    remedy = remedy or f"{other} (--categorical {column})"
    return InputError(
        f"{place}: expected a number, got {show(cell)}; correct it, {remedy}"
    )
