"""How a CSV file is written: its letters, its separator, its decimal mark.

All three are told from the file's beginning; the user may say the separator.
"""

import codecs
import csv
import io
import re
from dataclasses import dataclass
from functools import partial
from itertools import islice

from ..errors import InputError, show
from .source import DAMAGE

SEPARATORS = ",;\t|"
BY_NAME = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "pipe": "|"}
HEAD = 1 << 16  # bytes that tell
LONGEST = 1 << 24  # letters of a line; a longer one is no table
_NUMBER = r"[-+]?\d*{}\d+(e[-+]?\d+)?"  # with a decimal mark
_COMMA, _POINT = (re.compile(_NUMBER.format(mark)) for mark in (",", r"\."))


@dataclass(frozen=True)
class Dialect:
    """encoding is Python's name; decimal is "." or ","."""

    encoding: str
    separator: str
    decimal: str = "."

    def rows(self, source):
        """(line, cells) of every row that is not blank, the header first.

        line counts from 1 and is where the row begins: quoted cells may span lines.
        Raises InputError.
        """
        # newline="" leaves line endings to the csv module.
        wrong = "replace" if self.encoding == "cp1252" else "strict"
        how, line = {"encoding": self.encoding, "errors": wrong, "newline": ""}, 1
        try:
            with source.unpacked() as stream, io.TextIOWrapper(stream, **how) as text:
                lines = iter(partial(text.readline, LONGEST), "")
                for row in (reader := _reader(lines, self.separator)):
                    if len(row) > 1 or row and row[0].strip():
                        yield line, row
                    line = reader.line_num + 1
        except UnicodeDecodeError as error:
            raise InputError(
                f"{source.path} is not UTF-8 text after line {reader.line_num} (byte "
                f"0x{error.object[error.start]:02x}); save it as CSV in UTF-8"
            ) from None
        except csv.Error as error:
            raise InputError(
                f"{source.path}, line {line}: not CSV ({error}); look for a quote that "
                f"is not closed, or for a file of another kind"
            ) from None
        except DAMAGE as error:
            raise source.damaged(error) from None


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
            encoding = _encoding(head, stream)
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


def _encoding(head, stream) -> str:
    """Python's name of how the letters are written."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    decoder, block = codecs.getincrementaldecoder("utf-8")(), head
    try:
        while block:
            decoder.decode(block)
            block = stream.read(1 << 20)
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
