"""What to know about an answer: what could not be told, and what was not asked (ours).

>>> pair = Agreed((0, 1), share=0.2, agreement=0.4, t=9.0)   # of correlated features
>>> made = Opinion(None, None, None, 1.0, np.array([0.9, 0.9]), known={(0, 1): pair})
>>> unsure(made, agreed=[]) == [pair]
True
"""

from math import comb

import numpy as np

from ..interactions import label, pairs_of
from .opinion import LEVEL, Agreed, Opinion

UNSURE, WORTH = 4, 1e-3  # pairs that a note names, and the share that is worth it


def unsure(opinion: Opinion, agreed) -> list[Agreed]:
    """Pairs that pass but for correlation, largest t first, and are in no Agreed."""
    claimed, known = pairs_of(a.interaction for a in agreed), opinion.known.items()
    supported = opinion.supported([a for i, a in known if len(i) == 2], LEVEL)
    return [
        a
        for a in supported
        if a.share > WORTH and a.agreement > opinion.least and not opinion.passes(a)
        if a.interaction not in claimed and a.interaction not in opinion.alike
    ]


def caveats(asked) -> list[str]:
    """The notes on the answer of a SecondOpinion."""
    notes, (X, _), columns = [], asked.split.train, asked.table.columns
    names = asked.table.feature_names
    for pair in asked.opinion.alike:
        own = [columns[i] for i in pair]
        r = np.corrcoef(*(X[:, c] for c, *_ in own))[0, 1]
        alike = f" (r = {r:.3f})" if [len(c) for c in own] == [1, 1] else ""
        notes.append(
            f"{names[pair[0]]} and {names[pair[1]]} are nearly one column{alike}: "
            "whether they interact cannot be told"
        )
    if asked.learned and (missed := unsure(asked.opinion, asked.agreed())):
        some = ", ".join(label(a.interaction, names) for a in missed[:UNSURE])
        more = f" and {n} more" if (n := len(missed) - UNSURE) > 0 else ""
        notes.append(
            f"not sure, so not claimed: {some}{more}; unseen outcomes speak for each, "
            "but correlated features let networks err alike, and these two agree too "
            "little for that"
        )
    if asked.learned and (pairs := asked.pairs_asked):
        notes.append(
            f"{len(pairs):,} of {comb(len(columns), 2):,} pairs were looked at, "
            "those with the largest weights first"
        )
    return notes
