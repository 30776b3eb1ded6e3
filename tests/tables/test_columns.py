"""Claims about one-hot coding, held against comparisons cell by cell."""

import numpy as np
import pytest

from nidlite.errors import InputError
from nidlite.tables.columns import learned
from nidlite.tables.table import Table

WOOD, MONTHS = ("fir", "oak", "yew"), ("1", "2")
LEVELS = (None, WOOD, None, MONTHS)
CELLS = {
    "a": np.array([0.5, 1.5, 2.5, 3.5]),
    "b": np.array(["yew", "fir", "oak", "elm"], object),
    "c": np.array([7.0, 8, 9, 9]),
    "d": np.array(["1", "2", "2", "3"], object),
}
X = np.array(
    [
        [0.5, 0, 0, 1, 7, 1, 0],
        [1.5, 1, 0, 0, 8, 0, 1],
        [2.5, 0, 1, 0, 9, 0, 1],
        [3.5, 0, 0, 0, 9, 0, 0],  # levels that are not known
    ]
)


def test_a_category_owns_one_column_for_each_level_and_a_number_one():
    assert empty(LEVELS, (None,) * 4).columns == ((0,), (1, 2, 3), (4,), (5, 6))
    assert empty((None, ("a",)), (7, None)).columns == ((0, 1), (2,))  # one may lack


def empty(levels, medians):
    nothing, names = (None,) * len(levels), tuple("abcd"[: len(levels)])
    how = names, "y", "regression", None, (), levels, medians, nothing
    return Table(None, None, *how)


def coded(cells, levels):
    return empty(levels, (None,) * len(levels)).coded(cells)


def test_a_table_worked_by_hand():
    np.testing.assert_array_equal(coded(CELLS, LEVELS), X)
    with pytest.raises(InputError, match="'b' holds 'yew', .* held numbers"):
        coded(CELLS, (None,) * 4)


def test_scikit_learn_codes_in_the_same_way():
    preprocessing = pytest.importorskip("sklearn.preprocessing")
    labels = np.random.default_rng(0).choice(WOOD, 20)
    theirs = preprocessing.OneHotEncoder(sparse_output=False).fit(labels[:, None])
    levels, _ = learned("wood", labels.astype(object))
    assert levels == tuple(theirs.categories_[0])
    ours = coded({"a": labels.astype(object)}, (levels,))
    np.testing.assert_array_equal(ours, theirs.transform(labels[:, None]))
