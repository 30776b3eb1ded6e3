"""The interactions of a Found as a frame, or as a table on a notebook's page."""

import sys
from itertools import islice

import numpy as np

from ..interactions import label, pruned
from ..report.markup import join, table, tag

SHOWN = 5


def as_frame(found, top):
    """The answer, then the pruned ranking, as Found.to_frame says.

    NaN stands for what is not known: the strength of a set that is not in the ranking,
    and what the networks were not asked.
    """
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
        columns[key] = np.array([getattr(a, key, np.nan) for a in said], float)
    for name in ("pandas", "polars"):
        if name in sys.modules:
            return sys.modules[name].DataFrame(columns)
    rows = np.empty(len(listed), [(k, values.dtype) for k, values in columns.items()])
    for name, values in columns.items():
        rows[name] = values
    return rows


def as_html(found) -> str:
    """The summary, and the answer if there is one, else the ranking's top."""
    said, *notes = found.summary.splitlines()
    names, agreed = found.feature_names, found.others is not None and found.agreed()
    if agreed is False:
        head, after = ["interaction", "strength"], ".agreed() says what is there"
        top = islice(pruned(found.ranking), SHOWN)
        rows = [(label(i, names), f"{strength:.4g}") for i, strength in top]
    else:
        head, after = ["interaction", "share", "agreement"], ""
        cells = ((a.interaction, a.share, a.agreement) for a in agreed)
        rows = [(label(i, names), f"{s:.1%}", f"{r:.2f}") for i, s, r in cells]
        if not agreed:
            after = "No interaction was found." if found.learned else "Nothing learned."
    below = [tag("p", text) for text in (after, *notes) if text]
    return join(tag("p", said), table(head, rows), *below)
