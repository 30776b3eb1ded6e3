"""The four real data sets of the paper (Sec. 5.1).

Three travel with nidlite, the fourth is a file that you bring. `data/README.md` says
what they are, and whose.

>>> load("letter").X.shape
(20000, 16)
"""

import os
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ..errors import InputError, check_choice
from ..tables.notes import notes_on
from ..tables.reading import read_csv
from ..tables.source import text_rows
from ..tables.table import Table

INSIDE = Path(__file__).resolve().parents[1] / "data"
# An installed package carries them inside (setup.py); a checkout has data/.
DATA = INSIDE if INSIDE.is_dir() else INSIDE.parents[1] / "data"


@dataclass(frozen=True)
class DataSet:
    """A data set's files, and which of their columns are features and target."""

    files: tuple[str, ...]  # the complete one first, then one with the first rows
    target: str
    drop: tuple[str, ...] = ()  # columns that are no features
    positive: tuple[str, ...] = ()  # labels that count as 1
    classes: tuple[str, str] | None = None  # how y = 0 and y = 1 read, else the labels
    undefined: float | None = None  # what the file writes for "no value"
    url: str = ""  # of a file that does not travel with nidlite


DATASETS = {
    "cal_housing": DataSet(("cal_housing.csv.gz",), target="median_house_value"),
    "bike_sharing": DataSet(
        ("bike_sharing_hour.csv.gz",),
        target="cnt",
        # casual + registered = cnt: with them the target would be a feature.
        drop=("instant", "dteday", "casual", "registered"),
    ),
    "higgs": DataSet(
        ("atlas-higgs-challenge-2014-v2.csv.gz", "higgs_subset.csv.gz"),
        target="Label",
        # The weight differs between signal and background: it gives the label away.
        drop=("EventId", "Weight", "KaggleSet", "KaggleWeight"),
        positive=("s",),
        undefined=-999.0,
        url="https://opendata.cern.ch/record/328/files/"
        "atlas-higgs-challenge-2014-v2.csv.gz",
    ),
    "letter": DataSet(
        ("letter_recognition.csv.gz",),
        target="lettr",
        positive=tuple("ABCDEFGHIJKLM"),
        classes=("N to Z", "A to M"),
    ),
}


def load(name, drop=(), **more) -> Table:
    """The data set of this name: cal_housing, bike_sharing, letter or higgs.

    Higgs lies in the folder that the environment variable NIDLITE_DATA names. y is 1
    for A to M and for signal. drop and more are those of read_csv. Raises InputError.
    """
    path, dataset = file_of(name), DATASETS[name]
    _, names = next(text_rows(path))
    drop = [*drop, *(name for name in dataset.drop if name in names)]
    table = read_csv(path, dataset.target, drop, positive=dataset.positive, **more)
    notes, missing = table.notes, table.X == dataset.undefined
    if missing.any():
        for j in np.flatnonzero(missing.any(axis=0)):
            table.X[missing[:, j], j] = table.X[~missing[:, j], j].mean()
        count = f"{missing.sum():,} values {dataset.undefined:g}"
        notes = [f"{count} became their column's mean", *notes_on(table)]
    if path.name in dataset.files[1:]:
        notes = [f"only the first {len(table.y):,} rows; {dataset.url} has all", *notes]
    return replace(table, notes=tuple(notes), classes=dataset.classes or table.classes)


def file_of(name) -> Path:
    """The data set's file, the complete one if it is there; else InputError."""
    check_choice("a data set", name, DATASETS)
    dataset, brought = DATASETS[name], os.environ.get("NIDLITE_DATA", "")
    folders = [DATA / "real"] + [os.path.expanduser(brought)] * bool(brought)
    paths = (Path(folder, file) for file in dataset.files for folder in folders)
    path = next(filter(Path.is_file, paths), None)
    if not path:
        text = "and set the environment variable NIDLITE_DATA to its folder"
        text = f"get {dataset.url}, {text}" if dataset.url else "install nidlite again"
        raise InputError(f"{name} is not here: {text}")
    return path


def about(name) -> str:
    """What data/README.md says of the data set: source, licence, and each column."""
    text = (DATA / "README.md").read_text(encoding="utf-8")
    return text.partition(f"\n## {name}\n")[2].partition("\n## ")[0].strip()
