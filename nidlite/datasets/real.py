"""The four real data sets of the paper (Sec. 5.1), and whose they are.

Three travel with nidlite, the fourth is a file that you bring: see `data/README.md`.

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

PACKAGE = Path(__file__).resolve().parents[1]
# An installed package carries the files inside (setup.py); a checkout has data/real.
FOLDERS = (PACKAGE / "real_data", PACKAGE.parent / "data" / "real")
PART = "only the first 22,889 of the 818,238 events"


@dataclass(frozen=True)
class DataSet:
    """A data set's files, and which of their columns are features and target."""

    title: str
    files: tuple[str, ...]  # the complete one first, then one with the first rows
    target: str
    licence: str
    citation: str
    drop: tuple[str, ...] = ()  # columns that are no features
    positive: tuple[str, ...] = ()  # labels that count as 1
    classes: tuple[str, str] | None = None  # how y = 0 and y = 1 read, else the labels
    undefined: float | None = None  # what the file writes for "no value"
    url: str = ""  # of a file that does not travel with nidlite


DATASETS = {
    "cal_housing": DataSet(
        "California housing, block groups of the 1990 census",
        ("cal_housing.csv.gz",),
        target="median_house_value",
        licence="none stated; public census aggregates",
        citation="R. K. Pace, R. Barry, 1997. doi:10.1016/S0167-7152(96)00140-X",
    ),
    "bike_sharing": DataSet(
        "Bike sharing in Washington, D.C., hourly, 2011 and 2012",
        ("bike_sharing_hour.csv.gz",),
        target="cnt",
        # casual + registered = cnt: with them the target would be a feature.
        drop=("instant", "dteday", "casual", "registered"),
        licence="CC BY 4.0",
        citation="H. Fanaee-T, J. Gama, 2013. doi:10.1007/s13748-013-0040-3; "
        "data: doi:10.24432/C5W894",
    ),
    "higgs": DataSet(
        "ATLAS Higgs boson challenge of 2014, simulated events",
        ("atlas-higgs-challenge-2014-v2.csv.gz", "higgs_subset.csv.gz"),
        target="Label",
        # The weight differs between signal and background: it gives the label away.
        drop=("EventId", "Weight", "KaggleSet", "KaggleWeight"),
        positive=("s",),
        undefined=-999.0,
        licence="CC0",
        citation="ATLAS collaboration, 2014. doi:10.7483/OPENDATA.ATLAS.ZBP2.M5T8",
        url="https://opendata.cern.ch/record/328/files/"
        "atlas-higgs-challenge-2014-v2.csv.gz",
    ),
    "letter": DataSet(
        "Letter recognition, A to M against N to Z",
        ("letter_recognition.csv.gz",),
        target="lettr",
        positive=tuple("ABCDEFGHIJKLM"),
        classes=("N to Z", "A to M"),
        licence="CC BY 4.0",
        citation="P. W. Frey, D. J. Slate, 1991; data: doi:10.24432/C5ZP40",
    ),
}


def load(name) -> Table:
    """The data set of this name: cal_housing, bike_sharing, letter or higgs.

    Higgs is looked for in the folder that the environment variable NIDLITE_DATA names.
    y is 1 for letters A to M and Higgs' signal. Raises InputError.
    """
    path, dataset = file_of(name), DATASETS[name]
    _, names = next(text_rows(path))
    drop = [name for name in dataset.drop if name in names]
    table = read_csv(path, dataset.target, drop, positive=dataset.positive)
    notes, missing = table.notes, table.X == dataset.undefined
    if missing.any():
        columns = np.flatnonzero(missing.any(axis=0))
        for j in columns:
            table.X[missing[:, j], j] = table.X[~missing[:, j], j].mean()
        what = f"{missing.sum():,} undefined values ({dataset.undefined:g} in the file)"
        filled = f"{what} in {len(columns)} columns became their column's mean"
        notes = [filled, *notes_on(table)]
    if path.name in dataset.files[1:]:
        notes = [f"{PART}; {dataset.url} has all", *notes]
    return replace(table, notes=tuple(notes), classes=dataset.classes or table.classes)


def file_of(name) -> Path:
    """The data set's file, the complete one if it is there; else InputError."""
    check_choice("a data set", name, DATASETS)
    dataset, brought = DATASETS[name], os.environ.get("NIDLITE_DATA", "")
    folders = [os.path.expanduser(brought)] * bool(brought) if dataset.url else FOLDERS
    paths = (Path(folder, file) for file in dataset.files for folder in folders)
    path = next(filter(Path.is_file, paths), None)
    if not path:
        text = "and set the environment variable NIDLITE_DATA to its folder"
        text = f"get {dataset.url}, {text}" if dataset.url else "install nidlite again"
        raise InputError(f"{name} is not here: {text}")
    return path
