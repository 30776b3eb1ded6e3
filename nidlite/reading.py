"""A CSV file as a table, in little more memory than its numbers need.

With this module one can read a table of any length, plain or gzip, and be told in one
line, with the line and the column of the file, what is wrong with it and what to do.
"""

import csv
import gzip
import io
import os
import zlib
from array import array
from math import isfinite
from operator import itemgetter
from pathlib import Path

import numpy as np

from .tables import InputError, Table, make_table, show, shown, suggest

ROWS_PER_REPORT = 10_000


def read_csv(path, target, drop=(), positive=None, task=None, progress=None) -> Table:
    """The table in a CSV file, plain or gzip (told by its content), with a header line.

    target names the outcome's column, drop the columns to leave out; all others are
    features. positive and task as in `make_table`. progress(rows, share) is called
    every 10,000 rows with the share of the file's bytes read so far (None for a pipe).
    Raises InputError.
    """
    drop = (drop,) if isinstance(drop, str) else tuple(drop)
    # An array grows in place and numpy then uses its memory: X is never copied.
    X, labels, text = array("d"), [], None
    with _open(path) as raw:
        size, rows = os.fstat(raw.fileno()).st_size, _rows(raw, path)
        _, names = next(rows, (1, []))
        names = [name.strip() for name in names]
        features = _feature_columns(path, names, target, drop)
        t, features_of = names.index(target), itemgetter(*features)
        for line, row in rows:
            if len(row) != len(names):
                raise InputError(
                    f"{path}, line {line}: expected {len(names)} fields as in the "
                    f"header, got {len(row)}; correct or remove this line"
                )
            cells = features_of(row)
            try:
                values = list(map(float, cells))
                # One sum sees any NaN or infinity; and float() takes 1_000 for 1000.
                suspicious = not isfinite(sum(values)) or "_" in "".join(cells)
            except ValueError:
                suspicious = True
            for i in features if suspicious else ():
                if not _is_number(row[i], path, line, names[i]):
                    raise _text_error(path, line, names[i], row[i])
            X.fromlist(values)
            labels.append(row[t].strip())
            if not _is_number(labels[-1], path, line, target):
                text = text or (line, target, labels[-1])  # the first of them
            if progress and len(labels) % ROWS_PER_REPORT == 0:
                progress(len(labels), min(raw.tell() / size, 1.0) if size else None)
    if not labels:
        raise InputError(f"{path} has only a header line; expected rows of numbers")
    if text is None:
        labels = np.array(list(map(float, labels)))
    elif not positive and len(different := set(labels)) > 2:
        if any(_is_number(word, path, 0, target) for word in different):
            raise _text_error(path, *text)  # a column of numbers, but for some cells
    X = np.frombuffer(X).reshape(-1, len(features))
    names, what = [names[i] for i in features], f"{path}: target {show(target)}"
    return make_table(X, labels, names, target, positive, task, what)


def _open(path):
    """The file, open for reading bytes; InputError says why there is none."""
    try:
        return open(path, "rb")
    except FileNotFoundError:
        raise InputError(f"no file {path}; {_neighbours(Path(path))}") from None
    except IsADirectoryError:
        raise InputError(f"{path} is a folder; give one CSV file") from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null byte
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot read {str(path)!r}: {reason}") from None


def _neighbours(path) -> str:
    """The files in the folder of a missing one that are named like it."""
    folder = path.parent
    if not folder.is_dir():
        return f"there is no folder {folder}"
    try:
        files = sorted(entry.name for entry in folder.iterdir() if entry.is_file())
    except OSError as error:
        return f"cannot look into {folder}: {error.strerror}"
    return suggest(path.name, files) if files else f"{folder} has no files"


def _rows(raw, path):
    """(line, cells) of every row that is not blank, the header first.

    line counts from 1 and is where the row begins: quoted cells may span lines.
    """
    line = 1
    try:
        packed = raw.peek(2)[:2] == b"\x1f\x8b"
        file = gzip.GzipFile(fileobj=raw) if packed else raw
        # newline="" leaves line endings to the csv module; utf-8-sig skips a BOM.
        with io.TextIOWrapper(file, encoding="utf-8-sig", newline="") as text:
            reader = csv.reader(text, strict=True, skipinitialspace=True)
            for row in reader:
                if len(row) > 1 or row and row[0].strip():
                    yield line, row
                line = reader.line_num + 1
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path} is not UTF-8 text after line {reader.line_num} (byte "
            f"0x{error.object[error.start]:02x}); save it as CSV in UTF-8"
        ) from None
    except csv.Error as error:
        raise InputError(
            f"{path}, line {line}: not CSV ({error}); look for a quote that is not "
            f"closed, or for a file of another kind"
        ) from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(
            f"{path} is a damaged or incomplete gzip file ({error}); copy or download "
            f"it again"
        ) from None
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None


def _feature_columns(path, names, target, drop) -> list[int]:
    """The positions of the columns that are features, in the file's order."""
    if not names:
        raise InputError(f"{path} is empty; expected a header line and rows of numbers")
    if any("\0" in name for name in names):
        raise InputError(f"{path} is not UTF-8 text; save it as CSV in UTF-8")
    if len(names) == 1 and any(mark in names[0] for mark in ";\t|"):
        raise InputError(
            f"{path} has one column, {show(names[0])}; expected values separated by "
            f"commas: save it with commas"
        )
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise InputError(
            f"{path}: column {show(twice[0])} stands {names.count(twice[0])} times in "
            f"the header; rename or remove all but one"
        )
    for name in (target, *drop):
        if name not in names:
            raise InputError(
                f"{path} has no column {show(name)}; {suggest(name, names)} "
                f"(the file's first line must be the header)"
            )
    if target in drop:
        raise InputError(f"column {show(target)} is the target and cannot be dropped")
    features = [i for i, name in enumerate(names) if name not in (target, *drop)]
    if any(names[i] == "" for i in features):
        raise InputError(
            f"{path}: column {names.index('') + 1} has no name in the header; name it, "
            f"or remove it if it only numbers the rows"
        )
    if len(features) < 2:
        raise InputError(
            f"{path} leaves {len(features)} feature(s) beside the target "
            f"({shown(names[i] for i in features) or 'none'}); an interaction needs two"
        )
    return features


def _is_number(cell, path, line, column) -> bool:
    """Whether the cell is a number, not text; InputError when it is neither."""
    try:
        value = float("text" if "_" in cell else cell)
    except ValueError:
        if cell.strip():
            return False
        raise InputError(
            f"{path}, line {line}, column {show(column)}: missing value; fill it in or "
            f"remove the line"
        ) from None
    if isfinite(value):
        return True
    raise InputError(
        f"{path}, line {line}, column {show(column)}: {show(cell)} is not a finite "
        f"number; correct it or remove the line"
    )


def _text_error(path, line, column, cell) -> InputError:
    """What to say to text in a column of numbers."""
    return InputError(
        f"{path}, line {line}, column {show(column)}: expected a number, got "
        f"{show(cell)}; correct it, or leave the column out (--drop {column})"
    )
