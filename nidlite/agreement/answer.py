"""The sets that are claimed: of two networks, unseen rows and refits (ours).

Two networks propose sets, and unseen rows say which are needed. Where features are
related, both hardly see a set that adds little to its parts. MLP-Cutoff with a net for
each set sees these sets and no others (Sec. 4.3). So where next to nothing is noise,
sets are added and shrunk as long as it predicts unseen rows better.

>>> ordered([(0, 1, 2), (1, 2), (2, 3)])
((0, 1, 2), (2, 3))
"""

from dataclasses import replace
from itertools import combinations

from ..interactions import Interaction, maximal, pairs_of
from . import constants
from .claims import climb, distinct, needed_of, with_stand_ins
from .opinion import Agreed
from .refits import error, explains, in_full, of_refits


def search(opinion, level=constants.LEVEL) -> list[Agreed]:
    """The maximal sets that are there, largest share first.

    If needed.progress.keep, Ctrl-C leaves the claims that nobody doubts, and then
    nothing more is asked.
    """
    needed, found = opinion.needed, climb(opinion, level, opinion.undoubted)
    sure = maximal(opinion.undoubted(found))
    claims = [found[i] for i in sure]
    unasked = {i for i, a in found.items() if opinion.in_doubt(a)}
    if unasked and not needed.stopped:
        try:
            if needed.may_refit and (refits := refitted(opinion, sure, level)):
                return refits
            claims, unasked = claims + needed_of(opinion, level, sure), ()
            claims = [with_stand_ins(opinion, a, claims) for a in claims]
        except KeyboardInterrupt:
            if not needed.progress.keep:
                raise
            needed.stopped = True
    opinion.unasked.update(i for i in unasked if found[i].share > constants.WORTH)
    claims = distinct(claims)
    return [replace(a, interval=opinion.interval(a.interaction)) for a in claims]


def refitted(opinion, sure, level) -> list[Agreed]:
    """What two MLP-Cutoffs say of the sets with which they predict best.

    They have to be better by far than with the sets that nobody doubts, and a pair that
    is in doubt has to be needed: univariate nets may have learned single effects badly.
    """
    found = climb(opinion, level)
    pairs = sorted((i for i in found if len(i) == 2), key=lambda i: -found[i].share)
    asked = [i for i in pairs if i not in pairs_of(sure)][: constants.TRIED_FIRST]
    if not any(opinion.needed(i, sure).speaks for i in asked):
        return []
    stay = until_they_stay(opinion, found, level)
    sets = stepwise(opinion, stay, [a.interaction for a in distinct(found.values())])
    fall = error(opinion.needed, ordered(sure)) - error(opinion.needed, sets)
    if fall <= constants.REFIT_GAIN:
        return []
    return in_full(of_refits(opinion, sets), sets)


def until_they_stay(opinion, found, level) -> tuple[Interaction, ...]:
    """The sets on which two MLP-Cutoffs agree that have these sets and no others.

    The sets `found`, on which the networks agree, hold the true ones, and many more.
    Two MLP-Cutoffs are trained with them, one on each half, then two with the sets on
    which these agree, until the sets stay.
    """
    sets = ordered(found)
    for _ in range(constants.REFITS):
        before, sets = sets, ordered(climb(of_refits(opinion, sets), level))
        if sets == before:
            break
    return sets


def stepwise(opinion, sets, proposed) -> tuple[Interaction, ...]:
    """The sets after all steps with which MLP-Cutoff predicts unseen rows better."""
    first = sets = shrunk(opinion, sets)
    for _ in range(constants.ADDED):
        before, sets = sets, added(opinion, sets, proposed)
        if sets == before:
            break
    return sets if sets == first else shrunk(opinion, sets)


def added(opinion, sets, proposed) -> tuple[Interaction, ...]:
    """The sets and one more, of the few that explain most of the residuals.

    It is a proposed set, or one of the sets and a feature with all pairs proposed.
    """
    needed, pairs = opinion.needed, pairs_of(proposed)
    wide = {tuple(sorted({*i, j})) for i in sets for j in range(len(opinion.eta))}
    wide = {i for i in wide if pairs_of([i]) <= pairs and len(i) <= constants.LARGEST}
    new = [i for i in sorted({*proposed, *wide}) if not any({*i} <= {*j} for j in sets)]
    explained = {i: explains(needed, sets, i) for i in new}
    for i in sorted(explained, key=explained.get, reverse=True)[: constants.TRIED]:
        missing, more = explained[i] > constants.EXPLAINED, ordered([*sets, i])
        if missing and error(needed, sets) - error(needed, more) > constants.STEP_GAIN:
            two = of_refits(opinion, more)
            shares = [two.of(pair).share for pair in pairs_of([i]) - pairs_of(sets)]
            if min(shares, default=1) > constants.STEP_SHARE:
                return more
    return sets


def shrunk(opinion, sets) -> tuple[Interaction, ...]:
    """The sets without their weakest pairs, as long as these hardly lower the error.

    The error must not rise far above the least so far: small steps may add up.
    """
    before, least = None, error(opinion.needed, sets)
    while sets != before:
        before, two = sets, of_refits(opinion, sets)
        share = {pair: two.of(pair).share for pair in pairs_of(sets)}
        weakest = {min(combinations(i, 2), key=share.get) for i in sets}
        for pair in sorted(weakest, key=share.get)[: constants.WEAKEST]:
            fewer = without(sets, pair)
            if (now := error(opinion.needed, fewer)) < least + constants.STEP_GAIN:
                sets, least = fewer, min(now, least)
    return sets


def without(sets, pair) -> tuple[Interaction, ...]:
    """The sets; each that holds the pair becomes two, each without one of the pair."""
    # A set that lacks one of the pair stays whole, as one of its two parts.
    parts = [tuple(sorted({*i} - {feature})) for i in sets for feature in pair]
    return ordered(i for i in parts if len(i) > 1)


def ordered(sets) -> tuple[Interaction, ...]:
    """The maximal ones, in order."""
    return tuple(maximal(sorted({*sets})))
