"""Columns of categories, such as a kind of wood, as columns of zeros and ones.

A category with k levels becomes k columns (one-hot coding): column j is 1 in the rows
of level j. A row whose level is not known is 0 in all of them.

    q, p     features, and columns of X after coding
    levels   for each of q features None (numbers) or its k labels, sorted
    medians  for each of q features None, or what stands for its missing numbers
"""

import numpy as np

from ..errors import InputError, plain, shown

MOST_LEVELS = 100  # more look like an id or free text


def positions(levels, medians) -> tuple[tuple[int, ...], ...]:
    """The columns of X that each feature owns, such as ((0,), (1, 2, 3), (4,)).

    A number with a median owns a second one, which is 1 where the number is missing.
    """
    widths = [
        1 + (median is not None) if labels is None else len(labels)
        for labels, median in zip(levels, medians)
    ]
    ends = np.cumsum(widths).tolist()
    return tuple(tuple(range(a, b)) for a, b in zip([0, *ends[:-1]], ends))


def in_order(labels) -> tuple:
    """The different labels, sorted, numbers before texts."""
    return tuple(sorted(set(labels), key=lambda label: (isinstance(label, str), label)))


def as_label(value):
    """A level as a person reads it: text, 1 for 1.0, "(0, 1]" for an interval."""
    value = value.item() if isinstance(value, np.generic) else value
    return plain(value) if isinstance(value, bool | int | float | str) else str(value)


def as_number(text) -> float | None:
    """The number that a text is, or None; 1_000 is text, as in any CSV file."""
    try:
        return float("text" if "_" in text else text)
    except ValueError:
        return None


def check_count(what, labels, rows, remedy="leave it out"):
    """InputError when a category has too many labels in so many rows."""
    if len(labels) > MOST_LEVELS:
        raise InputError(
            f"{what} has {len(labels)} different values in {rows} rows "
            f"({shown(labels, 3)}) and a category may have {MOST_LEVELS}: it looks "
            f"like an id or free text; {remedy} or group its values"
        )
