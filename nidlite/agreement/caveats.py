"""What to know about an answer: what could not be told, and what was not asked (ours).

>>> pair = Agreed((0, 1), share=0.2, agreement=0.4, t=9.0)   # of correlated features
>>> made = Opinion(None, None, None, 1.0, np.array([0.9, 0.9]), known={(0, 1): pair})
>>> unsure(made, agreed=[]) == [pair]
True
"""

from math import comb

import numpy as np

from ..interactions import label, pairs_of
from .constants import LEVEL, UNSURE, WORTH
from .opinion import Agreed, Opinion


def unsure(opinion: Opinion, agreed) -> list[Agreed]:
    """Pairs that pass but for correlation, largest t first, and are in no Agreed."""
    claimed = pairs_of(a.interaction for a in agreed)
    pairs = [a for i, a in opinion.known.items() if len(i) == 2]
    return [
        a
        for a in opinion.supported(pairs, LEVEL)
        if a.share > WORTH and a.agreement > opinion.least and not opinion.passes(a)
        if a.interaction not in claimed and a.interaction not in opinion.alike
    ]


def caveats(asked) -> list[str]:
    """The notes on the answer of a SecondOpinion."""
    notes, (X, _), columns = [], asked.split.train, asked.table.columns
    names = asked.table.feature_names
    for i, j in asked.opinion.alike:
        r = np.corrcoef(X[:, columns[i][0]], X[:, columns[j][0]])[0, 1]
        numbers = len(columns[i]) == len(columns[j]) == 1  # and no category
        how_near = f" (r = {r:.3f})" if numbers else ""
        notes.append(
            f"{names[i]} and {names[j]} are nearly one column{how_near}: "
            "whether they interact cannot be told"
        )
    if not asked.learned:
        return notes
    if missed := unsure(asked.opinion, asked.agreed()):
        shown = ", ".join(label(a.interaction, names) for a in missed[:UNSURE])
        more = f" and {len(missed) - UNSURE} more" if len(missed) > UNSURE else ""
        notes.append(
            f"not sure, so not claimed: {shown}{more}; unseen outcomes speak for each, "
            "but correlated features let networks err alike, and these two agree too "
            "little for that"
        )
    if pairs := asked.pairs_asked:
        notes.append(
            f"{len(pairs):,} of {comb(len(columns), 2):,} pairs were looked at, "
            "those with the largest weights first"
        )
    return notes
