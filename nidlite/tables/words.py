"""The labels of a CSV file, each kept once, and its target, labels or numbers."""

from array import array

import numpy as np

from ..errors import InputError, plain, show
from .amounts import Column
from .categories import MOST_LEVELS, check_count
from .notes import drop_flag, quoted


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
