"""MLP-Cutoff with the sets in question: what two of them say, and when it counts."""

from dataclasses import replace

import numpy as np
import pytest
from test_needed import needed_for
from test_opinion import opinion_on, products, related

from nidlite.agreement import constants, search
from nidlite.agreement.needed import Verdict
from nidlite.losses import row_errors

TRUE = [(0, 1), (2, 3, 4)]


class Refits:
    """A Needed whose MLP-Cutoffs are given: {sets: (both functions, their error)}."""

    def __init__(self, fits, stops=False):
        self.fits, self.stops, self.asked, self.stopped = fits, stops, [], False
        self.refits = True
        self.known = {((0,), (1,)): Verdict((0.0, 0.0), (0.0, 0.0))}

    def __call__(self, blocks):
        return Verdict((0.0, 0.0), (0.0, 0.0))

    def refit(self, sets, k):
        if self.stops:
            raise KeyboardInterrupt
        self.asked += [sets] * (k == 0)
        return self.fits[sets]

    gain = lambda self, less, more: self.fits[less][1] / self.fits[more][1] - 1  # noqa: E731


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
    assert needed.asked[:2] == [((0, 1, 2), (2, 3, 4)), tuple(TRUE)]
    assert all(a.interval[0] < a.share < a.interval[1] for a in found)
    needed.refits = False  # much is noise
    assert search(opinion) == []
    needed.refits, asked = True, len(needed.asked)
    assert search(opinion) == found and len(needed.asked) == asked  # it is kept
    assert search(replace(opinion, needed=None)) != found


def test_a_gain_that_is_small_or_an_interruption_leaves_the_claims():
    opinion, _ = between(1.0, 1.0, 0.99 + constants.REFIT_GAIN)
    assert search(opinion) == []  # the blind nets need nothing of these
    opinion, needed = between(1.0, 1.0, 3.0)
    needed.stops = True
    assert search(opinion) == [] and needed.stopped and search(opinion) == []


@pytest.mark.parametrize("loss", ["regression", "classification"])
def test_a_refit_sees_its_sets_alone_and_its_error_is_the_other_half_s(loss):
    X = np.random.default_rng(0).normal(size=(1500, 4))
    y = X[:, 3] * X[:, 2] + X[:, 2] * X[:, 0]
    classes = loss == "classification"
    columns = [(0, 1), (2,), (3,)]  # the first feature is a category of two columns
    needed = needed_for(X, (y > 0) * 1.0 if classes else y, loss, columns=columns)
    for k in (0, 1):
        f, error = needed.refit(((1, 2),), k)
        rows, target = needed.halves[1 - k]
        expected = row_errors(loss, f(rows).astype(float), target, None).mean()
        assert error == pytest.approx(expected, rel=1e-6)
        a, b = rows[:50], rows[50:100]
        corners = [a.copy() for _ in range(4)]
        corners[1][:, 0], corners[2][:, 2] = b[:, 0], b[:, 2]
        corners[3][:, [0, 2]] = b[:, [0, 2]]
        one, two, three, both = map(f, corners)
        assert np.abs(one - two - three + both).max() < 1e-4  # float32
    assert needed.gain(((1, 2),), ((0, 1), (1, 2))) > constants.REFIT_GAIN
    errors = {"less": (2.0, 4.0), "more": (1.0, 2.5)}  # the second gains less
    needed.refit = lambda sets, k: (None, errors[sets][k])
    assert needed.gain("less", "more") == pytest.approx(4.0 / 2.5 - 1)
    errors["more"] = 3.0, None  # the first is worse: the second is not trained
    assert needed.gain("less", "more") == pytest.approx(2.0 / 3.0 - 1)
