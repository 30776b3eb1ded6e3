"""Claims about checking arrays handed to the library from Python."""

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from nidlite.tables import InputError, check_arrays

X = np.random.default_rng(0).normal(size=(6, 3))
Y = np.arange(6.0)
CELL = np.arange(18).reshape(6, 3)
NAN_AT_2_1, INF_AT_4_2 = np.where(CELL == 7, np.nan, X), np.where(CELL == 14, np.inf, X)


@pytest.mark.parametrize("shape", [(6,), (6, 1)])
def test_good_arrays_are_kept_as_they_are(shape):
    table = check_arrays(X, Y.reshape(shape), ["a", "b", "c"])
    assert np.shares_memory(table.X, X)
    np.testing.assert_array_equal(table.y, Y)
    assert table.feature_names == ("a", "b", "c")
    assert (table.task, table.classes, table.notes) == ("regression", None, ())


@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint64, np.float16, object])
def test_any_real_numbers_become_float64(dtype):
    whole = np.array([[0, 1], [1, 0], [1, 1]])
    table = check_arrays(whole.astype(dtype), [1, Decimal(5), 2.5])
    assert table.X.dtype == table.y.dtype == np.float64
    np.testing.assert_array_equal(table.X, whole)
    np.testing.assert_array_equal(table.y, [1, 5, 2.5])


def test_features_without_names_are_counted_from_x1():
    assert check_arrays(X, Y).feature_names == ("x1", "x2", "x3")


@pytest.mark.parametrize(
    ("labels", "classes"),
    [
        ([0, 1, 1, 0, 1, 0], (0, 1)),
        ([7.5, -2, -2, 7.5, -2, 7.5], (-2, 7.5)),
        (["s", "b", "b", "s", "b", "s"], ("b", "s")),
        (np.array(["s", "b", "b", "s", "b", "s"], object), ("b", "s")),
        ([True, False, False, True, False, True], (False, True)),
    ],
)
def test_two_values_of_any_kind_are_a_classification(labels, classes):
    table = check_arrays(X, labels)
    assert (table.task, table.classes) == ("classification", classes)
    assert [classes[int(v)] for v in table.y] == list(labels)


def test_two_numbers_may_be_a_regression_if_asked():
    table = check_arrays(X, [0, 3, 3, 0, 0, 0], task="regression")
    assert (table.task, table.classes) == ("regression", None)
    np.testing.assert_array_equal(table.y, [0, 3, 3, 0, 0, 0])


def test_constant_columns_are_noted_by_name():
    constant = X * [1, 0, 1] + 0.1 * np.array([0, 1, 0])
    assert check_arrays(constant, Y).notes == (
        "column 'x2' is constant: it cannot matter",
    )


FAULTS = {
    "X 1-D": (Y, Y, {}, ["X must be 2-D", "(6,)"]),
    "X 3-D": (X[None], Y, {}, ["X must be 2-D", "(1, 6, 3)"]),
    "X a number": (3.0, Y, {}, ["X must be 2-D", "()"]),
    "one feature": (X[:, :1], Y, {}, ["two features", "(6, 1)"]),
    "no feature": (X[:, :0], Y, {}, ["two features", "(6, 0)"]),
    "no rows": (X[:0], Y[:0], {}, ["no rows"]),
    "X of text": (X.astype(str), Y, {}, ["X is not an array of numbers"]),
    "X with a word": ([[1, 2], [3, "oak"]], [1, 2], {}, ["X is not an array"]),
    "X with a word as object": (
        np.array([[1, 2], [3, "oak"]], object),
        [1, 2],
        {},
        ["X is not an array", "'oak'"],
    ),
    "X with None": ([[1, 2], [3, None]], [1, 2], {}, ["X must be finite", "[1, 1]"]),
    "X ragged": ([[1, 2], [3]], [1, 2], {}, ["X is not an array"]),
    "X complex": (X + 1j, Y, {}, ["X is not an array", "complex128"]),
    "X of dates": (X.astype("M8[s]"), Y, {}, ["X is not an array", "datetime64"]),
    "X masked": (np.ma.masked_greater(X, 0), Y, {}, ["X is not", "masked"]),
    "X of giants": ([[10**400, 2], [3, 4]], [1, 2], {}, ["X is not an array"]),
    "X nan": (NAN_AT_2_1, Y, {}, ["X must be finite", "[2, 1]", "nan"]),
    "X infinite": (INF_AT_4_2, Y, {}, ["X must be finite", "[4, 2]", "inf"]),
    "lengths": (X, Y[:5], {}, ["X's 6 rows", "(6, 3)", "(5,)"]),
    "y 2-D": (X, X, {}, ["one value for each", "(6, 3)"]),
    "y a number": (X, 1.0, {}, ["one value for each", "()"]),
    "y ragged": (X, [[1], [1, 2]], {}, ["y is not an array"]),
    "y nan": (X, np.where(Y == 3, np.nan, Y), {}, ["y must be finite", "[3]", "nan"]),
    "y None": (X, [0, 1, None, 1, 0, 1], {}, ["y must be finite", "[2]"]),
    "y mixed": (X, np.array([0, 1, "s", 1, 0, 1], object), {}, ["y mixes text"]),
    "y one value": (X, 0 * Y, {}, ["y needs two different", "only 0"]),
    "y one label": (X, ["s"] * 6, {}, ["y needs two different", "only 's'"]),
    "y three labels": (X, list("abcabc"), {}, ["3 different", "'a', 'b', 'c'"]),
    "y not two values": (
        X,
        Y,
        {"task": "classification"},
        ["6 different", "needs two", "regression"],
    ),
    "y text for regression": (X, list("ababab"), {"task": "regression"}, ["text"]),
    "unknown task": (X, Y, {"task": "ranking"}, ["'ranking'", "regression"]),
    "too few names": (X, Y, {"feature_names": "ab"}, ["3 different names", "got 2"]),
    "names twice": (X, Y, {"feature_names": "aba"}, ["got 3 names, 2 of them"]),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_one_line_that_says_what_was_given(fault):
    X, y, settings, words = FAULTS[fault]
    with pytest.raises(InputError) as caught:
        check_arrays(X, y, **settings)
    text = str(caught.value)
    assert text.isprintable() and all(word in text for word in words), text


dtypes = st.sampled_from("f8 f4 f2 i8 u1 ? c16 U3 S2 M8[s] m8[s]".split()).map(np.dtype)


@settings(max_examples=200, deadline=None)
@given(
    X=arrays.arrays(dtypes, arrays.array_shapes(min_dims=0, max_dims=3, max_side=4))
    | arrays.arrays("f8", (3, 2)),
    y=arrays.arrays(dtypes, arrays.array_shapes(min_dims=0, max_dims=2, max_side=4))
    | st.lists(st.none() | st.integers() | st.floats() | st.text(), max_size=4),
)
def test_any_arrays_are_a_finite_table_or_an_input_error(X, y):
    try:
        table = check_arrays(X, y)
    except InputError as error:
        assert str(error).isprintable()
    else:
        assert np.isfinite(table.X).all() and np.isfinite(table.y).all()
        assert table.X.shape == (len(table.y), len(table.feature_names))
        assert len(set(table.y)) > 1
