"""What to know about an answer: what could not be told, and what was not asked (ours).

>>> import numpy as np
>>> pair = Agreed((0, 1), share=0.2, agreement=0.4, t=9.0)   # of correlated features
>>> made = Opinion(None, None, None, 1.0, np.array([0.9, 0.9]), known={(0, 1): pair})
>>> unsure(made, agreed=[]) == [pair]
True
"""

from math import comb

from ..interactions import label, pairs_of
from .constants import LEVEL, UNSURE, WORTH
from .opinion import Agreed, Opinion


def unsure(opinion: Opinion, agreed) -> list[Agreed]:
    """Pairs that pass but for correlation, largest t first, and are in no Agreed."""
    known = pairs_of(a.interaction for a in agreed) | {*opinion.alike}
    pairs = [a for i, a in opinion.known.items() if len(i) == 2]
    return [
        a
        for a in opinion.supported(pairs, LEVEL)
        if a.share > WORTH and a.agreement > opinion.least and not opinion.passes(a)
        if a.interaction not in known
    ]


def caveats(asked) -> list[str]:
    """The notes on the answer of a SecondOpinion."""
    names, columns = asked.table.feature_names, asked.table.columns
    notes = [
        f"{names[i]} and {names[j]} are nearly one column: whether they interact "
        "cannot be told"
        for i, j in asked.opinion.alike
    ]
    if not asked.learned:
        return notes
    if missed := unsure(asked.opinion, asked.agreed()):
        shown = ", ".join(label(a.interaction, names) for a in missed[:UNSURE])
        more = f" and {len(missed) - UNSURE} more" if len(missed) > UNSURE else ""
        notes.append(
            f"not sure, so not claimed: {shown}{more}; unseen outcomes speak for each, "
            "but the features are correlated and the two networks agree too little"
        )
    if pairs := asked.pairs_asked:
        asked_of = f"{len(pairs):,} of {comb(len(columns), 2):,} pairs"
        notes.append(f"{asked_of} were looked at, the largest weights first")
    return notes
