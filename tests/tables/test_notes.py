"""Notes name what spoils a result, and are silent on a table that has nothing."""

import numpy as np
import pytest

from nidlite import InputError, detect_interactions
from nidlite.splits import split_of
from nidlite.tables.arrays import check_arrays
from nidlite.tables.columns import as_labels

X = np.random.default_rng(0).normal(size=(200, 4))
Y = X[:, 0] * X[:, 1] + X[:, 2]


def notes(X=X, y=Y, **how):
    return check_arrays(X, y, ["a", "b", "c", "d"], **how).notes


def with_column(j, values):
    return np.column_stack([X[:, :j], values, X[:, j + 1 :]])


def test_a_table_with_nothing_wrong_has_no_note():
    assert notes() == () == notes(y=Y > 0) == notes(with_column(3, Y > 0))


def test_a_few_whole_numbers_may_be_classes():
    [note] = notes(y=np.arange(200) % 3)
    assert note.startswith("target 'y' has 3 values and is read as a number; task")
    for y, task in ((3, "regression"), (3, "classification"), (11, None), (2, None)):
        assert notes(y=np.arange(200) % y, task=task) == ()
    assert notes(y=np.arange(200) % 3 / 2) == () == notes(X[:29], np.arange(29) % 3)


def test_one_row_that_carries_most_of_the_variance_is_named():
    [note] = notes(y=np.where(np.arange(200) == 7, 1e30, Y))
    assert "row, with 'y' = 1e+30, carries 100% of that column's variance:" in note
    [note] = notes(with_column(1, b := np.where(np.arange(200) == 7, -20, X[:, 1])))
    far = (b - np.median(b)) ** 2
    assert 0.5 < (share := far.max() / far.sum()) < 0.9
    assert f"'b' = -20, carries {share:.0%} of that column's variance" in note
    # Ten such rows are a group.
    assert notes(y=np.where(np.arange(200) < 10, 1e30 * (9 + Y), Y)) == ()


def test_a_value_that_may_mean_unknown_is_named():
    a = np.where(np.arange(200) % 9, X[:, 0], -9)
    for b in (a, -1_234_567 * a, np.where(a == -9, -1, 9 * a**2)):
        [note] = notes(with_column(1, b))
        assert note.startswith(f"'b' is {b[0]:.0f} in 23 of 200 rows, unlike all ")
    for k in (1, 2):  # one of 60 rows says nothing, two are too many for chance
        b = np.where(np.arange(200) < k, -1, X[:, 1] ** 2)
        assert len(notes(with_column(1, b)[:60], Y[:60])) == k - 1
    ends = np.where(a == -9, -1, np.where(a > 1, 999, a**2))  # all share one note
    [note] = check_arrays({f"{k}: 1": ends for k in range(22)}, Y).notes
    assert note.partition("; likewise ")[2].split(", ")[::20] == ["'0: 1 = 999'", "..."]
    # Not so far, not so often, and one of few values.
    for b in (a.clip(-4), np.where(X[:, 0] < -2.8, -9, X[:, 0]), np.round(a)):
        assert notes(with_column(1, b)) == ()


def test_categories_like_numbers_or_times_and_numbers_of_rows_are_named():
    signed = [f"{k % 30 - 20}" for k in range(199)] + ["unknown"]
    times, few = [f"({k % 24:02}h00" for k in range(200)], ["Sum", *"1234" * 50][:200]
    for texts, odd in ((signed, "unknown"), (times, "(00h00")):
        table = check_arrays({"a": texts, "b": X[:, 0]}, Y)
        assert f"categories, such as '{odd}': give numbers as" in table.notes[0]
    plus = few, [*signed[:199], "missing"]
    for a in ([f"C{k % 30}" for k in range(199)] + ["A"], signed[:199] + ["20"], *plus):
        assert check_arrays({"a": as_labels(np.array(a)), "b": Y}, Y).notes[1:] == ()
    assert notes(y=signed)[0].startswith("'y' has 31 categories, such as 'unk")
    assert notes(with_column(1, np.arange(1, 201)))[0].startswith("'b' counts the rows")
    assert notes(with_column(1, np.sort(X[:, 1]))) == ()
    ids = {"a": [f"A{k}" for k in range(40)], "b": Y[:40]}
    assert check_arrays(ids, X[:40, 0]).notes[0].startswith("'a' has 40 different v")
    days = {"a": np.arange(200).astype("M8[D]"), "b": np.arange(200) % 9}  # no ids
    assert len(check_arrays(days, Y).notes) == 1 and notes(y=np.arange(200)) == ()


@pytest.mark.parametrize("part", ["train", "valid", "test"])
def test_an_outlier_is_named_or_refused_in_whichever_part_it_lies(part):
    parts = split_of(check_arrays(X, Y), 0)
    one, y = parts.unscale_y(getattr(parts, part)[1])[0], Y.copy()
    row = int(np.abs(one - Y).argmin())
    y[row] = 1e30
    if part == "train":
        found = detect_interactions(X, y, epochs=1)
        assert "'y' = 1e+30, carries 100% of that column's variance" in found.summary
    else:
        with pytest.raises(InputError, match=rf"target is 1e\+30 in row {row} .count"):
            detect_interactions(X, y, epochs=1)


@pytest.mark.parametrize("scale", [1, -1e-90, 1e90])
def test_a_column_that_alone_tells_the_target_is_named(scale):
    x, table = X[:, 3], with_column(3, X[:, 3] * scale)
    trees = np.where(Y > 0, "oak", np.where(x > 0, "fir", "ash"))
    # Nearly the target, in other units, cut in two or three; and a category.
    for y in (x + 0.01 * Y, np.exp(x), x > 0, np.digitize(x, (-1, 1)).astype(str)):
        [note] = notes(table, y)
        assert note.startswith("column 'd' alone tells nearly all") and "--" not in note
    [note] = check_arrays(np.column_stack([X.astype(object), trees]), Y > 0).notes
    assert note.startswith("column 'x5' alone tells nearly all of the target: if it")
    for y in (x + 0.1 * Y, x > np.sort(x)[-10]):  # chance may order nine rows
        assert notes(table, y) == () and len(notes(with_column(3, 1e-200 * x), x)) == 1
