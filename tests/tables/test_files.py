"""Arrays, frames and files give one table; robustness/ has random ones."""

import sys

import numpy as np
import pytest

from nidlite.errors import InputError
from nidlite.tables import reading
from nidlite.tables.arrays import check_arrays
from nidlite.tables.dates import as_date, as_dates
from nidlite.tables.reading import read_csv

N = 60
RNG = np.random.default_rng(0)
COLUMNS = {
    "height": RNG.normal(size=N).round(4),
    "wood": RNG.choice(np.array(["oak ", "fir", "Ästchen"], object), N),
    "old": RNG.choice(np.array([True, False], object), N),
    "day": np.datetime64("2024-02-27") + np.arange(N) * 3,
}
PRICE = COLUMNS["height"] * COLUMNS["old"].astype(float)


def as_text(separator=",", dots=False):
    """The table as CSV; with dots days are written as 27.2.2024."""
    rows = [separator.join([*COLUMNS, "price"])]
    for *cells, day, price in zip(*COLUMNS.values(), PRICE):
        day = day.item()
        day = f"{day.day}.{day.month}.{day.year}" if dots else day
        rows.append(separator.join(map(str, (*cells, day, price))))
    return "\n".join(rows) + "\n"


def same_table(one, other):
    fields = "feature_names task classes levels medians dates notes".split()
    arrays = ((t.X, t.y, t.sample_weight, t.groups) for t in (one, other))
    left, right = ([getattr(table, k) for k in fields] for table in (one, other))
    return left == right and all(map(np.array_equal, *arrays))


@pytest.mark.parametrize("block", [7, 1000])
def test_arrays_frames_and_files_give_one_table(tmp_path, monkeypatch, block):
    monkeypatch.setattr(reading, "BLOCK", block)  # rows that are taken apart at a time
    (tmp_path / "a.csv").write_text(as_text(";", dots=True), encoding="utf-8")
    table = read_csv(tmp_path / "a.csv", "price")
    rows = list(zip(*(column.tolist() for column in COLUMNS.values())))
    assert same_table(table, check_arrays(rows, PRICE, [*COLUMNS]))
    pandas, arrow = map(pytest.importorskip, ("pandas", "pyarrow"))
    frame, price = map(pandas.DataFrame, (COLUMNS, {"price": PRICE}))
    for kind in (pandas.DataFrame, arrow.Table.from_pandas):
        assert same_table(table, check_arrays(kind(frame), kind(price)))
    wood = [COLUMNS["wood"] == level for level in ("fir", "oak ", "Ästchen")]
    days = (COLUMNS["day"] - COLUMNS["day"][0]).astype(float)
    expected = [COLUMNS["height"], *wood, COLUMNS["old"], days]
    np.testing.assert_array_equal(table.X.T, np.array(expected, float))
    parts = read_csv(tmp_path / "a.csv", "price", dates="parts")
    calendar = [[d.year, d.month, d.weekday()] for d in COLUMNS["day"].tolist()]
    np.testing.assert_array_equal(parts.X[:, -3:], calendar)
    assert parts.feature_names[-3:] == ("day (year)", "day (month)", "day (weekday)")
    assert np.array_equal(parts.encode(rows), parts.X)


@pytest.mark.parametrize("name", ["", " ", "\t", "\u2028", "Unnamed: 0"])
def test_a_name_of_blanks_is_none(tmp_path, name):
    """Blank is what str.strip() takes away, in the header and in what is asked for."""
    path = tmp_path / "t.csv"
    path.write_text(f"{name},a,b, y\u2028\n1,2,3,4\n2,3,4,6\n3,1,1,1", encoding="utf-8")
    table = read_csv(path, "y", sep=",")
    assert table.feature_names == ("a", "b") and table.target_name == "y"
    assert table.notes[0].startswith("the first column has no name and is left out")
    assert read_csv(path, "y ", drop=[name], sep=",").notes == ()
    path.write_text(f"a,{name},b,y\n1,2,3,4\n2,3,4,6\n3,1,1,1", encoding="utf-8")
    if name != "Unnamed: 0":
        with pytest.raises(InputError, match="a name of its own"):
            read_csv(path, "y", sep=",")


def test_a_date_is_one_of_the_calendar_and_its_time_zone_is_left_out():
    local = np.datetime64("2020-09-24T13:30:00", "us")
    for zone in ("", "Z", " UTC", " -0100", "+00", "+0000", "+00:00", "-05:30"):
        assert as_date(f"2020-09-24 13:30:00{zone}") == local
        assert as_date(f"24.9.2020 13:30{zone}") == local
    wrong = "2020-09-24+00:00", "2020-09-24 13:30+5", "2020-02-30", "2020-09/24"
    assert [as_date(text) for text in wrong] == [None] * 4
    assert as_dates(np.array(["2020-09-24", "", "oak"], object)) is None  # are labels


@pytest.mark.parametrize("name", ["a.parquet", "a.zip"])
def test_without_pandas_another_file_is_one_line(tmp_path, monkeypatch, name):
    monkeypatch.setitem(sys.modules, "pandas", None)
    (tmp_path / name).write_bytes(b"PAR1" + bytes(99))
    with pytest.raises(InputError, match=r'pip install "nidlite\[tables\]"'):
        read_csv(tmp_path / name, "y")
