"""Tables as spreadsheets write them: marks in numbers, times, empty columns."""

import numpy as np
import pytest

from nidlite import InputError, detect_interactions, load
from nidlite.__main__ import main
from nidlite.notebook.progress import Status
from nidlite.tables.arrays import check_arrays
from nidlite.tables.dates import number_of
from nidlite.tables.reading import described, read_csv, read_rows

PERCENT = "rate\tarea\ty\n64.0%\t1,234\t$1.50\n7.5 %\t12\t-$2\n\t0.5\t$1,000\n"
THOUSANDS = 'a,b,y\n12,"64,040.00",1\n"1,234",7,2\n"-1,234,567",.5,4\n'
TIMES = "when;y\n01.01.2011 05:00;3\n03.01.2011 6:30;4\n02.01.2011 00:00;9\n"
DAYS = {"day": ["2024-02-28", "2024-03-01", None], "e": [None] * 3, "y": [1, 2, 4.5]}
FILES = {  # content, features, X, y, notes
    "decimal commas": (
        *(
            b"a;b;share;y\n1,5;1,234;64,5%;1\n-2,25;7;3%;2,5\n3;0,001;1%;4\n",
            "a b share",
        ),
        *([[1.5, 1.234, 64.5], [-2.25, 7, 3], [3, 0.001, 1]], [1, 2.5, 4]),
        "column 'share': percent signs were left out, 64.5% is 64.5",
    ),
    "tabs and percent": (
        *(PERCENT.encode(), "rate area"),
        *([[64, 0, 1234], [7.5, 0, 12], [35.75, 1, 0.5]], [1.5, -2, 1000]),
        "target 'y': dollar signs were left out, $1.50 is 1.5 | column 'rate': percent "
        "signs were left out, 64.0% is 64 | 'area': commas were left out, 1,234 is 1234",
    ),
    "quoted thousands": (
        *(THOUSANDS.encode(), "a b"),
        *([[12, 64040], [1234, 7], [-1234567, 0.5]], [1, 2, 4]),
        "'a': commas were left out, 1,234 is | 'b': commas were left out, 64,040.00 is",
    ),
    "UTF-16 and times": (
        *(TIMES.encode("utf-16"), "when when_(hour)"),
        *([[0, 5], [2, 6.5], [1, 0]], [3, 4, 9]),
        "column 'when' holds times: days since 2011-01-01 and hour of the day",
    ),
    "Excel": (
        *(DAYS, "day e", [[0, 0, 0, 1], [2, 0, 0, 1], [1, 1, 0, 1]], [1, 2, 4.5]),
        "'day' holds dates: days since 2024-02-28 | column 'e' is empty: it cannot",
    ),
}


def write(path, content):
    """The path of the file of bytes or text, or of the columns as an Excel sheet."""
    if not isinstance(content, dict):
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("openpyxl")
    path, days = path.with_suffix(".xlsx"), pandas.to_datetime(content["day"])
    pandas.DataFrame(content | {"day": days}).to_excel(path, index=False)
    return path


@pytest.mark.parametrize("content, names, X, y, notes", FILES.values(), ids=FILES)
def test_a_file_of_a_spreadsheet_is_its_table(tmp_path, content, names, X, y, notes):
    path = write(tmp_path / "a.csv", content)
    table = read_csv(path, "y")
    assert table.feature_names == tuple(n.replace("_", " ") for n in names.split())
    np.testing.assert_array_equal(table.X, X)
    np.testing.assert_array_equal(table.y, y)
    notes, found = notes.split(" | "), [n for n in table.notes if "missing" not in n]
    assert len(found) == len(notes)
    assert all(note in line for note, line in zip(notes, found)), found
    np.testing.assert_array_equal(table.encode(read_rows(path, table)), X)


