"""The rows of a file as texts: CSV is streamed, and pandas reads other files.

CSV is in UTF-8, UTF-16 or Windows' letters, also in .gz; "-" is standard input.
"""

import codecs
import csv
import gzip
import io
import sys
from functools import partial
from itertools import chain, zip_longest
from pathlib import Path

from ..errors import InputError, show, suggest
from .columns import NUMBER

SEPARATORS = ",;\t|"
HEAD = 1 << 16  # letters that tell how a file is written
LONGEST = 1 << 21  # letters of a line; what is longer is taken for several lines
FEW = 10  # different endings: means of three numbers have .333 and .667
EXCHANGED = str.maketrans(",.", ".,")
FRAMES = {".parquet": "parquet", ".xlsx": "Excel", ".xls": "Excel"}
FRAMES |= dict.fromkeys([".zip", ".bz2", ".xz", ".zst"], "CSV")  # packed


def windows_letters(error):
    """For codecs: bytes that are no UTF-8 are in Windows' letters."""
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error("windows", windows_letters)


def text_rows(path, sep=None):
    """Yield (the line, from 1, where it ends, cells) of each row, the header first."""
    sep = "\t" if sep in ("tab", "\\t") else sep
    if sep is not None and (len(sep) != 1 or sep in '"\r\n '):
        raise InputError(f"--sep must be tab, or one mark but a blank; got {show(sep)}")
    path, line, names = Path(path), 0, None
    try:
        if str(path) != "-" and not path.is_file():
            files = sorted(f.name for f in path.parent.glob("*") if f.is_file())
            near = suggest(path.name, files) if files else "its folder has no files"
            raise InputError(f"cannot read {show(str(path))}: it is no file; {near}")
        kind = FRAMES.get(path.suffix.lower())
        rows = _frame_rows(path, kind, sep) if kind else _csv_rows(path, sep)
        for line, cells in rows:
            if names is None:
                names = cells = [name.strip() for name in cells]
            if (n := len(cells)) != len(names):
                what = f"{path}, line {line}: expected {len(names)} fields, got {n}"
                raise InputError(f"{what}; correct the line or header, or give --sep")
            yield line, cells
    except (InputError, MemoryError, PermissionError):
        raise
    except Exception as error:  # whatever the csv module and gzip raise
        what = f"cannot read {path} after line {line} ({error})"
        raise InputError(f"{what}; is it cut off, or a quote not closed?") from None
    if names is None or cells is names:
        raise InputError(f"{path} is empty, or has only a header; expected rows below")


def _csv_rows(path, sep):
    """(line, cells) of CSV; in columns with decimal commas 1.234,5 becomes 1234.5."""
    # Standard input is read as a whole, and is empty if it is closed.
    piped = str(path) == "-" and io.BytesIO(sys.stdin and sys.stdin.buffer.read())
    with piped or open(path, "rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        file = gzip.open(raw) if packed else raw
        marked = file.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
        file.seek(0)
        encoding = "utf-16" if marked else "utf-8-sig"
        text = io.TextIOWrapper(file, encoding, "windows", newline="")
        start, found = text.read(HEAD), {}
        if "\0" in start:
            raise InputError(f"{path} is no text in UTF-8; save it as plain CSV")
        head = start.lstrip("\r\n ")
        for mark in sep or SEPARATORS:
            lines = io.StringIO(head, newline="")
            rows = csv.reader(lines, delimiter=mark, skipinitialspace=True)
            found[mark] = list(rows) or [[]]
        sep = max(found, key=lambda mark: len(found[mark][0]))
        whole = found[sep][: -1 if len(start) == HEAD else None]  # the last may be cut
        commas = decimal_commas([*zip_longest(*whole[1:], fillvalue="")])
        turned = (all if sep == "," else any)(commas)  # between commas all must be
        text.seek(0)
        lines = iter(partial(text.readline, LONGEST), "")
        rows = csv.reader(lines, delimiter=sep, strict=True, skipinitialspace=True)
        for k, row in enumerate(r for r in rows if r and r[0] != "sep="):  # for Excel
            if k and turned and len(row) == len(commas):
                row = [with_point(c) if comma else c for c, comma in zip(row, commas)]
            if len(row) > 1 or row[0].strip():
                yield rows.line_num, row


def decimal_commas(columns) -> list[bool]:
    """Whether commas are decimal in each column, a list of texts.

    1,5 says that they are, and so do 1.234.567, and many such as 1.234 beside 567; 1.5,
    1,234,567 and choices such as 1,3,4 say that they are not. 1,234 may be either: then
    the columns that tell decide, if they agree, else a comma separates thousands.
    """
    votes = []  # of each column: True, False, or None where it does not tell
    for texts in columns:
        turned = {t for t in texts if NUMBER.fullmatch(t.translate(EXCHANGED))}
        rest = {*texts} - turned
        choices = any(text.replace(",", "").isdigit() for text in rest)
        points = choices or any(map(NUMBER.fullmatch, rest))
        commas = not choices and any(not NUMBER.fullmatch(text) for text in turned)
        ends = {text[-3:] for text in turned if "." in text}  # not of thirds alone
        whole = [text for text in turned if text.isdigit() and len(text) == 3]
        commas |= not points and len(ends) > FEW and len(whole) > 2
        votes.append(commas if commas != points else None)
    others = True in votes and False not in votes
    return [others if vote is None else vote for vote in votes]


def with_point(text) -> str:
    """1.234,5 as 1234.5, and 1.234 as 1234; other texts as they are."""
    turned = text.translate(EXCHANGED)
    return turned.replace(",", "") if NUMBER.fullmatch(turned) else text


def _frame_rows(path, kind, sep):
    """(line, cells) of parquet, Excel or a packed CSV; InputError for another file."""
    options = {} if kind == "parquet" else {"dtype": object}  # 01234 stays text
    if kind == "CSV":
        options |= {"sep": sep or ",", "header": None, "na_filter": False}
        options["engine"] = "python"  # a short line ends in None, not in empty cells
    try:
        import pandas

        frame = getattr(pandas, f"read_{kind.lower()}")(path, **options)
    except Exception as error:  # whatever the engines raise
        lacks = isinstance(error, ImportError)
        remedy = 'pip install "nidlite[tables]"' if lacks else "save it as plain CSV"
        said = " ".join(str(error).split())
        raise InputError(f"cannot read {path} as {kind} ({said}); {remedy}") from None
    if any(name is not None for name in frame.index.names):
        frame = frame.reset_index()
    names = [] if kind == "CSV" else [frame.columns]
    rows = chain(names, frame.itertuples(index=False, name=None))
    for line, row in enumerate(filter(len, rows), 1):  # an empty sheet has no columns
        yield line, [str(c) for c in row if kind != "CSV" or c is not None]
