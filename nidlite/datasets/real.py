"""The four real data sets of the paper by name, as checked tables (Sec. 5.1).

The text of a file is compared with its SHA-256 at every load.
"""

import gzip
import hashlib
import os
import zlib
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np

from ..errors import InputError, show, suggest
from ..tables.notes import notes_on
from ..tables.reading import read_csv
from ..tables.source import text_rows
from ..tables.table import Table
from .catalogue import DATASETS, DataSet

PACKAGE = Path(__file__).resolve().parents[1]
# An installed package carries the files inside (setup.py); a checkout has data/real.
OWN = (PACKAGE / "real_data", PACKAGE.parent / "data" / "real")
PART = "only the first 22,889 of the 818,238 events"


def load(name, data_home=None) -> Table:
    """The data set of this name: cal_housing, bike_sharing, letter or higgs.

    Higgs is looked for in data_home, in the folder that the environment variable
    NIDLITE_DATA names, and where `nidlite fetch higgs` keeps it. y is 1 for letters A
    to M and for Higgs' signal. Raises InputError.
    """
    dataset, path = data_set(name), checked_file(name, data_home)
    _, names = next(text_rows(path))
    drop = [name for name in dataset.drop if name in names]
    table = read_csv(path, dataset.target, drop, dataset.positive)
    notes = table.notes
    if dataset.undefined is not None:
        missing = table.X == dataset.undefined
        columns = np.flatnonzero(missing.any(axis=0))
        for j in columns:
            table.X[missing[:, j], j] = table.X[~missing[:, j], j].mean()
        what = f"{missing.sum():,} undefined values ({dataset.undefined:g} in the file)"
        filled = f"{what} in {len(columns)} columns are their column's mean"
        notes = [filled, *notes_on(table)]
    if path.name in dataset.files[1:]:
        notes = [f"{PART}; `nidlite fetch {name}` gets all (66 MB)", *notes]
    return replace(table, notes=tuple(notes), classes=dataset.classes or table.classes)


def data_set(name) -> DataSet:
    """What the data set of this name is; InputError if there is none."""
    if name not in DATASETS:
        raise InputError(f"no data set {show(name)}; {suggest(name, DATASETS)}")
    return DATASETS[name]


def checked_file(name, data_home=None) -> Path:
    """The data set's file. Raises InputError if it is nowhere, or is another one."""
    dataset, paths = data_set(name), existing_files(name, data_home)
    if not paths and not dataset.url:
        raise InputError(f"{name} is missing in {OWN[0]}; install nidlite again")
    if not paths:
        line = f"{name} is not here: run `nidlite fetch {name}`, or get {dataset.url}"
        raise InputError(f"{line} into {kept_in()} or where NIDLITE_DATA points")
    path, digest = paths[0], None
    with suppress(OSError, EOFError, zlib.error):  # a damaged file has none
        digest = hashlib.sha256(gzip.decompress(path.read_bytes())).hexdigest()
    if digest != dataset.sha256[dataset.files.index(path.name)]:
        raise InputError(f"{path} is not {name} as it should be; get it anew")
    return path


def existing_files(name, data_home) -> list[Path]:
    """The data set's files: complete ones first, folders in their order."""
    dataset = data_set(name)
    brought = filter(None, (data_home, os.environ.get("NIDLITE_DATA"), kept_in()))
    folders = [Path(f).expanduser() for f in brought] if dataset.url else OWN
    paths = (folder / file for file in dataset.files for folder in folders)
    return [path for path in paths if path.is_file()]


def kept_in() -> Path:
    """Where `nidlite fetch` keeps a file: the user's cache."""
    base = "LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME"
    return Path(os.environ.get(base) or "~/.cache").expanduser() / "nidlite"


def fetch(name, data_home=None) -> Path:
    """The data set's complete file, checked, after a download if it is nowhere.

    It is kept in data_home, or in the user's cache. Raises InputError.
    """
    dataset, folder = data_set(name), Path(data_home or kept_in()).expanduser()
    there = [path.name for path in existing_files(name, data_home)]
    if dataset.url and dataset.files[0] not in there:
        try:
            import pooch

            pooch.retrieve(dataset.url, None, dataset.files[0], folder)
        except (ImportError, OSError, ValueError) as error:
            line = f"cannot download {name} ({str(error)[:110]}); pip install pooch, or"
            line = f"{line} get {dataset.url} by other means and put it into {folder}"
            raise InputError(line) from None
    return checked_file(name, data_home)
