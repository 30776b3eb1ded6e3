"""Missing values: what stands for them, held against a table worked by hand."""

import numpy as np
import pytest
from matplotlib.text import Text

from nidlite import detect_interactions
from nidlite.errors import InputError
from nidlite.report.sentences import answer_notes
from nidlite.report.surfaces import grid_of
from nidlite.tables.arrays import check_arrays
from nidlite.tables.missing import WORDS, is_missing
from nidlite.tables.reading import read_csv

pytestmark = pytest.mark.usefixtures("quick_answer")
CELLS = [  # age, wood, price
    ["30", "oak", "1"],
    ["{}", "yew", "2"],
    ["50", "{}", "3.5"],
    ["70", "oak", "{}"],
    ["40", "yew", "5"],
]
# age (its median is that of the rows that have a price: 40), missing, missing, oak, yew
X = [[30, 0, 0, 1, 0], [40, 1, 0, 0, 1], [50, 0, 1, 0, 0], [40, 0, 0, 0, 1]]
Y = [1, 2, 3.5, 5]
NOTE = "2 missing values in 'age', 'wood': numbers are replaced by their column's "
NOTE += "median, labels by 'missing'; the feature also tells where a value is missing"
ERRORS = "#DIV/0! #VALUE! #REF! #NUM! #NAME? #NULL! #WERT! #BEZUG! #NOM? #ÜBERLAUF!"
LEFT_OUT = "1 of 5 rows without an outcome or weight: left out"


def of_file(word, tmp_path):
    lines = ["age,wood,price", *(",".join(row).format(word) for row in CELLS)]
    (tmp_path / "table.csv").write_text("\n".join(lines), "utf-8")
    return read_csv(tmp_path / "table.csv", "price")


def is_worked_table(table):
    """Whether the table is the one above."""
    rest = table.columns, table.medians, table.missing, table.notes
    right = ((0, 1), (2, 3, 4)), (40, None), {0: 1, 1: 2}, (NOTE, LEFT_OUT)
    return rest == right and np.array_equal(table.X, X) and np.array_equal(table.y, Y)


@pytest.mark.parametrize("word", [*sorted(WORDS), *ERRORS.split()])
def test_every_word_for_no_value_in_a_file_is_one(word, tmp_path):
    assert is_worked_table(of_file(word, tmp_path))


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_frames_with_none_in_place_of_words_are_that_table(kind):
    library = pytest.importorskip(kind)
    columns = [[None if c == "{}" else c for c in column] for column in zip(*CELLS)]
    age, price = ([c and float(c) for c in columns[k]] for k in (0, 2))
    frame = library.DataFrame({"age": age, "wood": columns[1], "price": price})
    assert is_worked_table(check_arrays(frame[["age", "wood"]], frame["price"]))


def test_other_words_are_values(tmp_path):
    assert not any(map(is_missing, [*"na - 0 none missing #A".split(), 0, False, ()]))
    assert all(map(is_missing, [" NA ", ".", "#N/D", None, np.nan, np.float32(np.nan)]))
    notes = check_arrays(np.eye(9), ["few", "NA", "many"] * 3).notes
    assert "target 'y': 'NA' is read as missing: rename it if it is a class" in notes
    with pytest.raises(InputError, match="'#Unknown!'"):
        of_file("#Unknown!", tmp_path)


def test_new_rows_may_lack_values_too(tmp_path):
    rows = np.array([[np.nan, None], [60, "elm"], [30, "NA"]], object)
    coded = [[40, 1, 1, 0, 0], [60, 0, 0, 0, 0], [30, 0, 1, 0, 0]]
    np.testing.assert_array_equal(of_file("NA", tmp_path).encode(rows), coded)
    # Where training lacked nothing the median stands alone, and no level is known.
    whole = check_arrays(np.array([[1, "a"], [3, "b"], [9, "a"]], object), [1, 2, 3])
    np.testing.assert_array_equal(whole.encode([[None, None]]), [[3, 0, 0]])
    numbers = check_arrays([[1, 2], [3, 4], [9, 6]], [1, 2, 3])
    np.testing.assert_array_equal(numbers.encode([[np.nan, 5]]), [[3, 5]])


def test_what_tells_a_missing_value_makes_no_interaction(monkeypatch):
    rng = np.random.default_rng(0)
    a, b, c = rng.normal(size=(3, 3000))
    X = np.array([np.where(rng.random(3000) < 0.2, np.nan, a), 2 * a + b, c]).T
    found = detect_interactions(X, a + c, epochs=20, fractions=(1 / 3,) * 3)
    assert found.agreed() == [] and not found.opinion.needed.may_refit
    assert "tell of missing values" in next(answer_notes(found))
    monkeypatch.setattr(type(found.table), "missing", {})
    found.answers.clear()
    del found.opinion
    assert [one.interaction for one in found.agreed()] == [(0, 1)]


def test_an_interaction_of_missingness_is_claimed_drawn_and_used():
    rng = np.random.default_rng(0)
    rows = rng.uniform(-1, 1, size=(1500, 3))
    gone = rng.random(1500) < 0.3
    y = np.where(gone, rows[:, 1], 0) + rows[:, 2]  # x2 matters where x1 is missing
    rows[gone, 0] = np.nan
    found = detect_interactions(rows, y, epochs=30, fractions=(1 / 3,) * 3)
    assert found.columns == ((0, 1), (2,), (3,))
    assert found.pairwise_ranking[0][0] == (0, 1)
    [only] = found.agreed()
    # var(a b) of b with 30 percent of ones: all of the variance that is no sum.
    assert only.interaction == (0, 1)
    assert only.share == pytest.approx(0.3 * 0.7 / 3 / np.var(y), rel=0.1)
    assert {"x1", "x2"} <= {t.get_text() for t in found.plot((0, 1)).findobj(Text)}
    new = np.array([[np.nan, 0.5, 0], [np.nan, -0.5, 0], [0.3, 0.5, 0], [0.3, -0.5, 0]])
    a, b, c, d = found.predict(new)
    assert a - b == pytest.approx(1, abs=0.15) and abs(c - d) < 0.15
    assert found.told((0, 2)).share < 1e-3 > found.told((1, 2)).share
    grid = grid_of(found.table, 0)
    assert grid.columns == (0, 1) and not grid.settings[:, 1].any()
    assert np.isnan(grid.place(found.table.X)).tolist() == gone.tolist()
