"""MLP-Cutoff with the sets in question: what two of them say, and when it counts."""

from dataclasses import replace
from itertools import product
from unittest.mock import Mock, patch

import numpy as np
import pytest
from test_needed import needed_for
from test_opinion import opinion_on, products, related

from nidlite.agreement import answer, constants, refits
from nidlite.agreement.answer import added, ordered, search, shrunk, stepwise, without
from nidlite.agreement.needed import Verdict
from nidlite.agreement.opinion import chance
from nidlite.agreement.refits import error, explains, in_full, of_refits, refit
from nidlite.losses import row_errors
from nidlite.training import SILENT

TRUE = [(0, 1), (2, 3, 4)]
FAR, STEP = np.exp([constants.REFIT_GAIN, constants.STEP_GAIN])


class Given(dict):
    """Refits that are trained, {(sets, half): (f, error)}: who asks is noted."""

    def __contains__(self, key):
        return True

    def __getitem__(self, key):
        if self.stops:
            raise KeyboardInterrupt
        self.asked += [key[0]] * (key[1] == 0)
        return self.get(key, (lambda X: 0 * X[:, 0], 99.0))  # others predict nothing


class Refits:
    """A Needed whose MLP-Cutoffs are given: {sets: (both functions, their error)}."""

    def __init__(self, fits):
        self.progress = Mock(keep=True)
        self.cutoffs = Given({key: fits[key[0]] for key in product(fits, (0, 1))})
        self.cutoffs.stops, self.cutoffs.asked, self.stopped = False, [], False
        self.may_refit, self.claimed = True, (0, 1)
        self.joint_eta, self.loss = np.zeros(6), "regression"

    def __call__(self, interaction, sets=(), beside=()):
        return Verdict(*3 * [2 * (9.0 * (interaction == self.claimed),)])


def between(*errors):
    """An Opinion of networks that see more than is there; refits see less and less."""
    whole, less = (0, 1, 2), ((0, 1, 2), (2, 3, 4))
    wrong, true = products([whole, *TRUE]), products(TRUE)
    needed = Refits(dict(zip([less, tuple(TRUE), ()], zip([true] * 3, errors))))
    eta = related((0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4))
    opinion = opinion_on(wrong, wrong, n=500, eta=eta, needed=needed)
    return replace(opinion, variance=1000.0), needed


@pytest.fixture(autouse=True)
def nothing_is_missing(quick_answer, monkeypatch):
    monkeypatch.setattr(answer, "explains", lambda *_: 0.0)


def test_sets_are_refitted_until_they_stay_and_then_claimed():
    opinion, needed = between(1.0, 1.0, 1.01 * FAR)
    found = search(opinion)
    assert {a.interaction for a in found} == {*TRUE}
    tried = [*dict.fromkeys(needed.cutoffs.asked)]
    assert tried[:2] == [((0, 1, 2), (2, 3, 4)), tuple(TRUE)]
    assert all(a.interval[0] < a.share < a.interval[1] for a in found)
    assert all(a.q == pytest.approx(chance(9.0) * 100) for a in found)  # 1 / RARE
    needed.may_refit = False  # much is noise
    assert len(search(opinion)) == 1
    assert search(replace(opinion, needed=None)) != found
    twice = replace(opinion, rescale=lambda f: lambda X: 2 * f(X))
    one, four = (of_refits(each, tuple(TRUE)).of(TRUE[0]) for each in (opinion, twice))
    assert four.share == pytest.approx(4 * one.share) and one.share > 0
    rounds = Mock(side_effect=[[(0, 1), (k, 5)] for k in (2, 3, 4, 4)])
    with patch.multiple(answer, climb=rounds, of_refits=Mock()):
        assert answer.until_they_stay(None, [], 0.05) == ((0, 1), (4, 5))


