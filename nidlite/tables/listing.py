"""What the columns of a file hold, for someone who has not yet said what to predict."""

from itertools import islice

from ..errors import InputError, shown
from .columns import BOOLS, check_width
from .csvcolumn import kind_of
from .csvfile import BLOCK, CsvFile
from .missing import is_missing
from .reading import opened

OUTCOMES = "target y label class outcome response result price cost score".split()


def described(path, separator=None) -> list[tuple[str, str]]:
    """[(a column's name, what it holds), ...] by the file's first rows."""
    file = opened(path, separator)
    check_width(len(file.names) - 1, file.path)
    if isinstance(file, CsvFile):
        rows = [row for _, row in islice(file.rows, BLOCK)]
    else:
        rows = file.frame.head(BLOCK).astype(str).values.tolist()
    if not (columns := list(zip(*rows))):
        raise InputError(f"{file.path} has only a header line; expected rows")
    return [(n, _holds(cells, file.decimal)) for n, cells in zip(file.names, columns)]


def _holds(cells, decimal) -> str:
    """In words what stands in the cells, all texts."""
    there = [cell.strip() for cell in cells if not is_missing(cell)]
    if not there:
        return "no values"
    what = f"{kind_of(there[0], decimal)}s"
    if {cell.lower() for cell in there} <= {*BOOLS}:
        what = "true or false"
    gone = len(cells) - len(there)
    lacks = f" ({gone} of {len(cells)} missing)" if gone else ""
    return f"{what} such as {shown(dict.fromkeys(there), 3)}{lacks}"


def proposed(columns) -> str:
    """The name of the column that is most likely the outcome: so called, or the last.

    columns are those that `described` gives.
    """
    names = {name.lower(): name for name, _ in reversed(columns)}
    called = [names[word] for word in OUTCOMES if word in names]
    return (called or [columns[-1][0]])[0]
