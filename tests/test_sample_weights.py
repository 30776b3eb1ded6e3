"""A row of weight 3 counts as three copies of it, in every formula that weighs rows.

Where a formula is a sum over rows, weights are held against repeated rows, to rounding.
"""

from dataclasses import replace

import numpy as np
import pytest
from autograd import value_and_grad
from examples import NETWORKS, example, scaled_error, targets
from sklearn.metrics import r2_score, roc_auc_score
from sklearn.preprocessing import StandardScaler

from nidlite import detect_interactions, load
from nidlite.agreement import shared, unseen
from nidlite.agreement.confirm import Corners, row_pairs, superset_importance
from nidlite.agreement.halves import halves
from nidlite.agreement.unseen import TrainedPair
from nidlite.agreement.witness import Witness, in_units, t_value
from nidlite.cutoff.gains import auc_errors, row_errors
from nidlite.fast.backprop import predict
from nidlite.fast.step import Fast, loss_and_slope
from nidlite.losses import LOSSES, mean_loss, sigmoid
from nidlite.metrics import auc, r_squared, variance
from nidlite.networks import mlp, mlp_m
from nidlite.parts import BLOCK, Part, relative_weights, together
from nidlite.recipes import CUTOFF_RECIPE, Recipe
from nidlite.splits import split
from nidlite.training import Plain, fit

COUNTS = np.array([1, 3, 2, 5, 1, 1, 4, 2, 2])
MEAN_1 = COUNTS / COUNTS.mean()
OUTPUTS = {"regression": 1, "classification": 1, "multiclass": 3}
THIRDS = (1 / 3, 1 / 3, 1 / 3)
COLUMNS = [(0,), (1,), (2,), (3,)]
each_loss = pytest.mark.parametrize("loss", OUTPUTS)


def repeated(*arrays, counts=COUNTS):
    """Each array with every row as often as it counts."""
    return [np.repeat(a, counts, axis=0) for a in arrays]


