"""A file, or standard input, as bytes and as text: opened, unpacked, decoded.

Its first bytes tell what it is, not its name.
"""

import bz2
import codecs
import gzip
import io
import os
import sys
import warnings
import zipfile
import zlib
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import InputError, suggest

FRAMES = {b"PAR1": "parquet", b"\xd0\xcf\x11\xe0": "Excel"}  # the latter the old .xls
ZIP = b"PK\x03\x04"  # also how an .xlsx begins
DAMAGE = EOFError, OSError, RuntimeError, zlib.error, zipfile.BadZipFile
HEAD = 1 << 16  # letters that tell how a file is written


class Source:
    """What a path, or "-" for standard input, leads to. Raises InputError."""

    def __init__(self, path):
        self.path, self.data = path, None
        if str(path) == "-":
            self.path, self.data = "standard input", sys.stdin.buffer.read()
        with self.raw() as raw:
            if not raw.seekable():  # a pipe can be read once
                self.data = raw.read()
            self.head = self.data[:4] if self.data else raw.peek(4)[:4]

    def raw(self):
        """The bytes as they are, to be read."""
        if self.data is not None:
            return io.BufferedReader(io.BytesIO(self.data))
        try:
            return open(self.path, "rb")
        except FileNotFoundError:
            raise InputError(_not_there(Path(self.path))) from None
        except (OSError, ValueError) as error:  # ValueError: a path with a null byte
            reason = getattr(error, "strerror", None) or error
            path = repr(str(self.path))
            raise InputError(f"cannot read {path} as a file: {reason}") from None

    @contextmanager
    def unpacked(self):
        """The bytes inside, to be read."""
        try:
            with self.raw() as raw:
                if self.head.startswith(b"\x1f\x8b"):
                    yield gzip.open(raw)
                elif self.head.startswith(b"BZh"):
                    yield bz2.open(raw)
                elif self.head == ZIP:
                    files = zipfile.ZipFile(raw)
                    names = [n for n in files.namelist() if n[-1] != "/"]
                    names = [n for n in names if not n.startswith("__MACOSX")]
                    if len(names) != 1:
                        line = f"{self.path} holds {len(names)} files; give one of them"
                        raise InputError(f"{line}, unpacked")
                    yield files.open(names[0])
                else:
                    yield raw
        except DAMAGE as error:
            raise InputError(
                f"cannot read {self.path}: it is damaged or incomplete ({error}); copy "
                "or download it again"
            ) from None

    @contextmanager
    def text(self, encoding):
        """The letters inside, to be read, with line ends left to the csv module."""
        wrong = "replace" if encoding == "cp1252" else "strict"
        with self.unpacked() as stream:
            yield io.TextIOWrapper(stream, encoding, wrong, newline="")

    def letters(self):
        """(Python's name of the encoding, the first lines) of the whole file.

        It is UTF-8, UTF-16 with a mark, or else Windows-1252 where no byte is null.
        """
        with self.unpacked() as stream:
            head = stream.read(HEAD)
        encodings = [] if b"\0" in head else ["utf-8-sig", "cp1252"]
        if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            encodings = ["utf-16"]
        for encoding in encodings:
            with suppress(UnicodeDecodeError), self.text(encoding) as text:
                first = text.read(HEAD)
                while text.read(1 << 20):
                    pass
                end = max(first.rfind("\n"), first.rfind("\r")) + 1
                return encoding, first[:end] if len(first) == HEAD and end else first
        raise InputError(f"{self.path} is not UTF-8 text; save it as CSV in UTF-8")

    def frame(self):
        """The DataFrame in a file of parquet or Excel, by pandas; None for others."""
        kind = FRAMES.get(self.head)
        with suppress(*DAMAGE), self.raw() as raw:
            if (
                self.head == ZIP
                and "xl/workbook.xml" in zipfile.ZipFile(raw).namelist()
            ):
                kind = "Excel"
        if kind is None:
            return None
        try:
            import pandas

            read = pandas.read_parquet if kind == "parquet" else pandas.read_excel
            with self.raw() as raw, warnings.catch_warnings():
                warnings.simplefilter("ignore")  # such as of a style that is not known
                return read(io.BytesIO(raw.read()))
        except Exception as error:  # whatever the engines raise
            why = " ".join(str(error).split())[:200]
            line = f"{self.path} cannot be read as {kind} ({why})"
            if isinstance(error, ImportError):
                line += ', which needs pandas: pip install "nidlite[tables]"'
            raise InputError(f"{line}, or save the table as CSV") from None


def _not_there(path) -> str:
    """What to say of a missing file: the files beside it that are named like it."""
    if not path.parent.is_dir():
        return f"no file {path}; there is no folder {path.parent}"
    if not os.access(path.parent, os.R_OK):
        return f"no file {path} that can be read; look at the folder's permissions"
    files = sorted(f.name for f in os.scandir(path.parent) if f.is_file())
    there = suggest(path.name, files) if files else f"{path.parent} has no files"
    return f"no file {path}; {there}"
