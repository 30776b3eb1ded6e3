"""The cells of one column of a CSV file become numbers, or texts each kept once.

A column is what its first cell with a value is, and every other cell must be that, too.
"""

from array import array
from math import isfinite

import numpy as np

from ..errors import InputError, plain, show
from .columns import as_number
from .dates import as_date
from .missing import is_missing
from .notes import drop_flag, quoted


def kind_of(cell, decimal="."):
    """ "number", "date" or "word", by a cell with a value; no letters, no word."""
    if as_number(cell, decimal) is not None:
        return "number"
    if as_date(cell) is not None:
        return "date"
    return "word" if any(map(str.isalpha, cell)) else "number"


class Column:
    """The cells so far. Any cell is a label of a column that is `labels`."""

    def __init__(self, file, name, missing="fill", labels=False, target=False):
        self.file, self.name, self.missing = file, name, missing
        self.labels, self.target = labels, target
        self.kind, self.blank = "label" if labels else None, 0  # rows before a value
        self.numbers, self.whole, self.code = array("d"), False, None
        self.known, self.texts = {}, []  # {a cell: its text}; those of all cells

    def add(self, cells, lines):
        """Take the next cells, texts that stand in these lines."""
        texts = [cell.strip() for cell in cells if not is_missing(cell)]
        if self.missing == "error" and len(texts) < len(cells):
            i = next(i for i, cell in enumerate(cells) if is_missing(cell))
            remedy = "fill it in, remove the line, or let it be filled (--missing fill)"
            raise self.wrong(lines[i], f"missing value {show(cells[i])}; {remedy}")
        if self.kind is None and texts:
            self.start(texts)
        if self.kind is None:
            self.blank += len(cells)
        elif self.kind == "number":
            self.add_numbers(cells, lines)
        else:
            for cell, line in zip(cells, lines):
                if cell not in self.known:
                    self.known[cell] = self.checked(cell.strip(), line)
            self.texts += map(self.known.__getitem__, cells)

    def start(self, texts):
        """Tell the column's kind by the first texts."""
        self.kind = kind_of(texts[0], self.file.decimal)
        if self.target and as_number(texts[0], self.file.decimal) is None:
            self.kind = "word"
        self.whole = all(text.lstrip("+-").isdigit() for text in texts)
        codes = (text for text in texts if text[0] == "0" and text[1:].isdigit())
        self.code = next(codes, None)
        self.numbers.extend([np.nan] * self.blank)
        self.texts += [None] * self.blank

    def add_numbers(self, cells, lines):
        """Take cells that are numbers, or NaN where missing."""
        try:
            values = np.fromiter(map(float, cells), float, len(cells))
            # Python takes 1_000 for a number, too.
            fine = np.isfinite(values).all() and "_" not in "".join(cells)
        except ValueError:
            fine = False
        if not fine or self.file.decimal == ",":
            values = np.fromiter(map(self.number, cells, lines), float, len(cells))
        self.numbers.frombytes(values.tobytes())

    def number(self, cell, line):
        """One cell's number."""
        if is_missing(cell):
            return np.nan
        value = as_number(cell, self.file.decimal)
        if value is None or not isfinite(value):
            kind = "a number" if value is None else "a finite number"
            raise self.expected(kind, cell, line)
        return value

    def checked(self, text, line):
        """The text, or None where it says that there is no value."""
        if is_missing(text):
            return None
        if self.kind == "date" and as_date(text) is None:
            raise self.expected("a date as in the first row", text, line)
        if self.kind == "word" and as_number(text, self.file.decimal) is not None:
            raise self.expected("text as in the first row", text, line)
        return text

    def wrong(self, line, what) -> InputError:
        """What to say to a cell in this line."""
        place = f"{self.file.path}, line {line}, column {show(self.name)}"
        return InputError(f"{place}: {what}")

    def expected(self, what, cell, line) -> InputError:
        """What to say to a cell of another kind."""
        remedy = f"leave the column out{drop_flag(self.name, True)}, or make it one of "
        remedy += f"categories (--categorical {quoted(self.name)})"
        if self.target:
            remedy = "or say which labels count as 1 (--positive)"
        got = f"expected {what}, got {show(cell)}; correct it, {remedy}"
        return self.wrong(line, got)

    def values(self):
        """(n,) float64, or an array of texts, None where missing."""
        if self.kind == "number":
            values = np.frombuffer(self.numbers)
            self.note(values)
            return values
        texts = self.texts or [None] * self.blank
        if self.labels:
            known = {text for text in self.known.values() if text is not None}
            number = {text: as_number(text, self.file.decimal) for text in known}
            if all(n is not None and isfinite(n) for n in number.values()):
                texts = [None if t is None else plain(number[t]) for t in texts]
        return np.array([*texts, None], object)[:-1]

    def note(self, values):
        """Note numbers that look like codes, and those that lose digits."""
        what = f"has codes such as {self.code}," if self.code else ""
        if self.whole and not what and (np.abs(values) > 2**53).any():
            what = "has whole numbers beyond 2^53, rounded to 16 digits and"
        if what and not self.target:
            self.file.notes.append(
                f"column {show(self.name)} {what} taken as amounts; make them "
                f"categories (--categorical {quoted(self.name)}) or leave it out"
                f"{drop_flag(self.name, True)}"
            )
