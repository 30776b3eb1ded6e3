"""How a CSV file is written: its letters, its separator, its decimal mark.

All three are told from the file's beginning; the user may say the separator.
"""

import codecs
import csv
import io
import re
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice

import numpy as np

from ..errors import InputError, show
from .source import DAMAGE

SEPARATORS = ",;\t|"
BY_NAME = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "pipe": "|"}
HEAD = 1 << 16  # bytes that tell
LONGEST = 1 << 24  # letters of a line; a longer one is no table
MANY, TRIES = 5000, 3  # lines that are tried as numbers, and how often in vain
UNPACKED = 64  # GB of content that are taken from a packed file
_NUMBER = r"[-+]?\d*{}\d+(e[-+]?\d+)?"  # with a decimal mark
_COMMA, _POINT = (re.compile(_NUMBER.format(mark)) for mark in (",", r"\."))


@dataclass(frozen=True)
class Dialect:
    """encoding is Python's name; decimal is "." or ","."""

    encoding: str
    separator: str
    decimal: str = "."

    def blocks(self, source, most, plain=lambda: False):
        """The header, then `most` rows at a time: lists of (line, cells).

        No row is blank. line counts from 1 and is where the row begins: quoted cells
        may span lines. While plain() is true, rows that are numbers and nothing else
        come as an array, (n, cells). Raises InputError.
        """
        # newline="" leaves line endings to the csv module.
        wrong = "replace" if self.encoding == "cp1252" else "strict"
        how = {"encoding": self.encoding, "errors": wrong, "newline": ""}
        try:
            with source.unpacked() as stream, io.TextIOWrapper(stream, **how) as text:
                lines = _Lines(text)
                rows = lines.rows(self.separator)
                yield (block := list(islice(rows, 1)))
                while block:
                    if plain() and self.decimal == ".":
                        while len(values := lines.numbers(self.separator, block)):
                            yield values
                    yield (block := list(islice(rows, most)))
        except UnicodeDecodeError as error:
            raise InputError(
                f"{source.path} is not UTF-8 text after line {lines.count} (byte "
                f"0x{error.object[error.start]:02x}); save it as CSV in UTF-8"
            ) from None
        except csv.Error as error:
            raise InputError(
                f"{source.path}, line {lines.start}: not CSV ({error}); look for a "
                "quote that is not closed, or for a file of another kind"
            ) from None
        except DAMAGE as error:
            raise source.damaged(error) from None

    def rows(self, source):
        """(line, cells) of every row, the header first; as `blocks`."""
        return chain.from_iterable(self.blocks(source, 1))


class _Lines:
    """The lines of a text: one by one for the csv module, or many for NumPy."""

    def __init__(self, text):
        self.text, self.back, self.tries = text, [], TRIES
        self.count, self.start = 0, 1  # lines read; where the present row begins

    def next(self):
        """The next line, "" at the end."""
        line = self.back.pop() if self.back else self.text.readline(LONGEST)
        if len(line) == LONGEST:
            raise csv.Error(f"a line has more than {LONGEST:,} letters")
        self.count += bool(line)
        return line

    def rows(self, separator):
        """(line, cells) of every row that is not blank."""
        for row in _reader(iter(self.next, ""), separator):
            if len(row) > 1 or row and row[0].strip():
                yield self.start, row
            self.start = self.count + 1

    def numbers(self, separator, block):
        """The next lines as numbers, (n, cells), as many cells as the block's rows.

        No lines where they are anything else: they are left for `rows`.
        """
        values, width, read = (), len(block[0][1]), self.text.readline
        if self.back or not self.tries:
            return values
        lines, size = [], 0
        while len(lines) < MANY and size < LONGEST and (line := read(LONGEST)):
            lines.append(line)
            size += len(line)
        if not any(map(str.strip, lines)):  # at the end
            self.back = lines[::-1]
            return values
        with suppress(ValueError):
            values = np.loadtxt(lines, delimiter=separator, comments=None, ndmin=2)
            if values.shape == (len(lines), width) and np.isfinite(values).all():
                self.count += len(lines)
                return values
        self.back, self.tries = lines[::-1], self.tries - 1
        return ()


def _reader(lines, separator):
    return csv.reader(lines, delimiter=separator, strict=True, skipinitialspace=True)


def dialect_of(source, separator=None) -> tuple[Dialect, list[str]]:
    """How the file is written, and a note if it is not UTF-8."""
    separator = BY_NAME.get(separator, separator)
    if separator is not None and (len(separator) != 1 or separator in '"\r\n '):
        raise InputError(
            f"the separator (--sep) is one character, or tab; got {show(separator)}"
        )
    try:
        with source.unpacked() as stream:
            head = stream.read(HEAD)
            encoding = _encoding(head, rest := _limited(stream, source))
            deque(rest if source.packed else (), maxlen=0)  # all is to be counted
    except DAMAGE as error:
        raise source.damaged(error) from None
    text = head.decode(encoding, "replace")
    if len(head) == HEAD:
        text = text[: max(text.rfind("\n"), text.rfind("\r")) + 1] or text
    separator = separator or separator_of(text)
    decimal = "." if separator == "," else decimal_of(text, separator)
    notes = []
    if encoding == "cp1252":
        notes.append("the file is not UTF-8 and was read as Latin-1 (Windows-1252)")
    return Dialect(encoding, separator, decimal), notes


def _limited(stream, source):
    """The rest of the stream, block by block; InputError where it has no end."""
    size = 0
    while block := stream.read(1 << 20):
        size += len(block)
        if source.packed and size > UNPACKED * 1e9:
            raise InputError(
                f"{source.path} holds more than {UNPACKED} GB; unpack it and give a "
                "part"
            )
        yield block


def _encoding(head, blocks) -> str:
    """Python's name of how the letters are written."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for block in chain([head], blocks):
            decoder.decode(block)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        if b"\0" not in head:  # no text in any 8-bit encoding has it
            return "cp1252"
    return "utf-8-sig"


def separator_of(text) -> str:
    """The separator that cuts the first lines into most, and equally many, cells."""
    best = []
    for mark in SEPARATORS:
        try:
            lines = io.StringIO(text, newline="")
            rows = [row for row in islice(_reader(lines, mark), 50) if "".join(row)]
        except csv.Error:
            rows = []
        widths = [len(row) for row in rows] or [1]
        even = widths[0] > 1 and len(set(widths)) == 1
        best.append((even, widths[0], -len(best), mark))
    return max(best)[-1]


def decimal_of(text, separator) -> str:
    """ "," where the first lines have numbers such as 1,5 and none such as 1.5."""
    try:
        rows = _reader(io.StringIO(text, newline=""), separator)
        cells = [cell.strip() for row in islice(rows, 1, 1000) for cell in row]
    except csv.Error:
        return "."
    commas, points = (any(map(mark.fullmatch, cells)) for mark in (_COMMA, _POINT))
    return "," if commas and not points else "."
