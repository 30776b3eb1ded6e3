"""The four real data sets of the paper by name, as checked tables (Sec. 5.1).

The text of every file is compared with its SHA-256 at every load.
"""

import gzip
import hashlib
import os
import zlib
from dataclasses import replace
from pathlib import Path

from ..errors import InputError, show, suggest
from ..tables.reading import read_csv
from ..tables.table import Table
from .catalogue import DATASETS, DataSet

PACKAGE = Path(__file__).resolve().parents[1]
# An installed package carries the files inside (setup.py); a checkout has data/real.
OWN = (PACKAGE / "real_data", PACKAGE.parent / "data" / "real")


def load(name, data_home=None, classes=False, progress=None) -> Table:
    """The data set of this name: cal_housing, bike_sharing, letter or higgs.

    Higgs is looked for in data_home, in the folder that the environment variable
    NIDLITE_DATA names, and where `nidlite fetch higgs` keeps it. y is 1 for letters A
    to M and for higgs' signal; classes=True keeps all 26 letters. progress is called
    as by read_csv. Raises InputError.
    """
    dataset = described(name)
    if classes and not dataset.positive:
        raise InputError(f"{name} has no classes: {dataset.target} is a number")
    path = found(name, data_home)
    with gzip.open(path, "rt", encoding="ascii") as file:
        columns = file.readline().strip().split(",")
    table = read_csv(
        path,
        dataset.target,
        [column for column in dataset.drop if column in columns],
        None if classes else dataset.positive,
        progress=progress,
    )
    notes = list(table.notes)
    if path.name == dataset.subset:
        notes.append(dataset.note)
    if dataset.undefined is not None:
        notes.append(_fill_undefined(table.X, dataset.undefined))
    names = table.classes if classes or not dataset.classes else dataset.classes
    return replace(table, notes=tuple(notes), classes=names)


def described(name) -> DataSet:
    """What the data set of this name is; InputError if there is none."""
    if name not in DATASETS:
        raise InputError(f"no data set {show(name)}; {suggest(name, DATASETS)}")
    return DATASETS[name]


def found(name, data_home=None) -> Path:
    """The data set's file, checked. Raises InputError if it is nowhere, or another."""
    dataset = described(name)
    brought = [data_home, os.environ.get("NIDLITE_DATA"), kept_in()]
    folders = OWN if dataset.url is None else [Path(f) for f in brought if f]
    for file, expected in dataset.files.items():
        for folder in folders:
            if (path := folder / file).is_file():
                if (digest := sha256(path)) != expected:
                    raise InputError(
                        f"{path} is not {name} as it should be (its text's SHA-256 is "
                        f"{digest}); delete it, and get it anew"
                    )
                return path
    if dataset.url is None:
        raise InputError(f"{name} is missing in {OWN[0]}; install nidlite again")
    raise InputError(
        f"{name} does not travel with nidlite: get {dataset.url} and put it into "
        f"{kept_in()} (or a folder that NIDLITE_DATA names), or run "
        f"`nidlite fetch {name}`"
    )


def kept_in() -> Path:
    """Where `nidlite fetch` keeps a file: the user's cache."""
    base = "LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME"
    return Path(os.environ.get(base) or "~/.cache").expanduser() / "nidlite"


def fetch(name, data_home=None) -> Path:
    """Download a data set that does not travel with nidlite, and check it.

    It is kept in data_home, or in the user's cache. Raises InputError.
    """
    dataset, folder = described(name), Path(data_home or kept_in())
    if dataset.url is not None:
        try:
            import pooch
        except ImportError:
            raise InputError(
                f"nidlite fetch {name} needs pooch: pip install pooch, or get "
                f"{dataset.url} and put it into {folder}"
            ) from None
        file = dataset.url.rpartition("/")[2]
        try:
            pooch.retrieve(dataset.url, dataset.digest, file, folder, progressbar=False)
        except (OSError, ValueError) as error:
            reason = " ".join(str(error).split())
            raise InputError(
                f"cannot download {name} ({reason}); get {dataset.url} by other means "
                f"and put it into {folder}"
            ) from None
    return found(name, data_home)


def sha256(path) -> str:
    """The SHA-256 of the text in a gzip file."""
    digest = hashlib.sha256()
    try:
        with gzip.open(path, "rb") as file:
            while block := file.read(1 << 16):
                digest.update(block)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path} is damaged ({error}); get it anew") from None
    return digest.hexdigest()


def _fill_undefined(X, undefined) -> str:
    """Put each column's mean, 0 after scaling, where it is undefined; what was done.

    In place: X was just read and nobody else has it; the complete one takes 200 MB.
    """
    values = columns = 0
    for column in X.T:
        missing = column == undefined
        if missing.any():
            column[missing] = column[~missing].mean()
            values, columns = values + int(missing.sum()), columns + 1
    return (
        f"{values:,} undefined values ({undefined:g} in the file) in {columns} columns "
        f"are their column's mean"
    )
