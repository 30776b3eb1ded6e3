"""MLP-Cutoff with the sets in question: what two of them say, and when it counts."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from test_needed import needed_for
from test_opinion import opinion_on, products, related

from nidlite.agreement import Agreed, constants, search
from nidlite.agreement.needed import Verdict
from nidlite.agreement.opinion import chance
from nidlite.agreement.refits import gain, in_full, joined, refit, refitted, unions
from nidlite.interactions import maximal
from nidlite.losses import row_errors

TRUE = [(0, 1), (2, 3, 4)]


class Given(dict):
    """Refits that are trained, {(sets, half): (f, error)}: who asks is noted."""

    def __getitem__(self, key):
        if self.stops:
            raise KeyboardInterrupt
        self.asked += [key[0]] * (key[1] == 0)
        return super().__getitem__(key)


class Refits:
    """A Needed whose MLP-Cutoffs are given: {sets: (both functions, their error)}."""

    def __init__(self, fits):
        self.cutoffs = Given({(sets, k): fits[sets] for sets in fits for k in (0, 1)})
        self.cutoffs.stops, self.cutoffs.asked, self.stopped = False, [], False
        self.may_refit, self.refitted = True, {}
        self.known = {((0,), (1,)): Verdict((0.0, 0.0), (0.0, 0.0))}

    def __call__(self, blocks):
        return Verdict((0.0, 0.0), (0.0, 0.0))


def between(*errors):
    """An Opinion of networks that see more than is there; refits see less and less."""
    whole, less = (0, 1, 2), ((0, 1, 2), (2, 3, 4))
    wrong, true = products([whole, *TRUE]), products(TRUE)
    fits = dict(zip([less, tuple(TRUE), ()], zip([true, true, true], errors)))
    needed = Refits(fits)
    eta = related((0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4))
    opinion = opinion_on(wrong, wrong, n=500, eta=eta, kin=0 * eta, needed=needed)
    return replace(opinion, variance=1000.0), needed


def test_sets_are_refitted_until_they_stay_and_then_claimed():
    opinion, needed = between(1.0, 1.0, 1.01 + constants.REFIT_GAIN)
    found = search(opinion)
    assert {a.interaction for a in found} == {*TRUE}
    tried = [sets for sets in dict.fromkeys(needed.cutoffs.asked) if sets]
    assert tried[:2] == [((0, 1, 2), (2, 3, 4)), tuple(TRUE)]
    assert all(a.interval[0] < a.share < a.interval[1] for a in found)
    assert all(a.q == pytest.approx(chance(9.0) * 100) for a in found)  # 1 / RARE
    needed.may_refit = False  # much is noise
    assert search(opinion) == []
    needed.may_refit, asked = True, len(needed.cutoffs.asked)
    assert search(opinion) == found and len(needed.cutoffs.asked) == asked  # it is kept
    assert search(replace(opinion, needed=None)) != found


def test_unions_are_of_sets_that_hold_all_its_pairs_or_lack_one_feature_each():
    assert unions([(0, 1), (1, 2), (3, 4)]) == []
    assert unions([(0, 1), (0, 2), (1, 2)]) == [(0, 1, 2)]
    assert unions([(1, 2, 4), (2, 4, 7)]) == [(1, 2, 4, 7)]
    assert unions([(0, 1, 2), (0, 1, 3), (2, 3)]) == [(0, 1, 2, 3)]
    assert unions([(0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4, 6)]) == []  # seven are too many
    both = [(0, 1, 2, 3), (0, 1, 2, 4, 5)]
    assert unions([(0, 1, 2), (0, 1, 3), (0, 1, 2, 4), (0, 1, 2, 5)]) == both[::-1]


def test_parts_are_joined_where_the_union_is_there_and_predicts_better():
    parts, whole = ((0, 1), (0, 2), (1, 2)), (0, 1, 2)
    there, not_there = products([whole]), products(parts)
    for f, error, expected in [
        (there, 0.9, (whole,)),
        (there, 1.1, parts),
        (not_there, 0.9, parts),
    ]:
        groups = ((0, 1, 3), (0, 2), (1, 2)), (whole, (0, 1, 3))
        fits = {parts: (not_there, 1.0), (whole,): (f, error)}
        needed = Refits(fits | dict(zip(groups, [(not_there, 1.0), (f, error)])))
        opinion = opinion_on(there, there, n=500, needed=needed)
        assert joined(opinion, parts) == expected
        claims = [Agreed(i, 0.1, 0.9, 9.0) for i in parts]
        found = refitted(opinion, claims, 0.05, [opinion.of(i) for i in parts])
        assert {a.interaction for a in found} == {*expected} - {*parts}
        claims[0] = replace(claims[0], instead={0: (3,)})  # it may be x4
        assert refitted(opinion, claims, 0.05, None) == ()
    # What the two contradict each other on is left out.
    assert in_full(opinion_on(there, lambda X: -there(X)), (whole,)) == ()
    # Of twenty unions only the first ones are tried.
    many = tuple((0, i, j) for i, j in combinations(range(1, 6), 2))
    tried = unions(many)[: constants.UNIONS]
    fits = {tuple(maximal(sorted([*many, u]))): (not_there, 2.0) for u in tried}
    needed = Refits(fits | {many: (not_there, 1.0)})
    assert joined(opinion_on(there, there, n=50, needed=needed), many) == many
    assert len(unions(many)) > len(tried)


def test_a_gain_that_is_small_or_an_interruption_leaves_the_claims():
    opinion, _ = between(1.0, 1.0, 0.99 + constants.REFIT_GAIN)
    assert search(opinion) == []  # the blind nets need nothing of these
    opinion, _ = between(1.0, 5.0, 2.0)  # of the first sets only
    assert search(opinion) == []
    opinion, needed = between(1.0, 1.0, 3.0)
    needed.cutoffs.stops = True
    assert search(opinion) == [] and needed.stopped and search(opinion) == []


@pytest.mark.parametrize("loss", ["regression", "classification"])
def test_a_refit_sees_its_sets_alone_and_its_error_is_the_other_half_s(loss):
    X = np.random.default_rng(0).normal(size=(1500, 4))
    y = X[:, 3] * X[:, 2] + X[:, 2] * X[:, 0]
    classes = loss == "classification"
    columns = [(0, 1), (2,), (3,)]  # the first feature is a category of two columns
    needed = needed_for(X, (y > 0) * 1.0 if classes else y, loss, columns=columns)
    for k in (0, 1):
        f, error = refit(needed, ((1, 2),), k)
        rows, target = needed.halves[1 - k]
        expected = row_errors(loss, f(rows).astype(float), target, None).mean()
        assert error == pytest.approx(expected, rel=1e-6)
        a, b = rows[:50], rows[50:100]
        corners = [a.copy() for _ in range(4)]
        corners[1][:, 0], corners[2][:, 2] = b[:, 0], b[:, 2]
        corners[3][:, [0, 2]] = b[:, [0, 2]]
        one, two, three, both = map(f, corners)
        assert np.abs(one - two - three + both).max() < 1e-4  # float32
    assert gain(needed, ((1, 2),), ((0, 1), (1, 2))) > constants.REFIT_GAIN
    errors = {"less": (2.0, 4.0), "more": (1.0, 2.5)}  # the second gains less
    needed.cutoffs |= {(s, k): (None, errors[s][k]) for s in errors for k in (0, 1)}
    assert gain(needed, "less", "more") == pytest.approx(4.0 / 2.5 - 1)
    needed.cutoffs["more", 0] = None, 3.0  # it is worse: the second is not trained
    del needed.cutoffs["more", 1]
    assert gain(needed, "less", "more") == pytest.approx(2.0 / 3.0 - 1)