def rows_of(n=1200, seed=0, p=4):
    """X (n, p), an outcome, and weights from 0.1 to 10 that go with the row."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (n, p))
    y = 2 * X[:, 0] * X[:, 1] + X[:, 2] + 0.1 * rng.normal(size=n)
    return X, y, 10 ** X[:, 3]


# --- the loss ------------------------------------------------------------------------


def is_of_repeated_rows(engine, loss, w=MEAN_1):
    """Whether loss and gradient with weights are those of repeated rows without."""
    network = mlp_m(4, (5, 3), (3, 2), outputs=OUTPUTS[loss])
    theta, X, _ = example(network, len(COUNTS))
    y = targets(loss, len(COUNTS))
    weighed, plain = (
        engine(network, theta, loss, Recipe(), n) for n in (len(COUNTS), COUNTS.sum())
    )
    value, g = weighed.loss_and_gradient(theta, X, y, w)
    g = g.copy()
    expected, slope = plain.loss_and_gradient(theta, *repeated(X, y))
    # The same sums in another order.
    right = np.isclose(value, expected, rtol=1e-13, atol=0)
    return bool(right) and scaled_error(g, slope) < 1e-13


@each_loss
@pytest.mark.parametrize("engine", [Plain, Fast])
def test_loss_and_gradient_are_those_of_repeated_rows(engine, loss):
    assert is_of_repeated_rows(engine, loss)
    for wrong in (None, 1.01 * MEAN_1, MEAN_1[::-1]):
        assert not is_of_repeated_rows(engine, loss, wrong)


@each_loss
def test_the_fast_value_and_slope_are_the_plain_ones(loss):
    rng = np.random.default_rng(0)
    f = rng.normal(scale=3, size=(9, 3) if loss == "multiclass" else 9)
    y = targets(loss, 9)
    value, slope = loss_and_slope(loss, f, y, MEAN_1)
    exact, exact_slope = value_and_grad(lambda f: mean_loss(loss, f, y, MEAN_1))(f)
    # As in test_slopes.
    assert value == pytest.approx(exact, rel=1e-13) and slope.shape == f.shape
    np.testing.assert_allclose(slope, exact_slope, rtol=1e-11, atol=1e-15)
    assert mean_loss(loss, f, y) == LOSSES[loss](f, y)


@each_loss
@pytest.mark.parametrize("engine", ["plain", "fast"])
def test_a_training_on_all_rows_at_once_is_that_of_repeated_rows(engine, loss):
    """Steps, history, and which epoch is the best: all of it."""
    network = NETWORKS["MLP-M" + " of three classes" * (loss == "multiclass")]
    X, counts = np.random.default_rng(0).normal(size=(40, 4)), np.arange(40) % 3 + 1
    y, both = targets(loss, 40), [slice(0, 25), slice(25, 40)]
    parts = [Part.of(X[rows], y[rows], 7.0 * counts[rows]) for rows in both]
    copies = [tuple(repeated(*part, counts=counts[r])) for part, r in zip(parts, both)]
    start, histories, fits = (
        network.initial(np.random.default_rng(1), dtype=float),
        [],
        [],
    )
    of = split(X, y, np.random.default_rng(0), dtype=float)
    for train, valid in (parts, copies, [tuple(part) for part in parts]):
        recipe = Recipe(epochs=5, batch=len(train[1]))
        given = replace(of, train=train, valid=valid), loss, np.random.default_rng(2)
        fits.append(fit(network, *given, recipe, engine=engine, start=start))
        histories.append([(e.train, e.valid) for e in fits[-1].history])
    # Five steps of rounding, which Adam divides by a gradient's size.
    assert np.allclose(*histories[:2], rtol=1e-9, atol=0)
    assert np.allclose(fits[0].theta, fits[1].theta, rtol=0, atol=1e-9)
    assert not np.allclose(histories[0], histories[2], rtol=1e-3)


def test_over_the_batches_of_an_epoch_the_weighted_gradients_are_that_of_all_rows():
    """Were a batch's weights scaled to mean 1, heavy rows would count less together."""
    network = NETWORKS["MLP-M"]
    theta, X, _ = example(network, 9)
    y, engine = targets("regression", 9), Plain(network, None, "regression", Recipe())
    batches = [slice(k, k + 3) for k in (0, 3, 6)]

    def mean_gradient(scaled):
        weights = [MEAN_1[b] / (MEAN_1[b].mean() if scaled else 1) for b in batches]
        each = zip(batches, weights)
        return np.mean(
            [engine.loss_and_gradient(theta, X[b], y[b], w)[1] for b, w in each], axis=0
        )

    whole = engine.loss_and_gradient(theta, X, y, MEAN_1)[1]
    assert scaled_error(mean_gradient(False), whole) < 1e-13
    assert scaled_error(mean_gradient(True), whole) > 0.01


# --- the split -----------------------------------------------------------------------


def test_weights_go_with_their_rows_and_a_row_is_in_one_part():
    X, y, w = rows_of(300)
    parts = split(X, y, np.random.default_rng(0), dtype=float, sample_weight=w)
    plain = split(X, y, np.random.default_rng(0), dtype=float)
    for part, without in zip(
        (parts.train, parts.valid, parts.test), (plain.train, plain.valid, plain.test)
    ):
        own = part[0] * parts.x_scale + parts.x_mean
        # The weight is 10 to the last feature; scaling and back rounds.
        np.testing.assert_allclose(part.sample_weight, 10 ** own[:, 3], rtol=1e-12)
        np.testing.assert_allclose(own, without[0] * plain.x_scale + plain.x_mean)
        assert relative_weights(part).mean() == pytest.approx(1, rel=1e-12)
        assert relative_weights(without) is None
    first, second = halves(parts, np.random.default_rng(1))
    for part in (first, second, together([first, second])):
        own = part[0] * parts.x_scale + parts.x_mean
        np.testing.assert_allclose(part.sample_weight, 10 ** own[:, 3], rtol=1e-12)
    assert not {*map(tuple, first[0])} & {*map(tuple, second[0])}
    assert len(first[1]) + len(second[1]) == 270


