"""A file, or standard input, as bytes: opened, unpacked, and opened again if need be.

What is inside is told by its first bytes, not by its name.
"""

import bz2
import gzip
import io
import sys
import zipfile
import zlib
from contextlib import contextmanager
from pathlib import Path

from ..errors import InputError, suggest

PACKED = {b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"PK\x03\x04": "zip"}
UNPACKED = 64  # GB of content that are taken from a packed file
FRAMES = {b"PAR1": "parquet", b"\xd0\xcf\x11\xe0": "Excel"}  # the latter the old .xls


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

    @property
    def size(self) -> int:
        """How many bytes there are, before unpacking."""
        return Path(self.path).stat().st_size if self.data is None else len(self.data)

    @property
    def frame_kind(self) -> str | None:
        """ "parquet" or "Excel" for a file that pandas has to read."""
        with self.raw() as raw:
            head = raw.peek(4)[:4]
            if head == b"PK\x03\x04" and raw.seekable():
                try:
                    names = zipfile.ZipFile(raw).namelist()
                except (zipfile.BadZipFile, OSError):
                    return None
                return "Excel" if "xl/workbook.xml" in names else None
        return FRAMES.get(head)

    @contextmanager
    def unpacked(self):
        """The bytes inside, to be read; reading raises InputError for damage."""
        with self.raw() as raw:
            head = raw.peek(4)[:4]
            kind = next((k for mark, k in PACKED.items() if head.startswith(mark)), "")
            yield io.BufferedReader(_Checked(raw, kind, self.path), 1 << 16)


class _Checked(io.RawIOBase):
    """A stream of what raw holds, whose errors are the user's."""

    def __init__(self, raw, kind, path):
        self.raw, self.kind, self.path, self.stream = raw, kind, path, None
        self.count = 0

    def readable(self):
        return True

    def readinto(self, buffer):
        """Fill the buffer; InputError for what is damaged."""
        try:
            if self.stream is None:
                self.stream = _opened(self.kind, self.raw, self.path)
            data = self.stream.read(len(buffer))
        except (EOFError, zlib.error, zipfile.BadZipFile, OSError) as error:
            reason = getattr(error, "strerror", None)
            if reason or not self.kind:  # gzip and bzip2 say damage as OSError, too
                text = f"cannot read {self.path}: {reason or error}"
                raise InputError(text) from None
            raise InputError(
                f"{self.path} is a damaged or incomplete {self.kind} file ({error}); "
                f"copy or download it again"
            ) from None
        self.count += len(data)
        if self.kind and self.count > UNPACKED * 1e9:
            raise InputError(
                f"{self.path} holds more than {UNPACKED} GB; unpack it and give a part"
            )
        buffer[: len(data)] = data
        return len(data)


def _opened(kind, raw, path):
    """The stream with what raw holds, packed in this way."""
    if kind == "gzip":
        return gzip.GzipFile(fileobj=raw)
    if kind == "bzip2":
        return bz2.BZ2File(raw)
    if not kind:
        return raw
    archive = zipfile.ZipFile(raw)
    names = [
        name
        for name in archive.namelist()
        if not name.endswith("/") and not name.startswith("__MACOSX")
    ]
    if len(names) != 1:
        raise InputError(
            f"{path} holds {len(names)} files; unpack it and give one of them"
        )
    try:
        return archive.open(names[0])
    except (RuntimeError, NotImplementedError) as error:  # a password
        raise InputError(f"cannot unpack {path}: {error}; unpack it first") from None


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
