"""A file as a table, or as new rows for one: CSV, parquet, Excel."""

from ..errors import InputError, show, shown, suggest
from .columns import check_width
from .csvcolumn import Column
from .csvfile import CsvFile
from .frames import Rows, unpack
from .missing import check_way
from .row_weights import row_weights
from .source import Source
from .table import Table, make_table

_UNNAMED = "", "Unnamed: 0"  # how pandas' index is called in a file


class FrameFile:
    """A file that pandas has read, in the form of a CsvFile."""

    notes, decimal = (), "."

    def __init__(self, path, frame):
        self.path, self.frame = path, frame
        self.names = [str(name).strip() for name in frame.columns]

    def fill(self, columns, progress=None) -> dict:
        """{place in the file: values} of the columns in these places."""
        return {i: self.frame.iloc[:, i] for i in columns}


def opened(path, sep=None) -> CsvFile | FrameFile:
    """The file, whose columns' names are known. Raises InputError."""
    source = Source(path)
    frame = source.frame()
    return CsvFile(source, sep) if frame is None else FrameFile(source.path, frame)


def read_csv(
    path,
    target,
    drop=(),
    positive=None,
    task=None,
    progress=None,
    categorical=(),
    sep=None,
    missing="fill",
    dates="days",
    weights=None,
) -> Table:
    """The table in a file with a header line; "-" is standard input.

    It is CSV, plain or in .gz, .bz2 or .zip, or parquet or Excel if pandas is there;
    its content tells. target names the outcome's column, drop the columns to leave out;
    all others are features. A feature is a category if its first value is text, or if
    it is named in categorical. weights names the column that says how much each row
    counts, which is no feature. sep is the separator, found if not given. positive and
    task as in `make_table`, missing and dates as in `check_arrays`. progress(rows) is
    called every 10,000 rows. Blanks around a name do not count. Raises InputError.
    """
    check_way("missing", missing)
    drop, categorical, last = map(_names, (drop, categorical, weights or ()))
    target, file = target.strip(), opened(path, sep)
    names, path = file.names, file.path
    features, notes = _chosen(file, target, [*drop, *last], categorical)
    places = [*features, *map(names.index, last)]
    columns = {
        i: Column(file, names[i], missing, names[i] in categorical) for i in places
    }
    t = names.index(target)
    columns[t] = Column(file, target, missing, bool(positive), target=True)
    values = file.fill(columns, progress)
    y = values.pop(t)
    if not len(y):
        raise InputError(f"{path} has only a header line; expected rows")
    columns, _, found = unpack(Rows({names[i]: values.pop(i) for i in places}))
    w = None
    if last:
        w = row_weights(columns.pop()[0], len(y), f"{path}: column {show(*last)}")
    columns = [(v, name in categorical or c) for (v, c), name in zip(columns, found)]
    names, notes = found[: len(features)], [*notes, *file.notes]
    origin = {"path": path, "target": target, "positive": positive, "notes": notes}
    return make_table(columns, names, y, len(y), task, missing, dates, w, **origin)


def _names(names) -> list[str]:
    """One name, or several, without the blanks around them."""
    names = [names] if isinstance(names, str) else names
    return [name.strip() for name in names]


def _chosen(file, target, drop, categorical):
    """(positions of the features in the file's order, notes)."""
    path, names, notes = file.path, file.names, []
    _check_once(path, names, names)
    for name in (target, *drop, *categorical):
        if name not in names:
            raise InputError(
                f"{path} has no column {show(name)}; {suggest(name, names)} "
                f"(the file's first line must be the header)"
            )
    if target in (*drop, *categorical):
        raise InputError(
            f"column {show(target)} is the target: it cannot be dropped, hold weights "
            f"or be a category; for classes use task classification (--task)"
        )
    if names[0] in _UNNAMED and names[0] not in (target, *categorical, *drop):
        drop.append(names[0])
        notes.append(
            "the first column has no name and is left out: it is taken for row "
            "numbers; give it a name if it is a feature"
        )
    features = [i for i, name in enumerate(names) if name not in (target, *drop)]
    check_width(len(features), path)
    if "" in (names[i] for i in features):
        place = f"column {names.index('') + 1} has no name in the header"
        raise InputError(f"{path}: {place}; name it, or remove it")
    if len(features) < 2:
        there = shown(names[i] for i in features) or "none"
        raise InputError(
            f"{path} leaves {len(features)} feature(s) beside the target ({there}); an "
            "interaction needs two"
        )
    return features, notes


def _check_once(path, asked, names):
    """InputError where one of the asked names stands twice in the file."""
    if len(set(names)) < len(names):
        for name in asked:
            if (count := names.count(name)) > 1:
                line = f"column {show(name)} stands {count} times; rename one"
                raise InputError(f"{path}: {line}")


def read_rows(path, table, sep=None) -> Rows:
    """The rows in a file as table.encode takes them; other columns are passed over.

    Raises InputError.
    """
    file, levels = opened(path, sep), dict(zip(table.sources, table.levels))
    if lacking := [name for name in levels if name not in file.names]:
        raise InputError(
            f"{file.path} lacks {len(lacking)} of the {len(levels)} columns of the "
            f"detection: {shown(lacking)}; add them"
        )
    _check_once(file.path, levels, file.names)
    places = {name: file.names.index(name) for name in levels}
    columns = {
        i: Column(file, name, labels=levels[name] is not None)
        for name, i in places.items()
    }
    values = file.fill(columns)
    rows = Rows({name: values[i] for name, i in places.items()})
    if not len(rows):
        raise InputError(f"{file.path} has only a header line; expected rows")
    return rows