def test_scaling_is_scikit_learn_s_with_weights_and_that_of_repeated_rows():
    n = 3 * BLOCK  # more rows than are scaled at a time
    X, y, _ = rows_of(n)
    X, counts = 5 + X * [1, 10, 100, 1000], np.arange(n) % 4 + 1
    parts = split(X, y, np.random.default_rng(0), sample_weight=counts / 4)
    # Where each training row was, by its outcome.
    where = np.argsort(y)[np.searchsorted(np.sort(y), parts.unscale_y(parts.train[1]))]
    near = np.abs(y[where] - parts.unscale_y(parts.train[1])) < 1e-4
    assert near.mean() > 0.5  # the rest was rounded to a neighbour
    order = np.random.default_rng(0).permutation(n)[: len(parts.train[1])]
    scaler = StandardScaler().fit(X[order], sample_weight=counts[order])
    np.testing.assert_allclose(parts.x_mean, scaler.mean_, rtol=1e-12)
    np.testing.assert_allclose(parts.x_scale, scaler.scale_, rtol=1e-12)
    copies = np.repeat(y[order], counts[order])
    assert parts.y_mean == pytest.approx(copies.mean(), rel=1e-10)
    assert parts.y_scale == pytest.approx(copies.std(), rel=1e-12)


def test_rows_that_weigh_next_to_nothing_leave_a_column_constant():
    X, y, _ = rows_of(100)
    X[:, 1], w = np.arange(100) == 7, np.ones(100)
    w[7] = 1e-300
    parts = split(X, y, np.random.default_rng(0), (0.9, 0.1, 0), sample_weight=w)
    assert parts.x_constant.tolist() == [False, True, False, False]


# --- scores --------------------------------------------------------------------------


def test_scores_are_scikit_learn_s_and_those_of_repeated_rows():
    rng = np.random.default_rng(0)
    for _ in range(20):
        f, y = rng.normal(size=(2, 9)).round(0 if rng.random() < 0.5 else 9)
        labels = rng.permutation(COUNTS > 1)
        of, more = repeated(f, y), repeated(f, labels)
        area = auc(f, labels, MEAN_1)
        assert area == pytest.approx(roc_auc_score(labels, f, sample_weight=MEAN_1))
        assert area == pytest.approx(auc(*more), rel=1e-13)
        errors, each = auc_errors(f, labels, MEAN_1), auc_errors(*more)
        np.testing.assert_allclose(np.repeat(errors, COUNTS), each, atol=1e-13)
        assert np.average(errors, weights=COUNTS) == pytest.approx(1 - area)
        assert variance(y, MEAN_1) == pytest.approx(np.var(of[1]), rel=1e-13)
        if np.ptp(y):
            score = r_squared(f, y, MEAN_1)
            assert score == pytest.approx(r2_score(y, f, sample_weight=COUNTS))
            assert score == pytest.approx(r_squared(*of), rel=1e-13)
    assert np.isnan(r_squared(f, np.ones(9), MEAN_1))


@pytest.mark.parametrize(
    "loss, measure", [*zip(OUTPUTS, ["loss"] * 3), ("classification", "auc")]
)
def test_the_cutoff_s_errors_have_the_mean_of_repeated_rows(loss, measure):
    rng = np.random.default_rng(5)
    f, y = rng.normal(size=(9, 3) if loss == "multiclass" else 9), targets(loss, 9)
    errors = row_errors(loss, measure, MEAN_1)(f, y)
    expected = row_errors(loss, measure)(*repeated(f, y))
    assert errors.mean() == pytest.approx(expected.mean(), rel=1e-13)
    assert not np.isclose(errors.mean(), row_errors(loss, measure)(f, y).mean())


# --- shares and evidence -------------------------------------------------------------


