"""Sets of related features, by MLP-Cutoff with nets for them alone (Sec. 4.3; ours).

Blind nets read a feature off its relatives, so of related features they hardly tell
which set it is. MLP-Cutoff with a net for each set can say nothing else.

>>> unions([(0, 1), (0, 2), (1, 2), (2, 3)])
[(0, 1, 2)]
"""

from dataclasses import replace
from functools import partial
from itertools import combinations

from ..fast.backprop import predict
from ..interactions import Interaction, maximal, pairs_of
from ..losses import row_errors
from ..networks import mlp_cutoff
from ..recipes import CUTOFF_RECIPE
from ..splits import relative_weights
from . import constants
from .claims import climb
from .opinion import Agreed, Opinion


def search(opinion, level=constants.LEVEL, pairs=None) -> list[Agreed]:
    """The maximal sets that are there, largest share first.

    pairs are the Agreed of the pairs to start from, by default of all pairs. Where
    blind nets were asked, and next to nothing is noise, the sets may be `refitted`.
    """
    claims, needed = climb(opinion, level, pairs), opinion.needed
    if not (needed and needed.known and needed.may_refit) or needed.stopped:
        return claims
    if level not in needed.refitted:
        try:
            needed.refitted[level] = refitted(opinion, claims, level, pairs)
        except KeyboardInterrupt:
            needed.stopped = True
    return [*needed.refitted.get(level, ())] or claims


def refitted(opinion, claims, level, pairs) -> tuple[Agreed, ...]:
    """What two MLP-Cutoffs say of other sets than the claims, if these predict better.

    The sets that stay have to be better by far, and joined claims at all. Claims that
    leave open which feature it is are not joined.
    """
    answer = tuple(maximal(sorted(tuple(sorted(sum(a.blocks, ()))) for a in claims)))
    stay = until_they_stay(opinion, answer, level, pairs)
    if stay == answer and any(a.instead for a in claims):
        return ()
    sets = joined(opinion, stay)
    least = 0.0 if stay == answer else constants.REFIT_GAIN
    if sets == answer or gain(opinion.needed, answer, sets) <= least:
        return ()
    return in_full(of_refits(opinion, sets), sets)


def until_they_stay(opinion, answer, level, pairs) -> tuple[Interaction, ...]:
    """The sets on which two MLP-Cutoffs agree that have these sets and no others.

    The sets on which the networks agree hold the true ones, and many more. Train an
    MLP-Cutoff on each half with them, then with the sets on which these two agree,
    until the sets stay. It is the answer if the first ones hardly predict better.
    """
    found, sets = climb(replace(opinion, needed=None), level, pairs), ()
    for _ in range(constants.REFITS):
        before, sets = sets, tuple(sorted(a.interaction for a in found))
        if sets == before:
            break
        if sets == answer:
            return answer
        if not before and gain(opinion.needed, answer, sets) < constants.REFIT_GAIN:
            return answer
        two = of_refits(opinion, sets)
        found = climb(two, level, [two.of(pair) for pair in sorted(pairs_of(sets))])
    return sets


def in_full(two, sets) -> tuple[Agreed, ...]:
    """What two MLP-Cutoffs say of each of the sets, the largest share first."""
    q_of = two.q_values([two.of(pair) for pair in pairs_of(sets)])
    told = []
    for a in sorted(map(two.of, sets), key=lambda a: -a.share):
        q = max(q_of[pair] for pair in combinations(a.interaction, 2))
        told.append(replace(a, q=q, interval=two.interval(a.interaction)))
    return tuple(a for a in told if a.share > 0)


def refit(needed, sets, k) -> tuple:
    """MLP-Cutoff with a net for each of the sets, trained on half k of a Needed, once.

    (rows -> output, the other half's error, which stops it early).
    """
    if (sets, k) not in needed.cutoffs:
        p, (train, other) = needed.halves[0][0].shape[1], needed.halves[:: 1 - 2 * k]
        of_table = {"outputs": needed.outputs, "columns": needed.columns}
        network = mlp_cutoff(p, sets, constants.NETS, **of_table)
        steps = max(len(train[1]) // CUTOFF_RECIPE.batch, CUTOFF_RECIPE.steps)
        epochs = max(constants.REFIT_STEPS // steps, 5)
        recipe = replace(CUTOFF_RECIPE, epochs=epochs, patience=epochs)
        theta = needed.start(network, train, other, recipe, needed.seeds[0])
        f, w = partial(predict, network, theta), relative_weights(other)
        errors = row_errors(needed.loss, f(other[0]).astype(float), other[1], w)
        needed.cutoffs[sets, k] = f, errors.mean()
    return needed.cutoffs[sets, k]


def gain(needed, less, more) -> float:
    """The rise of MLP-Cutoff's error with `less` sets, of the half that has less.

    A half that has none is enough.
    """
    rises = []
    for k in (0, 1):
        error, least = (refit(needed, sets, k)[1] for sets in (less, more))
        rises.append(error / max(least, 1e-12) - 1)
        if rises[-1] <= 0:
            break
    return min(rises)


def of_refits(opinion, sets) -> Opinion:
    """The Opinion with MLP-Cutoffs that have these sets in the networks' place."""
    fs = [refit(opinion.needed, sets, k)[0] for k in (0, 1)]
    pair = tuple(corners.between_same(f) for corners, f in zip(opinion.pair, fs))
    changes = {"least_share": constants.REFIT_SHARE, "needed": None, "known": {}}
    return replace(opinion, pair=pair, **changes)


def joined(opinion, sets) -> tuple[Interaction, ...]:
    """The sets, where a union stands for its parts if it is there and predicts better.

    Next to its parts the whole may carry little, so that agreement alone misses it.
    """
    tried = []
    while left := [union for union in unions(sets) if union not in tried]:
        if len(tried) == constants.UNIONS:
            break
        tried.append(left[0])
        more = tuple(maximal(sorted({*sets, left[0]})))
        gains = gain(opinion.needed, sets, more) > 0
        if gains and of_refits(opinion, more).of(left[0]).t > constants.NEEDED:
            sets = more
    return sets


def unions(sets) -> list[Interaction]:
    """The unions of two sets that may be one set, of at most LARGEST features.

    All their pairs are in the sets, or each of the two lacks one feature. The largest
    are the first.
    """
    pairs, found = pairs_of(sets), set()
    for i, j in combinations(sets, 2):
        union = tuple(sorted({*i, *j}))
        one_lacks = len(union) == len(i) + 1 == len(j) + 1 > 3
        if one_lacks or {*combinations(union, 2)} <= pairs:
            found.add(union)
    fit = (i for i in found - {*sets} if len(i) <= constants.LARGEST)
    return sorted(fit, key=lambda i: (-len(i), i))
