"""From pairs to larger sets: a d-way interaction has all its subsets (Sec. 3; ours).

So the search goes from pairs to triples whose pairs are all there, and so on. The
maximal sets that the Opinion claims are the answer.

>>> claims = [Agreed(i, 0.1, 1.0, 9.0) for i in [(0, 1), (0, 1, 2)]]
>>> [a.interaction for a in said_once(claims)]
[(0, 1, 2)]
"""

from dataclasses import replace
from itertools import combinations

from ..interactions import Interaction
from . import constants
from .opinion import Agreed, choices


def search(opinion, level=constants.LEVEL, pairs=None) -> list[Agreed]:
    """The maximal sets that are there, largest share first.

    pairs are the Agreed of the pairs to start from, by default of all pairs.
    """
    features = range(len(opinion.told))
    if pairs is None:
        pairs = [opinion.of(pair) for pair in combinations(features, 2)]
    q_of, kept = opinion.q_values(pairs), {}
    for a in sorted(pairs, key=lambda a: -a.share):
        if claim := opinion.judged(a, q_of[a.interaction], level, alone(kept)):
            kept[a.interaction] = claim
    found = dict(kept)
    for order in range(3, min(len(features), constants.LARGEST) + 1):
        left = {j for i in kept for j in i}
        larger = {tuple(sorted({*i, j})) for i in kept for j in left - {*i}}
        weakest = {}  # its weakest part's share, for each set whose parts are all there
        for i in sorted(larger):
            if kept.keys() >= (parts := {*combinations(i, order - 1)}):
                weakest[i] = min(kept[part].share for part in parts)
        best = sorted(weakest, key=weakest.get, reverse=True)[: constants.MOST]
        grown = {}
        for i in best:
            q = max(kept[part].q for part in combinations(i, order - 1))
            if claim := opinion.judged(opinion.of(i), q, level, alone(found | grown)):
                grown[i] = claim
        kept = grown
        found |= kept
    claims = said_once(found.values())
    return [replace(a, interval=opinion.interval(a.interaction)) for a in claims]


def alone(claims) -> set[Interaction]:
    """The sets among {interaction: Agreed} in which no feature is one of several."""
    return {i for i, claim in claims.items() if not claim.instead}


def said_once(claims) -> list[Agreed]:
    """The claims that say something new, largest share first.

    A set inside a larger one is said with that. One where other features may be in some
    feature's place is said by any claim that holds one of its choices.
    """
    told, claims = [], sorted(claims, key=lambda a: -a.share)
    for a in sorted(claims, key=lambda a: (-len(a.interaction), bool(a.instead))):
        if a.instead:
            said = [choice for one in told for choice in choices(one.blocks)]
        else:
            said = [one.interaction for one in told]
        if not any({*i} <= {*j} for i in choices(a.blocks) for j in said):
            told.append(a)
    return sorted(told, key=lambda a: -a.share)