def test_in_pairs_of_rows_each_stands_as_often_as_its_weight_says():
    X = np.random.default_rng(0).normal(size=(9, 3))
    a, b = row_pairs(X, COUNTS.sum(), np.random.default_rng(1), MEAN_1)
    for rows in (a, b):
        assert sorted(map(tuple, rows)) == sorted(map(tuple, repeated(X)[0]))
    f = lambda X: X[:, 0] * X[:, 1] + X[:, 2]  # noqa: E731
    a, b = row_pairs(X, 50_000, np.random.default_rng(2), COUNTS)
    found = superset_importance(f, (0, 1), a, b)
    [copies] = repeated(X)
    ends = (copies[k.ravel()] for k in np.mgrid[: len(copies), : len(copies)])
    # The mean over all pairs of copies; of 50,000 pairs it was within a percent.
    assert found == pytest.approx(superset_importance(f, (0, 1), *ends), rel=0.03)
    even = superset_importance(f, (0, 1), *row_pairs(X, 9, np.random.default_rng(2)))
    assert abs(even / found - 1) > 0.1


def witness(X, y, partners, w=None, loss="regression"):
    f = lambda X: X[:, 0] * X[:, 1] + X[:, 2]  # noqa: E731
    corners = [Corners(f, X, other, COLUMNS[:3]) for other in partners]
    return Witness(corners, f(X), *in_units(loss, y, 1), w)


@pytest.mark.parametrize("loss", ["regression", "classification"])
def test_what_outcomes_say_is_on_average_what_their_copies_say(loss):
    X, *partners = np.random.default_rng(0).normal(size=(3, 9, 3))
    y = targets(loss, 9)
    one = witness(X, y, partners, MEAN_1, loss)
    X, y, *partners = repeated(X, y, *partners)
    copies = witness(X, y, partners, loss=loss)
    mean = copies.support((0, 1)).mean()
    assert one.support((0, 1)).mean() == pytest.approx(mean, rel=1e-12)
    assert one.gain().mean() == pytest.approx(copies.gain().mean(), rel=1e-12)
    # The mean is the same, but a copy is no news.
    assert abs(t_value(one.gain())) < abs(t_value(copies.gain()))


