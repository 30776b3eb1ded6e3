"""What the columns of a file hold, for someone who has not yet said what to predict."""

from itertools import islice

from ..errors import InputError, shown
from .columns import check_width, numbers_of
from .missing import is_missing
from .source import text_rows


def described(path, separator=None) -> list[tuple[str, str]]:
    """[(a column's name, what it holds), ...] by the file's first 1000 rows."""
    rows, held = text_rows(path, separator), []
    _, names = next(rows)
    check_width(len(names) - 1, path)
    for cells in zip(*(row for _, row in islice(rows, 1000))):
        there = [cell.strip() for cell in cells if not is_missing(cell)]
        kind = "words" if there and numbers_of(there[:1]) is None else "numbers"
        what = f"{kind} such as {shown(dict.fromkeys(there), 3)}"
        gone = len(cells) - len(there)
        lacks = f" ({gone} of {len(cells)} missing)" if gone else ""
        held.append(what + lacks if there else "no values")
    if not held:
        raise InputError(f"{path} has only a header line; expected rows")
    return list(zip(names, held))
