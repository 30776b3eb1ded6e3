"""Claims about one-hot coding, held against comparisons cell by cell."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nidlite.errors import InputError
from nidlite.tables.categories import (
    MOST_LEVELS,
    as_label,
    as_number,
    check_count,
    in_order,
    positions,
)
from nidlite.tables.columns import coded

WOOD, MONTHS = ("fir", "oak", "yew"), (1, 2)
LEVELS = (None, WOOD, None, MONTHS)
CODES = np.array([[0.5, 2, 7, 0], [1.5, 0, 8, 1], [2.5, 1, 9, 1], [3.5, -1, 9, -1]])
X = np.array(
    [
        [0.5, 0, 0, 1, 7, 1, 0],
        [1.5, 1, 0, 0, 8, 0, 1],
        [2.5, 0, 1, 0, 9, 0, 1],
        [3.5, 0, 0, 0, 9, 0, 0],  # levels that are not known
    ]
)


def one_hot(codes, levels):
    """X of codes (n, q): a number, or a level's place, -1 for a level not known."""
    cells = [
        column if known is None else [(*known, "elm")[int(k)] for k in column]
        for column, known in zip(codes.T, levels)
    ]
    none = (None,) * len(levels)
    return coded(cells, none, levels, none)


def test_a_category_owns_one_column_for_each_level_and_a_number_one():
    assert positions(LEVELS, (None,) * 4) == ((0,), (1, 2, 3), (4,), (5, 6))
    assert positions((None, ("a",)), (7, None)) == ((0, 1), (2,))  # one may be missing


def test_a_table_worked_by_hand():
    np.testing.assert_array_equal(one_hot(CODES, LEVELS), X)


def is_coded(X, codes, levels):
    """Whether every cell of X is the number, or says whether the row has the level."""
    columns = []
    for code, labels in zip(codes.T, levels):
        if labels is None:
            columns.append(code)
        else:
            columns.extend(code == j for j in range(len(labels)))
    return np.array_equal(X, np.array(columns, dtype=float).T)


@st.composite
def coded_tables(draw):
    """Codes (n, q) and levels of a table of numbers and categories."""
    sizes = draw(st.lists(st.none() | st.integers(1, 5), min_size=1, max_size=5))
    n, seed = draw(st.integers(0, 6)), draw(st.integers(0, 99))
    rng = np.random.default_rng(seed)
    columns = [
        rng.normal(size=n) if size is None else rng.integers(-1, size, n)
        for size in sizes
    ]
    levels = tuple(size and tuple(range(size)) for size in sizes)
    return np.array(columns, dtype=float).T.reshape(n, len(sizes)), levels


@given(coded_tables())
def test_any_table_is_coded_cell_by_cell(table):
    codes, levels = table
    X = one_hot(codes, levels)
    assert is_coded(X, codes, levels)


def test_the_checker_rejects_other_codings():
    assert is_coded(X, CODES, LEVELS)
    assert not is_coded(X[:, [0, 2, 3, 4, 6]], CODES, LEVELS)  # no first level
    assert not is_coded(X[:, [0, 3, 2, 1, 4, 5, 6]], CODES, LEVELS)  # other order
    assert not is_coded(X[:, [1, 2, 3, 0, 4, 5, 6]], CODES, LEVELS)  # other place
    assert not is_coded(one_hot(np.maximum(CODES, 0), LEVELS), CODES, LEVELS)


def test_scikit_learn_codes_in_the_same_way():
    preprocessing = pytest.importorskip("sklearn.preprocessing")
    labels = np.random.default_rng(0).choice(WOOD, 20)
    theirs = preprocessing.OneHotEncoder(sparse_output=False).fit(labels[:, None])
    levels = in_order(labels.tolist())
    assert levels == tuple(theirs.categories_[0])
    ours = coded([labels.tolist()], ["wood"], (levels,), (None,))
    np.testing.assert_array_equal(ours, theirs.transform(labels[:, None]))


def test_levels_are_sorted_as_numbers_and_texts():
    assert in_order(["oak", "fir", "oak"]) == ("fir", "oak")
    assert in_order([10, 9, 2.5, 10]) == (2.5, 9, 10)  # as numbers, not as text
    assert in_order(["a", 2, 1]) == (1, 2, "a") and in_order([]) == ()


@pytest.mark.parametrize(
    ("value", "label"),
    [
        (np.float64(3), 3),
        (2.5, 2.5),
        (np.str_("oak"), "oak"),
        (np.True_, True),
        (range(2), "range(0, 2)"),
    ],
)
def test_a_label_is_what_a_person_writes(value, label):
    assert as_label(value) == label
    assert type(as_label(value)) is type(label)


def test_a_text_is_a_number_as_in_a_csv_file():
    assert [as_number(text) for text in (" 2.5 ", "-1e3")] == [2.5, -1000]
    assert [as_number(text) for text in ("1_000", "1,5", "", "oak")] == [None] * 4


def test_a_hundred_levels_are_a_category_and_more_are_an_id():
    check_count("column 'wood'", MOST_LEVELS, 500, WOOD)
    with pytest.raises(InputError) as caught:
        check_count("column 'id'", 101, 500, WOOD, "leave it out (--drop id)")
    line = str(caught.value)
    assert line.isprintable()
    words = ("column 'id'", "101 different", "500 rows", "'fir'", "id or free", "group")
    assert all(word in line for word in (*words, "(--drop id)")), line
