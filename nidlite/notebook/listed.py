"""The interactions of a Found as a frame, or as a small table on a notebook's page."""

import sys
from itertools import islice

import numpy as np

from ..interactions import label, pruned
from ..report.markup import join, table, tag

SHOWN = 5


def columns_of(found, top) -> dict:
    """{a column's name: its values}: the answer first, then the pruned ranking."""
    strengths, agreed = dict(found.ranking), [a.interaction for a in found.agreed()]
    ranked = [i for i, _ in islice(pruned(found.ranking), top)]
    listed = [*agreed, *(i for i in ranked if i not in agreed)]
    said = [found.told(i) for i in listed]
    columns = {
        "interaction": np.array([label(i, found.feature_names) for i in listed], str),
        "order": np.array([len(i) for i in listed], int),
        "agreed": np.array([i in agreed for i in listed], bool),
        "strength": np.array([strengths.get(i, np.nan) for i in listed], float),
    }
    for key in ("share", "agreement", "t"):
        numbers = [np.nan if a is None else getattr(a, key) for a in said]
        columns[key] = np.array(numbers, float)
    return columns


def as_frame(found, top):
    """The columns as a DataFrame of pandas or polars, whichever is loaded, or rows.

    Rows are a structured array. NaN stands for what is not known: the strength of a set
    that is not in the ranking, and what the networks were not asked.
    """
    columns = columns_of(found, top)
    for name in ("pandas", "polars"):
        if name in sys.modules:
            return sys.modules[name].DataFrame(columns)
    rows = np.empty(len(columns["order"]), [(k, v.dtype) for k, v in columns.items()])
    for name, values in columns.items():
        rows[name] = values
    return rows


def as_html(found) -> str:
    """The summary, and the answer if there is one, else the ranking's top."""
    head, *notes = found.summary.splitlines()
    names, parts = found.feature_names, [tag("p", head)]
    if found.others is not None:
        agreed = found.agreed()
        rows = [
            (label(a.interaction, names), f"{a.share:.1%}", f"{a.agreement:.2f}")
            for a in agreed
        ]
        none = "No interaction was found." if found.learned else "Nothing was learned."
        head = ["interaction", "share", "agreement"]
        parts.append(table(head, rows) if rows else tag("p", none))
    else:
        top = islice(pruned(found.ranking), SHOWN)
        rows = [(label(i, names), f"{strength:.4g}") for i, strength in top]
        parts.append(table(["interaction", "strength"], rows))
        parts.append(tag("p", ".agreed() says which of them are there"))
    return join(*parts, *(tag("p", note) for note in notes))
