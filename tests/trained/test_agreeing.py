"""What two functions from elsewhere agree on."""

import numpy as np
import pandas
import polars
import pyarrow
import pytest
from sklearn.neural_network import MLPRegressor
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from nidlite import InputError, detect_interactions
from nidlite.agreement import constants
from nidlite.losses import sigmoid
from nidlite.trained.agreeing import agreed, outputs_of


def test_two_functions_from_elsewhere_agree_on_what_both_have():
    X = np.random.default_rng(0).uniform(-1, 1, size=(400, 4))
    f = lambda X: X[:, 0] * X[:, 1] * X[:, 2]  # noqa: E731
    g = lambda X: f(X) + X[:, 2] * X[:, 3]  # noqa: E731
    assert [a.interaction for a in agreed(f, g, X)] == [(0, 1, 2)]
    logits = lambda X: np.column_stack([f(X), 999 - f(X), 0 * f(X)]) + g(X)[:, None]  # noqa: E731
    assert [a.interaction for a in agreed(logits, logits, X)] == [(0, 1, 2)]
    with pytest.raises(InputError, match="^level must be a number from"):
        agreed(f, g, X, level=5)
    with pytest.raises(ValueError, match="non-negative"):
        agreed(f, g, X, seed=-1)


def test_what_both_functions_do_far_from_all_rows_is_not_claimed(monkeypatch):
    X = np.random.default_rng(0).normal(size=(1000, 3))
    X[:, 1] = X[:, 0] + 0.1 * X[:, 1]
    f = lambda X: X[:, 0] * X[:, 1] + X[:, 2]  # noqa: E731
    assert agreed(f, f, X) == []  # near the rows it is x1^2 + x3
    assert [a.interaction for a in agreed(f, f, X[:150])] == [(0, 1)]  # too few to tell
    # Of many features only one by one is asked what it tells of another. No unit, such
    # as a wavelength in metres, hides that.
    monkeypatch.setattr(constants, "ALL_PAIRS", 0)
    for unit in (1e-9, 1.0, 1e39):
        g = lambda X, unit=unit: f(X / unit)  # noqa: E731
        assert agreed(g, g, unit * X) == []


def test_shares_know_no_units(quick_answer):
    X = np.random.default_rng(0).normal(size=(1000, 4))
    X[:, 1] = 0.6 * X[:, 0] + 0.8 * X[:, 1]
    f = lambda X: X[:, 0] * X[:, 1] / 2 + X[:, 2] + X[:, 3] ** 2  # noqa: E731
    g = lambda X: 100 * f(X / 10)  # noqa: E731
    [one], [other] = agreed(f, f, X), agreed(g, g, 10 * X)
    assert one.interaction == other.interaction == (0, 1)
    assert other.share == pytest.approx(one.share)
    # Of independent columns the product has 0.25 of y's variance, 3.34.
    assert 0.06 < one.share < 0.12


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("library", [pandas, polars])
def test_fitted_models_and_frames_are_taken_and_names_are_given(library, quick_answer):
    X = np.random.default_rng(0).uniform(-1, 1, size=(600, 3))
    frame = library.DataFrame(dict(zip(["tree", "bush", "herb"], X.T)))
    y = X[:, 0] * X[:, 1] + 0.1 * X[:, 2]
    halves = slice(0, 300), slice(300, 600)
    f, g = (MLPRegressor(tol=0.01, random_state=0).fit(frame[h], y[h]) for h in halves)
    for one, other in ((f, g), (f.predict, lambda X: X[:, 0] * X[:, 1])):
        [claim] = agreed(one, other, frame if one is f else pyarrow.table(frame))
        assert claim.names[:2] == ("tree", "bush")
    series = lambda rows: pandas.Series(rows[:, 0] * rows[:, 1])  # noqa: E731
    # One column of outputs is none of classes. A function may write over its rows.
    column = lambda rows: np.multiply(rows[:, :1], rows[:, 1:2], out=rows[:, :1])  # noqa: E731
    assert [a.names for a in agreed(series, column, X)] == [("x1", "x2")]
    assert np.array_equal(X, frame.to_numpy())
    found = detect_interactions(frame, y, epochs=2)  # it knows its columns' names
    turned = frame[["herb", "bush", "tree"]]
    same = outputs_of(found, turned)(turned.to_numpy())
    assert np.array_equal(same, found.predict(frame))


def test_a_model_of_classes_gives_its_logits():
    rng = np.random.default_rng(0)
    X = rng.integers(2, size=(4000, 3)).astype(float)
    y = rng.random(4000) < 1 / (1 + np.exp(-2 * X[:, 0] + 3 * X[:, 1]))
    tree = DecisionTreeClassifier().fit(X, y)
    chance = tree.predict_proba(X)[:, 1]
    np.testing.assert_allclose(outputs_of(tree, X)(X), np.log(chance / (1 - chance)))
    three = DecisionTreeClassifier().fit(X, y + X[:, 2])
    shown = np.exp(outputs_of(three, X)(X[:9]))
    np.testing.assert_allclose(shown, three.predict_proba(X[:9]), atol=1e-8)
    linear = LinearSVC().fit(X, y)  # its labels are a step, which has interactions
    np.testing.assert_array_equal(outputs_of(linear, X)(X), linear.decision_function(X))
    found = detect_interactions(X, y, epochs=2)
    np.testing.assert_allclose(sigmoid(outputs_of(found, X)(X)), found.predict(X))


def test_what_is_no_function_and_no_table_is_an_input_error():
    for g, X, words in (
        (lambda X: X, np.ones((30, 3)), "f and g must both map rows"),
        (lambda X: X[:, :0], np.ones((30, 3)), r"and \(\d+, 0\)$"),
        (lambda X: 1.0, np.ones((30, 3)), r"got shapes \(\d+,\) and \(\)"),
        (lambda X: "no", np.ones((30, 3)), "f or g gives is not an array of numbers"),
        (np.ones(30), np.ones((30, 3)), "must be functions or models; got array"),
        (lambda X: X[:, 0] * np.nan, np.eye(30), "and mixtures of two; got nan$"),
        (lambda X: X[:, 0], [["a"]], "X is not an array of numbers: could not convert"),
        (lambda X: X[:, 0], np.ones(30), r"\(n, p\), .* got \(30,\)"),
        (lambda X: X[:, 0], np.ones((3, 3)), r"n >= 20, .* got \(3, 3\)"),
        (lambda X: X[:, 0], np.where(np.eye(30), np.nan, 0), "no NaN or inf"),
    ):
        with pytest.raises(ValueError, match=words):
            agreed(lambda X: X[:, 0], g, X)
