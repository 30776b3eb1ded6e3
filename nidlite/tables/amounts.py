"""The numbers and the dates of a CSV file, a block of rows at a time.

A column takes the cells of a block by `add`, or numbers by `extend`, and gives all back
as one array in the end, by `values`. An error names the line.
"""

from array import array
from math import isfinite

import numpy as np

from ..errors import InputError, show
from .categories import as_number
from .dates import NO_DATE, as_date
from .missing import is_missing
from .notes import drop_flag, quoted


def with_point(cell, decimal) -> str:
    """The cell with a decimal point; where commas are usual 1.234 is no number."""
    if decimal == ".":
        return cell
    return "_" if "." in cell else cell.replace(",", ".")


class Column:
    """The cells of one column so far; notes are the file's, a list that grows.

    `add` and `extend` may return another column: it has all so far, and takes the rest.
    """

    takes_numbers = False  # whether `extend` may be called, with numbers, (n,)
    category = False  # whether the values are a category's
    remedy = None  # for a cell of another kind, beside correcting it

    def __init__(self, path, name, missing, decimal, notes):
        self.how = path, name, missing, decimal, notes
        self.path, self.name, self.missing, self.decimal, self.notes = self.how
        self.parts = []  # an array for each block

    def place(self, line) -> str:
        """Where a cell is, for an error."""
        return f"{self.path}, line {line}, column {show(self.name)}"

    def gone(self, cell, line) -> bool:
        """Whether the cell has no value; InputError where it must have one."""
        if not is_missing(cell):
            return False
        if self.missing == "error":
            raise InputError(
                f"{self.place(line)}: missing value {show(cell)}; fill it in, remove "
                f"the line, or let it be filled (--missing fill)"
            )
        return True

    def number(self, cell, line) -> float | None:
        """The cell's number, NaN where missing, None for text; no infinity."""
        if self.gone(cell, line):
            return np.nan
        value = as_number(with_point(cell, self.decimal))
        if value is not None and not isfinite(value):
            raise InputError(
                f"{self.place(line)}: {show(cell)} is not a finite number; correct it "
                f"or remove the line"
            )
        return value

    def expected(self, what, line, cell) -> InputError:
        """What to say to a cell of another kind."""
        name = quoted(self.name)
        remedy = self.remedy or (
            f"leave the column out (--drop {name}), or make it one of categories "
            f"(--categorical {name})"
        )
        return InputError(
            f"{self.place(line)}: expected {what}, got {show(cell)}; correct it, "
            f"{remedy}"
        )


class Numbers(Column):
    """Amounts; what looks like codes or loses digits is noted."""

    def __init__(self, *how):
        super().__init__(*how)
        self.numbers = array("d")  # grows in place, and NumPy then uses its memory
        self.whole = self.code = None  # not known before the first values

    def add(self, cells, lines):
        """Take the next block."""
        try:
            pointed = self.decimal == "."
            texts = cells if pointed else [with_point(c, self.decimal) for c in cells]
            values = np.fromiter(map(float, texts), float, len(cells))
            fine = np.isfinite(values).all() and "_" not in "".join(cells)
        except ValueError:
            fine = False
        if not fine:
            values = np.empty(len(cells))
            for i, (cell, line) in enumerate(zip(cells, lines)):
                value = self.number(cell, line)
                if value is None:
                    raise self.expected("a number", line, cell)
                values[i] = value
        if self.whole is None:
            self._look(cells)
        self.extend(values)

    @property
    def takes_numbers(self):
        """Whether the first block is there, and what it is has been seen."""
        return len(self.numbers) > 0

    def extend(self, values):
        """Take the next block, (n,) float64, finite."""
        self.numbers.frombytes(values.tobytes())

    def _look(self, cells):
        """See in the first block with values whether they are whole, or codes."""
        if not (texts := [cell.strip() for cell in cells if not is_missing(cell)]):
            return
        self.whole = all(t.lstrip("+-").isdigit() for t in texts)
        codes = (t for t in texts if len(t) > 1 and t[0] == "0" and t.isdigit())
        self.code = next(codes, None)

    def values(self):
        """All of them, (n,) float64."""
        values, name = np.frombuffer(self.numbers), show(self.name)
        say = f"categories (--categorical {quoted(self.name)}) or leave it out"
        say = f"taken as amounts; make them {say}{drop_flag(self.name, True)}"
        if self.code:
            self.notes.append(f"column {name} has codes such as {self.code}, {say}")
        elif self.whole and (np.abs(values) > 2**53).any():
            self.notes.append(
                f"column {name} has whole numbers beyond 2^53, rounded to 16 digits "
                f"and {say}"
            )
        return values


class Dates(Column):
    """Days, or days with a time."""

    def add(self, cells, lines):
        """Take the next block."""
        dates = []
        for cell, line in zip(cells, lines):
            date = NO_DATE if self.gone(cell, line) else as_date(cell)
            if date is None:
                raise self.expected("a date as in the first row", line, cell)
            dates.append(date)
        self.parts.append(np.array(dates, "datetime64[us]"))

    def values(self):
        """All of them, (n,) datetime64."""
        return np.concatenate(self.parts)
