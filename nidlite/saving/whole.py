"""Files that are written whole, or not at all.

A file is written beside its place, under a temporary name, and then renamed into it: a
run cut off at any moment leaves the old file or the new one, never half of one.
"""

import os
import secrets
import time
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import InputError

ENDING = ".nidlite"  # of temporary names, so that nobody else's file is taken for one
OLD = 3600  # seconds after which a temporary file is a killed run's, not another one's


def temporary_name(path) -> Path:
    """A new name beside the path: .ranking.csv.1f0a9c3e.nidlite."""
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}{ENDING}")


def prepared_folder(path, names=(), remedy="name another with --out") -> Path:
    """The folder for files of these names, made and tried out now; InputError.

    What killed runs left of files is taken away.
    """
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trial = temporary_name(folder / "trial")
        trial.touch(exist_ok=False)
        trial.unlink()
    except (OSError, ValueError) as error:  # ValueError: a path with a null byte
        reason = getattr(error, "strerror", None) or error
        text = f"cannot write to the folder {folder} ({reason}); {remedy}"
        raise InputError(text) from None
    for left in folder.glob(f".*.????????{ENDING}"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > OLD:
                left.unlink()
    for taken in (folder / name for name in names if (folder / name).is_dir()):
        remedy = f"rename it, or {remedy}"
        raise InputError(f"cannot write {taken}: a folder has that name; {remedy}")
    return folder


@contextmanager
def whole_file(path):
    """A temporary path that becomes `path` when the block ends without an error.

    It is on the disk then, its name too. A full disk and the like are an InputError.
    """
    path = Path(path)
    temporary = temporary_name(path)
    try:
        open(temporary, "xb").close()
        yield temporary
        _on_the_disk(temporary)
        os.replace(temporary, path)
        if os.name == "posix":  # elsewhere a folder cannot be opened
            _on_the_disk(path.parent)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise InputError(
                f"cannot write {path} ({error.strerror or error}); make room, or name "
                "another folder"
            ) from None
        raise


def _on_the_disk(path):
    """Wait until the file, or the names in the folder, would outlive a power cut."""
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def save_text(path, text):
    """The text in UTF-8, its line ends as they are."""
    with whole_file(path) as temporary:
        temporary.write_bytes(text.encode())
