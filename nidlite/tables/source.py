"""The rows of a file as texts. Plain CSV is streamed; pandas reads everything else.

Plain is UTF-8 with decimal points, also packed by gzip; "-" is standard input.
"""

import csv
import gzip
import io
import re
import sys
import zlib
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from ..errors import InputError, show, suggest

SEPARATORS = ",;\t|"
HEAD = 1 << 16  # letters that tell how a file is written
LONGEST = 1 << 21  # letters of a line; what is longer is taken for several lines
_NUMBER = r"([-+]?\d*){}(\d+(?:[eE][-+]?\d+)?)"  # with a decimal mark


def text_rows(path, sep=None):
    """Yield (line, cells) of every row that is not blank, the header's names first.

    line counts from 1 and is where the row ends. sep is found if not given.
    """
    sep = "\t" if sep in ("tab", "\\t") else sep
    if sep is not None and (len(sep) != 1 or sep in '"\r\n '):
        raise InputError(f"--sep is one character, or tab; got {show(sep)}")
    line = 0
    try:
        with _opened(path) as text:
            head = _head(text)
            separator = sep or _separator(head)
            plain = "\0" not in head and not _decimal_comma(head, separator)
            rows = _plain(text, separator) if plain else _by_pandas(path, sep)
            line, names = next(rows, (1, []))
            if not names:
                raise InputError(f"{path} is empty; expected a header line")
            yield line, [name.strip() for name in names]
            for line, cells in rows:
                if len(cells) != len(names):
                    raise InputError(
                        f"{path}, line {line}: expected {len(names)} fields as "
                        f"in the header, got {len(cells)}; correct or remove this line,"
                        " or say what separates fields (--sep)"
                    )
                yield line, cells
    except (csv.Error, EOFError, OSError, zlib.error) as error:
        what = f"cannot read {path} behind line {line} ({error})"
        raise InputError(f"{what}; is it cut off, or a quote not closed?") from None


@contextmanager
def _opened(path):
    """The text of the file, unpacked, with line ends left to the csv module."""
    try:
        stdin = str(path) == "-"
        raw = io.BytesIO(sys.stdin.buffer.read()) if stdin else open(path, "rb")
    except (OSError, ValueError) as error:  # ValueError: a path with a null byte
        files, reason = [], getattr(error, "strerror", None) or error
        with suppress(OSError, ValueError):
            files = sorted(f.name for f in Path(path).parent.iterdir() if f.is_file())
        there = suggest(Path(path).name, files) if files else "its folder has no files"
        raise InputError(f"cannot read {show(str(path))} ({reason}); {there}") from None
    with raw:
        packed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        opened = gzip.open(raw) if packed else raw
        yield io.TextIOWrapper(opened, "utf-8-sig", newline="")


def _head(text) -> str:
    """The beginning of the text, all of which is checked; a null if it is no UTF-8."""
    try:
        head = text.read(HEAD)
        while text.read(1 << 20):
            pass
    except UnicodeDecodeError:
        return "\0"
    text.seek(0)
    return head


def _separator(head) -> str:
    """The separator that cuts the first line into most cells."""

    def width(mark):
        lines = io.StringIO(head.lstrip("\r\n "), newline="")
        return len(next(csv.reader(lines, delimiter=mark), []))

    return max(SEPARATORS, key=width)


def _decimal_comma(head, separator) -> bool:
    """Whether some of the cells are numbers such as 1,5 and none such as 1.5."""
    cell = r'(?:^|[{0}])"?\s*{1}\s*"?(?:[{0}]|$)'
    commas, points = (
        re.search(cell.format(re.escape(separator), _NUMBER.format(mark)), head, re.M)
        for mark in (",", r"\.")
    )
    return separator != "," and bool(commas) and not points


def _plain(text, separator):
    """Yield (line, cells) of the rows of plain CSV."""
    lines = iter(partial(text.readline, LONGEST), "")
    rows = csv.reader(lines, delimiter=separator, strict=True, skipinitialspace=True)
    for row in rows:
        if len(row) > 1 or row and row[0].strip():
            yield rows.line_num, row


def _by_pandas(path, separator):
    """Yield (line, cells) of the rows of parquet, Excel, or CSV of any other kind."""
    ending = Path(path).suffix.lower()
    try:
        import pandas

        if ending == ".parquet":
            frame = pandas.read_parquet(path)
        elif ending in (".xlsx", ".xls"):
            frame = pandas.read_excel(path)
        else:
            frame = _texts_by_pandas(pandas.read_csv, path, separator)
    except Exception as error:  # whatever the engines raise
        why = " ".join(str(error).split())[:200]
        if isinstance(error, ImportError):
            why += '; it needs pandas: pip install "nidlite[tables]"'
        line = f"{path} is no plain CSV in UTF-8, and cannot be read otherwise: {why}"
        raise InputError(line) from None
    yield 1, list(map(str, frame.columns))
    for line, row in enumerate(frame.itertuples(index=False, name=None), 2):
        yield line, list(map(str, row))


def _texts_by_pandas(read_csv, path, separator):
    """The frame of texts of a CSV file, packed or in other letters; commas go."""
    for encoding in ("utf-8", "utf-16", "cp1252"):
        texts = {"dtype": str, "keep_default_na": False, "header": None}
        read = partial(read_csv, path, encoding=encoding, **texts)
        with suppress(UnicodeError):
            head = "\n".join(read(sep="\x1f", quoting=csv.QUOTE_NONE, nrows=1000)[0])
            mark = separator or _separator(head)
            frame = read(sep=mark, skipinitialspace=True)
            if _decimal_comma(head, mark):
                number = rf"^\s*{_NUMBER.format(',')}\s*$"
                frame = frame.replace(number, r"\1.\2", regex=True)
            return frame[1:].set_axis(list(frame.iloc[0]), axis=1)
    raise ValueError("its letters are of no known encoding")
