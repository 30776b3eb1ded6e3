"""One table in many files gives one Table, whoever reads it."""

import gzip
import io
import re
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from nidlite.errors import InputError
from nidlite.tables import csvfile as filling, listing
lines = filling
from nidlite.tables.dates import as_date
from nidlite.tables.reading import read_csv

N = 60
RNG = np.random.default_rng(0)
HEIGHT, WIDTH = RNG.normal(size=(2, N)).round(4)
WOOD, OLD = RNG.choice(["oak", "fir", "Ästchen"], N), RNG.choice([True, False], N)
DAY = np.datetime64("2024-02-27") + np.arange(N) * 3
PRICE = (HEIGHT * WIDTH + OLD).round(5)
NAMES = ["höhe", "width, cm", "wood", "old", "day", "price"]


def text(separator=",", decimal=".", gone=(), none="", index=False):
    """The table as CSV, without a value in these (row, column) cells."""
    quote = ['"width, cm"' if "," in name else name for name in NAMES]
    lines = [separator.join([*[""] * index, *quote])]
    for i, row in enumerate(zip(HEIGHT, WIDTH, WOOD, OLD, DAY, PRICE)):
        cells = [none if (i, j) in gone else str(cell) for j, cell in enumerate(row)]
        for j in (0, 1, 5):
            cells[j] = cells[j].replace(".", decimal)
        lines.append(separator.join([*[str(i)] * index, *cells]))
    return "\n".join(lines) + "\n"


FILES = {
    "comma": text().encode(),
    "semicolon": text(";").encode(),
    "tab": text("\t").encode(),
    "bar": text("|").encode(),
    "decimal comma": text(";", ",").encode(),
    "mark": text().encode("utf-8-sig"),
    "UTF-16": text("\t").encode("utf-16"),
    "Latin-1": text().encode("latin-1"),
    "index": text(index=True).encode(),
    "gzip": gzip.compress(text(";").encode()),
}


def same(one, other):
    fields = "feature_names target_name task classes levels medians dates".split()
    arrays = np.array_equal(one.X, other.X) and np.array_equal(one.y, other.y)
    return arrays and all(getattr(one, k) == getattr(other, k) for k in fields)


@pytest.fixture
def table(tmp_path):
    """A function that reads these bytes from a file."""

    def table(content, **options):
        (tmp_path / "table").write_bytes(content)
        return read_csv(tmp_path / "table", "price", **options)

    return table


@pytest.mark.parametrize("name", FILES)
def test_every_file_gives_the_same_table(table, name, monkeypatch):
    expected, found = table(FILES["comma"]), table(FILES[name])
    assert same(found, expected)
    note = {"Latin-1": "Latin-1", "index": "no name and is left out"}.get(name)
    new = [n for n in found.notes if n not in expected.notes]
    assert len(new) == bool(note) and all(note in n for n in new)
    stream = SimpleNamespace(buffer=io.BytesIO(FILES[name]))
    monkeypatch.setattr(sys, "stdin", stream)
    assert same(read_csv("-", "price"), expected)


def test_the_table_is_the_one_that_was_written(table):
    found = table(FILES["decimal comma"])
    wood = [WOOD == level for level in sorted(set(WOOD))]
    days = (DAY - DAY[0]).astype(float)
    np.testing.assert_array_equal(found.X.T, [HEIGHT, WIDTH, *wood, OLD, days])
    np.testing.assert_array_equal(found.y, PRICE)
    assert found.dates[-1] == "2024-02-27"
    other = table(text().replace("oak", "elm").encode())
    assert not same(found, other) and not same(
        found, table(text(gone=[(3, 0)]).encode())
    )


def test_parts_of_dates_are_those_of_the_calendar(table):
    found = table(FILES["comma"], dates="parts")
    dates = [day.item() for day in DAY]
    expected = [[d.year, d.month, d.weekday()] for d in dates]
    np.testing.assert_array_equal(found.X[:, -3:], expected)
    assert found.feature_names[-3:] == ("day (year)", "day (month)", "day (weekday)")
    with_dots = text().encode()
    for day in map(str, DAY):
        dots = ".".join(reversed(day.split("-"))).encode()
        with_dots = with_dots.replace(day.encode(), dots)
    assert same(table(with_dots, dates="parts"), found)


@pytest.mark.parametrize("name", ["parquet", "xlsx"])
def test_pandas_files_give_the_same_table(table, name, tmp_path):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip({"parquet": "pyarrow", "xlsx": "openpyxl"}[name])
    frame = pandas.DataFrame(dict(zip(NAMES, (HEIGHT, WIDTH, WOOD, OLD, DAY, PRICE))))
    frame.loc[4, "höhe"] = frame.loc[5, "wood"] = frame.loc[6, "day"] = None
    path = tmp_path / "frame"
    with open(path, "wb") as file:
        if name == "xlsx":
            frame.to_excel(file, index=False)
        else:
            frame.to_parquet(file)
    gone = text(gone=[(4, 0), (5, 2), (6, 4)], none="?").encode()
    assert same(read_csv(path, "price"), table(gone))
    options = {"drop": "höhe", "categorical": ["old"], "target": "wood"}
    (tmp_path / "table").write_bytes(gone)
    for drop in (["höhe"], "day"):
        options["drop"] = drop
        one = read_csv(path, **options)
        assert one.y.size == N - 1 and "1 of 60 rows without 'wood'" in one.notes[0]
    assert listing.described(path)[1][0] == "width, cm"


