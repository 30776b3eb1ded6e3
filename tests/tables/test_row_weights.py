"""Weights and groups of rows as people give them: arrays, and a frame's column."""

import numpy as np
import pytest
from test_files import same_table

from nidlite import detect_interactions
from nidlite.errors import InputError
from nidlite.tables.arrays import check_arrays

N = 30
X = np.random.default_rng(0).normal(size=(N, 2))
Y = X[:, 0] + X[:, 1]
W = np.arange(N) / 2.0  # the first row is left out
G = np.arange(N) % 10


@pytest.mark.parametrize("of", [list, tuple, np.array, np.float32, "pandas", "polars"])
def test_weights_of_any_form_are_the_same(of):
    if isinstance(of, str):
        of = pytest.importorskip(of).Series
    table = check_arrays(X, Y, sample_weight=of(W))
    assert same_table(table, check_arrays(X, Y, sample_weight=W))
    assert np.array_equal(table.X, X[1:]) and np.array_equal(table.y, Y[1:])
    lacking, far = np.where(W > 0, X.T, np.nan).T, np.where(W > 0, Y, 1e60)
    assert same_table(table, check_arrays(lacking, far, sample_weight=8 * W))
    np.testing.assert_allclose(table.sample_weight, W[1:] / W[-1], rtol=1e-15)
    for even, notes in ((W[1] + 0 * W, []), (3.0 * (W > 0), ["1 of 30 rows with"])):
        table = check_arrays(X, Y, sample_weight=even)
        assert table.sample_weight is None and [n[:17] for n in table.notes] == notes


NO_WEIGHTS = {
    "below 0": ([-1.0, *W[1:]], "0 or more, for each of 30 rows, and not zero"),
    "NaN": ([*W[:-1], np.nan], "not zero in all of them; got 30 such as nan"),
    "text": (["heavy"] * N, "not zero in all of them; got 30 such as 'heavy'"),
    "zeros": (0 * W, "not zero in all of them; got 30 such as 0"),
    "too large": ([*W[1:], 1e101], "holds 1e+101, beyond"),
    "too few": (W[1:], "each of 30 rows, and not zero in all of them; got 29"),
    "unknown name": ("x3", "no free column x3 for weights; choose: 'x1'"),
}


@pytest.mark.parametrize("given, words", NO_WEIGHTS.values(), ids=NO_WEIGHTS)
def test_what_is_no_weight_is_one_line(given, words):
    with pytest.raises(InputError) as error:
        check_arrays(X, Y, sample_weight=given)
    assert words in str(error.value) and "\n" not in str(error.value)


def test_the_median_of_what_is_missing_counts_weights_as_copies():
    rows, y = np.array([[9, np.nan, 2, 1, 5], [9, 4, 2, 1, 5]]).T, np.arange(5.0)
    for w in np.array([[3, 1, 1, 2, 1], [1, 1, 3, 3, 5], [1, 1, 1, 3, 1]]):
        table = check_arrays(rows, y, sample_weight=w)
        copies = check_arrays(np.repeat(rows, w, axis=0), np.repeat(y, w))
        assert table.medians == copies.medians != (None, None)
        lacking = np.full((1, 2), np.nan)  # also what was never missing before
        assert np.array_equal(table.encode(lacking), copies.encode(lacking))


def test_a_column_by_name_is_no_feature():
    more = np.column_stack([X[:, 0], W, G, X[:, 1]])
    table = check_arrays(more, Y, ["a", "w", "g", "b"], sample_weight="w", groups="g")
    letters = np.array([*"ABCDEFGHIJ"])[G]
    other = check_arrays(X, Y, ["a", "b"], sample_weight=W, groups=letters)
    assert same_table(table, other) and np.array_equal(table.groups, G[1:])
    assert "rows of one group stay together: 10 groups" in table.notes
    assert np.array_equal(more[:, 1], W)  # nothing was changed
    for groups, words in (("x2", "column x2 for groups"), (G[1:], r"a row, \(30,\)")):
        with pytest.raises(InputError, match=words):
            check_arrays(more, Y, groups=groups, sample_weight="x2")
    with pytest.raises(InputError, match="minimum of 2.*; add columns beside 'x1'$"):
        check_arrays(more[:, :2], Y, sample_weight="x2")
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"w": W, "a": X[:, 0], "kind": ["x", "y"] * (N // 2)})
    found = detect_interactions(frame, Y, sample_weight="w", epochs=1)
    features = frame[["a", "kind"]]
    other = detect_interactions(features, Y, sample_weight=W, epochs=1)
    assert found.feature_names == ("a", "kind")
    assert np.array_equal(found.fit.theta, other.fit.theta)
    # New rows are found by name, with their weights or without.
    assert np.array_equal(found.predict(frame), found.predict(features))


def test_rows_without_an_outcome_go_and_their_weights_with_them():
    y = Y.copy()
    y[[0, 5, 9]] = np.nan  # row 0 has weight 0 besides
    table = check_arrays(X, y, sample_weight=W, groups=G)
    left = [k for k in range(1, N) if k not in (5, 9)]
    assert np.array_equal(table.X, X[left]) and np.array_equal(table.y, y[left])
    np.testing.assert_allclose(table.sample_weight, W[left] / W[-1], rtol=1e-15)
    assert np.array_equal(table.groups, G[left])
    assert table.notes[1:] == ("3 of 30 rows without an outcome or weight: left out",)
    with pytest.raises(InputError, match="has no value in any row"):
        check_arrays(X, y, sample_weight=1.0 * np.isnan(y))
