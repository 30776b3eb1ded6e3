"""The rows of a file as texts: CSV is streamed, and pandas reads parquet and Excel.

CSV is in UTF-8, UTF-16 or Windows' letters, also packed by gzip; "-" is standard input.
"""

import codecs
import csv
import gzip
import io
import sys
import zlib
from contextlib import contextmanager
from functools import partial
from itertools import zip_longest
from pathlib import Path

from ..errors import InputError, show, suggest
from .columns import NUMBER

SEPARATORS = ",;\t|"
HEAD = 1 << 16  # letters that tell how a file is written
LONGEST = 1 << 21  # letters of a line; what is longer is taken for several lines
FEW = 10  # different endings: means of three numbers have .333 and .667
EXCHANGED = str.maketrans(",.", ".,")
FRAMES = {".parquet": "parquet", ".xlsx": "Excel", ".xls": "Excel"}
PACKED = (".zip", ".bz2", ".xz", ".zst")
LINES = {"sep": "\x1f", "quoting": csv.QUOTE_NONE, "header": None, "dtype": str}


def windows_letters(error):
    """For codecs: bytes that are no UTF-8 are in Windows' letters."""
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error("windows", windows_letters)


def text_rows(path, sep=None):
    """Yield (the line, from 1, where it ends, cells) of each row, the header first."""
    sep = "\t" if sep in ("tab", "\\t") else sep
    if sep is not None and (len(sep) != 1 or sep in '"\r\n '):
        raise InputError(f"--sep is tab, or one character but a blank; got {show(sep)}")
    path, line, names = Path(path), 0, None
    try:
        if str(path) != "-" and not path.is_file():
            files = sorted(f.name for f in path.parent.glob("*") if f.is_file())
            near = suggest(path.name, files) if files else "its folder has no files"
            raise InputError(f"cannot read {show(str(path))}, which is no file; {near}")
        framed = path.suffix.lower() in FRAMES
        for line, cells in _frame_rows(path) if framed else _csv_rows(path, sep):
            if names is None:
                names = cells = [name.strip() for name in cells]
            if (n := len(cells)) != len(names):
                what = f"{path}, line {line}: expected {len(names)} fields, got {n}"
                raise InputError(f"{what}; correct the line or header, or give --sep")
            yield line, cells
    except (csv.Error, EOFError, gzip.BadGzipFile, zlib.error) as error:
        what = f"cannot read {path} after line {line} ({error})"
        raise InputError(f"{what}; is it cut off, or a quote not closed?") from None
    if names is None:
        raise InputError(f"{path} is empty; expected a header line")
    if cells is names:
        raise InputError(f"{path} has only a header line; expected rows")


def _csv_rows(path, sep):
    """(line, cells) of CSV; in columns with decimal commas 1.234,5 becomes 1234.5."""
    with _opened(path) as text:
        start, found = text.read(HEAD), {}
        head = start.lstrip("\r\n ")
        for mark in sep or SEPARATORS:
            lines = io.StringIO(head, newline="")
            rows = csv.reader(lines, delimiter=mark, skipinitialspace=True)
            found[mark] = list(rows) or [[]]
        sep = max(found, key=lambda mark: len(found[mark][0]))
        whole = found[sep][: -1 if len(start) == HEAD else None]  # the last may be cut
        columns = [] if sep == "," else [*zip_longest(*whole[1:], fillvalue="")]
        commas = decimal_commas(columns)
        text.seek(0)
        lines = iter(partial(text.readline, LONGEST), "")
        rows = csv.reader(lines, delimiter=sep, strict=True, skipinitialspace=True)
        for k, row in enumerate(filter(None, rows)):
            if k and any(commas) and len(row) == len(commas):
                row = [with_point(c) if comma else c for c, comma in zip(row, commas)]
            if len(row) > 1 or row and row[0].strip():
                yield rows.line_num, row


def decimal_commas(columns) -> list[bool]:
    """Whether commas are decimal in each column, a list of texts.

    1,5 says that they are, and so do 1.234.567, and many such as 1.234 beside 567; 1.5
    and 1,234,567 say that they are not. 1,234 may be either: such a column is as all
    others that tell, else thousands.
    """
    votes = []  # of each column: True, False, or None where it does not tell
    for texts in columns:
        as_is = {text for text in texts if NUMBER.fullmatch(text)}
        turned = {t for t in texts if NUMBER.fullmatch(t.translate(EXCHANGED))}
        commas, points = bool(turned - as_is), bool(as_is - turned)
        ends = {text[-3:] for text in turned if "." in text}
        whole = [text for text in turned if text.isdigit() and len(text) == 3]
        commas |= not points and len(whole) > 2 and len(ends) > FEW
        votes.append(commas if commas != points else None)
    others = True in votes and False not in votes
    return [others if vote is None else vote for vote in votes]


def with_point(text) -> str:
    """1.234,5 as 1234.5, and 1.234 as 1234; other texts as they are."""
    turned = text.translate(EXCHANGED)
    return turned.replace(",", "") if NUMBER.fullmatch(turned) else text


@contextmanager
def _opened(path):
    """The file's text, unpacked, its line ends kept; to pandas each line is a cell."""
    if path.suffix.lower() in PACKED:
        lines = _by_pandas(path, "CSV", keep_default_na=False, **LINES)[0]
        yield io.StringIO("\n".join(lines), newline="")
        return
    stdin = io.BytesIO(sys.stdin.buffer.read()) if str(path) == "-" else None
    with stdin or open(path, "rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        file = gzip.open(raw) if packed else raw
        marked = file.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
        file.seek(0)
        encoding = "utf-16" if marked else "utf-8-sig"
        yield io.TextIOWrapper(file, encoding, "windows", newline="")


def _frame_rows(path):
    """(line, cells) of parquet or Excel."""
    frame = _by_pandas(path, FRAMES[path.suffix.lower()])
    if any(name is not None for name in frame.index.names):
        frame = frame.reset_index()
    yield 1, list(map(str, frame.columns))
    for line, row in enumerate(frame.itertuples(index=False, name=None), 2):
        yield line, list(map(str, row))


def _by_pandas(path, kind, **options):
    """What pandas reads of a file of this kind; InputError for another file."""
    try:
        import pandas

        return getattr(pandas, f"read_{kind.lower()}")(path, **options)
    except Exception as error:  # whatever the engines raise
        line = f"{path} is no {kind} file, or a damaged one; save it anew, or as CSV"
        if isinstance(error, ImportError):
            line = f'cannot read {path} ({error}); pip install "nidlite[tables]"'
        raise InputError(line) from None