def test_without_pandas_a_parquet_file_is_one_line(table, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match=r"needs pandas .*nidlite\[tables\]"):
        table(b"PAR1" + bytes(99))


def test_a_csv_file_and_a_baseline_of_ours_need_none_of_the_slow_packages(tmp_path):
    (tmp_path / "table.csv").write_bytes(FILES["semicolon"])
    program = "import sys; from nidlite.__main__ import main; main(sys.argv[1:])\n"
    program += "assert not {'pandas', 'pyarrow', 'sklearn', 'scipy'} & {*sys.modules}"
    words = ["detect", "table.csv", "--target", "price", "--epochs", "1"]
    words += ["--baseline", "anova"]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


# A file of many blocks


@pytest.fixture
def small_blocks(monkeypatch):
    """Ten rows are taken apart at a time."""
    monkeypatch.setattr(filling, "BLOCK", 10)


WRONG_LATER = {  # what is wrong in a later block, and what the reader says
    "a short row": (text() + "1,2,oak,True\n", "line 62.*got 4"),
    "a long row": (text() + "1,2,oak,True,2024-01-01,3,4\n", "line 62.*got 7"),
    "text": (text() + "tall,2,oak,True,2024-01-01,3\n", "line 62.*'tall'"),
    "infinity": (text() + "inf,2,oak,True,2024-01-01,3\n", "line 62.*'inf'"),
    "a number": (text() + "1,2,7,True,2024-01-01,3\n", "line 62.*'7'"),
    "half quotes": (text() + '1,2,"oak"x,True,2024-01-01,3\n', "line 62.*quote"),
}


@pytest.mark.parametrize("content, says", WRONG_LATER.values(), ids=WRONG_LATER)
def test_a_fault_in_a_later_block_is_found(table, small_blocks, content, says):
    with pytest.raises(InputError, match=says):
        table(content.replace('"width, cm"', "width").encode())


@pytest.mark.parametrize("name", [name for name in FILES if name != "index"])
def test_many_blocks_are_read_as_one(table, monkeypatch, name):
    found = table(FILES[name])
    monkeypatch.setattr(filling, "BLOCK", 10)
    assert same(found, table(FILES[name]))


def test_every_digit_is_right(tmp_path):
    X = RNG.normal(size=(2000, 4)) * 10.0 ** RNG.integers(-300, 99, size=(2000, 4))
    lines = [",".join(map(repr, row)) for row in X.tolist()]
    (tmp_path / "t.csv").write_text("\n".join(["a,y,b,c", *lines]))
    table = read_csv(tmp_path / "t.csv", "y", drop=["b"])
    assert np.array_equal(table.X, X[:, [0, 3]]) and np.array_equal(table.y, X[:, 1])
    assert table.feature_names == ("a", "c")


@pytest.mark.parametrize("many", [1, 7, 5000])
def test_lines_of_numbers_are_read_as_cells_are(tmp_path, monkeypatch, many):
    """NumPy takes the plain lines; words, quotes, blanks and gaps are for the cells."""
    rows = [f"{i},{i / 7},{i % 5}" for i in range(3000)]
    odd = {1500: '"7",1e3,2', 1600: "", 1700: "NA,3,1", 1750: "nan,1,2"}
    odd[1800] = " 8 , 9,4"
    for more, says in (
        ({}, None),
        (odd, None),
        (odd | {1900: "9,1_0,1"}, "line 1902.*'1_0'"),
        ({2900: "inf,1,2"}, "line 2902.*finite"),
    ):
        lines_in = [more.get(i, row) for i, row in enumerate(rows)]
        (tmp_path / "t.csv").write_text("\r\n".join(["a,b,y", *lines_in]))
        found = []
        for most in (many, 0):  # 0: never
            monkeypatch.setattr(lines, "MANY", most)
            try:
                found.append(read_csv(tmp_path / "t.csv", "y", task="regression"))
            except InputError as error:
                found.append(str(error))
        if says:
            assert found[0] == found[1] and re.search(says, found[0])
        else:
            assert same(*found) and len(found[0].y) == 3000 - (1600 in more)
            assert bool(more) == any("2 missing value" in n for n in found[0].notes)


def test_codes_behind_a_block_without_values_are_noted(tmp_path):
    rows = [f"{'' if i < 2000 else '00123'},{i % 7},{i % 5}" for i in range(3000)]
    (tmp_path / "t.csv").write_text("\n".join(["zip,b,y", *rows]))
    assert any(
        "codes such as 00123" in n for n in read_csv(tmp_path / "t.csv", "y").notes
    )


def test_a_time_zone_is_left_out_in_a_file_as_in_a_frame():
    local = np.datetime64("2020-09-24T13:30:00", "us")
    for zone in ("", "Z", "+00:00", "-05:30"):
        assert as_date(f"2020-09-24 13:30:00{zone}") == local
    assert as_date("2020-09-24+00:00") is None is as_date("2020-09-24 13:30+5")
