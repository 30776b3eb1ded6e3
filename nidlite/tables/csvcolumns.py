"""A feature's column of a CSV file holds what its first cell with a value is."""

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


class Feature(Column):
    """A column whose kind the first cell with a value tells."""

    column, blank = None, 0  # of that kind; rows before that cell

    def add(self, cells, lines):
        """Take the next block."""
        if self.column is None:
            first = next((cell for cell in cells if not is_missing(cell)), None)
            if first is None and self.missing == "fill":
                self.blank += len(cells)
                return
            how = self.path, self.name, self.missing, self.decimal, self.notes
            self.column = kind_of(first or "0", self.decimal)(*how)
            if self.blank:
                self.column.add([""] * self.blank, [0] * self.blank)
        self.column.add(cells, lines)

    def values(self):
        """(array, whether it is a category); NaN throughout where nothing was."""
        if self.column is None:
            return np.full(self.blank, np.nan), False
        return self.column.values()
