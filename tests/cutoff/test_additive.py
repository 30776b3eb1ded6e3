"""Enough: three scores by their definition; the glass box is the sum that it says."""

from dataclasses import replace

import numpy as np
import pytest
from examples import product

from nidlite import detect_interactions
from nidlite.agreement.confirm import centred
from nidlite.cutoff import additive
from nidlite.cutoff.additive import Enough, enough, glass_box
from nidlite.interactions import mixed_difference
from nidlite.losses import row_errors
from nidlite.metrics import r_squared
from nidlite.parts import Part, together
from nidlite.report import sentences

QUICK = (20, 10), 300, 1  # hidden layers, steps, starts
X, _ = product(900)


@pytest.fixture(scope="module")
def found():
    y = 5 + 3 * X[:, 0] * X[:, 1] + X[:, 2]
    return detect_interactions(X, y, epochs=30, fractions=(1 / 3, 1 / 3, 1 / 3))


@pytest.fixture(scope="module")
def box(found):
    return glass_box(found, [(0, 1)], np.random.default_rng(0), *QUICK)


def test_the_glass_box_is_a_sum_of_its_parts_and_nothing_else(box):
    a, b = (product(200, seed)[0] for seed in (1, 2))
    assert np.abs(mixed_difference(box.predict, (0, 1), a, b)).max() > 1
    for pair in ((0, 2), (1, 2), (2, 3)):
        # float32 sums of outputs of up to 8.
        assert np.abs(mixed_difference(box.predict, pair, a, b)).max() < 1e-4


def test_its_shares_are_covariances_with_the_sum_and_add_up_to_1(box):
    shares = box.shares()
    assert {*shares} == {(0,), (1,), (2,), (3,), (0, 1)} and [*shares][0] == (0, 1)
    assert sum(shares.values()) == pytest.approx(1, abs=1e-5)
    # var(3 x1 x2) = 1 of 1 + 1/3, and x4 does nothing.
    assert shares[0, 1] == pytest.approx(0.75, abs=0.1)
    assert abs(shares[3,]) < 0.02 < shares[2,]
    both = box.table.X, box.table.X * [1, 1, 0, 1]
    whole, rest = (box.f(box.split.scale_X(rows)) for rows in both)
    expected = np.cov(whole - rest, whole)[0, 1] / np.var(whole, ddof=1)
    assert shares[2,] == pytest.approx(expected, abs=1e-4)
    f, cut = np.random.default_rng(0).normal(size=(9, 3)), np.log([4, 3, 2, 1])
    both = centred(f + f[:, :1], np.log([5, 3, 2])), centred(f[:, [0, 1, 2, 0]], cut)
    assert np.allclose(*(np.mean(each**2, axis=1) for each in both))  # one cut in two
    # Some rows are random ones, and they weigh as much as they do.
    order = np.argsort(np.abs(box.table.X[:, 0]))
    turned = replace(box.table, X=box.table.X[order], y=box.table.y[order])
    some = replace(box, table=turned).shares(rows=300)
    assert some[0, 1] == pytest.approx(shares[0, 1], abs=0.06)
    counts = np.where(np.arange(900) < 450, 9, 1)  # the small ones often
    heavy = replace(box, table=replace(turned, sample_weight=counts / 9))
    X, y = (np.repeat(rows, counts, axis=0) for rows in (turned.X, turned.y))
    copies = replace(box, table=replace(turned, X=X, y=y)).shares()
    assert heavy.shares()[0, 1] == pytest.approx(copies[0, 1], abs=1e-4)
    assert copies[0, 1] < shares[0, 1] - 0.1


def test_the_scores_are_r_squared_on_rows_that_nobody_was_trained_on(found, box):
    parts = found.split.train, found.split.valid, found.split.test
    train, *unseen = (Part(*part, np.exp(part[0][:, 2])) for part in parts)
    split = replace(found.split, train=train, valid=unseen[0], test=unseen[1])
    scores = enough(replace(found, split=split), box, box)
    (X, y), w = (rows := together(unseen)), rows.sample_weight
    guess = np.average(train[1], weights=train.sample_weight)
    base = np.average((y - guess) ** 2, weights=w)
    for score, model in ((scores.answer, box), (scores.whole, found)):
        expected = 1 - np.average((model.f(X) - y) ** 2, weights=w) / base
        assert score == pytest.approx(expected, abs=1e-5)  # float32
        assert score == pytest.approx(r_squared(model.f(X), y, w), abs=0.01)
    assert scores.single == scores.answer and scores.more == scores.left


@pytest.mark.parametrize("classes", [2, 3])
def test_the_guess_of_classes_is_the_best_and_what_a_class_counts_by(classes):
    level = np.digitize(X[:, 0], [0.3] if classes == 2 else [-0.5, 0.3])
    words, w = np.array(["a", "b", "c"])[level], np.linspace(0.1, 2, len(X))
    found = detect_interactions(X, words, epochs=1, sample_weight=w)
    (rows, labels), w = found.split.train, found.split.train.weights()
    f = found.guess + 0 * found.f(rows)
    best = row_errors(found.table.loss, f, labels, w).mean()
    shares = np.bincount(labels.astype(int), w) / len(labels)
    assert best == pytest.approx(-np.sum(shares * np.log(shares)))  # the entropy
    assert np.all(found.opinion.pair[1].f.guess == found.guess)
    assert found.error(0.25) == 0.25  # an entropy has no root


def test_the_way_is_from_single_effects_to_the_whole_network():
    assert [Enough(0.5, a, 1, True, True).way for a in (0.4, 0.75, 1.1)] == [0, 0.5, 1]
    assert [Enough(0.9, a, 0.8, False, True).way for a in (0.2, 0.75)] == [0, 1]
    assert Enough(*3 * [-0.1], False, False).way == 1
    assert [Enough(0.5, a, 1.0, True, True).reached for a in (0.94, 0.96)] == [0, 1]
    assert Enough(0.5, 0.6, 1.0, True, False).reached  # what is left may be chance


def test_more_effort_is_made_only_where_less_is_not_enough(found, box, monkeypatch):
    tried, known = [], {((0, 1),): box}

    def boxes(found, sets, rng, hidden, steps, starts, progress):
        tried.append((hidden, starts, len(sets)))
        if (sets := tuple(sets)) not in known:
            known[sets] = glass_box(found, sets, rng, *QUICK)
        return known[sets]

    monkeypatch.setattr(additive, "glass_box", boxes)
    one, two = ((hidden, starts) for hidden, _, starts in additive.EFFORTS)
    for sets, efforts in ([(0, 1)], [one]), ([(1, 2)], [one, two]), ([], [one, two]):
        tried.clear()
        _, scores = additive.glass_boxes(found, sets, np.random.default_rng(0))
        assert tried == [(*e, n) for e in efforts for n in range(len(sets) + 1)]
        assert scores.reached == (sets == [(0, 1)])
    two = glass_box(found, [(0, 1)], np.random.default_rng(0), *QUICK[:2], 2)
    assert two.fit.best.valid < box.fit.best.valid  # here the second start is better
    short = glass_box(found, [], np.random.default_rng(0), (5,), 60, 1)
    assert short.fit.recipe.epochs == 20  # of 3 batches


def test_a_detection_says_how_far_its_answer_goes(found, quick_answer):
    scores = found.enough()
    assert found.enough() is scores and scores.reached and scores.more
    assert found.additive().sets == ((0, 1),)
    words = sentences.how_far(found)
    assert f"single effects {scores.single:.3f}, with these" in words
    assert words.endswith("They hold nearly all that the network has learned.")
