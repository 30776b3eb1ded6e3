"""New rows from a file, for a table that is there: by its columns' names."""

from collections import Counter

from ..errors import InputError, show, shown
from .csvcolumns import Feature
from .dialect import dialect_of
from .reading import blocks_of, header_of
from .source import Source
from .with_pandas import frame_of
from .words import Codes


class Rows(dict):
    """{a column's name: its values}, in the form of a frame."""

    @property
    def columns(self):
        """The names."""
        return list(self)

    def __len__(self):
        return len(next(iter(self.values()), ()))


def read_rows(path, table, sep=None):
    """The rows in a file as table.encode takes them; columns it lacks are passed over.

    Raises InputError.
    """
    source, of_table = Source(path), dict(zip(table.sources, table.levels))
    if kind := source.frame_kind:
        frame = frame_of(source, kind)
        frame.columns = [str(name).strip() for name in frame.columns]
        check_names(source.path, frame.columns, of_table)
        rows = Rows({name: frame[name] for name in of_table})
    else:
        dialect, _ = dialect_of(source, sep)
        with source.unpacked() as stream:
            lines = dialect.rows(stream, source.path)
            names = header_of(lines, source.path)
            check_names(source.path, names, of_table)
            how, columns, rows = ("fill", dialect.decimal), {}, Rows()
            for name, levels in of_table.items():
                kind = Feature if levels is None else Codes
                columns[name] = kind(source.path, name, *how)
            for numbers, cells in blocks_of(lines, source.path, len(names)):
                for name, column in columns.items():
                    column.add(cells[names.index(name)], numbers)
                rows = columns
        rows = Rows({name: column.values()[0] for name, column in rows.items()})
    if not rows:
        raise InputError(f"{source.path} has only a header line; expected rows")
    return rows


def check_names(path, names, needed):
    """InputError unless each needed column is there, and once."""
    count = Counter(names)
    lacking = [name for name in needed if not count[name]]
    if lacking:
        raise InputError(
            f"{path} lacks {len(lacking)} of the {len(needed)} columns of the "
            f"detection: {shown(lacking)}; add them"
        )
    for name in needed:
        if count[name] > 1:
            raise InputError(
                f"{path}: column {show(name)} stands {count[name]} times; rename one"
            )
