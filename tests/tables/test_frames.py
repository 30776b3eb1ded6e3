"""Claims about DataFrames and arrays of text, as check_arrays and encode take them."""

from datetime import datetime

import numpy as np
import pytest

from nidlite.errors import InputError
from nidlite.tables.arrays import check_arrays


def of_pandas(columns, categories=()):
    pandas = pytest.importorskip("pandas")
    return pandas.DataFrame(columns).astype(dict.fromkeys(categories, "category"))


def of_polars(columns, categories=()):
    """polars' DataFrame of lists; its categories are of text only."""
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(columns)
    text = {name: polars.String for name in categories}
    return frame.cast(text).cast(dict.fromkeys(categories, polars.Categorical))


@pytest.fixture(params=[of_pandas, of_polars])
def make(request):
    return request.param


TREES = {
    "height": [2.5, 3.0, 1.0, 7.5],
    "wood": ["oak", "fir", "oak", "yew"],
    "month": [12, 11, 11, 12],
    "alive": [True, False, True, True],
}
Y = [1.0, 2.0, 3.0, 5.0]
CODED = [
    # height, fir, oak, yew, month 11, month 12, alive
    [2.5, 0, 1, 0, 0, 1, 1],
    [3.0, 1, 0, 0, 1, 0, 0],
    [1.0, 0, 1, 0, 1, 0, 1],
    [7.5, 0, 0, 1, 0, 1, 1],
]


def with_cell(name, row, cell):
    return TREES | {name: [cell if i == row else c for i, c in enumerate(TREES[name])]}


def test_a_frame_of_numbers_and_categories(make):
    table = check_arrays(make(TREES, ["month"]), Y)
    np.testing.assert_array_equal(table.X, CODED)
    assert table.feature_names == tuple(TREES)
    assert table.columns == ((0,), (1, 2, 3), (4, 5), (6,))
    assert table.levels[:2] == (None, ("fir", "oak", "yew")) and table.levels[3] is None
    assert tuple(sorted(map(int, table.levels[2]))) == (11, 12)


@pytest.mark.parametrize("dtype", ["Int64", "Float64", "boolean"])
def test_nullable_types_of_pandas_are_numbers_unless_a_value_is_missing(dtype):
    pandas = pytest.importorskip("pandas")
    whole = pandas.Series([0, 1, 1, 0]).astype(dtype)
    frame = pandas.DataFrame({"a": TREES["height"], "collect": whole})
    np.testing.assert_array_equal(check_arrays(frame, Y).X[:, 1], [0, 1, 1, 0])
    frame.loc[2, "collect"] = pandas.NA  # a name that lazy frames have as a method
    assert check_arrays(frame, Y).X[:, 1:].tolist() == [[0, 0], [1, 0], [0, 1], [0, 0]]


def test_a_series_gives_the_target_its_name(make):
    X, y = make(TREES), make({"price": Y})
    for outcome in (y["price"], y):
        table = check_arrays(X, outcome)
        assert (table.target_name, table.task, [*table.y]) == ("price", "regression", Y)
    assert check_arrays(X, Y).target_name == "y"


def test_a_time_in_a_zone_is_that_of_the_clock_and_an_enum_is_a_category():
    polars = pytest.importorskip("polars")
    times = polars.Series(2 * [datetime(2024, 1, 1, 9)])
    kinds = polars.Series(["5%", "7%"], dtype=polars.Enum(["5%", "7%"]))
    frame = {"t": times.dt.replace_time_zone("America/New_York"), "k": kinds}
    assert check_arrays(frame, Y[:2]).X.tolist() == [[0, 9, 1, 0], [0, 9, 0, 1]]
    for X, y in ((polars.LazyFrame(TREES), Y), (TREES, polars.LazyFrame({"y": Y}))):
        with pytest.raises(InputError, match="got <LazyFrame"):
            check_arrays(X, y)


def test_a_table_codes_its_own_rows_as_it_did(make):
    frame = make(TREES, ["month"])
    table = check_arrays(frame, Y)
    as_before = lambda rows: np.array_equal(table.encode(rows), table.X)  # noqa: E731
    rows = list(zip(*TREES.values()))
    assert all(map(as_before, (frame, rows, np.array(rows, object))))
    # Columns are found by name, blanks aside, in any order, among others.
    new = {n: TREES[n.strip()] for n in ("month", "alive", " wood", "height")}
    assert as_before(make({"p": Y} | new | {"month ": Y}, ["month"]))
    assert not as_before(make(with_cell("wood", 0, "fir"), ["month"]))
    assert not as_before(make(with_cell("month", 0, 11), ["month"]))


BAD_ROWS = {
    "too few columns": ([[1]], "X has 1 features, but the training had 2: | all"),
    "a flat row": ([2.5, "oak"], "2-D | got shape (2,). Reshape your data"),
    "a column less": (of_pandas({"wood": ["oak"]}), "add 'height'"),
    "text for a number": ([["tall", "oak"], ["a", "a"]], "'height' | 'tall' | numbers"),
    "infinity": ([[np.inf, "oak"]], "'height' holds inf, b"),
}


@pytest.mark.parametrize("rows, says", BAD_ROWS.values(), ids=BAD_ROWS)
def test_new_rows_that_cannot_be_coded_are_told(rows, says):
    table = check_arrays(of_pandas({k: TREES[k] for k in ("height", "wood")}), Y)
    with pytest.raises(InputError) as caught:
        table.encode(rows)
    line = str(caught.value)
    assert line.isprintable() and all(w in line for w in says.split(" | ")), line
