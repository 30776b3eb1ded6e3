"""The four real data sets of the paper (Sec. 5.1), by name: found, or downloaded.

With this module one can load each of them with the columns that are its features, or
fetch it once and keep it: `nidlite fetch NAME`. What is kept is always checked.
"""

import gzip
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from .errors import InputError, show, suggest
from .printing import Status
from .publishers import download
from .publishers.archives import sha256, store
from .publishers.catalogue import DATASETS, DataSet
from .tabular.csvfile import open_csv
from .tabular.reading import read_csv
from .tabular.tables import Table


def load(name, data_home=None, classes=False, progress=None, on_download=None) -> Table:
    """The data set of this name, downloaded if no folder has it.

    The folders are data_home, the one that NIDLITE_DATA names, the checkout's data/
    and the user's cache; a download goes into data_home, or the cache. y is 1 for
    letters A to M and for higgs' signal; classes=True keeps all 26 letters. progress is
    called as by read_csv, on_download as by download.fetch. Raises InputError.
    """
    dataset = _dataset(name)
    if classes and not dataset.positive:
        raise InputError(f"{name} has no classes: {dataset.target} is a number")
    path, _ = fetch(name, data_home, part=True, progress=on_download)
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
    if dataset.part and path.name == dataset.part[0]:
        notes.append(dataset.part[2])
    if dataset.undefined is not None:
        notes.append(_fill_undefined(table.X, dataset.undefined))
    names = table.classes if classes or not dataset.classes else dataset.classes
    return replace(table, notes=tuple(notes), classes=names)


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


def fetch(name, data_home=None, source=None, part=False, progress=None):
    """(path, how): the data set's file, found, downloaded, or made of an archive.

    source is the publisher's archive downloaded by hand; it is found in the folders,
    too. With part the first rows are enough. Raises InputError.
    """
    dataset, folders = _dataset(name), _folders(data_home)
    wanted, into = dataset.wanted, folders[0] if data_home else folders[-1]
    if source is None:
        for path in _existing(folders, [dataset.file]):
            return _checked(path, wanted.sha256, name), "found"
        source = next(_existing(folders, dataset.archives), None)
    if source is None and part and dataset.part:
        for path in _existing(folders, dataset.part[:1]):
            return _checked(path, dataset.part[1], name), "found"
    path = _prepared(into) / dataset.file
    if source is not None:
        try:
            with open_csv(source) as archive:
                store(archive, path, wanted, source, progress)
        except InputError as error:
            raise InputError(f"{error}; it comes from {dataset.urls[-1]}") from None
        return path, f"made of {source}"
    reasons = []
    for url in dataset.urls:
        try:
            download.fetch(url, path, wanted, progress=progress)
            return path, f"downloaded from {url}"
        except InputError as error:
            reasons.append(str(error))
    raise InputError(
        f"cannot download {name}: {'; '.join(reasons)}; get {dataset.urls[0]} by "
        f"other means, put it into {into} as {dataset.archives[0]} and try again"
    )


def _dataset(name) -> DataSet:
    if name not in DATASETS:
        raise InputError(f"no data set {show(name)}; {suggest(name, DATASETS)}")
    return DATASETS[name]


def _folders(data_home) -> list[Path]:
    """Where a data set may lie, in the order of search; the user's cache is last."""
    checkout, env = Path(__file__).resolve().parents[1], os.environ
    base = "LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME"
    folders = [data_home, env.get("NIDLITE_DATA")]
    if (checkout / "pyproject.toml").is_file() and (checkout / "data").is_dir():
        folders.append(checkout / "data")
    folders.append(Path(env.get(base) or "~/.cache", "nidlite"))
    return [Path(os.path.expanduser(folder)) for folder in folders if folder]


def _existing(folders, names):
    """The files of these names, folder by folder."""
    paths = (folder / name for folder in folders for name in names)
    return (path for path in paths if os.path.isfile(path))


def _checked(path, expected, name) -> Path:
    """The path, if what is in the file has the SHA-256 expected."""
    try:
        found = sha256(path, DATASETS[name].wanted.most)
        problem = f"{path} is not {name} as it should be (its SHA-256 is {found})"
    except InputError as error:
        found, problem = None, str(error)
    if found != expected:
        raise InputError(f"{problem}; delete it and run `nidlite fetch {name}`")
    return path


def _prepared(folder) -> Path:
    """The folder, made if need be and tried out."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(
            f"cannot write to the folder {folder} ({reason}); name another with "
            "--data-home"
        ) from None
    return folder


def add_arguments(parser):
    """What `nidlite fetch` takes."""
    add = parser.add_argument
    add("name", metavar="NAME", help=f"{', '.join(DATASETS)}, or all")
    add("--data-home", metavar="DIR", help="keep it there (else in the user's cache)")
    add("--from", dest="source", metavar="FILE", help="an archive downloaded by hand")


def run(options) -> int:
    """Fetch, check and describe; 0, or 2 if one of all failed. Raises InputError."""
    everything, status = options.name == "all", 0
    if everything and options.source:
        raise InputError("--from is for one data set; name it instead of all")
    for name in DATASETS if everything else [options.name]:
        try:
            _describe(name, options.data_home, options.source)
        except InputError as error:
            if not everything:
                raise
            print(f"nidlite: error: {error}", file=sys.stderr)
            status = 2
    return status


def _describe(name, data_home, source):
    """Fetch a data set and print what it is."""
    status = Status(name, 0)
    try:
        path, how = fetch(name, data_home, source, progress=download.shown_on(status))
    finally:
        status.done()
    dataset, table = DATASETS[name], load(name, path.parent)
    n, q, target = len(table.y), len(table.feature_names), dataset.target
    if table.classes:
        target += f": {table.classes[1]} (y = 1) against {table.classes[0]}"
    print(f"{name}: {dataset.title}")
    print(f"    file     {path} ({how})")
    print(f"    table    {n:,} rows x {q} features, {table.task}")
    print(f"    target   {target}")
    for note in table.notes:
        print(f"    note     {note}")
    print(f"    source   {dataset.page}")
    print(f"    licence  {dataset.licence}")
    print(f"    cite     {dataset.citation}")
