"""A file is written beside its place and then renamed: whole, or not at all."""

import csv
import io
import os
import secrets
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import InputError


def prepared_folder(path, names=(), source="") -> Path:
    """The folder and its files of these names, tried out now; none is in the source."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
        (tried := Path(path, f".{secrets.token_hex(4)}.nidlite")).touch()
        tried.unlink()  # tempfile would hang where Windows closes a folder to us
        for place in (Path(path, name) for name in names):
            lost = source and place.resolve().is_relative_to(Path(source).resolve())
            if os.path.lexists(place) and (lost or not place.is_file()):
                why = "would be overwritten" if lost else "is not a file"
                raise OSError(f"its {place.name} {why}")
    except (OSError, ValueError) as error:  # ValueError: a path with a null byte
        text = f"cannot write to the folder {path} ({error}); name another place"
        raise InputError(text) from None
    return Path(path)


@contextmanager
def whole_file(path):
    """A temporary path that becomes `path` if the block ends well; else InputError."""
    place = Path(os.path.realpath(path))  # a link stays a link
    temporary = place.with_name(f".{place.name}.{secrets.token_hex(4)}.nidlite")
    try:
        if place.exists() and not place.is_file():  # renaming would end a device
            raise OSError("it exists, and is not a file")
        yield temporary
        os.replace(temporary, place)
    except OSError as error:
        text = f"cannot write {path} ({error.strerror or error}); name another place"
        raise InputError(text) from None
    finally:
        with suppress(OSError):
            temporary.unlink()


def save_text(path, text):
    """Write the text in UTF-8, with ? for half a surrogate pair; line ends stay."""
    with whole_file(path) as temporary:
        temporary.write_bytes(text.encode("utf-8", "replace"))


def csv_text(rows) -> str:
    """The rows' cells as CSV; a spreadsheet takes no text in it for a formula."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    for row in rows:
        cells = (f"'{c}" if type(c) is str and c[:1] in {*"=+-@"} else c for c in row)
        writer.writerow(cells)
    return file.getvalue()
