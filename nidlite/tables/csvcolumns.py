"""A column of a CSV file holds what its first cell with a value is."""

import numpy as np

from ..errors import InputError
from .amounts import Column, Dates, Numbers
from .dates import as_date
from .missing import is_missing
from .words import Words


def kind_of(cell, decimal="."):
    """Numbers, Dates or Words, by a cell with a value; text without letters is none."""
    number = Column("", "", decimal=decimal)
    try:
        if number.number(cell, 0) is not None:
            return Numbers
    except InputError:
        return Numbers  # infinite
    if as_date(cell) is not None:
        return Dates
    return Words if any(map(str.isalpha, cell)) else Numbers


class Feature:
    """A column whose kind the first cell with a value tells."""

    def __init__(self, *how):
        self.how, self.column, self.blank = how, None, 0

    def add(self, cells, lines):
        """Take the next block."""
        if self.column is None:
            first = next((cell for cell in cells if not is_missing(cell)), None)
            if first is None and self.how[2] == "fill":
                self.blank += len(cells)
                return
            self.column = kind_of(first or "0", self.how[3])(*self.how)
            if self.blank:
                self.column.add([""] * self.blank, [0] * self.blank)
        self.column.add(cells, lines)

    def extend(self, values):
        """Take a block of numbers after a first one that was numbers."""
        self.column.extend(values)

    @property
    def missing(self) -> str:
        """Whether missing values are filled."""
        return self.how[2]

    def values(self):
        """(array, whether it is a category); NaN throughout where nothing was."""
        if self.column is None:
            return np.full(self.blank, np.nan), False
        return self.column.values()

    @property
    def notes(self):
        """What its column has to say."""
        return self.column.notes if self.column else []
