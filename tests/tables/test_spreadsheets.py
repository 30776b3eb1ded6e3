"""Tables as spreadsheets write them: marks in numbers, times, empty columns."""

import numpy as np
import pytest

from nidlite import InputError, detect_interactions, load
from nidlite.tables import source
from nidlite.tables.arrays import check_arrays
from nidlite.tables.columns import numbers_of
from nidlite.tables.dates import number_of
from nidlite.tables.reading import read_csv

COMMAS = "a;b;share;y\n1,5;1,234;64,5%;1\n-2,25;7;3%;2,0\n3;0,001;1%;4\n"
PERCENT = "rate\tarea\ty\n64.0%\t1,234\t$1\n7.5 %\t12\t$2\n\t0.5\t$4.00\n"
THOUSANDS = 'a,b,y\n12,64\u202f040.00 €,1\n1\'234,7,2\n"-12,34,567",£.5,4\n'
TIMES = "when;y\n03.01.2011 05:00;1\n01.01.2011 6:30;2\n02.01.2011 00:00;4\n"
EXCEL = {"day": ["2024-02-28", "2024-03-01", None], "e": ["09", None, "2"]}
EXCEL |= {"f": [None] * 3, "y": [1, 2, 4]}
FILES = [COMMAS, PERCENT, THOUSANDS, TIMES.encode("utf-16"), EXCEL]
TABLES = [  # features and X; y is 1, 2, 4
    ("a, b, share", [[1.5, 1.234, 64.5], [-2.25, 7, 3], [3, 0.001, 1]]),
    ("rate, area", [[64, 0, 1234], [7.5, 0, 12], [35.75, 1, 0.5]]),
    ("a, b", [[12, 64040], [1234, 7], [-1234567, 0.5]]),
    ("when, when (hour)", [[2, 5], [0, 6.5], [1, 0]]),
    ("day, e, f", [[0, 0, 9, 0, 0, 1], [2, 0, 5.5, 1, 0, 1], [1, 1, 2, 0, 0, 1]]),
]
NOTES = [
    "column 'share': 64.5% is read as 64.5",
    "target 'y': $1 is read as 1 | 'rate': 64.0% is read as 64 | "
    "column 'area': 1,234 is read as 1234",
    "'a': 1'234 is read as 1234 | 'b': 64 040.00 € is read as 64040",
    "column 'when' holds dates: days since 2011-01-01, hour",
    "column 'e': 09 is read as a number; if it is a code, use | 'day' holds "
    "dates: days since 2024-02-28 | without any effect: 'f'",
]


def write(path, content):
    """The path of the file of bytes or text, or of the columns as an Excel sheet."""
    if not isinstance(content, dict):
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path
    pandas = pytest.importorskip("pandas")
    path, types = path.with_suffix(".xlsx"), {"day": "M8[us]"} if content else {}
    pandas.DataFrame(content).astype(types).to_excel(path, index=False)
    return path


@pytest.mark.parametrize("k", range(5))
def test_a_file_of_a_spreadsheet_is_its_table(tmp_path, k):
    path, (names, X), notes = write(tmp_path / "a.csv", FILES[k]), TABLES[k], NOTES[k]
    table = read_csv(path, "y")
    assert ", ".join(table.feature_names) == names and table.y.tolist() == [1, 2, 4]
    np.testing.assert_array_equal(table.X, X)
    notes, found = notes.split(" | "), [n for n in table.notes if "missing" not in n]
    assert all(n in line for n, line in zip(notes, found, strict=True)), found


# Words stay words, a group has three digits and begins with no 0, someone made texts.
@pytest.mark.parametrize("a", ["10% 5% high", "1,234 1,5 2", "0,123 1,234 5", "1 2 3"])
def test_other_texts_are_categories(a):
    frame = pytest.importorskip("pandas").DataFrame({"a": a.split(), "b": [1, 2, 3]})
    assert check_arrays(frame, [1, 2, 4]).levels[0] == tuple(a.split())
    frame["a"] = ["1,010%", "-$.5", "7%"]
    table = check_arrays(frame, ["1%", "0%", "1%"])
    assert table.X[:, 0].tolist() == [1010, -0.5, 7] and table.classes == (0, 1)
    table = check_arrays(frame.astype({"a": "category"}), [1, 2, 4])
    assert {*table.levels[0]} == {*frame["a"]}
    np.testing.assert_array_equal(table.encode(frame), table.X)
    frame["a"] = ["1,010%", "501", "7%"]  # a row alone may have no mark
    table = check_arrays(frame, [1, 2, 4])
    np.testing.assert_array_equal(table.encode(frame[1:2]), table.X[1:2])


