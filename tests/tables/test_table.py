"""Claims about checking arrays handed to the library from Python."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from nidlite.errors import InputError
from nidlite.tables.table import Table, check_arrays

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


def counts_classes_from_0(table, labels):
    """Whether y counts the sorted labels from 0, in floats."""
    classes = tuple(sorted(set(labels)))
    y = [classes.index(label) for label in labels]
    return table.classes == classes and table.y.tolist() == y


@pytest.mark.parametrize(
    ("labels", "task"),
    [
        (list("cabbac"), None),
        ([3, 1, 20, 20, 1, 3], "classification"),
        ([0.5, 2.5, 0.5, -1, 2.5, 2.5], "classification"),
        (np.array([7, 8, 9, 7, 8, 9], object), "classification"),
    ],
)
def test_k_labels_of_any_kind_are_k_classes(labels, task):
    table = check_arrays(X, labels, task=task)
    assert (table.task, table.outputs) == ("classification", 3)
    assert table.y.dtype == np.float64
    assert counts_classes_from_0(table, list(labels))
    # Not the order of appearance, and no other label.
    assert not counts_classes_from_0(replace(table, y=2 - table.y), list(labels))
    assert not counts_classes_from_0(table, [*labels[:5], labels[0] * 2])


def test_a_regression_and_two_classes_have_one_output():
    assert check_arrays(X, Y).outputs == 1
    assert check_arrays(X, list("ababab")).outputs == 1


def test_a_hundred_classes_are_enough():
    labels = np.arange(100)
    table = check_arrays(np.zeros((100, 2)), labels, task="classification")
    assert table.outputs == 100


def test_booleans_as_objects_are_false_and_true():
    labels = np.array([True, False, False, True, False, True], object)
    no, yes = check_arrays(X, labels).classes
    assert no is False and yes is True  # and not 0 and 1


def test_a_table_without_levels_holds_numbers():
    table = Table(X, Y, ("a", "b", "c"), "y", "regression")
    assert table.levels == (None, None, None)
    assert table.columns == ((0,), (1,), (2,))
    assert np.shares_memory(table.encode(X), X)


def test_two_numbers_may_be_a_regression_if_asked():
    table = check_arrays(X, [0, 3, 3, 0, 0, 0], task="regression")
    assert (table.task, table.classes) == ("regression", None)
    np.testing.assert_array_equal(table.y, [0, 3, 3, 0, 0, 0])


def test_constant_columns_are_noted_by_name():
    constant = X * [1, 0, 1] + 0.1 * np.array([0, 1, 0])
    assert check_arrays(constant, Y).notes == (
        "column 'x2' is constant: it cannot matter",
    )


class Sparse:
    """What a sparse matrix shows of itself."""

    nnz, shape = 3, (6, 3)

    def toarray(self):
        return X


FAULTS = {
    "X 1-D": (Y, Y, {}, ["X must be 2-D", "(6,)", "Reshape your data", "reshape"]),
    "X 3-D": (X[None], Y, {}, ["X must be 2-D", "(1, 6, 3)"]),
    "X a number": (3.0, Y, {}, ["X must be 2-D", "()"]),
    "one feature": (X[:, :1], Y, {}, ["1 feature(s)", "(6, 1)", "needs two"]),
    "no feature": (X[:, :0], Y, {}, ["0 feature(s)", "(6, 0)"]),
    "no rows": (X[:0], Y[:0], {}, ["n_samples = 0", "(0, 3)"]),
    "one row": (X[:1], Y[:1], {}, ["n_samples = 1", "(1, 3)"]),
    "X of numbers as text": (
        X.astype(str),
        Y,
        {},
        ["column 1", "numbers as text", "astype(float)"],
    ),
    "X with a word": (
        [[1, 2], [3, "oak"]],
        [1, 2],
        {},
        ["column 'x2'", "2 in row 0", "'oak' in row 1"],
    ),
    "X with a word as object": (
        np.array([["fir", 2], [3, 2]], object),
        [1, 2],
        {"feature_names": ["wood", "b"]},
        ["column 'wood'", "'fir' in row 0", "3 in row 1"],
    ),
    "X with None": ([[1, 2], [3, None]], [1, 2], {}, ["'x2'", "row 1 ", "None"]),
    "X ragged": ([[1, 2], [3]], [1, 2], {}, ["X is not an array"]),
    "X complex": (X + 1j, Y, {}, ["Complex data not supported", "complex128"]),
    "X of dates": (X.astype("M8[s]"), Y, {}, ["X holds dates or times"]),
    "X of bytes": (X.astype("S3"), Y, {}, ["X is not an array", "S3"]),
    "X with a dict": (
        np.array([[{"a": 1}, 2], [3, 4]], object),
        [1, 2],
        {},
        ["'x1'", "not an array of numbers", "'dict'"],
    ),
    "X masked": (np.ma.masked_greater(X, 0), Y, {}, ["X is not", "masked"]),
    "X of giants": ([[10**400, 2], [3, 4]], [1, 2], {}, ["'x1'", "not an array"]),
    "X nan": (NAN_AT_2_1, Y, {}, ["X must be finite", "row 2 ", "'x2'", "NaN"]),
    "X infinite": (INF_AT_4_2, Y, {}, ["X must be finite", "row 4 ", "'x3'", "inf"]),
    "X sparse": (Sparse(), Y, {}, ["X is sparse", ".toarray()"]),
    "y sparse": (X, Sparse(), {}, ["y is sparse", ".toarray()"]),
    "lengths": (X, Y[:5], {}, ["X's 6 rows", "(5,)"]),
    "no y": (X, None, {}, ["y cannot be None", "each row"]),
    "y 2-D": (X, X, {}, ["one value for each", "(6, 3)"]),
    "y a number": (X, 1.0, {}, ["one value for each", "()"]),
    "y ragged": (X, [[1], [1, 2], 3, 4, 5, 6], {}, ["y is not an array"]),
    "y complex": (X, Y + 1j, {}, ["Complex data not supported"]),
    "y nan": (
        X,
        np.where(Y == 3, np.nan, Y),
        {},
        ["y must be finite", "row 3 ", "NaN"],
    ),
    "y None": (X, [0, 1, None, 1, 0, 1], {}, ["y has no value", "row 2 ", "None"]),
    "y mixed": (X, np.array([0, 1, "s", 1, 0, 1], object), {}, ["y mixes text", "'s'"]),
    "y one value": (X, 0 * Y, {}, ["y needs two different", "only 0"]),
    "y one class": (X, 0 * Y, {"task": "classification"}, ["classes", "only 0"]),
    "y one label": (X, ["s"] * 6, {}, ["y needs two different classes", "only 's'"]),
    "y of many numbers": (
        np.tile(X, (20, 1)),
        np.arange(120),
        {"task": "classification"},
        ["120 different", "two to 100", "continuous", "regression"],
    ),
    "y of many labels": (
        np.tile(X, (20, 1)),
        [f"tree {i}" for i in range(120)],
        {},
        ["120 different", "'tree 0'", "id or free text", "group"],
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
    assert "--" not in text  # no flags: the user called Python


# What scikit-learn's check_estimator looks for, as regular expressions.
SCIKIT_LEARN = {
    "no feature": r"0 feature\(s\) \(shape=\(\d*, 0\)\) while a minimum of \d* is req",
    "one feature": r"1 feature\(s\)",
    "one row": "n_samples = 1",
    "X 1-D": "Reshape your data",
    "X complex": "Complex data not supported",
    "X nan": "NaN",
    "X infinite": "inf",
    "X sparse": "[sS]parse",
    "X with a dict": "argument must be .* string.* number",
    "no y": "requires y to be passed, but the target y is None",
    "y one class": "class",
    "y of many numbers": "Unknown label type: |continuous",
}


@pytest.mark.parametrize("fault", SCIKIT_LEARN)
def test_faults_are_worded_as_scikit_learn_expects_them(fault):
    X, y, settings, _ = FAULTS[fault]
    with pytest.raises(ValueError, match=SCIKIT_LEARN[fault]):
        check_arrays(X, y, **settings)


def test_a_value_of_a_wrong_kind_is_a_type_error_as_well():
    X, y, *_ = FAULTS["X with a dict"]
    with pytest.raises(TypeError):
        check_arrays(X, y)


def test_real_sparse_matrices_are_told():
    sparse = pytest.importorskip("scipy.sparse")
    for kind in (sparse.csr_array, sparse.coo_matrix, sparse.dok_array):
        with pytest.raises(InputError, match="X is sparse"):
            check_arrays(kind(X), Y)


dtypes = st.sampled_from("f8 f4 f2 i8 u1 ? c16 U3 S2 M8[s] m8[s]".split()).map(np.dtype)
shapes = arrays.array_shapes(min_dims=0, max_dims=3, max_side=4)
cells = st.none() | st.integers() | st.floats() | st.booleans() | st.text(max_size=2)
lists = st.integers(1, 4).flatmap(
    lambda q: st.lists(st.lists(cells, min_size=q, max_size=q), max_size=4)
)
words = st.lists(
    st.tuples(st.sampled_from("abc"), st.floats(-1, 1), st.sampled_from("xy")),
    min_size=2,
)


@settings(max_examples=300, deadline=None)
@given(
    X=arrays.arrays(dtypes, shapes) | arrays.arrays("f8", (3, 2)) | lists | words,
    y=arrays.arrays(dtypes, arrays.array_shapes(min_dims=0, max_dims=2, max_side=4))
    | st.lists(cells, max_size=4)
    | st.none(),
)
def test_any_arrays_are_a_finite_table_or_an_input_error(X, y):
    y = range(len(X)) if y is None and hasattr(X, "__len__") and np.ndim(X) else y
    try:
        table = check_arrays(X, y)
    except InputError as error:
        assert str(error).isprintable()
    else:
        assert np.isfinite(table.X).all() and np.isfinite(table.y).all()
        assert table.X.shape == (len(table.y), sum(map(len, table.columns)))
        assert len(set(table.y)) > 1
        np.testing.assert_array_equal(table.encode(X), table.X)