def test_partners_are_drawn_by_weight():
    X, network = np.random.default_rng(0).normal(size=(9, 3)), mlp(3, (2,))
    thetas, every = [[np.ones(network.size)]] * 2, np.arange(9)
    for weights, alone in ((every // 8, True), (None, False)):  # of the last row
        rows = [None, Part.of(X, X[:, 0], weights)]
        trained = TrainedPair(network, thetas, rows, COLUMNS[:3], "regression")
        found = trained.witness(0, every, every, 2, np.random.default_rng(1))
        assert [(c.b == X[8]).all() for c in found.corners] == [alone, alone]


@pytest.mark.long
def test_of_an_accident_t_is_standard_normal_whatever_the_rows_weigh():
    def t_of(seed, copies=False, n=600):
        rng = np.random.default_rng(seed)
        X, *partners = rng.normal(size=(3, n, 3))
        y, counts = X[:, 2] + rng.normal(size=n), rng.integers(1, 10, n)
        given = [X, y, *partners]
        if copies:
            given = repeated(*given, counts=counts)
        X, y, *partners = given
        w = None if copies else counts / counts.mean()
        return t_value(witness(X, y, partners, w).support((0, 1)))

    t = [t_of(seed) for seed in range(200)]
    # Of 200 standard normals the deviation is within 0.05; of copies it was 2.4.
    assert abs(np.mean(t)) < 0.25 and np.std(t) == pytest.approx(1, abs=0.2)
    assert np.std([t_of(seed, copies=True) for seed in range(50)]) > 1.7


@pytest.mark.long
@pytest.mark.parametrize("loss", ["regression", "classification"])
def test_shares_of_two_networks_are_those_under_the_weights(loss, monkeypatch):
    """Both are relu(x1 + x2 - 1/2), and the outcomes are what they say."""
    monkeypatch.setattr(unseen, "ROWS", 20_000)
    rng, network = np.random.default_rng(0), mlp(3, (1,))
    thetas = [[np.array([1, 1, 0, -0.5, 1, 0], np.float32)]] * 2
    X = rng.uniform(-1, 1, size=(2, 8000, 3)).astype(np.float32)
    y = np.array([predict(network, thetas[0][0], part) for part in X])
    y = sigmoid(y) if loss == "classification" else y
    counts = np.where(X[..., 0] + X[..., 1] > 0.5, 9, 1)
    weighed = [Part.of(*given) for given in zip(X, y, counts)]
    copies = [tuple(repeated(*part, counts=c)) for part, c in zip(weighed, counts)]
    said = {}
    for name, rows in {"w": weighed, "copies": copies, "none": list(zip(X, y))}.items():
        trained = TrainedPair(network, thetas, rows, COLUMNS[:3], loss)
        opinion, learned = trained.opinion(np.random.default_rng(1))
        product, _ = shared(*(corners.part((0, 1)) for corners in opinion.pair))
        said[name] = opinion.variance, product / opinion.variance
        assert np.isfinite(learned)
    if loss == "regression":  # else it is the outputs' of some rows
        assert said["w"][0] == pytest.approx(said["copies"][0], rel=1e-6)
    # Means over 20,000 pairs and 8,000 rows: twenty seeds differ by 1.5 percent.
    assert said["w"] == pytest.approx(said["copies"], rel=0.08)
    assert said["none"] != pytest.approx(said["copies"], rel=0.3)


# --- the whole -----------------------------------------------------------------------


def same_bits(one, other):
    return np.array_equal(one.fit.theta, other.fit.theta)


def test_weight_0_is_a_row_that_is_not_there_and_equal_weights_are_none():
    X, y, _ = rows_of(120)
    how = {"epochs": 1, "task": "regression"}
    plain = detect_interactions(X, y, **how)
    assert same_bits(plain, detect_interactions(X, y, sample_weight=[3] * 120, **how))
    w = 1.0 + (X[:, 0] > 0)
    assert not same_bits(plain, detect_interactions(X, y, sample_weight=w, **how))
    extra = np.full((5, 4), np.nan)
    extra[0], where = 1e30, [0, 0, 50, 120, 120]
    wide, outcomes = np.insert(X, where, extra, 0), np.insert(y, where, np.nan)
    outcomes[0] = 1e60
    zeros = np.insert(w, where, 0)
    one = detect_interactions(X, y, sample_weight=w, **how)
    other = detect_interactions(wide, outcomes, sample_weight=8 * zeros, **how)
    assert same_bits(one, other) and one.ranking == other.ranking
    assert one.test_score() == other.test_score()
    assert "note: rows count by their weights\n" in f"{one.summary}\n"
    assert "note: 5 of 125 rows have weight 0 and are left out" in other.summary
    labels = ["a", "b"] * 60
    found = detect_interactions(
        np.vstack([X, X[:1]]), [*labels, "c"], epochs=1, sample_weight=[1] * 120 + [0]
    )
    assert found.table.classes == ("a", "b")
    assert same_bits(found, detect_interactions(X, labels, epochs=1))


def two_kinds(n, seed=0):
    """x1 x2 in half of the rows, which count 9 times, and x3 x4 in the other half."""
    rng = np.random.default_rng(seed)
    X, heavy = rng.uniform(-1, 1, (n, 4)), np.arange(n) % 2 == 0
    return X, 2 * np.where(heavy, X[:, 0] * X[:, 1], X[:, 2] * X[:, 3]), 1 + 8 * heavy


@pytest.mark.long
def test_the_answer_is_that_under_the_weights():
    X, y, counts = two_kinds(2000)
    found = detect_interactions(X, y, epochs=30, fractions=THIRDS, sample_weight=counts)
    # The mean of y given X is 0.9 (2 x1 x2) + 0.1 (2 x3 x4), and y has variance 4/9:
    # shares of 0.81 and 0.01, where without weights both have 0.25.
    assert found.agreed()[0].interaction == (0, 1)
    assert found.agreed()[0].share == pytest.approx(0.81, abs=0.12)
    assert abs(found.opinion.of((2, 3)).share) < 0.05
    S = found.agreed_pairwise_strengths()
    assert S[0, 1] == pytest.approx(0.81, abs=0.15) and abs(S[2, 3]) < 0.06
    (first, _, share), *_ = found.confirm(top=1)
    assert first == (0, 1) and share == pytest.approx(0.81, abs=0.2)
    X, y = found.split.test
    w = found.split.test.sample_weight
    score = r2_score(y, found.f(X), sample_weight=w)
    assert found.test_score()[1] == pytest.approx(score, rel=1e-6)
    assert abs(score - r2_score(y, found.f(X))) > 0.1
    grown = found.cutoff(replace(CUTOFF_RECIPE, epochs=1, steps=1), most=0)
    f, y = found.f(found.split.valid[0]), found.split.valid[1]
    error = np.average((f - y) ** 2, weights=found.split.valid.sample_weight)
    assert grown.reference == pytest.approx(error, rel=1e-6)
    f = grown.fits[0]
    assert grown.losses[0] == pytest.approx(f.best.valid, rel=1e-5)


@pytest.mark.long
def test_a_whole_detection_has_the_answer_of_repeated_rows():
    """Copies are in both halves and the test, so only what is certain is the same."""
    X, y, counts = two_kinds(2000)
    how = {"epochs": 30, "fractions": THIRDS}
    weighed = detect_interactions(X, y, sample_weight=counts, **how)
    copies = detect_interactions(*repeated(X, y, counts=counts), **how)
    for found in (weighed, copies):
        assert found.agreed()[0].interaction == (0, 1)
        assert found.ranking[0][0] == (0, 1)
        assert found.agreed()[0].share == pytest.approx(0.81, abs=0.12)
    # Copies in the other half are known outcomes: noise is confirmed, too.
    assert copies.opinion.of((0, 1)).t > 1.5 * weighed.opinion.of((0, 1)).t


@pytest.mark.parametrize("classes", [2, 3])
def test_classes_are_scored_and_judged_under_the_weights(classes):
    X, y, w = rows_of(400)
    labels = np.digitize(y, [-0.5, 0.5][: classes - 1])
    how = {"task": "classification", "epochs": 2, "fractions": THIRDS}
    found = detect_interactions(X, labels, sample_weight=w, **how)
    X, y = found.split.test
    f, w = found.f(X), found.split.test.sample_weight
    score = np.average(f.argmax(1) == y, weights=w) if classes > 2 else None
    score = score or roc_auc_score(y, f, sample_weight=w)
    assert found.test_score()[1] == pytest.approx(score, rel=1e-12)
    assert np.isfinite(found.opinion.variance)
    assert np.isfinite(found.confirmed_pairwise_strengths(50)).all()


def test_what_is_saved_says_the_same_and_predicts(tmp_path):
    X, y, w = rows_of(200)
    for k, weights in enumerate((w, None)):
        found = detect_interactions(X, y, epochs=2, sample_weight=weights)
        found.agreed()
        found.save(tmp_path / f"{k}.npz")
        again = load(tmp_path / f"{k}.npz")
        assert again.agreed() == found.agreed() and again.summary == found.summary
        assert again.opinion.of((0, 1)) == found.opinion.of((0, 1))
        assert np.array_equal(again.predict(X), found.predict(X))
        assert again.test_score() == found.test_score()
        with np.load(tmp_path / f"{k}.npz") as file:
            assert any("weight" in name for name in file.files) == (k == 0)


def test_what_is_confirmed_is_of_rows_as_often_as_they_weigh():
    X, y, _ = rows_of(300)
    how = {"epochs": 5, "fractions": THIRDS, "sample_weight": 10 ** X[:, 2]}
    found = detect_interactions(X, y, **how)
    (X, y), w = found.split.valid, found.split.valid.sample_weight
    _, a, b, spread = found._between_rows(2000)
    assert spread == pytest.approx(variance(y, w), rel=1e-5)
    assert spread != pytest.approx(np.var(y), rel=0.05)
    even, right = found.f(X).mean(), np.average(found.f(X), weights=w)
    # Of 2,000 rows each stands there to within one as often as it should.
    for rows in (a, b):
        assert abs(found.f(rows).mean() - right) < 0.1 * abs(even - right)
