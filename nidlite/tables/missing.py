"""Cells without a value, as people write them.

A label becomes "missing"; a number the median, and a second column is 1 there.
"""

import numpy as np

WRITTEN = "NA N/A n/a null NULL ? . NaN nan None <NA> NaT \\N #N/A #NV #N/D #N/B #I/T"
WORDS = frozenset(WRITTEN.split()) | {""}  # "." is SAS's, "#..." Excel's #N/A
LEVEL = "missing"  # of a category


def is_missing(cell) -> bool:
    """None, NaN, what pandas writes for no value, or a text that says so."""
    text = str(cell).strip()  # Excel's errors, such as #DIV/0!, are in all languages
    return text in WORDS or text[:1] == "#" and text[-1] in "!?" and text.isupper()


def without_value(cells) -> np.ndarray:
    """(n,) bool: where an array of any type has no value."""
    if cells.dtype.kind in "fmMbiu":
        return cells != cells  # NaN and NaT alone differ from themselves
    return np.fromiter(map(is_missing, cells.tolist()), bool, len(cells))