def test_commas_between_semicolons_and_percent_signs_of_categories(tmp_path):
    path = tmp_path / "a.csv"
    for k, cell in enumerate(["5", "1,234.5", "5,5", "1.234.567", "1 234,567"]):
        write(path, f"a;b;y\n1,234;{cell};1\n2;2;3\n3;3;5\n")
        assert read_csv(path, "y").X[0, 0] == (1234 if k < 2 else 1.234)
    for b in ("1.5", "2"), ('"1,2,3"', '"1,2"'):  # 1.5 and choices say no
        write(path, f'a,b,y\n"1,5",{b[0]},1\n"2,5",{b[1]},3\n"3,5",3,5\n')
        assert read_csv(path, "y").levels[0] == ("1,5", "2,5", "3,5")
    write(path, "a;b;c;d;y\n1.157;15,5;1.2;1,234;1\n560;2;1.3;2;3\n1.000,5;3;1.234;3;5")
    X = [[1157, 560, 1000.5], [15.5, 2, 3], [1.2, 1.3, 1.234], [1234, 2, 3]]
    assert read_csv(path, "y").X.T.tolist() == X  # cells of d do not tell alike
    many, whole = [f"{k}.{k + 100}" for k in range(1, 15)], ["567", "890", "999"]
    few = [f"{k}.{end}" for k in "123" for end in (101, 250, 333, 667)]  # as of means
    others = [*whole, "1.5"], whole[1:], ["7", "8", "9"]
    told = [many + whole, few + [*range(100, 109)], *(many + other for other in others)]
    for k, texts in enumerate(told):
        write(path, "a;b;y\n" + "".join(f"{t};1;{n}\n" for n, t in enumerate(texts)))
        assert read_csv(path, "y").X[0, 0] == (1.101 if k else 1101)
    write(path, "a;b;y\n1,5;1,234;1\n2.5;2,5;3\n3,5;3,456;5\n")  # 2.5 by mistake
    assert read_csv(path, "y").X.tolist() == [[1.5, 1.234], [2.5, 2.5], [3.5, 3.456]]
    # The header is no cell, and a blank may stand before a quote.
    write(path, '\n1000.5;1,5;y\n0,25; "u;v";1\n0,5; "w";2\n2;"u;v";4\n')
    table = read_csv(path, "y")
    assert table.feature_names == ("1000.5", "1,5") and table.X[0, 0] == 0.25
    one = "1234567890123456"  # floats have no more digits
    write(path, f"zip,id,b,y\n01234,{one}7,5,1\n1234,{one}8,6,2\n01234,1,7,4\n")
    zips, ids, _ = read_csv(path, "y", categorical=["zip", "id"]).levels
    assert zips == ("01234", "1234") and {*ids} == {"1", f"{one}7", f"{one}8"}
    assert read_csv(path, "y").notes[0].startswith("column 'zip': 01234 is read as")
    write(path, "a,at,y\n5%,1:30,1\n10%,9:00,0\n5%,9:00,1\n")
    levels = read_csv(path, "y", categorical=["a", "at"]).levels
    assert levels == (("5%", "10%"), ("1:30", "9:00"))


def test_groups_of_digits_are_parted_by_any_mark_and_currencies_are_left_out():
    texts = ["1,23,45,678", "€ 12345678", "$12,345,678", "12345678 £", "£12345678"]
    texts += [f"{s}12{m}345{m}678{s}" for m in ",'’ \xa0\u2009\u202f" for s in " ¥₹"]
    assert {*numbers_of(texts, marks=True).tolist()} == {12345678}
    for text in ("1,23,45", "1'234,567", "1,2345", "012,345", "1,234'5"):
        assert numbers_of([text], marks=True) is None


def test_a_header_and_a_number_that_the_head_cuts_tell_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "HEAD", len("a;1,5;y\n1;1,234;1\n2;5,6"))
    path = write(tmp_path / "a.csv", "a;1,5;y\n1;1,234;1\n2;5,678;3\n3;9,012;5\n")
    assert read_csv(path, "y").X[:, 1].tolist() == [1234, 5678, 9012]


def test_a_date_alone_has_parts_and_with_clock_times_the_hour(tmp_path):
    midnight = TIMES.replace("05:00", "00:00").replace("6:30", "0:00:00")
    for text, last in ((TIMES, [5, 6.5, 0]), (midnight, [0, 5, 6])):  # hour, weekday
        table = read_csv(write(tmp_path / "a.csv", text), "y", dates="parts")
        assert table.X[:, -1].tolist() == last and ": year, month" in table.notes[0]


def test_clock_times_alone_are_the_hour():
    rows = {"b": [1, 2, 3, 4], "at": ["14:30", "5:00:36", None, " 0:00"]}
    for table in (check_arrays(rows, range(4), dates=w) for w in ("days", "parts")):
        assert table.feature_names == ("b", "at (hour)")
        assert "'at' holds clock times: hour" in table.notes[0]
        assert [*table.encode(rows)[:, 1], *table.X[:, 1]] == 2 * [14.5, 5.01, 5.01, 0]
    for odd in ("24:00", "2024-01-31", "14"):  # no time, a day beside times, a number
        assert check_arrays({"b": [1, 2], "at": ["14:30", odd]}, (1, 2)).levels[1]
    days = check_arrays({"b": [1, 2], "at": ["2024-01-31", "2024-02-01 9:00"]}, (1, 2))
    pytest.raises(InputError, days.encode, rows)


def test_a_saved_detection_knows_the_hours(tmp_path):
    hours = np.datetime64("2020-01-01T00") + np.arange(0, 600, 5)
    X = {"when": hours, "rate": [f"{k * k % 101}%" for k in range(120)]}
    found = detect_interactions(X, np.arange(120) % 24, epochs=1)
    found.save(tmp_path / "network.npz")
    again = load(tmp_path / "network.npz")
    assert again.feature_names == ("when", "when (hour)", "rate")
    assert np.array_equal(again.predict(X), found.predict(X))
    with pytest.raises(InputError, match=r"3 different .* got 3, 2 .*'when \(hour\)'"):
        check_arrays({"when": hours, "when (hour)": X["rate"]}, range(120))
    noon = np.array(["2011-01-03T12", "NaT"], "datetime64[us]")
    np.testing.assert_array_equal(number_of(noon, "2011-01-01"), [2, np.nan])


@pytest.mark.parametrize("name", ["a.xlsx", "a.xls", "a.parquet", "a.zip", "a.zst"])
@pytest.mark.parametrize("content", [b"", bytes(range(256)), b"PK\3\4a", b"a,y\n1,"])
def test_bytes_that_are_no_such_file_are_one_line(tmp_path, name, content):
    pytest.importorskip("pandas")
    with pytest.raises(InputError, match="cannot read .* as (Excel|parquet|CSV) [(]"):
        read_csv(write(tmp_path / name, content), "y")