def test_the_command_takes_such_a_file(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(Status, "quiet", False)  # which the command sets
    row = "{:02}.05.2011 {:02}:30\t{}.5%\t$1,{:03}.00\n"
    rows = [row.format(1 + k % 28, k % 24, k % 7, k * k % 997) for k in range(60)]
    path = write(tmp_path / "a.txt", "when\trate\tprice\n" + "".join(rows))
    how = "--epochs", "1", "--no-agreement", "--quiet"
    assert main(["detect", str(path), "--target", "price", *how]) == 0
    out = capsys.readouterr().out
    assert "60 rows, 3 features, regression" in out and "when & when (hour)" in out
    assert "holds times" in out and "0.5% is 0.5" in out and "$1,000.00 is 1000" in out


@pytest.mark.parametrize(
    "cells, levels",
    [
        (["5%", "high", "10%"], ("10%", "5%", "high")),  # words stay words
        (["1,5", "2", "1,234"], ("1,234", "1,5", "2")),  # a group has three digits
        (["0,123", "1,234", "5"], ("0,123", "1,234", "5")),  # and begins with no 0
        (["1", "2", "3"], ("1", "2", "3")),  # texts that someone made
        (["5 %", "1,010%", "-$.5"], None),
    ],
)
def test_texts_are_numbers_if_all_are_without_their_marks(cells, levels):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": cells, "b": [1, 2, 3]})
    table = check_arrays(frame, [1, 2, 4])
    assert table.levels[0] == levels
    assert levels or table.X[:, 0].tolist() == [5, 1010, -0.5]
    kept = check_arrays(frame.astype({"a": "category"}), [1, 2, 4])
    assert {*kept.levels[0]} == {*cells}
    np.testing.assert_array_equal(kept.encode(frame), kept.X)


def test_commas_between_semicolons_and_percent_signs_of_categories(tmp_path):
    path = tmp_path / "a.csv"
    for cell, number in (("5", 1.234), ("1,234,567", 1234), ("1,234.5", 1234)):
        write(path, f"a;b;y\n1,234;{cell};1\n2;2;3\n3;3;5\n")
        assert read_csv(path, "y").X[0, 0] == number
    write(path, "a,b,y\n5%,1,1%\n10%,2,0%\n5%,3,1%\n")
    assert described(path)[0] == ("a", "numbers such as '5%', '10%'")
    table = read_csv(path, "y", categorical=["a"])
    assert table.levels[0] == ("5%", "10%") and table.classes == (0, 1)
    np.testing.assert_array_equal(table.encode(read_rows(path, table)), table.X)


def test_a_date_alone_is_enough_where_it_is_several_features(tmp_path):
    path = write(tmp_path / "a.csv", TIMES)
    for dates, count in (("days", 2), ("parts", 4)):
        table = read_csv(path, "y", dates=dates)
        assert table.X.shape == (3, count) and table.X[:, -1].tolist() == [5, 6.5, 0]
    write(path, TIMES.replace("05:00", "00:00").replace("6:30", "0:00:00"))
    assert read_csv(path, "y", dates="parts").X.shape == (3, 3)
    with pytest.raises(InputError, match=r"1 feature\(s\)"):
        read_csv(path, "y")


def test_a_saved_detection_knows_the_hours(tmp_path):
    hours = np.datetime64("2020-01-01T00") + np.arange(0, 600, 5)
    X = {"when": hours, "rate": [f"{k * k % 101}%" for k in range(120)]}
    found = detect_interactions(X, np.arange(120) % 24, epochs=1)
    found.save(tmp_path / "network.npz")
    again = load(tmp_path / "network.npz")
    assert again.feature_names == ("when", "when (hour)", "rate")
    assert np.array_equal(again.predict(X), found.predict(X))
    # Files that were saved before there were hours count them as parts of days.
    noon = np.array(["2011-01-03T12", "NaT"], "datetime64[us]")
    np.testing.assert_array_equal(number_of(noon, "2011-01-01"), [2.5, np.nan])


@pytest.mark.parametrize("name", ["a.xlsx", "a.xls", "a.parquet", "a.zip"])
@pytest.mark.parametrize(
    "content", [b"", bytes(range(256)), b"PK\x03\x04a", b"a,y\n1,"]
)
def test_bytes_that_are_no_such_file_are_one_line(tmp_path, name, content):
    pytest.importorskip("pandas")
    with pytest.raises(
        InputError, match=r"is no (Excel|parquet|CSV) file, or a damaged"
    ):
        read_csv(write(tmp_path / name, content), "y")
    with pytest.raises(InputError, match="which is no file; did you mean 'a"):
        read_csv(tmp_path / f"b{name}", "y")