def stepping(monkeypatch, terms, fits, told=()):
    """An Opinion whose refits see these terms; told is what each set explains."""
    monkeypatch.setattr(answer, "explains", lambda _, sets, i: dict(told).get(i, 0.0))
    f = products(terms)
    needed = Refits({sets: (f, error) for sets, error in fits.items()})
    return replace(opinion_on(f, f, n=500, needed=needed), variance=10.0)


def test_a_set_comes_in_if_it_explains_predicts_and_has_a_share(monkeypatch):
    monkeypatch.setattr(constants, "LARGEST", 3)  # no set below is larger
    sets, terms = ((0, 1), (2, 3)), [(0, 1, 2), (2, 3)]
    for one, with_it, part, comes_in in [
        ((0, 1, 2), 0.99 / STEP, 0.5, True),
        ((0, 1, 2), 1.01 / STEP, 0.5, False),
        ((0, 1, 2), 0.5, 0.04, False),
        ((0, 1, 4), 0.5, 0.5, False),  # the refits see no share of x1 & x5
        ((1, 2, 3), 0.5, 0.5, False),  # nor of x2 & x4; of x2 & x3 they do
    ]:
        more = ordered([*sets, one])
        opinion = stepping(monkeypatch, terms, {sets: 1.0, more: with_it}, {one: part})
        expected = more if comes_in else sets
        for proposed in ([one], [(0, 1), (0, 2), (0, 4), (1, 2), (1, 4)]):  # its pairs
            assert added(opinion, sets, proposed) == expected
        assert added(opinion, sets, [(0, 1), (0, one[2])]) == sets  # not all its pairs
    # Of several the one that explains most comes first; three are tried.
    told = {(0, j): 0.9 - j / 10 for j in range(2, 7)}
    fits = {((0, 1), (0, j)): 0.5 for j in (4, 5)} | {((0, 1),): 1.0}
    opinion = stepping(monkeypatch, [(0, 1), (0, 5)], fits, told)
    assert added(opinion, sets[:1], [*told]) == sets[:1]
    assert stepwise(opinion, sets[:1], [*told][2:]) == ((0, 1), (0, 5))
    three = (0, 1), (0, 4), (0, 5)  # one comes in after the other
    fits = {three[:k]: STEP ** (-2 * k) for k in (1, 2, 3)}
    opinion = stepping(monkeypatch, three, fits, told)
    assert stepwise(opinion, sets[:1], [*told]) == three


def test_weak_pairs_go_that_hardly_lower_the_error(monkeypatch):
    sets, less, split = ((0, 1, 2), (3, 4)), ((0, 1, 2),), ((0, 1), (0, 2), (3, 4))
    for fits, expected in [
        ({less: 0.99 * STEP}, less),
        ({less: 1.01 * STEP}, sets),
        ({split: 0.99 * STEP}, split),  # one set becomes two
        ({split: 1.01 * STEP}, sets),
        ({split: 1, ((0, 1), (3, 4)): 1, ((0, 1),): 1}, ((0, 1),)),  # one by one
        ({split: STEP**0.8, split[:2]: STEP**1.4}, split),  # small steps add up
    ]:
        opinion = stepping(monkeypatch, [*split], {sets: 1.0} | fits)
        assert shrunk(opinion, sets) == stepwise(opinion, sets, []) == expected
    assert without(sets, (1, 2)) == split
    assert without(((0, 1, 2), (1, 2, 3)), (1, 2)) == ((0, 1), (0, 2), (1, 3), (2, 3))
    opinion.needed.cutoffs[split, 1] = (lambda X: -products(split)(X)), 0.5  # opposite
    assert in_full(of_refits(opinion, split), split) == []


