"""A file as a table: CSV in its many ways to be written, parquet, Excel."""

from collections import Counter

from ..errors import InputError, show, shown, suggest
from .columns import check_width
from .csvcolumns import Codes, Feature, Target
from .filling import CsvFile
from .frames import unpack
from .making import make_table
from .missing import check_way
from .row_weights import row_weights
from .source import Source
from .table import Table

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
    called every 10,000 rows. Raises InputError.
    """
    check_way("missing", missing)
    drop = (drop,) if isinstance(drop, str) else tuple(drop)
    categorical = (categorical,) if isinstance(categorical, str) else tuple(categorical)
    source = Source(path)
    path, frame = source.path, source.frame()
    file = CsvFile(source, sep) if frame is None else None
    names = file.names if file else [str(name).strip() for name in frame.columns]
    features, notes = chosen_columns(path, names, target, drop, categorical, weights)
    t, coded = names.index(target), [names[i] in categorical for i in features]
    if file:
        notes, how = [*notes, *file.notes], (missing, file.decimal)
        kinds = [Codes if named else Feature for named in coded]
        cells = {i: k(path, names[i], *how, notes) for i, k in zip(features, kinds)}
        cells[t] = Target(path, target, *how, [], any_labels=bool(positive))
        values = file.fill(cells, progress)
        columns, y = [(values[i], cells[i].category) for i in features], values[t]
    else:
        given, y = unpack(frame.iloc[:, features])[0], frame.iloc[:, t]
        columns = [(v, named or kind) for (v, kind), named in zip(given, coded)]
    if not len(y):
        raise InputError(f"{path} has only a header line; expected rows")
    names, w = [names[i] for i in features], None
    if weights is not None:
        what = f"{path}: column {show(names.pop())}"
        w = row_weights(columns.pop()[0], len(y), what)
    how = target, path, positive, task, missing, dates, notes, w
    return make_table(columns, names, len(y), y, *how)


def chosen_columns(path, names, target, drop, categorical, weights):
    """(positions of the features in the file's order, then of the weights; notes)."""
    last = [] if weights is None else [weights]
    drop = [*drop, *last]
    name, count = Counter(names).most_common(1)[0]
    if count > 1:
        raise InputError(f"{path}: column {show(name)} stands {count} times; rename it")
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
        drop.append(names[0])
        notes.append(
            "the first column has no name and is left out: it is taken for row "
            "numbers; give it a name if it is a feature"
        )
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
    return [*features, *map(names.index, last)], notes
