"""The sets that are claimed: of two networks, unseen rows and refits (ours).

Two networks propose sets, and unseen rows say which are needed. Those that carry little
beside their parts are hardly told by either where features are related. MLP-Cutoff with
a net for each set can say nothing else (Sec. 4.3). So where next to nothing is noise,
sets grow and shrink as long as it predicts unseen rows better.

>>> without([(0, 1, 2), (1, 2), (2, 3)], (0, 1))
((0, 2), (1, 2), (2, 3))
"""

from dataclasses import replace
from itertools import combinations

from ..interactions import Interaction, maximal, pairs_of
from . import constants
from .claims import climb, needed_of, said_once
from .opinion import Agreed
from .refits import explains, gain, in_full, of_refits, refit


def search(opinion, level=constants.LEVEL, pairs=None) -> list[Agreed]:
    """The maximal sets that are there, largest share first.

    pairs are the Agreed of the pairs to start from, by default of all pairs. Sets in
    doubt must be needed, and where next to nothing is noise they may be `refitted`.
    """
    found, needed = climb(opinion, level, pairs), opinion.needed
    doubtful = [a for a in found.values() if opinion.in_doubt(a)]
    if not doubtful:
        return with_intervals(opinion, found.values())
    if level not in needed.answers:
        sure = maximal([i for i, a in found.items() if a not in doubtful])
        claims = [found[i] for i in sure] + needed_of(opinion, doubtful, sure)
        claims = with_intervals(opinion, claims)
        if any(a.needed for a in claims) and needed.may_refit and not needed.stopped:
            try:
                claims = [*refitted(opinion, claims, level, found)] or claims
            except KeyboardInterrupt:
                needed.stopped = True
        needed.answers[level] = tuple(claims)
    return [*needed.answers[level]]


def with_intervals(opinion, claims) -> list[Agreed]:
    """The claims that say something new, each with the interval of its share."""
    claims = said_once(claims)
    return [replace(a, interval=opinion.interval(a.interaction)) for a in claims]


def refitted(opinion, claims, level, found) -> tuple[Agreed, ...]:
    """What two MLP-Cutoffs say of other sets than the claims, if these predict better.

    The sets that stay have to be better by far, and claims that changed a little at
    all. Claims that leave open which feature it is are not changed.
    """
    found = said_once(found.values())
    answer = ordered(tuple(sorted(sum(a.blocks, ()))) for a in claims)
    stay = until_they_stay(opinion, found, answer, level)
    if stay == answer and any(a.instead for a in claims):
        return ()
    sets = stepwise(opinion, stay, [a.interaction for a in found])
    least = 0.0 if stay == answer else constants.REFIT_GAIN
    if sets == answer or gain(opinion.needed, answer, sets) <= least:
        return ()
    return in_full(of_refits(opinion, sets), sets)


def until_they_stay(opinion, found, answer, level) -> tuple[Interaction, ...]:
    """The sets on which two MLP-Cutoffs agree that have these sets and no others.

    The sets `found`, on which the networks agree, hold the true ones, and many more.
    Train an MLP-Cutoff on each half with them, then with the sets on which these two
    agree, until the sets stay. It is the answer if the first hardly predict better.
    """
    sets = ()
    for _ in range(constants.REFITS):
        before, sets = sets, tuple(sorted(a.interaction for a in found))
        if sets == before:
            break
        if sets == answer:
            return answer
        if not before and gain(opinion.needed, answer, sets) < constants.REFIT_GAIN:
            return answer
        two = of_refits(opinion, sets)
        pairs = [two.of(pair) for pair in sorted(pairs_of(sets))]
        found = said_once(climb(two, level, pairs).values())
    return sets


def stepwise(opinion, sets, proposed) -> tuple[Interaction, ...]:
    """The sets after all steps with which MLP-Cutoff predicts unseen rows better.

    Next to its parts a set may carry so little that two networks hardly agree on it.
    """
    sets = shrunk(opinion, sets)
    for _ in range(constants.ADDED):
        before, sets = sets, added(opinion, sets, proposed)
        if sets == before:
            break
    return shrunk(opinion, sets)


def added(opinion, sets, proposed) -> tuple[Interaction, ...]:
    """The sets and one more, of the few that explain most of what they leave.

    It is a proposed set, or one of the sets and a feature: all pairs are proposed.
    """
    needed, pairs = opinion.needed, pairs_of(proposed)
    wider = {tuple(sorted({*i, j})) for i in sets for j in range(len(opinion.eta))}
    fit = (i for i in wider if pairs_of([i]) <= pairs and len(i) <= constants.LARGEST)
    new = [i for i in sorted({*proposed, *fit}) if not any({*i} <= {*j} for j in sets)]
    told = {i: explains(needed, sets, i) for i in new}
    missing = [i for i in new if told[i] > constants.EXPLAINED]
    for i in sorted(missing, key=told.get, reverse=True)[: constants.TRIED]:
        more = ordered([*sets, i])
        if gain(needed, sets, more) > constants.STEP_GAIN:
            two = of_refits(opinion, more)
            shares = [two.of(pair).share for pair in pairs_of([i]) - pairs_of(sets)]
            if min(shares, default=1) > constants.STEP_SHARE:
                return more
    return sets


def shrunk(opinion, sets) -> tuple[Interaction, ...]:
    """The sets without their weakest pairs and features, if these hardly help."""
    two, needed = of_refits(opinion, sets), opinion.needed
    share = {pair: two.of(pair).share for pair in pairs_of(sets)}
    weakest = {min(combinations(i, 2), key=share.get) for i in sets}
    for pair in sorted(weakest, key=share.get)[: constants.WEAKEST]:
        sets = better_of(needed, sets, without(sets, pair))
    for i in [i for i in sets if len(i) > 2]:
        others = {j: max(share[min(j, k), max(j, k)] for k in i if k != j) for j in i}
        weak = min(others, key=others.get)
        fewer = ordered({*sets} - {i} | {tuple(j for j in i if j != weak)})
        sets = better_of(needed, sets, fewer)
    return sets


def better_of(needed, sets, others) -> tuple[Interaction, ...]:
    """The others if they lower the error enough, or are simpler and hardly raise it."""
    if sum(map(len, others)) >= sum(map(len, sets)):
        return others if gain(needed, sets, others) > constants.STEP_GAIN else sets
    of_both = [sum(refit(needed, one, k)[1] for k in (0, 1)) for one in (others, sets)]
    return others if of_both[0] < (1 + constants.HARDLY) * of_both[1] else sets


def without(sets, pair) -> tuple[Interaction, ...]:
    """The sets, but each that holds the pair without one of it, and the other."""
    kept = [i for i in sets if not {*pair} <= {*i}]
    for i in {*sets} - {*kept}:
        kept += [tuple(k for k in i if k != blind) for blind in pair]
    return ordered(i for i in kept if len(i) > 1)


def ordered(sets) -> tuple[Interaction, ...]:
    """The maximal ones, in order."""
    return tuple(maximal(sorted({*sets})))
