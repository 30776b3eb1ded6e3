"""What is needed, on functions whose interactions are known; who tells of whom."""

from itertools import combinations
from unittest.mock import Mock

import numpy as np
import pytest
from scipy.optimize import linprog, minimize

from nidlite.agreement import constants, functions, unseen
from nidlite.agreement.confirm import centred
from nidlite.agreement.needed import Needed, Verdict
from nidlite.losses import mean_loss, softmax
from nidlite.splits import split


def needed_for(X, y, loss="regression", outputs=1, columns=None, weights=None, **more):
    rng = np.random.default_rng(0)
    columns = columns or [(j,) for j in range(X.shape[1])]
    classes = loss != "regression"
    parts = split(X, y, rng, (0.5, 0.4, 0.1), classes, sample_weight=weights)
    halves = [parts.train, parts.valid]
    return Needed(parts, halves, loss, columns, outputs, rng, **more)


def related(n=1500, rng=None):
    """Rows of four features; the first two have correlation 0.8."""
    X = (rng or np.random.default_rng(1)).normal(size=(n, 4))
    X[:, 1] = 0.8 * X[:, 0] + 0.6 * X[:, 1]
    return X


def test_dependence_is_the_correlation_ratio():
    """Of definition: the share of the variance between bins, less that of chance."""
    rng = np.random.default_rng(0)
    X = np.stack([rng.integers(4, size=60), 4 * rng.normal(size=60)], axis=1)
    X[:, 1] += X[:, 0] ** 2
    level, x, even = X[:, 0].astype(int), X[:, 1], np.ones(60)
    for w in (even, np.where(level > 1, 2.0, 0.7)):
        eta = functions.dependence(X, [(0,), (1,)], None if w is even else w)
        means = np.bincount(level, w * x) / np.bincount(level, w)
        within = np.average((x - means[level]) ** 2, weights=w)
        share = 1 - within / np.average((x - np.average(x, weights=w)) ** 2, weights=w)
        # Unbiased by the degrees of freedom, as in an analysis of variance.
        n = w.sum() ** 2 / (w @ w)
        unbiased = 1 - (1 - share) * (n - 1) / (n - 4)
        assert eta[1, 0] == pytest.approx(np.sqrt(unbiased), abs=0.002)
        assert eta[0, 0] == eta[1, 1] == 0


def test_dependence_sees_curves_and_categories_and_no_chance():
    rng = np.random.default_rng(0)
    x, e = rng.normal(size=(2, 4000))
    level = rng.integers(3, size=4000)
    rare = rng.random(4000) < 0.002
    more = [np.exp(3 * x), x.round(), x.round() + 0.1 * rng.normal(size=4000), rare]
    X = np.column_stack([x, x**2, e, np.eye(3)[level], level == 1, *more])
    columns = [(0,), (1,), (2,), (3, 4, 5), (6,), (7,), (8,), (9,), (10,)]
    for rows in (np.s_[:], level.argsort(kind="stable")):  # also where rows are sorted
        eta = functions.dependence(X[rows], columns)
        told = [[1, 0], [1, 5], [4, 3], [0, 5], [5, 0], [6, 0], [6, 5], [6, 7]]
        assert np.argwhere(eta == 1).tolist() == sorted(told)
    assert eta[1, 0] > 0.85 > 0.3 > eta[0, 1]  # x tells x^2, which tells not x
    assert eta[4, 3] == pytest.approx(1) and 0.5 < eta[3, 4] < 0.9
    assert eta[2].max() < 0.1 and eta[:, 2].max() < 0.1


def test_all_others_together_tell_of_what_none_of_them_tells(monkeypatch):
    X = np.random.default_rng(2).normal(size=(5000, 6))
    X[:, 2] = X[:, 0] * X[:, 1]
    X[:, 4] = np.hypot(X[:, 3], X[:, 2])
    columns = [(0, 1), (2,), (3,), (4,), (5,)]
    assert functions.dependence(X, [*np.c_[:6]])[:2].max() < 0.15  # as by chance
    needed = needed_for(X, X[:, 5], columns=columns)
    assert min(needed.joint_eta[:4]) > 0.6 and needed.joint_eta[4] < 0.05
    assert not needed_for(X[:, [0, 0]] * [1, 0], X[:, 0]).joint_eta.any()  # a constant
    monkeypatch.setattr(constants, "ALL_PAIRS", 4)
    assert needed.joint_eta.any()  # once
    assert not needed_for(X, X[:, 5], columns=columns).joint_eta.any()  # of many


