"""The rows of a CSV file, plain or gzip, one at a time, for a file of any length."""

import csv
import gzip
import io
import zlib
from pathlib import Path

from ..errors import InputError, suggest


def open_csv(path):
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


def rows_of(raw, path):
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