def test_what_units_explain_is_of_rows_that_were_not_fitted():
    rng, part = np.random.default_rng(0), refits.explained_by_units
    X, e = rng.uniform(-2, 2, size=(6000, 3)), rng.normal(size=6000)
    joint = X[:, 0] * X[:, 1]
    # y's own share: var(x1 x2) = 16 / 9 of 16 / 9 + 16 / 9. Its error is 0.02.
    assert part(X[:, :2], joint + 4 / 3 * e, rng) == pytest.approx(0.5, abs=0.06)
    assert part(X[:, 1:], joint, rng) < 0.05 and part(X, joint, rng) > 0.95
    joint[4200:] *= -1  # where it is judged it is the other way round
    assert part(X, joint, rng) < -2


def test_what_refits_leave_is_explained_by_the_features_of_the_missing_set():
    X = np.random.default_rng(0).normal(size=(4000, 5))
    y, columns = X[:, 0] * X[:, 1] + X[:, 3] * X[:, 4], [(0,), (1, 2), (3,), (4,)]
    needed, sets = needed_for(X, y, columns=columns), ((0, 1),)
    assert explains(needed, sets, (2, 3)) > 0.8
    assert explains(needed, sets, (0, 2)) < 0.1 > explains(needed, sets, (0, 1))
    (f, error), unseen = needed.cutoffs[sets, 0], needed.halves[1][0]
    noise = lambda X: 50 * (X == unseen).all() * np.sin(99 * X[:, 0])  # noqa: E731
    needed.cutoffs[sets, 0] = (lambda X: f(X) + noise(X)), error
    assert explains(needed, sets, (2, 3)) < 0.1


def test_a_gain_that_is_small_or_an_interruption_leaves_the_claims():
    for errors in [(1.0, 1.0, 0.99 * FAR), (1.0, 5.0, 2.0)]:
        assert len(search(between(*errors)[0])) == 1  # what blind nets leave
    opinion, needed = between(1.0, 1.0, 3.0)
    claimed, needed.claimed = needed.claimed, None
    assert search(opinion) == []  # refits alone claim nothing: single effects may gain
    needed.claimed, needed.cutoffs.stops = claimed, True
    assert search(opinion) == [] and needed.stopped and claimed in opinion.unasked
    needed.progress, needed.stopped = SILENT, False  # nobody waits for what is left
    with pytest.raises(KeyboardInterrupt):
        search(opinion)


@pytest.mark.parametrize("loss", ["regression", "classification"])
def test_a_refit_sees_its_sets_alone_and_is_the_best_of_two(loss, monkeypatch):
    X = np.random.default_rng(0).normal(size=(1500, 4))
    y = X[:, 3] * X[:, 2] + X[:, 2] * X[:, 0]
    classes = loss == "classification"
    columns = [(0, 1), (2,), (3,)]  # the first feature is a category of two columns
    needed = needed_for(X, (y > 0) * 1.0 if classes else y, loss, columns=columns)
    monkeypatch.setattr(constants, "REFIT_STEPS", 1000)
    starts, one_start = [], refits.trained

    def trained(*given):
        starts.append(one_start(*given))
        return starts[-1]

    monkeypatch.setattr(refits, "trained", trained)
    for k in (0, 1):
        f, least = refit(needed, ((1, 2),), k)
        both = [one[1] for one in starts[2 * k :]]
        assert len(both) == 2 and least == min(both) < max(both)
        rows, target = needed.halves[1 - k]  # the other half's error
        expected = row_errors(loss, f(rows).astype(float), target, None).mean()
        assert least == pytest.approx(expected, rel=1e-6)
        a, b = rows[:50], rows[50:100]
        corners = [a.copy() for _ in range(4)]
        corners[1][:, 0], corners[2][:, 2] = b[:, 0], b[:, 2]
        corners[3][:, [0, 2]] = b[:, [0, 2]]
        one, two, three, both = map(f, corners)
        assert np.abs(one - two - three + both).max() < 1e-4  # float32
    less, more = (error(needed, sets) for sets in (((1, 2),), ((0, 1), (1, 2))))
    assert less > more + constants.REFIT_GAIN
    assert np.exp(less) == pytest.approx(refit(needed, ((1, 2),), 0)[1] + least)
