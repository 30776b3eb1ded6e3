"""What the columns of a file hold, for someone who has not yet said what to predict."""

from itertools import islice

from ..errors import InputError, shown
from .columns import as_number, check_width
from .missing import is_missing
from .source import named, text_rows

OUTCOMES = "target y label class outcome response result price cost score".split()


def described(path, separator=None) -> list[tuple[str, str]]:
    """[(a column's name, what it holds), ...] by the file's first 1000 rows."""
    rows = text_rows(path, separator)
    _, names = next(rows)
    check_width(len(names) - 1, named(path))
    columns = zip(*(row for _, row in islice(rows, 1000)))
    if not (held := [_holds(cells) for cells in columns]):
        raise InputError(f"{named(path)} has only a header line; expected rows")
    return list(zip(names, held))


def _holds(cells) -> str:
    """In words what stands in the cells, all texts."""
    there = [cell.strip() for cell in cells if not is_missing(cell)]
    if not there:
        return "no values"
    kind = "words" if as_number(there[0]) is None else "numbers"
    gone = len(cells) - len(there)
    lacks = f" ({gone} of {len(cells)} missing)" if gone else ""
    return f"{kind} such as {shown(dict.fromkeys(there), 3)}{lacks}"


def proposed(columns) -> str:
    """The name of the column that is most likely the outcome: so called, or the last.

    columns are those that `described` gives.
    """
    names = {name.lower(): name for name, _ in reversed(columns)}
    called = [names[word] for word in OUTCOMES if word in names]
    return (called or [columns[-1][0]])[0]
