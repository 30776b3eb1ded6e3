"""A file, or standard input, as bytes: opened, unpacked, and opened again if need be.

What is inside is told by its first bytes, not by its name.
"""

import bz2
import gzip
import io
import sys
import warnings
import zipfile
import zlib
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import InputError, suggest

FRAMES = {b"PAR1": "parquet", b"\xd0\xcf\x11\xe0": "Excel"}  # the latter the old .xls
DAMAGE = EOFError, zlib.error, zipfile.BadZipFile, OSError


class Source:
    """What a path, or "-" for standard input, leads to. Raises InputError."""

    def __init__(self, path):
        self.path, self.data = path, None
        if str(path) == "-":
            self.path, self.data = "standard input", sys.stdin.buffer.read()
            return
        with self.raw() as raw:
            if not raw.seekable():  # a pipe can be read once
                self.data = raw.read()

    def raw(self):
        """The bytes as they are, to be read."""
        if self.data is not None:
            return io.BufferedReader(io.BytesIO(self.data))
        path = self.path
        try:
            return open(path, "rb")
        except FileNotFoundError:
            raise InputError(f"no file {path}; {_neighbours(Path(path))}") from None
        except IsADirectoryError:
            raise InputError(f"{path} is a folder; give one file") from None
        except (OSError, ValueError) as error:  # ValueError: a path with a null byte
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"cannot read {str(path)!r}: {reason}") from None

    def frame(self):
        """The DataFrame in a file of parquet or Excel, by pandas; None for others."""
        with self.raw() as raw:
            kind = FRAMES.get(raw.peek(4)[:4])
            if self.packed == "zip" and raw.seekable():
                with suppress(zipfile.BadZipFile, OSError):
                    excel = "xl/workbook.xml" in zipfile.ZipFile(raw).namelist()
                    kind = "Excel" if excel else None
        if kind is None:
            return None
        try:
            import pandas

            read = pandas.read_parquet if kind == "parquet" else pandas.read_excel
            with self.raw() as raw, warnings.catch_warnings():
                warnings.simplefilter("ignore")  # such as of a style that is not known
                return read(io.BytesIO(raw.read()))
        except ImportError as error:
            raise InputError(
                f"{self.path} is a file of {kind}, which needs pandas and its engines "
                f'({error}); pip install "nidlite[tables]", or save the table as CSV'
            ) from None
        except Exception as error:  # whatever the engines raise
            line = " ".join(str(error).split())[:200]
            raise InputError(
                f"{self.path} cannot be read as {kind} ({line}); save the table as CSV"
            ) from None

    @property
    def packed(self) -> str:
        """ "gzip", "bzip2", "zip", or nothing."""
        with self.raw() as raw:
            head = raw.peek(4)[:4]
        marks = (kind for kind, (mark, _) in PACKED.items() if head.startswith(mark))
        return next(marks, "")

    @contextmanager
    def unpacked(self):
        """The bytes inside, to be read; damage is an error of DAMAGE."""
        with self.raw() as raw:
            kind = self.packed
            yield PACKED[kind][1](raw, self.path) if kind else raw

    def damaged(self, error) -> InputError:
        """What to say to an error of reading."""
        kind, reason = self.packed, getattr(error, "strerror", None)
        if reason or not kind:  # gzip and bzip2 say damage as OSError, too
            return InputError(f"cannot read {self.path}: {reason or error}")
        return InputError(
            f"{self.path} is a damaged or incomplete {kind} file ({error}); copy or "
            "download it again"
        )


def _only_file(raw, path):
    """What the only file of a zip archive holds, to be read."""
    archive = zipfile.ZipFile(raw)
    names = [name for name in archive.namelist() if not name.startswith("__MACOSX")]
    names = [name for name in names if not name.endswith("/")]
    if len(names) != 1:
        raise InputError(
            f"{path} holds {len(names)} files; unpack it and give one of them"
        )
    try:
        return archive.open(names[0])
    except (RuntimeError, NotImplementedError) as error:  # a password
        raise InputError(f"cannot unpack {path}: {error}; unpack it first") from None


PACKED = {  # how such a file begins, and what opens it
    "gzip": (b"\x1f\x8b", lambda raw, path: gzip.open(raw)),
    "bzip2": (b"BZh", lambda raw, path: bz2.open(raw)),
    "zip": (b"PK\x03\x04", _only_file),
}


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
