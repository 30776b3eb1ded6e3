"""A row of weight 3 counts as three copies of it, in every formula that weighs rows.

Where a formula is a sum over rows, weights are held against repeated rows, to rounding.
"""

from dataclasses import replace

import numpy as np
import pytest
from examples import NETWORKS, example, scaled_error, targets
from sklearn.metrics import accuracy_score, r2_score, roc_auc_score
from sklearn.preprocessing import StandardScaler

from nidlite import detect_interactions
from nidlite.parts import Part, each_once
from nidlite.recipes import Recipe
from nidlite.splits import split
from nidlite.training import ENGINES, fit

COUNTS = np.array([1, 3, 2, 5, 1, 1, 4, 2, 2])
MEAN_1 = COUNTS / COUNTS.mean()
KINDS = {"regression": "MLP-M", "classification": "MLP-M"}
KINDS["multiclass"] = "MLP-M of three classes"
each_loss = pytest.mark.parametrize("loss", KINDS)
each_engine = pytest.mark.parametrize("engine", ENGINES)


def repeated(*arrays, counts=COUNTS):
    """Each array with every row as often as it counts."""
    return [np.repeat(a, counts, axis=0) for a in arrays]


def rows_of(n, seed=0, p=4):
    """X (n, p), an outcome, and weights from 0.1 to 10 that go with the row."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (n, p))
    return X, 2 * X[:, 0] * X[:, 1] + X[:, 2] + 0.1 * rng.normal(size=n), 10 ** X[:, 3]


@each_loss
@each_engine
def test_loss_and_gradient_are_those_of_repeated_rows(engine, loss):
    network = NETWORKS[KINDS[loss]]
    theta, X, _ = example(network, 9)
    y = targets(loss, 9)

    def loss_and_gradient(X, y, w=None):
        made = ENGINES[engine](network, 0 * theta, loss, Recipe(), len(y))
        return [np.copy(part) for part in made.loss_and_gradient(theta, X, y, w)]

    value, slope = loss_and_gradient(*repeated(X, y))
    for w, right in ((MEAN_1, True), (None, False)):
        found, g = loss_and_gradient(X, y, w)
        # The same sums in another order.
        assert np.isclose(found, value, rtol=1e-13) == right
        assert (scaled_error(g, slope) < 1e-13) == right
    # In a batch weights need not have mean 1: heavy rows count for more together.
    assert scaled_error(loss_and_gradient(X, y, 2 * MEAN_1)[1], 2 * slope) < 1e-13


@each_loss
@each_engine
def test_a_training_on_all_rows_at_once_is_that_of_repeated_rows(engine, loss):
    """Steps, history, and which epoch is the best: all of it."""
    network, counts = NETWORKS[KINDS[loss]], np.arange(40) % 3 + 1
    X, y = np.random.default_rng(0).normal(size=(40, 4)), targets(loss, 40)
    start = network.initial(np.random.default_rng(1), dtype=float)
    whole = split(X, y, np.random.default_rng(0), dtype=float)
    halves = [slice(0, 25), slice(25, 40)]
    weighed = [Part(X[rows], y[rows], 7.0 * counts[rows]) for rows in halves]
    copies = [Part(*repeated(X[rows], y[rows], counts=counts[rows])) for rows in halves]
    thetas, histories = [], []
    for train, valid in (weighed, copies, [Part(*rows) for rows in weighed]):
        recipe = Recipe(epochs=5, batch=len(train[1]))
        parts, rng = replace(whole, train=train, valid=valid), np.random.default_rng(2)
        found = fit(network, parts, loss, rng, recipe, engine=engine, start=start)
        thetas.append(found.theta)
        histories.append([(e.train, e.valid) for e in found.history])
    # Five steps of rounding, which Adam divides by a gradient's size.
    assert np.allclose(*histories[:2], rtol=1e-9, atol=0)
    assert np.allclose(*thetas[:2], rtol=0, atol=1e-9)
    assert not np.allclose(histories[0], histories[2], rtol=1e-3)


def test_weights_go_with_their_rows_and_scaling_is_scikit_learns():
    X, y, w = rows_of(300)
    parts = split(X, y, np.random.default_rng(0), dtype=float, sample_weight=w)
    for part in (parts.train, parts.valid, parts.test):
        last = part[0][:, 3] * parts.x_scale[3] + parts.x_mean[3]
        # The weight is 10 to the last feature; scaling and back rounds.
        np.testing.assert_allclose(part.sample_weight, 10**last, rtol=1e-12)
    rows = np.random.default_rng(0).permutation(300)[:240]
    scaler = StandardScaler().fit(X[rows], sample_weight=w[rows])
    np.testing.assert_allclose(parts.x_mean, scaler.mean_, rtol=0, atol=1e-12)
    np.testing.assert_allclose(parts.x_scale, scaler.scale_, rtol=1e-12)
    assert parts.y_mean == pytest.approx(np.average(y[rows], weights=w[rows]))


def test_a_score_is_scikit_learns_of_the_weighted_test_rows():
    X, y, w = rows_of(600)
    level = np.array(["a", "b", "c"])[np.digitize(y, [-0.5, 0.5])]
    measures = {"R2": (r2_score, y), "AUC": (roc_auc_score, y > 0)}
    measures["accuracy"] = accuracy_score, level
    for name, (measure, outcome) in measures.items():
        found = detect_interactions(X, outcome, epochs=2, sample_weight=w)
        (rows, right), w_test = found.split.test, found.split.test.sample_weight
        f = found.f(rows).astype(float)
        given = right, f if f.ndim == 1 else f.argmax(axis=1)
        expected = measure(*given, sample_weight=w_test)
        assert found.test_score() == (name, pytest.approx(expected, rel=1e-12))
        assert measure(*given) != pytest.approx(expected, abs=1e-3)


def test_copies_of_a_row_are_one_row_that_weighs_as_much_as_they():
    X, y, _ = rows_of(90)
    X, counts, w = np.round(X), np.tile([1, 3], 45), np.tile([1, 2], 45)
    one = detect_interactions(X, y, epochs=1, sample_weight=counts * w)
    X2, y2, w2 = repeated(X, y, w, counts=counts)
    X2[::2] += 0.0  # -0 becomes 0
    copies = detect_interactions(X2, y2, epochs=1, sample_weight=w2)
    assert one.fit.theta.tolist() == copies.fit.theta.tolist()
    assert "\nnote: copies of other rows: 90 of 180; each" in copies.summary
    assert not set.intersection(*({*y.tolist()} for _, y in copies.rows))
    kinds = np.transpose(np.divmod(np.arange(360) % 180, 60))  # equal by chance
    for rows in (repeated(X[:49], y[:49], counts=4), (kinds, kinds[:, 0])):
        assert each_once(*rows, None) == (*rows, None)
    y = np.tile([-1.0, -2.0], 100)  # Python's hash is the same of both
    X = np.random.default_rng(0).random((100, 2)).repeat(2, axis=0)
    assert len(each_once(X, y, None)[0]) == 200