def test_what_sees_a_set_sees_its_columns_alone(monkeypatch):
    X = related(200)
    one = needed_for(X, X[:, 0], columns=[(0, 1), (2,), (3,)])
    X[:, 3] = X[::-1, 3]
    other = needed_for(X, X[:, 0], columns=[(0, 1), (2,), (3,)])
    for features, same in (((0,), True), ((0, 1), True), ((0, 2), False)):
        both = [needed.units(features, 60) for needed in (one, other)]
        assert np.array_equal(*both) == same
    widths = []

    def asked(whole, sets, blind, k):
        widths.append(whole[1] / constants.UNITS)
        return 2 * [0 * one.y[1 - k]]

    monkeypatch.setattr(one, "without_and_with", asked)
    assert [one(i).speaks for i in ((1,), (0,), (0, 1))] == [False] * 3
    assert widths == [1, 1, 1, 1, 2, 2]  # on both halves


def test_columns_are_made_uncorrelated_and_units_see_small_differences():
    X = np.random.default_rng(0).normal(size=(500, 3))
    X[:, 1] = X[:, 0] + 0.01 * X[:, 1]
    Z = functions.uncorrelated(1e-5 * np.column_stack([X, X[:, 2] - 5]))
    assert Z.T @ Z / 500 == pytest.approx(np.eye(3), abs=1e-9)  # one is said twice
    H = functions.standardized(np.column_stack([7 * X, np.ones(500)]))
    assert H.shape == (500, 3) and H.std(axis=0) == pytest.approx(np.ones(3), abs=1e-4)


@pytest.mark.parametrize("most", [3, 40])
def test_single_effects_are_steps_and_hinges_of_one_feature(most):
    rng = np.random.default_rng(0)
    x, level = rng.normal(size=(1000, 1)), rng.integers(3, size=(1000, 1))
    H = functions.single_effect(x, most)
    assert H.shape[1] <= most and (H[:, 0] == x[:, 0]).all()
    for y in [np.sin(2 * x[:, 0]), (x[:, 0] > 0.3) * 1.0, np.cos(3 * x[:, 0])]:
        fit = np.linalg.lstsq(np.column_stack([H, np.ones(1000)]), y, rcond=None)
        left = np.var(y - np.column_stack([H, np.ones(1000)]) @ fit[0]) / np.var(y)
        assert (left < 0.05) == (most == 40)
    lacking = functions.single_effect(np.hstack([x, level == 0]), most)
    assert np.array_equal(np.delete(lacking, 1, axis=1), H)
    rows = functions.single_effect(level, 40)
    assert rows.shape == (1000, 2) and {*rows.sum(axis=1)} == {0, 1}
    hours = rng.integers(24, size=(1000, 1))
    each, few = (functions.single_effect(hours, most, few) for few in (40, 5))
    assert each.shape[1] == 23 and few.shape[1] <= most
    lacking = functions.single_effect(np.hstack([hours, level == 0]), 40)
    assert np.array_equal(lacking, np.hstack([each, level == 0]))
    codes = rng.integers(60, size=(1000, 1))  # 59 steps or 23, 13 hinges, the code
    given = (codes, 60), (codes, 59), (codes[:478], 60)
    widths = [functions.single_effect(x, 40, few).shape[1] for x, few in given]
    assert widths == [73, 37, 37]
    both = np.eye(3)[level[:, 0]]
    assert functions.single_effect(both, 40) is both


def by_hand(H, ridge, w, y, d, noise):
    """The coefficients of the first d columns that a weighted ridge regression has."""
    H, ridge = H[:, :d], noise * ridge[:d]
    return np.linalg.solve((H.T * w) @ H + np.diag(ridge), (H.T * w) @ y)


