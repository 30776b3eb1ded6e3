"""One member of an archive, checked and kept, or nothing.

With this module one can take the one wanted file out of a tar, zip or gzip archive, or
a bare file (told by the content), and keep it as a gzip file: only when its SHA-256 is
right. No path inside an archive is ever written to, and no more is unpacked than was
said in advance.
"""

import gzip
import hashlib
from contextlib import contextmanager
from dataclasses import dataclass

from ..errors import InputError, shown
from ..outputs import whole_file
from ..tabular.csvfile import open_csv

BLOCK = 1 << 16


@dataclass(frozen=True)
class Wanted:
    """What must come out of an archive."""

    member: str  # its file name there, without folders
    sha256: str  # of the header line and the member together
    most: int  # bytes, of the archive and of what is in it up to the member's end
    header: bytes = b""  # the line to put before a member that lacks it


def store(archive, path, wanted, source, progress=None):
    """Keep the wanted member of an archive, open for reading, as the gzip file path.

    progress("unpacking", done, None) counts bytes; an error calls the archive source.
    Raises InputError.
    """
    found, done = hashlib.sha256(), 0
    with whole_file(path) as temporary, open(temporary, "wb") as raw:
        # No name and no time: the same bytes from every download.
        with gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed:
            for block in _member(archive, wanted, source):
                found.update(block)
                packed.write(block)
                done += len(block)
                if progress:
                    progress("unpacking", done, None)
        if found.hexdigest() != wanted.sha256:
            raise InputError(
                f"{source}: {wanted.member} is not the file expected (its SHA-256 is "
                f"{found.hexdigest()}, expected {wanted.sha256})"
            )


def sha256(path, most) -> str:
    """The SHA-256 of what is in a gzip file; InputError if that is over most bytes."""
    found = hashlib.sha256()
    with open_csv(path) as raw, _said(path), gzip.GzipFile(fileobj=raw) as file:
        for block in _Limited(file, most, path).blocks():
            found.update(block)
    return found.hexdigest()


@contextmanager
def _said(source):
    """What is wrong with an archive, as one line."""
    try:
        yield
    except InputError:
        raise
    except Exception as error:  # the readers of archives raise ten different kinds
        reason = " ".join(str(error).split())
        raise InputError(f"{source} is damaged or incomplete ({reason})") from None


def _member(archive, wanted, source):
    """The header and the member's bytes, block by block."""
    with _said(source), _opened(archive, wanted, source) as file:
        limited = _Limited(file, wanted.most, source)
        first = limited.read(len(wanted.header))
        yield first if first == wanted.header else wanted.header + first
        yield from limited.blocks()


@contextmanager
def _opened(archive, wanted, source):
    """The member, open for reading."""
    import tarfile
    from zipfile import ZipFile

    archive.seek(0)
    start = archive.read(4)
    archive.seek(0)
    if start == b"PK\3\4":
        with ZipFile(archive) as pack:
            names = pack.namelist()
            name = next((name for name in names if _is(name, wanted)), None)
            if name is None:
                raise _absent(names, wanted, source)
            with pack.open(name) as file:
                yield file
        return
    plain = gzip.GzipFile(fileobj=archive) if start[:2] == b"\x1f\x8b" else archive
    try:
        tarfile.TarInfo.frombuf(plain.read(tarfile.BLOCKSIZE), "utf-8", "replace")
    except tarfile.HeaderError:  # no tar archive, so the file itself
        plain.seek(0)
        yield plain
        return
    plain.seek(0)
    # Member after member, so that the limit holds for what is skipped as well.
    with tarfile.open(fileobj=_Limited(plain, wanted.most, source), mode="r|") as pack:
        names = []
        for entry in pack:
            names.append(entry.name)
            if entry.isreg() and _is(entry.name, wanted):
                yield pack.extractfile(entry)
                return
    raise _absent(names, wanted, source)


def _is(name, wanted) -> bool:
    """Whether a path inside an archive ends in the wanted member's name."""
    return name.replace("\\", "/").rpartition("/")[2] == wanted.member


def _absent(names, wanted, source) -> InputError:
    held = shown(names, 3) or "nothing"
    return InputError(f"{source}: no {wanted.member} in this archive; it has {held}")


class _Limited:
    """A file that ends in an InputError after `most` bytes."""

    def __init__(self, file, most, source):
        self.file, self.left, self.most, self.source = file, most, most, source

    def read(self, size):
        block = self.file.read(size)
        self.left -= len(block)
        if self.left < 0:
            raise InputError(f"{self.source}: holds more than {self.most:,} bytes")
        return block

    def blocks(self):
        """All that is left, block by block."""
        while block := self.read(BLOCK):
            yield block
