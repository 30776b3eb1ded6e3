"""The interactions of a Detection as a frame, or as a table on a notebook's page."""

import sys
from itertools import islice

import numpy as np

from ..interactions import label, pruned
from ..report.markup import join, table, tag
from ..report.sentences import answer_part

SHOWN = 5


def as_frame(found, top):
    """The answer, then the pruned ranking, as Detection.to_frame says.

    NaN stands for what is not known: the strength of a set that is not in the ranking,
    and what the networks were not asked.
    """
    agreed = [a.interaction for a in found.agreed()]
    ranked = [i for i, _ in islice(pruned(found.ranking), top)]
    listed = [*agreed, *(i for i in ranked if i not in agreed)]
    strengths, opinions = dict(found.ranking), [found.told(i) for i in listed]
    columns = {
        "interaction": np.array([label(i, found.feature_names) for i in listed], str),
        "order": np.array([len(i) for i in listed], int),
        "agreed": np.array([i in agreed for i in listed], bool),
        "strength": np.array([strengths.get(i, np.nan) for i in listed], float),
    }
    for key in ("share", "agreement", "t"):
        columns[key] = np.array([getattr(a, key, np.nan) for a in opinions], float)
    for name in ("pandas", "polars"):
        if name in sys.modules:
            return sys.modules[name].DataFrame(columns)
    return np.rec.fromarrays([*columns.values()], names=[*columns])


def as_html(found) -> str:
    """The summary, and the answer if there is one, else the ranking's top."""
    head, *notes = (tag("p", line) for line in found.summary.splitlines())
    if found.others is not None:
        return join(head, *answer_part(found, found.agreed()), *notes)
    top = islice(pruned(found.ranking), SHOWN)
    rows = [(label(i, found.feature_names), f"{strength:.4g}") for i, strength in top]
    ranking = table(["interaction", "strength"], rows)
    return join(head, ranking, tag("p", ".agreed() says what is there"), *notes)