def test_what_is_added_is_the_ridge_regression_on_everything_at_once(monkeypatch):
    """Schur's complement beside one system of equations for all coefficients."""
    monkeypatch.setattr(constants, "USUAL", 1.0)
    X = related(400)
    y = X[:, 0] * X[:, 1] + X[:, 2]
    weights = np.random.default_rng(3).uniform(0.5, 2, size=400)
    needed = needed_for(X, y, weights=weights)
    needed.signal = 0.5  # ridges are in units of the noise over that
    sets, parts, pair = ((1, 2),), [((0,), 60), ((1,), 60)], ((0, 1), 60)
    blind, whole = [needed.units(*part) for part in parts], needed.units(*pair)
    settled = needed.units((1, 2), constants.SETTLED)
    for k in (0, 1):
        both = needed.without_and_with(pair, sets, parts, k)
        half, other = needed.rows[k], needed.rows[1 - k]
        target, w = needed.y[k], needed.w[k]
        for f, blocks in zip(both, (blind, [*blind, whole])):
            singles, ridge = needed.singles
            H = np.concatenate([singles, settled, *blocks], axis=1).astype(float)
            more = H.shape[1] - len(ridge)
            ridge = np.append(ridge, np.full(more, constants.UNITS_RIDGE)) / 0.5
            mean = np.average(target, weights=w)
            # The noise is what a first fit without the blocks leaves.
            d = singles.shape[1] + settled.shape[1]
            given = H[half], ridge, w, target - mean
            first = H[half, :d] @ by_hand(*given, d, noise=1.0)
            noise = np.mean(w * (target - mean - first) ** 2)
            expected = mean + H[other] @ by_hand(*given, H.shape[1], noise)
            [fit] = needed.fitted(sets, k)[1]
            assert fit.noise / 2 == pytest.approx(noise, rel=1e-3)
            # Few rows are beyond what the half itself had.
            assert np.quantile(np.abs(f - expected), 0.8) < 0.01


@pytest.mark.parametrize("loss, classes", [("classification", 2), ("multiclass", 3)])
def test_classes_are_fitted_to_the_least_cross_entropy(loss, classes, monkeypatch):
    X, rng = related(600), np.random.default_rng(4)
    X[:, 3] = X[:, 3].round()
    y = np.digitize(X[:, 0] + rng.logistic(size=600), [0.5, 2.0][: classes - 1]) * 1.0
    needed = needed_for(X, y, loss, outputs=1 if classes == 2 else classes)
    monkeypatch.setattr(constants, "NEWTON", 200)  # to the end
    H, fits = needed.fitted((), 0)
    A, target, ridge = H[needed.rows[0]].astype(float), needed.y[0], needed.singles[1]
    assert (ridge == constants.FREE_RIDGE).sum() == len(np.unique(needed.X[:, 3])) + 8
    assert np.allclose(A[:, 5:9], A[:, 1:5] ** 2, rtol=1e-5)  # float32
    Y = np.eye(classes)[target.astype(int)]
    shares, ridges = np.log(Y.mean(axis=0)), ridge[:, None] * (1 + (classes == 2))

    def loss_and_slope(c):
        p = softmax(shares + A @ (c := c.reshape(-1, classes)))
        value = np.sum(ridges * c**2) / 2 - np.sum(Y * np.log(p))
        return value, (ridges * c - A.T @ (Y - p)).ravel()

    c = minimize(loss_and_slope, np.zeros(len(ridge) * classes), jac=True, tol=1e-12).x
    c = c.reshape(-1, classes)
    f = shares + H[needed.rows[1]].astype(float) @ c
    found = np.stack([0 * fits[0].f] * (classes == 2) + [fit.f for fit in fits], axis=1)
    assert centred(found) == pytest.approx(centred(f), abs=1e-2)  # float32
    for fit, p in zip(fits[::-1], softmax(shares + A @ c).T[::-1]):
        v = np.maximum(p * (1 - p), 1e-3) * min(len(fits), 2)
        hessian = A.T @ (v[:, None] * A) + np.diag(ridge)
        assert fit.inverse @ hessian == pytest.approx(np.eye(len(ridge)), abs=1e-2)


def test_a_product_of_related_features_is_needed_and_nothing_else():
    X = related()
    noise = np.random.default_rng(2).normal(size=1500)
    needed = needed_for(X, X[:, 0] * X[:, 1] + X[:, 2] ** 2 + 0.3 * noise)
    verdict = needed((0, 1))
    assert verdict.speaks and max(verdict.t) > 5 and min(verdict.rise) > 0.3
    assert not any(needed(i).speaks for i in ((0, 2), (1, 3), (2, 3)))
    # Beside itself in other words nothing is needed.
    assert not needed((0, 1), ((0, 1, 2),)).speaks
    assert not needed((0, 1), beside=((0, 1, 3),)).speaks


