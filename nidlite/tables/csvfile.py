"""A CSV file, read block by block: it needs little more memory than its numbers do."""

import csv
import io
import re
from contextlib import suppress
from functools import partial
from itertools import islice

from ..errors import InputError, show

SEPARATORS = ",;\t|"
BY_NAME = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "pipe": "|"}
LONGEST = 1 << 21  # letters of a line; what is longer is taken for several lines
BLOCK = 1000  # rows that are taken apart at a time
ROWS_PER_REPORT = 10_000
_NUMBER = r"[-+]?\d*{}\d+(e[-+]?\d+)?"  # with a decimal mark
_COMMA, _POINT = (re.compile(_NUMBER.format(mark)) for mark in (",", r"\."))


class CsvFile:
    """A CSV file of which the header is read: names, decimal mark, notes on it."""

    def __init__(self, source, separator=None):
        separator = BY_NAME.get(separator, separator)
        if separator is not None and (len(separator) != 1 or separator in '"\r\n '):
            raise InputError(
                f"the separator (--sep) is one character, or tab; got {show(separator)}"
            )
        self.path = source.path
        encoding, head = source.letters()
        separator = separator or separator_of(head)
        self.decimal = decimal_of(head, separator)
        latin = "the file is not UTF-8 and was read as Latin-1 (Windows-1252)"
        self.notes = [latin] if encoding == "cp1252" else []
        self.rows = _rows(source, encoding, separator)
        _, header = next(self.rows, (1, []))
        self.names = [name.strip() for name in header]
        if not header:
            raise InputError(f"{self.path} is empty; expected a header line and rows")

    def fill(self, columns, progress=None) -> dict:
        """{place in the file: values} of {place in the file: its Column}.

        progress(rows) is called every 10,000 rows. Raises InputError.
        """
        count = 0
        while block := list(islice(self.rows, BLOCK)):
            lines, rows = zip(*block)
            cells = list(zip(*rows))
            for i, column in columns.items():
                column.add(cells[i], lines)
            count += len(block)
            if progress and count % ROWS_PER_REPORT == 0:
                progress(count)
        return {i: column.values() for i, column in columns.items()}


def _rows(source, encoding, separator):
    """(line, cells) of every row that is not blank, the header first.

    line counts from 1 and is where the row begins: quoted cells may span lines.
    """
    with source.text(encoding) as text:
        reader = csv_rows(iter(partial(text.readline, LONGEST), ""), separator)
        line, width = 1, 0
        try:
            for row in reader:
                if len(row) > 1 or row and row[0].strip():
                    width = width or len(row)
                    if len(row) != width:
                        raise InputError(
                            f"{source.path}, line {line}: expected {width} fields as "
                            f"in the header, got {len(row)}; correct or remove this "
                            "line, or say what separates fields (--sep)"
                        )
                    yield line, row
                line = reader.line_num + 1
        except csv.Error as error:
            raise InputError(
                f"{source.path}, line {line}: not CSV ({error}); look for a quote that "
                "is not closed, or for a file of another kind"
            ) from None


def csv_rows(lines, separator):
    """The csv module's rows of some lines."""
    return csv.reader(lines, delimiter=separator, strict=True, skipinitialspace=True)


def first_rows(text, separator, most):
    """The rows of the text's beginning that have a value; none if it is not CSV."""
    with suppress(csv.Error):
        rows = csv_rows(io.StringIO(text, newline=""), separator)
        return [row for row in islice(rows, most) if "".join(row)]
    return []


def separator_of(text) -> str:
    """The separator that cuts the first lines into most, and equally many, cells."""
    best = []
    for mark in SEPARATORS:
        widths = [len(row) for row in first_rows(text, mark, 50)] or [1]
        even = widths[0] > 1 and len(set(widths)) == 1
        best.append((even, widths[0], -len(best), mark))
    return max(best)[-1]


def decimal_of(text, separator) -> str:
    """ "," where the first lines have numbers such as 1,5 and none such as 1.5."""
    rows = first_rows(text, separator, 1000)[1:] if separator != "," else []
    cells = [cell.strip() for row in rows for cell in row]
    commas, points = (any(map(mark.fullmatch, cells)) for mark in (_COMMA, _POINT))
    return "," if commas and not points else "."
