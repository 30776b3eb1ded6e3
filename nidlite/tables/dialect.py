"""How a CSV file is written: its letters, its separator, its decimal mark.

All three are told from the file's beginning; the user may say the separator.
"""

import codecs
import csv
import io
import re
from collections import deque
from dataclasses import dataclass
from itertools import chain, islice

from ..errors import InputError, show
from .source import DAMAGE

SEPARATORS = ",;\t|"
BY_NAME = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "pipe": "|"}
HEAD = 1 << 16  # bytes that tell
UNPACKED = 64  # GB of content that are taken from a packed file
_NUMBER = r"[-+]?\d*{}\d+(e[-+]?\d+)?"  # with a decimal mark
_COMMA, _POINT = (re.compile(_NUMBER.format(mark)) for mark in (",", r"\."))


@dataclass(frozen=True)
class Dialect:
    """encoding is Python's name; decimal is "." or ","."""

    encoding: str
    separator: str
    decimal: str = "."


def csv_rows(lines, separator):
    """The csv module's rows of some lines."""
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
            rows = [row for row in islice(csv_rows(lines, mark), 50) if "".join(row)]
        except csv.Error:
            rows = []
        widths = [len(row) for row in rows] or [1]
        even = widths[0] > 1 and len(set(widths)) == 1
        best.append((even, widths[0], -len(best), mark))
    return max(best)[-1]


def decimal_of(text, separator) -> str:
    """ "," where the first lines have numbers such as 1,5 and none such as 1.5."""
    try:
        rows = csv_rows(io.StringIO(text, newline=""), separator)
        cells = [cell.strip() for row in islice(rows, 1, 1000) for cell in row]
    except csv.Error:
        return "."
    commas, points = (any(map(mark.fullmatch, cells)) for mark in (_COMMA, _POINT))
    return "," if commas and not points else "."
