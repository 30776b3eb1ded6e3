"""The columns of a CSV file while it is read: cells become numbers one by one.

With this module one can code a column of categories and a target of any kind without
holding their texts, and be told in one line, with the line of the file, which cell
cannot be used and what to do.
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
        text = cell.strip()
        if not (self.anything and text) and number(cell, self.path, line, self.name):
            raise InputError(
                f"{self.path}, line {line}, column {show(self.name)}: expected text as "
                f"in the first row, got {show(text)}; correct it, leave the column out "
                f"(--drop {self.name}), or take numbers as categories, too "
                f"(--categorical {self.name})"
            )
        if text not in self:
            self[text] = str(len(self.texts))
            self.texts.append(text)
            what = f"{self.path}: column {show(self.name)}"
            remedy = f"leave it out (--drop {self.name})"
            check_count(what, len(self.texts), rows + 1, self.texts, remedy)
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
            value = number(cell, self.path, line, self.name)
            if value is None:
                raise self._error(line, cell)
            self.cells.append(value[0])
            return
        if cell not in self.known:
            value = number(cell, self.path, line, self.name)
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


def number(cell, path, line, column) -> tuple[float] | None:
    """The cell's number as (number,), None for text; InputError for neither."""
    value = as_number(cell)
    if value is None and cell.strip():
        return None
    place = f"{path}, line {line}, column {show(column)}"
    if value is None:
        raise InputError(f"{place}: missing value; fill it in or remove the line")
    if not isfinite(value):
        raise InputError(
            f"{place}: {show(cell)} is not a finite number; correct it or remove the "
            f"line"
        )
    return (value,)


def expected_number(path, line, column, cell, remedy=None) -> InputError:
    """What to say to text in a column of numbers."""
    remedy = remedy or (
        f"leave the column out (--drop {column}), or make it one of categories "
        f"(--categorical {column})"
    )
    return InputError(
        f"{path}, line {line}, column {show(column)}: expected a number, got "
        f"{show(cell)}; correct it, {remedy}"
    )
