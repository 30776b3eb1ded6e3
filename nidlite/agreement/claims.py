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


def climb(opinion, level, pairs) -> list[Agreed]:
    """The maximal sets that the Opinion claims, from pairs to larger ones."""
    features = range(len(opinion.eta))
    if pairs is None:
        pairs = [opinion.of(pair) for pair in combinations(features, 2)]
    q_of, found = opinion.q_values(pairs), {}
    pairs = sorted(pairs, key=lambda a: -a.share)
    asked = [(a, q_of[a.interaction]) for a in pairs]
    for size in range(2, min(len(features), constants.LARGEST) + 1):
        kept = {}
        for a, q in asked:
            named = {i for i, claim in found.items() if not claim.instead}
            if claim := opinion.judged(a, q, level, named):
                found[a.interaction] = kept[a.interaction] = claim
        asked = ((opinion.of(i), q) for i, q in larger(kept, size + 1))
    claims = said_once(found.values())
    return [replace(a, interval=opinion.interval(a.interaction)) for a in claims]


def larger(kept, size) -> list[tuple[Interaction, float]]:
    """[(a set of this size whose parts are all kept, its q), ...].

    MOST of them, those with the strongest parts first. q is the parts' largest.
    """
    left, weakest = {j for i in kept for j in i}, {}
    sets = {tuple(sorted({*i, j})) for i in kept for j in left - {*i}}
    for i in sorted(sets):
        parts = [kept.get(part) for part in combinations(i, size - 1)]
        if all(parts):
            weakest[i, max(a.q for a in parts)] = min(a.share for a in parts)
    return sorted(weakest, key=weakest.get, reverse=True)[: constants.MOST]


def said_once(claims) -> list[Agreed]:
    """The claims that say something new, largest share first.

    A set inside a larger one is said with that. One where other features may be in some
    feature's place is said by any claim that holds one of its choices.
    """
    kept, claims = [], sorted(claims, key=lambda a: -a.share)
    for a in sorted(claims, key=lambda a: (-len(a.interaction), bool(a.instead))):
        if a.instead:
            sets = [choice for one in kept for choice in choices(one.blocks)]
        else:
            sets = [one.interaction for one in kept]
        if not any({*i} <= {*j} for i in choices(a.blocks) for j in sets):
            kept.append(a)
    return sorted(kept, key=lambda a: -a.share)
