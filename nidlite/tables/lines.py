"""The lines of a CSV file, a block at a time: cells, or numbers where all are."""

import csv
import io
from contextlib import suppress
from itertools import islice

import numpy as np

from ..errors import InputError
from .dialect import csv_rows
from .source import DAMAGE

LONGEST = 1 << 24  # letters of a line; a longer one is no table
MANY, TRIES = 5000, 3  # lines that are tried as numbers, and how often in vain


def blocks_of(source, dialect, most, plain=lambda: False):
    """The header, then `most` rows at a time: lists of (line, cells).

    No row is blank. line counts from 1 and is where the row begins: quoted cells may
    span lines. While plain() is true, rows that are numbers and nothing else come as an
    array, (n, cells). Raises InputError.
    """
    # newline="" leaves line endings to the csv module.
    wrong = "replace" if dialect.encoding == "cp1252" else "strict"
    how = {"encoding": dialect.encoding, "errors": wrong, "newline": ""}
    try:
        with source.unpacked() as stream, io.TextIOWrapper(stream, **how) as text:
            lines = _Lines(text, dialect.separator)
            rows = lines.rows()
            yield (block := list(islice(rows, 1)))
            while block:
                if plain() and dialect.decimal == ".":
                    while len(values := lines.numbers(len(block[0][1]))):
                        yield values
                yield (block := list(islice(rows, most)))
    except UnicodeDecodeError as error:
        raise InputError(
            f"{source.path} is not UTF-8 text after line {lines.count} (byte "
            f"0x{error.object[error.start]:02x}); save it as CSV in UTF-8"
        ) from None
    except csv.Error as error:
        raise InputError(
            f"{source.path}, line {lines.start}: not CSV ({error}); look for a quote "
            "that is not closed, or for a file of another kind"
        ) from None
    except DAMAGE as error:
        raise source.damaged(error) from None


class _Lines:
    """The lines of a text: one by one for the csv module, or many for NumPy."""

    def __init__(self, text, separator):
        self.text, self.separator = text, separator
        self.back, self.tries = [], TRIES
        self.count, self.start = 0, 1  # lines read; where the present row begins

    def next(self):
        """The next line, "" at the end."""
        line = self.back.pop() if self.back else self.text.readline(LONGEST)
        if len(line) == LONGEST:
            raise csv.Error(f"a line has more than {LONGEST:,} letters")
        self.count += bool(line)
        return line

    def rows(self):
        """(line, cells) of every row that is not blank."""
        for row in csv_rows(iter(self.next, ""), self.separator):
            if len(row) > 1 or row and row[0].strip():
                yield self.start, row
            self.start = self.count + 1

    def numbers(self, width):
        """The next lines as numbers, (n, width).

        No lines where they are anything else: they are left for `rows`.
        """
        if self.back or not self.tries:
            return ()
        lines, size = [], 0
        while len(lines) < MANY and size < LONGEST:
            if not (line := self.text.readline(LONGEST)):
                break
            lines.append(line)
            size += len(line)
        if any(map(str.strip, lines)):  # of no data NumPy warns
            with suppress(ValueError):
                how = {"delimiter": self.separator, "comments": None, "ndmin": 2}
                values = np.loadtxt(lines, **how)
                if values.shape == (len(lines), width) and np.isfinite(values).all():
                    self.count += len(lines)
                    return values
        self.back, self.tries = lines[::-1], self.tries - 1
        return ()
