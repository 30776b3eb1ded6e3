"""The columns of a CSV file: labels, each kept once, features, and the target.

A feature is what its first cell with a value is. The target is labels, or numbers.
"""

from math import isfinite

import numpy as np

from ..errors import InputError, plain, show
from .amounts import Column, Dates, Numbers, with_point
from .categories import MOST_LEVELS, as_number, check_count
from .columns import BOOLS
from .dates import as_date
from .missing import is_missing
from .notes import drop_flag, quoted


class Labels(Column):
    """Texts, each of them looked at and kept once."""

    def __init__(self, *how):
        super().__init__(*how)
        self.codes, self.known = {}, {}  # of cells and texts; -1 means missing
        self.parts, self.rows = [np.empty(0, np.int32)], 0

    def add(self, cells, lines):
        """Take the next block."""
        for cell, line in zip(cells, lines):
            self.rows += 1
            if cell not in self.codes:
                text, code = cell.strip(), -1
                if not self.gone(text, line):
                    code = self.known.setdefault(text, len(self.known))
                    self.look(text, line)
                self.codes[cell] = code
        self.parts.append(np.array([self.codes[cell] for cell in cells], np.int32))

    def decoded(self, labels, none=None, dtype=object):
        """All cells, from the label of each text and of a missing one."""
        return np.array([*labels, none], dtype)[np.concatenate(self.parts)]


class Words(Labels):
    """Labels of a feature."""

    anything = False  # whether numbers are labels, too

    def look(self, text, line):
        """InputError for a number among words, and for too many of them."""
        drop = f"leave it out{drop_flag(self.name, True)}"
        if not self.anything and self.number(text, line) is not None:
            raise InputError(
                f"{self.place(line)}: expected text as in the first row, got "
                f"{show(text)}; correct it, {drop}, or take numbers as categories, too "
                f"(--categorical {quoted(self.name)})"
            )
        what = f"{self.path}: column {show(self.name)}"
        check_count(what, self.known, self.rows, drop)

    @property
    def category(self):
        """Whether they are more than true and false."""
        return not {text.lower() for text in self.known} <= {*BOOLS}

    def values(self):
        """The labels, None where missing."""
        labels = self.known
        if self.anything:
            numbers = [as_number(with_point(text, self.decimal)) for text in labels]
            if all(number is not None and isfinite(number) for number in numbers):
                labels = map(plain, numbers)  # such as the months 1 to 12
        return self.decoded(labels)


class Codes(Words):
    """Labels that the user called categories."""

    anything = True


def kind_of(cell, decimal="."):
    """Numbers, Dates or Words, by a cell with a value; text without letters is none."""
    if as_number(with_point(cell, decimal)) is not None:
        return Numbers
    if as_date(cell) is not None:
        return Dates
    return Words if any(map(str.isalpha, cell)) else Numbers


class Feature(Column):
    """A column without any value so far: the first one tells its kind."""

    blank = 0  # rows

    def add(self, cells, lines):
        """Take the next block; the column of its kind when that is known."""
        first = next((cell for cell in cells if not is_missing(cell)), None)
        if first is None and self.missing == "fill":
            self.blank += len(cells)
            return self
        column = kind_of(first or "0", self.decimal)(*self.how)
        column.add([""] * self.blank, [0] * self.blank)
        column.add(cells, lines)
        return column

    def values(self):
        """NaN in every row."""
        return np.full(self.blank, np.nan)


class Target(Labels):
    """The outcome: labels, or numbers when there are many of them."""

    remedy = "or say which labels count as 1 (--positive)"
    text = None  # (line, text) of the first text

    def __init__(self, *how, any_labels):
        """With any_labels text may stand beside numbers."""
        super().__init__(*how)
        self.any_labels = any_labels

    def look(self, text, line):
        """Remember the first text."""
        if self.number(text, line) is None and self.text is None:
            self.text = line, text

    @property
    def takes_numbers(self):
        """Whether all labels so far are numbers, and all must be."""
        return not (self.text or self.any_labels) and self.rows > 0

    def add(self, cells, lines):
        """Take the next block; a column of numbers if there are so many."""
        super().add(cells, lines)
        if len(self.known) <= MOST_LEVELS or not self.takes_numbers:
            return self
        numbers = Numbers(*self.how)
        numbers.remedy = self.remedy
        numbers.extend(self.values())
        return numbers

    def extend(self, values):
        """Take the next block of numbers, as `add`."""
        return self.add([repr(plain(v)) for v in values.tolist()], range(len(values)))

    def values(self):
        """All cells: numbers, or texts, with NaN or None where missing."""
        numbers = [self.number(text, 0) for text in self.known]
        if not self.text:
            return self.decoded(numbers, np.nan, float)
        mixed = len(numbers) > 2 and any(number is not None for number in numbers)
        if mixed and not self.any_labels:  # a column of numbers, but for some cells
            raise self.expected("a number", *self.text)
        return self.decoded(self.known)