def test_a_triple_is_needed_beside_its_pairs_only_if_it_is_there():
    X, noise = related(4000), np.random.default_rng(6).normal(size=4000)
    pairs = X[:, 0] * X[:, 1] + X[:, 1] * X[:, 2] + X[:, 0] * X[:, 2] + 0.5 * noise
    assert not needed_for(X, pairs)((0, 1, 2)).speaks
    assert needed_for(X, pairs + X[:, 0] * X[:, 1] * X[:, 2])((0, 1, 2)).speaks


def test_a_single_effect_is_no_interaction_of_what_tells_its_feature(monkeypatch):
    X = related()
    X[:, 1] = X[:, 0] + 0.1 * X[:, 3]
    needed = needed_for(X, X[:, 0] ** 2 + (X[:, 2] > 0.3))
    assert not any(needed(i).speaks for i in combinations(range(4), 2))
    rng = np.random.default_rng(1)
    group, e = rng.integers(5, size=1500), rng.normal(size=(2, 1500))
    a = e[0] + 1.2 * group
    within = a - (np.bincount(group, a) / np.bincount(group))[group]
    told = np.column_stack([a, within, group]), np.sin(1.2 * a) + 0.1 * e[1]
    assert not needed_for(*told)((1, 2)).speaks
    monkeypatch.setattr(constants, "FEW", 0)  # the ridge holds a's effect back
    assert needed_for(*told)((1, 2)).speaks


def test_a_product_is_needed_where_its_values_are_missing_too():
    X, rng = related(4000), np.random.default_rng(2)
    noise, gone = 0.3 * rng.normal(size=4000), rng.random(4000) < 0.2
    y, product = X[:, 0] + noise, X[:, 0] * X[:, 1]
    X[gone, 0], columns = 0, [(0, 4), (1,), (2,), (3,)]
    X = np.column_stack([X, gone])
    both = [needed_for(X, f, columns=columns, missing={0: 4}) for f in (y, y + product)]
    assert [needed((0, 1)).speaks for needed in both] == [False, True]


@pytest.mark.parametrize("loss, classes", [("classification", 2), ("multiclass", 3)])
def test_classes_are_judged_by_their_logits(loss, classes):
    """A sum of logits is no sum of probabilities; each class has its own."""
    rng, X = np.random.default_rng(5), related(6000)
    logits = 2.0 * X[:, [0, 2, 3][:classes]]
    for there in (False, True):
        z = logits + np.eye(classes)[0] * there * 1.5 * X[:, [1]] * X[:, [3]]
        y = np.argmax(z + rng.gumbel(size=z.shape), axis=1).astype(float)
        needed = needed_for(X, y, loss, outputs=1 if classes == 2 else classes)
        assert needed((1, 3)).speaks == there
        assert needed((1, 3)).least == constants.OF_CLASSES < constants.NEEDED
        sets, others = ((1, 3),) * there, {*combinations(range(4), 2)} - {(1, 3)}
        assert not any(needed(i, sets).speaks for i in others)
        if not there:  # squared errors of 0 and 1 deceive
            assert needed_for(X, (y == 0) * 1.0)((0, 2)).speaks


def test_steep_logits_need_nothing_more(monkeypatch):
    rng, X = np.random.default_rng(8), related(4000)
    logit = 20 * (X[:, 0] + X[:, 2] - 1.5 + np.outer([0, 1], X[:, 0] * X[:, 3]))
    y = (logit + rng.logistic(size=(2, 4000)) > 0) * 1.0
    single, product = ((X, outcome, "classification") for outcome in y)
    assert not needed_for(*single)((0, 2)).speaks
    assert needed_for(*product)((0, 3)).speaks
    assert not needed_for(*product)((0, 2, 3), ((0, 3),)).speaks
    monkeypatch.setattr(constants, "SURER", (1,))
    monkeypatch.setattr(constants, "SET_RIDGE", constants.UNITS_RIDGE)  # held back
    assert needed_for(*product)((0, 2, 3), ((0, 3),)).speaks
    monkeypatch.setattr(constants, "FREE_RIDGE", constants.RIDGE)
    assert needed_for(*single)((0, 2)).speaks


