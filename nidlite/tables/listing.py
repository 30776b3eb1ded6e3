"""What the columns of a file hold, for someone who has not yet said what to predict."""

from itertools import islice

from ..errors import InputError, shown
from .cells import kind_of
from .columns import BOOLS, check_width
from .csvfile import BLOCK, CsvFile
from .missing import is_missing
from .source import Source

OUTCOMES = "target y label class outcome response result price cost score".split()


def described(path, separator=None) -> list[tuple[str, str]]:
    """[(a column's name, what it holds), ...] by the file's first rows."""
    source, decimal = Source(path), "."
    if (frame := source.frame()) is not None:
        frame = frame.head(BLOCK).astype(str)
        names, rows = list(map(str, frame.columns)), frame.values.tolist()
    else:
        file = CsvFile(source, separator)
        names, decimal = file.names, file.decimal
        check_width(len(names) - 1, source.path)
        rows = [row for _, row in islice(file.rows, BLOCK) if len(row) == len(names)]
    if not rows:
        raise InputError(f"{source.path} has only a header line; expected rows")
    return [(name, _holds(cells, decimal)) for name, cells in zip(names, zip(*rows))]


def _holds(cells, decimal) -> str:
    """In words what stands in the cells, all texts."""
    there = [cell.strip() for cell in cells if not is_missing(cell)]
    if not there:
        return "no values"
    different = dict.fromkeys(there)
    what = f"{kind_of(there[0], decimal)}s"
    if {cell.lower() for cell in different} <= {*BOOLS}:
        what = "true or false"
    gone = len(cells) - len(there)
    lacks = f" ({gone} of {len(cells)} missing)" if gone else ""
    return f"{what} such as {shown(different, 3)}{lacks}"


def proposed(columns) -> str:
    """The name of the column that is most likely the outcome: so called, or the last.

    columns are those that `described` gives.
    """
    names = {name.lower(): name for name, _ in reversed(columns)}
    called = [names[word] for word in OUTCOMES if word in names]
    return (called or [columns[-1][0]])[0]
