"""Claims about checking arrays handed to the library from Python."""

import re
from decimal import Decimal

import numpy as np
import pytest

from nidlite.errors import InputError
from nidlite.tables.arrays import check_arrays

X = np.random.default_rng(0).normal(size=(6, 3))
Y = np.arange(6.0)
WORD, DICT = [[1, 2], [3, "oak"]], [[{"a": 1}, 2], [3, 4]]
INF_AT_4_2 = np.where(np.arange(18).reshape(6, 3) == 14, np.inf, X)


@pytest.mark.parametrize("shape", [(6,), (6, 1)])
def test_good_arrays_are_kept_as_they_are(shape):
    table = check_arrays(X, Y.reshape(shape), ["a", "b", "c"])
    for kept, given in ((table.X, X), (table.encode(X), X), (table.y, Y)):
        np.testing.assert_array_equal(kept, given)
        assert not np.shares_memory(kept, given)  # who changes his array changes his
    assert table.feature_names == ("a", "b", "c")
    assert (table.task, table.classes, table.notes) == ("regression", None, ())


@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint64, np.float16, object])
def test_any_real_numbers_become_float64(dtype):
    whole = [[0, 1], [1, 0], [1, 1]]
    table = check_arrays(np.array(whole, dtype), [1, Decimal(5), 2.5])
    assert table.X.dtype == table.y.dtype == np.float64
    assert table.X.tolist() == whole and table.y.tolist() == [1, 5, 2.5]


def test_an_array_of_texts_that_are_numbers_is_numbers():
    np.testing.assert_array_equal(check_arrays(X.astype(str), Y).X, X)
    assert np.array_equal(check_arrays(X, Y.astype(str), task="regression").y, Y)
    mixed = np.column_stack([X, ["oak", "fir"] * 3])  # all become texts
    table = check_arrays(mixed.astype("S"), Y)  # bytes, as HDF5 has them, are texts
    np.testing.assert_array_equal(table.X[:, :3], X)
    np.testing.assert_array_equal(table.encode(mixed), table.X)
    assert table.levels == (None, None, None, ("fir", "oak"))


@pytest.mark.parametrize(
    "labels, classes, task",
    [
        (2**60 + np.array([0, 1, 1, 0, 1, 0]), (2**60, 2**60 + 1), None),
        ([7.5, -2, -2, 7.5, -2, 7.5], (-2, 7.5), None),
        (np.array(["s", "b", "b", "s", "b", "s"], object), ("b", "s"), None),
        ([True, False, False, True, False, True], (False, True), None),
        ([3, 1, 20, 20, 1, 3], (1, 3, 20), "classification"),
        (np.array([7, 8, 9, 7, 8, 9], object), (7, 8, 9), "classification"),
    ],
)
def test_labels_of_any_kind_are_classes_that_count_from_0(labels, classes, task):
    table = check_arrays(X, labels, task=task)
    assert (table.task, table.classes) == ("classification", classes)
    assert table.outputs == (3 if len(classes) == 3 else 1) and table.y.dtype == float
    assert [str(classes[int(v)]) for v in table.y] == [*map(str, labels)]


def bad(X, y, says, **settings):
    """What cannot be used, the words that the line must have, and the settings."""
    return X, y, says.split(" | "), settings


OF_120 = "120 different | limit is 100 | continuous | regression"
FAULTS = {
    "a path": bad(20 * "far/", Y, f"2-D | got '{13 * 'far/'}far...'; give an array or"),
    "one feature": bad(X[:, :1], Y, "1 feature(s) | (6, 1) | add columns beside 'x1'"),
    "no feature": bad(X[:, :0], Y, "0 feature(s) | (6, 0) | add columns beside the ta"),
    "X with a word": bad(WORD, [1, 2], "column 'x2' | not an array of numbers | 'oak'"),
    "X complex": bad(X + 1j, Y, "Complex data not supported | two real columns"),
    "a dict": bad(DICT, [1, 2], "'x1' | not an array of numbers | 'dict' | convert it"),
    "X infinite": bad(INF_AT_4_2, Y, "'x3' holds inf, beyond"),
    "dates": bad(X, np.array(["2024-01-31"] * 6, "M8[D]"), "'y' holds dates or clock"),
    "hours": bad(X, ["5:00", "06:30:10"] * 3, "or clock times; give numbers or labels"),
    "no truth": bad(X, ["true", "missing"] * 3, "'y' holds 'missing'; leave"),
    "no y": bad(X, None, "requires y, one value for each | got None"),
    "y one value": bad(X, 0 * Y, "'y' needs two different values | has 0; give"),
    "y of many numbers": bad(20 * [*X], range(120), OF_120, task="classification"),
    "texts": bad([[f"{k}", k] for k in range(120)], range(120), "'1', | use .astype("),
    "a class": bad(X, ["None", "few"] * 3, "has 'few'; 'None' is read as missing: "),
    "loop": bad(type("T", (), {"__array__": lambda T, **_: np.array(T)})(), Y, "X is"),
    "a ragged dict": bad({"a": [1, 2], "b": [1]}, Y, "each row; got {'a': 2, 'b': 1}"),
    "unknown task": bad(X, Y, "'ranking' | regression", task="ranking"),
    "a name twice": bad(X, Y, "3 diff | got 3, 2 diff | 'b', 'b'", feature_names="abb"),
}


@pytest.mark.parametrize("X, y, words, settings", FAULTS.values(), ids=FAULTS)
def test_a_fault_is_one_line_that_says_what_was_given(X, y, words, settings):
    with pytest.raises(InputError) as caught:
        check_arrays(X, y, **settings)
    text = str(caught.value)
    assert text.isprintable() and all(word in text for word in words), text
    assert "--" not in text  # no flags: the user called Python
    assert isinstance(caught.value, TypeError) == ("'dict'" in words)


@pytest.mark.parametrize("value", [1.1e100, -1e200, 1.7e308])
@pytest.mark.parametrize("pack", [np.array, np.ndarray.tolist, np.longdouble])
def test_a_number_beyond_1e100_is_refused_with_its_column(value, pack):
    far, way = X.copy(), re.escape(f"holds {value:g}, beyond 1e+100")
    far[4, 1] = value
    for args, what in (((pack(far), Y), "column 'x2'"), ((X, [*Y[:5], value]), "'y'")):
        with pytest.raises(InputError, match=f"{what} {way}"):
            check_arrays(*args)
    # As a class it is only a name.
    assert check_arrays(X, [0, value] * 3).classes == tuple(sorted((0, value)))


@pytest.mark.parametrize("step, same", [(5e-324, True), (1e-101, True), (1e-99, False)])
def test_a_column_that_differs_by_less_than_1e_100_is_constant(step, same):
    faint = X.copy()
    faint[:, 2] = step * np.arange(6)
    notes = check_arrays(faint, Y).notes
    assert notes == ("constant or empty, so without any effect: 'x3'",) * same
    faint[:, 1] = 0
    assert ("effect: 'x2', 'x3'" in check_arrays(faint, Y).notes[0]) == same