@pytest.mark.parametrize("seed", [1, 5])
def test_newton_s_steps_are_halved_where_they_are_too_long(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(8000, 3))
    score = X[:, 0] + X[:, 1] ** 2 + np.sin(3 * X[:, 2]) + rng.logistic(0, 0.03, 8000)
    needed = needed_for(X, score > np.quantile(score, 0.9), "classification")
    f, y = needed.fitted((), 0)[1][0].f, needed.y[1]
    # A constant has 0.33; whole steps had 10.8 and 4.4.
    assert np.mean(np.logaddexp(0, f) - y * f) < 0.1
    X[:, 2] = X[:, 2] > 1.9  # a constant has 0.8; whole steps had 2.9, 1.3
    y = np.where(X[:, 2] * (X[:, 1] < 0.8), 2.0, X[:, 0] + rng.logistic(size=8000) > 0)
    needed = needed_for(X, y, "multiclass", outputs=3)
    f = np.stack([fit.f for fit in needed.fitted((), 0)[1]], axis=1)
    assert mean_loss("multiclass", f, needed.y[1]) < 0.7


@pytest.mark.parametrize("seed, alone", [(0, True), (1, False)])
def test_classes_that_a_sum_can_tell_need_no_interaction(seed, alone, monkeypatch):
    """A linear program says whether a sum of steps of all levels tells all classes."""
    rng = np.random.default_rng(seed)
    X = rng.integers(5, size=(6000, 3))
    effects = rng.normal(size=(3, 5))[np.arange(3), X].sum(axis=1)
    y = effects + 2 * (X[:, 0] > 1) * (X[:, 2] > 1) > 0
    H = np.where(y, 1, -1)[:, None] * np.eye(5)[X].reshape(6000, 15)
    program = linprog(np.zeros(15), -H, -np.ones(6000), bounds=(None, None))
    assert (program.status == 0) == alone
    needed = needed_for(1.0 * X, 1.0 * y, "classification")
    assert needed((0, 2)).speaks != alone
    monkeypatch.setattr(constants, "SURER", (1,))  # it is enough to be surer
    assert needed((0, 2)).speaks


@pytest.mark.parametrize("weight, multiple", [(1e-6, 16), (1, 2), (12, 1)])
def test_a_blind_sum_is_as_sure_as_is_best_by_weight(weight, multiple, monkeypatch):
    X, both = related(240), []
    needed = needed_for(X, (X[:, 0] > 0) * 1.0, "classification")
    for k, y in enumerate(needed.y):
        right, f = np.arange(len(y)) % 12 > 0, 6 * y - 3
        needed.w[k] = np.where(right, 1.0, weight)
        both.append([np.where(right, f, -f) / 3, f])
    needed.without_and_with = lambda *given: both[1 - given[-1]]
    verdict = needed((0, 1))
    monkeypatch.setattr(constants, "SURER", (multiple,))
    assert needed((0, 1)) == verdict


def test_rows_of_next_to_no_weight_do_not_count():
    X, heavy = related(2000), np.arange(2000) % 4 > 0
    y = np.where(heavy, 2 * X[:, 0] * X[:, 3], 0) + X[:, 2]
    weights = np.where(heavy, 1e-6, 1.0)
    assert needed_for(X, y)((0, 3)).speaks
    assert not needed_for(X, y, weights=weights)((0, 3)).speaks
    wild = X[:, 0] * X[:, 3] + heavy * np.random.default_rng(7).normal(0, 30, 2000)
    assert needed_for(X, wild, weights=weights)((0, 3)).speaks  # nor do they judge


def test_a_row_far_from_all_others_does_not_silence_the_rest():
    X = related(2500, np.random.default_rng(3))
    needed = needed_for(X, X[:, 0] * X[:, 1] + X[:, 3])
    assert needed((0, 1)).speaks
    needed.ranges = [(-np.inf, np.inf)] * 2  # what the sum says of it may be anything
    assert not needed((0, 1)).speaks


def test_what_is_far_is_part_of_a_single_effect():
    X = np.exp(np.random.default_rng(0).normal(size=(3000, 3)))
    X[:, 2] = X[:, 0] * X[:, 1] * X[:, 2] ** 0.1  # revenue, price and number
    now, before = (needed_for(X, X[:, 2]) for _ in range(2))
    before.with_far = before.X
    assert before((0, 1)).speaks and not now((0, 1)).speaks


