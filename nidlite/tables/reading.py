"""A file as a table: CSV in its many ways to be written, parquet, Excel."""

from ..errors import InputError, show, shown, suggest
from .cells import Column
from .columns import check_width
from .csvfile import CsvFile
from .frames import unpack
from .missing import check_way
from .row_weights import row_weights
from .source import Source
from .table import Table, make_table

_UNNAMED = "", "Unnamed: 0"  # how pandas' index is called in a file


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
    called every 10,000 rows. Names are compared without the blanks around them. Raises
    InputError.
    """
    check_way("missing", missing)
    target, weights = target.strip(), None if weights is None else weights.strip()
    drop, categorical = _names(drop), _names(categorical)
    source = Source(path)
    path, frame = source.path, source.frame()
    file = CsvFile(source, sep) if frame is None else None
    names = file.names if file else [str(name).strip() for name in frame.columns]
    features, notes = chosen_columns(path, names, target, drop, categorical, weights)
    places = [*features, *([] if weights is None else [names.index(weights)])]
    t = names.index(target)
    if file:
        cells = {
            i: Column(file, names[i], missing, labels=names[i] in categorical)
            for i in places
        }
        cells[t] = Column(file, target, missing, labels=bool(positive), target=True)
        values = file.fill(cells, progress)
        columns, y, notes = (
            [(values.pop(i), False) for i in places],
            values[t],
            notes + file.notes,
        )
    else:
        columns, y = unpack(frame.iloc[:, places])[0], frame.iloc[:, t]
    if not len(y):
        raise InputError(f"{path} has only a header line; expected rows")
    w = None
    if weights is not None:
        w = row_weights(columns.pop()[0], len(y), f"{path}: column {show(weights)}")
    names = [names[i] for i in features]
    columns = [
        (v, name in categorical or kind) for (v, kind), name in zip(columns, names)
    ]
    return make_table(
        columns,
        names,
        y,
        len(y),
        target=target,
        path=path,
        positive=positive,
        task=task,
        missing=missing,
        dates=dates,
        notes=notes,
        weights=w,
    )


def _names(names) -> list[str]:
    """One name, or several, without the blanks around them."""
    names = [names] if isinstance(names, str) else names
    return [name.strip() for name in names]


def chosen_columns(path, names, target, drop, categorical, weights):
    """(positions of the features in the file's order, notes)."""
    drop = drop if weights is None else [*drop, weights]
    twice = (
        [name for name in names if names.count(name) > 1]
        if len(set(names)) < len(names)
        else []
    )
    if twice:
        raise InputError(
            f"{path}: column {show(twice[0])} stands {names.count(twice[0])} times; rename it"
        )
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
    notes = []
    if names[0] in _UNNAMED and names[0] not in (target, *categorical, *drop):
        drop = [*drop, names[0]]
        notes = [
            "the first column has no name and is left out: it is taken for row "
            "numbers; give it a name if it is a feature"
        ]
    features = [i for i, name in enumerate(names) if name not in (target, *drop)]
    check_width(len(features), path)
    if "" in (names[i] for i in features):
        raise InputError(
            f"{path}: column {names.index('') + 1} has no name in the header; name it, "
            f"or remove it if it only numbers the rows"
        )
    if len(features) < 2:
        raise InputError(
            f"{path} leaves {len(features)} feature(s) beside the target "
            f"({shown(names[i] for i in features) or 'none'}); an interaction needs two"
        )
    return features, notes


def read_rows(path, table, sep=None):
    """The rows in a file as table.encode takes them; other columns are passed over.

    Raises InputError.
    """
    source, levels = Source(path), dict(zip(table.sources, table.levels))
    frame = source.frame()
    file = CsvFile(source, sep) if frame is None else None
    names = file.names if file else [str(name).strip() for name in frame.columns]
    if lacking := [name for name in levels if name not in names]:
        raise InputError(
            f"{source.path} lacks {len(lacking)} of the {len(levels)} columns of the "
            f"detection: {shown(lacking)}; add them"
        )
    for name in levels:
        if (count := names.count(name)) > 1:
            raise InputError(
                f"{source.path}: column {show(name)} stands {count} times; rename one"
            )
    places = {name: names.index(name) for name in levels}
    if file:
        columns = {
            i: Column(file, name, labels=levels[name] is not None)
            for name, i in places.items()
        }
        values = file.fill(columns)
        rows = Rows({name: values[i] for name, i in places.items()})
    else:
        rows = Rows({name: frame.iloc[:, i] for name, i in places.items()})
    if not len(rows):
        raise InputError(f"{source.path} has only a header line; expected rows")
    return rows


class Rows(dict):
    """{a column's name: its values}, in the form of a frame."""

    columns = property(list)

    def __len__(self):
        return len(next(iter(self.values()), ()))
