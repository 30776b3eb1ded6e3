"""The columns of a CSV file while it is read, a block of rows at a time.

The first cell with a value says what a column holds: numbers, dates or words. Words are
kept once each. An error names the line.
"""

from array import array
from math import isfinite

import numpy as np

from ..errors import InputError, plain, show
from .categories import MOST_LEVELS, as_number, check_count
from .dates import as_date
from .missing import is_missing
from .notes import drop_flag, quoted


class Column:
    """The cells of one column so far: `add` them, and take `values` in the end."""

    def __init__(self, path, name, missing="fill", decimal="."):
        self.path, self.name = path, name
        self.missing, self.decimal = missing, decimal
        self.parts = []  # an array for each block
        self.notes = []

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
        value = as_number(self.with_point(cell))
        if value is not None and not isfinite(value):
            raise InputError(
                f"{self.place(line)}: {show(cell)} is not a finite number; correct it "
                f"or remove the line"
            )
        return value

    def with_point(self, cell) -> str:
        """The cell with a decimal point; where commas are usual 1.234 is none."""
        if self.decimal == ".":
            return cell
        return "_" if "." in cell else cell.replace(",", ".")

    def expected(self, what, line, cell, remedy=None) -> InputError:
        """What to say to a cell of another kind."""
        name = quoted(self.name)
        other = f"leave the column out (--drop {name}), or make it one of categories"
        remedy = remedy or f"{other} (--categorical {name})"
        return InputError(
            f"{self.place(line)}: expected {what}, got {show(cell)}; correct it, "
            f"{remedy}"
        )


class Numbers(Column):
    """Amounts; what looks like codes or loses digits is noted."""

    def add(self, cells, lines):
        """Take the next block."""
        try:
            texts = cells if self.decimal == "." else map(self.with_point, cells)
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
        if not self.parts:
            self._look(cells)
        self.parts.append(values)

    def _look(self, cells):
        """See in the first block whether these are whole numbers, or codes."""
        texts = [cell.strip() for cell in cells]
        self.whole = all(t.lstrip("+-").isdigit() for t in texts if not is_missing(t))
        codes = (t for t in texts if len(t) > 1 and t[0] == "0" and t.isdigit())
        self.code = next(codes, None)

    def extend(self, values):
        """Take a block of numbers, NaN where missing, after the first."""
        self.parts.append(values)

    def values(self):
        """(array, False): no category."""
        values, name = np.concatenate(self.parts), show(self.name)
        say = f"categories (--categorical {quoted(self.name)}) or leave it out"
        say = f"taken as amounts; make them {say}{drop_flag(self.name, True)}"
        if self.code:
            self.notes.append(f"column {name} has codes such as {self.code}, {say}")
        elif self.whole and (np.abs(values) > 2**53).any():
            self.notes.append(
                f"column {name} has whole numbers beyond 2^53, rounded to 16 digits "
                f"and {say}"
            )
        self.parts = []
        return values, False


class Dates(Column):
    """Days, or days with a time."""

    def add(self, cells, lines):
        """Take the next block."""
        dates = []
        for cell, line in zip(cells, lines):
            date = np.datetime64("NaT") if self.gone(cell, line) else as_date(cell)
            if date is None:
                raise self.expected("a date as in the first row", line, cell)
            dates.append(date)
        self.parts.append(np.array(dates, "datetime64[us]"))

    def values(self):
        """(array, False)."""
        return np.concatenate(self.parts), False


class Words(Column):
    """Labels, each kept once."""

    anything = False  # whether numbers are labels, too

    def __init__(self, *how):
        super().__init__(*how)
        self.code, self.texts = {}, []  # of a cell; the labels in the codes' order
        self.rows = 0

    def add(self, cells, lines):
        """Take the next block."""
        for cell, line in zip(cells, lines):
            self.rows += 1
            if cell not in self.code:
                self._learn(cell, line)
        self.parts.append(np.array([self.code[cell] for cell in cells], np.int32))

    def _learn(self, cell, line):
        """Give the cell a code; -1 means missing."""
        text = cell.strip()
        if self.gone(cell, line):
            self.code[cell] = -1
            return
        drop = f"leave it out{drop_flag(self.name, True)}"
        if not self.anything and self.number(cell, line) is not None:
            raise InputError(
                f"{self.place(line)}: expected text as in the first row, got "
                f"{show(text)}; correct it, {drop}, or take numbers as categories, too "
                f"(--categorical {quoted(self.name)})"
            )
        if text not in self.code:
            self.code[text] = len(self.texts)
            self.texts.append(text)
            what = f"{self.path}: column {show(self.name)}"
            check_count(what, len(self.texts), self.rows, self.texts, drop)
        self.code[cell] = self.code[text]

    def values(self):
        """(array of labels with None, whether they are more than words)."""
        numbers = [self.number(text, 0) for text in self.texts if self.anything]
        labels = self.texts
        if numbers and None not in numbers:
            labels = list(map(plain, numbers))  # such as the months 1 to 12
        labels = np.array([*labels, None], dtype=object)
        return labels[np.concatenate(self.parts)], self.anything


class Codes(Words):
    """Labels that the user called categories."""

    anything = True

    def number(self, cell, line):
        """As of other columns, but infinity is a label."""
        try:
            return super().number(cell, line)
        except InputError:
            return None


class Target(Column):
    """The outcome: codes of a few labels, or numbers when there are many of them."""

    def __init__(self, *how, any_labels=False):
        """With any_labels text may stand beside numbers."""
        super().__init__(*how)
        self.any_labels = any_labels
        self.known = {}  # the code of a label; None when the cells are many numbers
        self.cells = array("d")  # codes or numbers, -1 or NaN where missing
        self.text = None  # (line, cell) of the first text

    def add(self, cells, lines):
        """Take the next block."""
        for cell, line in zip(cells, lines):
            self._take(cell.strip(), line)

    def _take(self, cell, line):
        if self.known is None:
            value = self.number(cell, line)
            if value is None:
                raise self._error(line, cell)
            self.cells.append(value)
            return
        if cell not in self.known:
            value = self.number(cell, line)
            if value is not None and np.isnan(value):
                self.cells.append(-1)
                return
            self.text = self.text or (value is None and (line, cell)) or None
            self.known[cell] = len(self.known)
        self.cells.append(self.known[cell])
        if len(self.known) > MOST_LEVELS and not (self.text or self.any_labels):
            self.cells, self.known = array("d", self.values()), None

    def extend(self, values):
        """Take a block of numbers, NaN where missing, after numbers only."""
        if self.known is not None:
            self.cells, self.known = array("d", self.values()), None
        self.cells.frombytes(values.tobytes())

    def values(self):
        """All cells: numbers, or texts, with NaN or None where missing."""
        if self.known is None:
            return np.frombuffer(self.cells)
        codes = np.frombuffer(self.cells).astype(int)
        if not self.text:
            numbers = [self.number(label, 0) for label in self.known]
            return np.array([*numbers, np.nan])[codes]
        several = len(self.known) > 2 and not self.any_labels
        if several and any(self.number(label, 0) is not None for label in self.known):
            raise self._error(*self.text)  # a column of numbers, but for some cells
        return np.array([*self.known, None], dtype=object)[codes]

    def _error(self, line, cell):
        remedy = "or say which labels count as 1 (--positive)"
        return self.expected("a number", line, cell, remedy)


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