def test_t_and_rise_by_hand():
    needed = needed_for(related(200), related(200)[:, 0])
    y = [needed.y[k] for k in (1, 0)]
    errors = np.array([[2.0, 1.0], [1.0, 2.0]])  # without and with, of each half
    both = [[y[k] + error for error in errors[k]] for k in (0, 1)]
    needed.without_and_with = Mock(side_effect=lambda *given: both[given[-1]])
    for i, m in (((0, 1), 2), ((0, 1, 2, 3), 3)):  # parts are as rich as the whole
        needed(i)
        _, _, parts, _ = needed.without_and_with.call_args.args
        assert [units / constants.UNITS for _, units in parts] == len(i) * [m]
    verdict, means = needed((0, 1)), [np.mean(needed.y[k]) for k in (0, 1)]
    guess = [np.mean((y[k] - means[k]) ** 2) for k in (0, 1)]  # of the other's mean
    assert verdict.rise == pytest.approx((3.0, -0.75), rel=1e-6)
    lost = 3 / (guess[0] - 1), -3 / 1e-12
    assert guess[0] > 1 and verdict.lost == pytest.approx(lost, rel=1e-5)
    assert min(verdict.t) < 0 < max(verdict.t)
    needed.w = [np.arange(len(of)) % 2 for of in y[::-1]]
    t = needed((0, 1)).t
    both[0][1] += 9 - 9 * needed.w[1]
    assert needed((0, 1)).t == t  # rows without weight may be as far apart
    needed.groups = [np.arange(len(of)) // 3 for of in y[::-1]]  # three rows each
    for k in (0, 1):
        less, more = both[k]
        along, apart = (y[k] - less) * (more - less), (more - less) ** 2
        rows = [along * needed.w[1 - k], apart * needed.w[1 - k]]
        sums = [np.add.reduceat(each, np.arange(0, len(each), 3)) for each in rows]
        assert needed((0, 1)).t[k] == pytest.approx(unseen.t_beside(*sums))
        assert unseen.t_beside(*rows) != pytest.approx(unseen.t_beside(*sums), rel=0.01)
    needed = needed_for(related(200), np.arange(200) % 3 // 2 * 1.0, "classification")
    ones = [y**0 for y in needed.y[::-1]]  # of classes it is the cross-entropy's rise
    needed.without_and_with = lambda *given: (0 * ones[given[-1]], ones[given[-1]])
    rises = [np.log(2) - np.logaddexp(0, 1) + y for y in needed.y[::-1]]
    assert needed((0, 1)).t == pytest.approx([unseen.t_beside(r, r**0) for r in rises])


def test_one_half_alone_does_not_make_it_needed():
    t, rise, lost = constants.NEEDED, constants.RISE, constants.LOST
    for of_t, of_rise, of_lost, speaks in (
        ((9.0, t), (0.0, 2 * rise), (constants.WORTH,) * 2, True),
        ((9.0, t), (0.0, 2 * rise), (0.0, 1.99 * constants.WORTH), False),
        ((9.0, t), (0.0, 0.0), (0.0, 2 * lost), True),
        ((9.0, t - 0.01), (0.5, 0.5), (0.5, 0.5), False),
        ((9.0, 9.0), (0.0, 1.99 * rise), (0.0, 1.99 * lost), False),
    ):
        halves = Verdict(of_t, of_rise, of_lost), Verdict(of_t[::-1], of_rise, of_lost)
        assert [verdict.speaks for verdict in halves] == [speaks, speaks]


def test_wide_tables_keep_the_columns_that_tell_most(monkeypatch):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 60))
    monkeypatch.setattr(constants, "WIDE", 30)
    middle = np.where(X[:, 50] > 0.5, 1, 2 * rng.integers(2, size=400))
    for given in ((0.1 * rng.normal(size=400) - X[:, 50],), (middle, "multiclass", 3)):
        needed = needed_for(X, *given)
        kept = needed.singles[0][:, -30:]  # of classes the free columns come first
        assert max(abs(np.corrcoef(h, needed.X[:, 50])[0, 1]) for h in kept.T) > 0.99


def test_free_columns_say_nothing_twice():
    H = functions.free_columns(np.stack([np.arange(60) % 2, np.arange(60) / 9], axis=1))
    assert np.linalg.matrix_rank(H) == H.shape[1] == 4  # 1, both, a square
