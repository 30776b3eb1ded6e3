"""From pairs to larger sets: a d-way interaction has all its subsets (Sec. 3; ours).

So the search goes from pairs to triples whose pairs are all there, and so on. Of the
sets on which both networks agree, those in doubt must be needed. They come in one by
one, as in Sec. 4.3: first the set without which the error rises most. Then larger sets
are looked at, around those that are there.

>>> claims = [Agreed(i, 0.1, 1.0, 9.0) for i in [(0, 1), (0, 1, 2)]]
>>> [a.interaction for a in distinct(claims)]
[(0, 1, 2)]
"""

from dataclasses import replace
from itertools import combinations

import numpy as np

from ..interactions import Interaction
from . import constants
from .opinion import Agreed, chance, choices, with_q


def climb(opinion, level, there=list) -> dict[Interaction, Agreed]:
    """The sets on which both networks agree, from pairs to larger ones.

    `there` gets the sets of one size, {set: Agreed}, and picks those that larger sets
    are made from.
    """
    features, asked, found = range(len(opinion.eta)), opinion.proposed, {}
    if asked is None:
        asked = [opinion.of(pair) for pair in combinations(features, 2)]
    q_of = opinion.q_values(asked)
    for size in range(2, min(len(features), constants.LARGEST) + 1):
        claims = (opinion.there(with_q(a, q_of), level) for a in asked)
        kept = {a.interaction: a for a in claims if a}
        found |= kept
        asked = map(opinion.of, larger(kept, there(kept), size + 1))
    return found


def larger(kept, there, size) -> list[Interaction]:
    """The MOST sets of this size with the strongest parts, all kept and one there."""
    features, weakest = {j for i in kept for j in i}, {}
    sets = {tuple(sorted({*i, j})) for i in there for j in features - {*i}}
    for i in sorted(sets):
        parts = [kept.get(part) for part in combinations(i, size - 1)]
        if all(parts):
            weakest[i] = min(a.share for a in parts)
    return sorted(weakest, key=weakest.get, reverse=True)[: constants.MOST]


def needed_of(opinion, level, sure) -> list[Agreed]:
    """The Agreed of sets in doubt that unseen rows need beside sets that are sure."""
    sets, asked = [*sure], {}

    def there(kept):
        """Those of one size that are there, beside all that are there by then."""
        worth = (a for a in kept.values() if a.share > constants.WORTH)
        new = sorted(filter(opinion.in_doubt, worth), key=lambda a: -a.share)
        asked.update((a.interaction, a) for a in new)
        candidates = [i for i in asked if i in kept and not opinion.is_copy(i, sets)]
        sets[:] = come_in(opinion, sets, candidates[: constants.MOST])
        return [i for i in kept if i in sets]

    climb(opinion, level, there)
    claims = []
    for i, verdict in still_needed(opinion, sets, asked).items():
        q = max(asked[i].q, chance(min(verdict.t)))
        claims.append(replace(asked[i], q=q, needed=verdict.rise))
    return claims


def come_in(opinion, sets, new) -> list[Interaction]:
    """The sets and those of the new ones that are needed beside them, greedily.

    A set's rise of the error falls as others come in, as these may stand in for it. So
    the set of the largest last rise is asked again, and comes in if it stays the first.
    A set that was not needed once is not asked again.
    """
    rise, fresh = dict.fromkeys(new, np.inf), set()
    while rise:
        if (best := max(rise, key=rise.get)) in fresh:
            sets, fresh = [*sets, best], set()
            del rise[best]
            rise = {i: r for i, r in rise.items() if not opinion.is_copy(i, sets)}
            continue
        question = f"are they needed? {len(rise)} of {len(new)} sets may be"
        opinion.needed.progress.tell(question, last=False)
        verdict = opinion.needed(best, sets)
        fresh.add(best)
        rise[best] = sum(verdict.rise)
        if not verdict.speaks:
            del rise[best]
    return sets


def still_needed(opinion, sets, asked) -> dict:
    """{set: Verdict} of those in doubt that are needed beside all the others."""
    while doubts := [i for i in sets if i in asked and not opinion.is_copy(i, sets)]:
        verdicts = {i: opinion.needed(i, sets) for i in doubts}
        weakest = min(doubts, key=lambda i: (verdicts[i].speaks, sum(verdicts[i].rise)))
        if verdicts[weakest].speaks:
            return verdicts
        sets = [i for i in sets if i != weakest]
    return {}


def with_stand_ins(opinion, a, claims) -> Agreed:
    """a and, if unseen rows were asked, the features that may stand in for its own.

    Feature k may stand in for i if the set with k in i's place is needed, too, and the
    set itself is not needed beside that one. The rows then cannot tell k from i.
    """
    needed, instead, interaction = opinion.needed, {}, a.interaction
    sets = {claim.interaction for claim in claims} - {interaction}
    for i in interaction if a.needed else ():
        for k in (opinion.eta[i] > constants.STANDS).nonzero()[0].tolist():
            other = tuple(sorted({*interaction} - {i} | {k}))
            new = len(other) == len(interaction) and other not in sets
            if new and needed(other, sets).speaks:
                same = opinion.is_copy(interaction, [other])
                if same or not needed(interaction, sets, beside=(other,)).speaks:
                    instead[i] = *instead.get(i, ()), k
    return replace(a, instead=instead)


def distinct(claims) -> list[Agreed]:
    """The claims that say something new, largest share first.

    A set inside a larger one says nothing new. Nor does a set with stand-ins, if a
    claim that is kept holds one of its choices.
    """
    kept, claims = [], sorted(claims, key=lambda a: -a.share)
    for a in sorted(claims, key=lambda a: (-len(a.interaction), bool(a.instead))):
        sets = [choices(one.blocks) if a.instead else [one.interaction] for one in kept]
        if not any({*i} <= {*j} for i in choices(a.blocks) for j in sum(sets, [])):
            kept.append(a)
    return sorted(kept, key=lambda a: -a.share)
