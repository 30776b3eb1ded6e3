"""New rows from a file, for a table that is there: by its columns' names."""

from ..errors import InputError, show, shown
from .csvcolumns import Codes, Feature
from .filling import CsvFile
from .source import Source


class Rows(dict):
    """{a column's name: its values}, in the form of a frame."""

    columns = property(list)

    def __len__(self):
        return len(next(iter(self.values()), ()))


def read_rows(path, table, sep=None):
    """The rows in a file as table.encode takes them; other columns are passed over.

    Raises InputError.
    """
    source, levels = Source(path), dict(zip(table.sources, table.levels))
    if (frame := source.frame()) is not None:
        places = _places(source.path, [str(c).strip() for c in frame.columns], levels)
        rows = Rows({name: frame.iloc[:, i] for name, i in places.items()})
    else:
        file = CsvFile(source, sep)
        places, columns = _places(file.path, file.names, levels), {}
        for name, i in places.items():
            column = Feature if levels[name] is None else Codes
            columns[i] = column(file.path, name, "fill", file.decimal, [])
        values = file.fill(columns)
        rows = Rows({name: values[i] for name, i in places.items()})
    if not len(rows):
        raise InputError(f"{source.path} has only a header line; expected rows")
    return rows


def _places(path, names, needed) -> dict:
    """{a needed column's name: where it is}; InputError unless each is there once."""
    if lacking := [name for name in needed if name not in names]:
        raise InputError(
            f"{path} lacks {len(lacking)} of the {len(needed)} columns of the "
            f"detection: {shown(lacking)}; add them"
        )
    for name in needed:
        if (count := names.count(name)) > 1:
            raise InputError(
                f"{path}: column {show(name)} stands {count} times; rename one"
            )
    return {name: names.index(name) for name in needed}
