"""Claims about reading CSV files, held against Python's csv module and numpy."""

import bz2
import gzip
import io
import os
import zipfile
from pathlib import Path

import numpy as np
import pytest

from nidlite.errors import InputError
from nidlite.tables.csvfile import ROWS_PER_REPORT
from nidlite.tables.reading import read_csv


def zipped(**files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


PLAIN = b"a,b,y\n1,2.5,3\n-4e-3,5,6\n7,.5,-1\n"
X = [[1, 2.5], [-4e-3, 5], [7, 0.5]]
Y = [3, 6, -1]


@pytest.fixture
def write(tmp_path):
    """A function that writes bytes to a file and returns its path."""

    def write(content, name="table.csv"):
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return write


def same_numbers(table, X, y):
    """Whether the table holds exactly these numbers: the checker of this file."""
    return np.array_equal(table.X, X) and np.array_equal(table.y, y)


CATEGORIES = b"month,wood,b,y\n10,oak,1,1\n9,fir,3,2\n9.0,oak,4,3\n2,yew,1,5\n"


WAYS_TO_WRITE = {
    "plain": PLAIN,
    "bzip2": bz2.compress(PLAIN),
    "zip": zipped(table=PLAIN),
    "decimal commas": PLAIN.replace(b",", b";").replace(b".", b","),
    "UTF-16, gzip": gzip.compress(PLAIN.decode().encode("utf-16")),
    "a named index": b"Unnamed: 0,a,b,y\nk,1,2.5,3\nl,-4e-3,5,6\n,7,.5,-1",
    "gzip in two members": gzip.compress(PLAIN[:15]) + gzip.compress(PLAIN[15:]),
    "gzip with BOM": gzip.compress(b"\xef\xbb\xbf" + PLAIN),
    "CRLF": PLAIN.replace(b"\n", b"\r\n"),
    "CR": PLAIN.replace(b"\n", b"\r"),
    "no last line ending": PLAIN.rstrip(b"\n"),
    "blank lines": b"\n\n" + PLAIN.replace(b"\n", b"\n \n\n"),
    "quotes": b'"a","b","y"\n"1","2.5","3"\n"-4e-3","5","6"\n"7",".5","-1"\n',
    "BOM and quotes": b'\xef\xbb\xbf"a",b,y\n"1",2.5,3\n-4e-3,5,6\n7,.5,-1\n',
    "spaces": b' a, b ,"y"\n 1,2.5 ,3\n-4e-3, "5",6\n7,.5,\t-1\n',
    "line ending in quotes": b'"a\n",b,y\n1,2.5,3\n-4e-3,"\n5",6\n7,.5,-1\n',
}


@pytest.mark.parametrize("way", WAYS_TO_WRITE)
def test_every_way_to_write_a_table_reads_the_same(write, way):
    table = read_csv(write(WAYS_TO_WRITE[way]), "y")
    assert table.feature_names == ("a", "b")
    assert (table.target_name, table.task, table.classes) == ("y", "regression", None)
    assert table.X.dtype == table.y.dtype == np.float64
    assert same_numbers(table, X, Y)


def test_a_pipe_is_read_like_a_file():
    read_end, write_end = os.pipe()
    os.write(write_end, PLAIN)  # less than a pipe holds
    os.close(write_end)
    path = f"/dev/fd/{read_end}"
    try:
        if not Path(path).exists():
            pytest.skip("this system has no /dev/fd")
        assert same_numbers(read_csv(path, "y"), X, Y)
    finally:
        os.close(read_end)


def test_progress_counts_rows(write):
    calls = []
    read_csv(write(b"a,b,y\n" + b"1,2,3\n4,5,6\n" * 12_500), "y", progress=calls.append)
    steps = np.diff([0, *calls])  # by whole blocks
    assert (
        len(calls) == 2 and (steps >= ROWS_PER_REPORT).all() and steps.sum() <= 25_000
    )


def test_an_error_of_the_progress_display_is_not_the_files(write):
    def fail(rows):
        raise BrokenPipeError("the display is gone")

    with pytest.raises(BrokenPipeError):
        read_csv(write(b"a,b,y\n" + b"1,2,3\n" * ROWS_PER_REPORT), "y", progress=fail)


# The target: task, classes, positive labels


def with_target(*cells):
    rows = [f"{i},{i * i},{cell}" for i, cell in enumerate(cells)]
    return "\n".join(["a,b,y", *rows]).encode()


@pytest.mark.parametrize(
    ("cells", "settings", "task", "classes", "y"),
    [
        ("123", {}, "regression", None, [1, 2, 3]),
        ("1010", {}, "classification", (0, 1), [1, 0, 1, 0]),
        (["2", "-1", "2.0"], {}, "classification", (-1, 2), [1, 0, 1]),
        (["10", "9"], {}, "classification", (9, 10), [1, 0]),  # as numbers, not text
        (["yes", "no", " yes"], {}, "classification", ("no", "yes"), [1, 0, 1]),
        (["1_0", "2_0"], {}, "classification", ("1_0", "2_0"), [0, 1]),
        (["1", "x"], {}, "classification", ("1", "x"), [0, 1]),
        ("1010", {"task": "regression"}, "regression", None, [1, 0, 1, 0]),
        ("ABC", {"positive": ["A"]}, "classification", ("other", "A"), [1, 0, 0]),
        (["TRUE", "false"], {}, "classification", (False, True), [1, 0]),
        (
            *(["TRUE", "false"], {"positive": "FALSE"}),
            *("classification", (True, False), [0, 1]),
        ),
        ("ABC", {"positive": ["B", "A"]}, "classification", ("C", "B,A"), [1, 1, 0]),
        ("bcab", {}, "classification", ("a", "b", "c"), [1, 2, 0, 1]),
        ("9323", {"task": "classification"}, "classification", (2, 3, 9), [2, 1, 0, 1]),
        ("1231", {"positive": ["1"]}, "classification", ("other", 1), [1, 0, 0, 1]),
        ("1231", {"positive": [1, 2]}, "classification", (3, "1,2"), [1, 1, 0, 1]),
        ("1A3", {"positive": ["1"]}, "classification", ("other", "1"), [1, 0, 0]),
    ],
)
def test_the_target_tells_the_task_unless_told(
    write, cells, settings, task, classes, y
):
    table = read_csv(write(with_target(*cells)), "y", **settings)
    assert (table.task, table.classes) == (task, classes)
    assert table.y.dtype == np.float64
    np.testing.assert_array_equal(table.y, y)


@pytest.mark.parametrize("n", [100, 101, 250])
def test_many_numbers_are_read_as_few_are(write, n):
    cells = [str(i % n / 8) for i in range(n + 50)]
    table = read_csv(write(with_target(*cells)), "y")
    np.testing.assert_array_equal(table.y, np.array(cells, float))
    assert table.task == "regression"
    table = read_csv(write(with_target(*cells, "x")), "y", positive=["0.5", "x"])
    assert table.y.tolist() == [float(cell in ("0.5", "x")) for cell in [*cells, "x"]]


# Categories of the features


def test_numbers_named_categorical_are_sorted_as_numbers(write):
    content = CATEGORIES.replace(b",4,", b",x1,")
    table = read_csv(write(content), "y", categorical=["month", "b"])
    # 9 and 9.0 are one month; beside text, numbers are text.
    assert table.levels == ((2, 9, 10), ("fir", "oak", "yew"), ("1", "3", "x1"))
    np.testing.assert_array_equal(table.X[1], [0, 1, 0, 1, 0, 0, 0, 1, 0])
    np.testing.assert_array_equal(table.X[2], [0, 1, 0, 0, 1, 0, 0, 0, 1])
    row = table.encode([[9, "yew", 3]])
    np.testing.assert_array_equal(row, [[0, 1, 0, 0, 0, 1, 0, 1, 0]])


# Bad input: one line each


DAMAGED = bytearray(gzip.compress(PLAIN * 50))
DAMAGED[len(DAMAGED) // 2] ^= 0xFF


def bad(content, says, **settings):
    """A file that cannot be read, the words that the line must have, the settings."""
    return content, says.split(" | "), {"target": "y", **settings}


BAD_FILES = {
    "empty": bad(b"", "is empty | header line"),
    "only blank lines": bad(b"\n \n\r\n", "is empty"),
    "header only": bad(b"a,b,y\n", "only a header"),
    "unknown target": bad(PLAIN, "column 'yy' | did you mean 'y'", target="yy"),
    "no header": bad(b"1,2,3\n4,5,6\n", "no column 'y' | must be the header"),
    "unknown drop": bad(PLAIN, "no column 'q'", drop=["q"]),
    "target dropped": bad(PLAIN, "'y' | cannot be dropped", drop=["y"]),
    "column without a name": bad(b"a,,b,y\n1,2,3,4", "column 2 has no name"),
    "a wrong separator": bad(b"a;b;y\n1;2;3", "no column 'y' | 'a;b;y'", sep=","),
    "two separators": bad(PLAIN, "one character | ';;'", sep=";;"),
    "a point in a thousand": bad(
        b"a;b;y\n1,5;2;3\n1.234;2;3\n", "line 2 | 'a' | '1,5'", sep=";"
    ),
    "no date": bad(b"a,b,y\n2024-01-31,1,2\noak,1,2\n", "line 3 | a date | 'oak'"),
    "no 31st": bad(b"a,b,y\n2024-01-31,1,2\n2024-02-31,1,2\n", "line 3 | a date"),
    "two files": bad(zipped(a=PLAIN, b=PLAIN), "holds 2 files"),
    "half a zip": bad(zipped(a=PLAIN)[:-9], "zip | again"),
    "half a parquet": bad(b"PAR1" + PLAIN, "parquet"),
    "one feature": bad(b"a,y\n1,2\n3,4", "leaves 1 feature | 'a' | needs two"),
    "no feature": bad(b"y\n1\n2", "leaves 0 feature | none"),
    "short row": bad(PLAIN + b"1,2\n", "line 5 | expected 3 | got 2"),
    "row after blank": bad(b"a,b,y\n\n\n1,2\n", "line 4 | expected 3 | got 2"),
    "row after cell of two lines": bad(
        b'a,b,y,z\n1,2,3,"u\nv"\n1,"x\n",3,4\n',
        "line 4 | column 'b' | 'x\\n'",
        drop="z",
    ),
    "text": bad(PLAIN + b"1,oak,2", "line 5 | column 'b' | 'oak' | --drop b"),
    "number in a category": bad(
        CATEGORIES + b"8,7,fir,3",
        "line 6 | 'wood' | got '7' | --drop wood | --categorical wood",
    ),
    "nan in a category": bad(
        CATEGORIES + b"8,nan,fir,3", "line 6 | 'wood' | missing value 'nan'"
    ),
    "too large": bad(
        b"a,b,y\n1,1.7e308,3\n4,5,7\n", "column 'b' holds 1.7e+308 | 1e+100"
    ),
    "an id": bad(
        b"id,b,y\n" + b"".join(b"tree %d,2,%d\n" % (i % 105, i) for i in range(200)),
        "'id' | 101 different | 101 rows | 'tree 0' | --drop id | group",
    ),
    "target as a category": bad(
        CATEGORIES, "'y' | target | classification", categorical="y"
    ),
    "first cell no value and no word": bad(b"a,b,y\n!,1,2\n", "line 2 | 'a' | '!'"),
    "number with _": bad(b"a,b,y\n1,1_000,3\n", "line 2 | 'b' | '1_000'"),
    "decimal comma": bad(b'a,b,y\n1,"1,5",3\n', "line 2 | 'b' | '1,5'"),
    "null byte in a cell": bad(b"a,b,y\n1,2\0,3\n", "line 2"),
    "blank cell": bad(PLAIN + b"1, \t,2", "line 5 | 'b' | missing value"),
    "NAN": bad(PLAIN + b"1,NAN,2", "line 5 | 'b' | 'NAN' | finite", missing="fill"),
    "1e999": bad(PLAIN + b"1e999,1,2", "line 5 | 'a' | '1e999' | finite"),
    "nan label": bad(with_target("no", "nan"), "line 3 | 'y' | fill"),
    "no target": bad(b"a,b,y\n1,2,\n3,4,?\n", "no value in any row", missing="fill"),
    "half a UTF-16": bad(PLAIN.decode().encode("utf-16")[:-1], "not UTF-8"),
    "UTF-16 without BOM": bad(PLAIN.decode().encode("utf-16-le"), "UTF-8"),
    "an image": bad(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "not UTF-8 | 0x89"),
    "open quote": bad(PLAIN + b'1,"2,3\n4,5,6\n', "line 5 | quote"),
    "very long quote": bad(PLAIN + b'1,"' + b"2" * 140_000, "line 5 | limit"),
    "cut gzip": bad(gzip.compress(PLAIN)[:-12], "gzip | again"),
    "damaged gzip": bad(bytes(DAMAGED), "gzip | again"),
    "gzip and more": bad(gzip.compress(PLAIN) + b"more", "gzip | again"),
    "one label": bad(with_target("no", "no"), "'y' | two different | only 'no'"),
    "many labels": bad(
        with_target(*(f"tree {i}" for i in range(101))),
        "'y' | 101 different | 'tree 0' | id or free text | group",
    ),
    "text after many numbers": bad(
        with_target(*range(1200), "oak"),
        "line 1202 | 'y' | 'oak' | number | --positive",
    ),
    "nan after many numbers": bad(
        with_target(*range(1200), "nan"), "line 1202 | 'y' | fill"
    ),
    "text among numbers": bad(
        with_target("1", "2", "oak", "4"), "line 4 | 'y' | 'oak' | number"
    ),
    "positive and regression": bad(
        with_target(*"AB"), "positive | regression", positive=["A"], task="regression"
    ),
    "positive that never occurs": bad(
        with_target("birch", "oak", "fir"),
        "'brich' | did you mean 'birch'",
        positive=["oak", "brich"],
    ),
    "positive number that never occurs": bad(
        with_target(*"123"), "'4' | '1', '2', '3'", positive=["4"]
    ),
}


def one_clear_line(error, *words):
    """Whether the error is one line of fair length with all the words in it."""
    text = str(error)
    return text.isprintable() and len(text) < 500 and all(w in text for w in words)


@pytest.mark.parametrize("content, words, settings", BAD_FILES.values(), ids=BAD_FILES)
def test_a_fault_is_one_line_that_says_where_it_is(write, content, words, settings):
    path = write(content)
    with pytest.raises(InputError) as caught:
        read_csv(path, **{"missing": "error", **settings})
    line = str(caught.value).replace(str(path), "table.csv")
    assert one_clear_line(line, *words), line


def test_the_checker_of_lines_rejects_vague_and_torn_ones():
    assert one_clear_line("table.csv, line 5: got 'oak'", "line 5", "'oak'")
    assert not one_clear_line("table.csv: bad value", "line 5")
    assert not one_clear_line("line 5:\ngot 'oak'", "line 5")
    assert not one_clear_line("line 5: " + "x" * 999, "line 5")


def test_an_unnamed_column_can_be_dropped(write):
    table = read_csv(write(b",a,b,y\n1,2,3,4\n2,3,4,6\n3,1,1,1"), "y", drop=[""])
    assert table.feature_names == ("a", "b")


def test_text_in_a_dropped_column_does_no_harm(write):
    table = read_csv(write(b"a,s,b,y\n1,oak,2.5,3\n-4e-3,,5,6\n7,nan,.5,-1"), "y", "s")
    assert same_numbers(table, X, Y)


def test_a_missing_file_suggests_its_neighbours(write, tmp_path):
    write(PLAIN, "houses.csv")
    with pytest.raises(InputError, match=r"no file .*; did you mean 'houses\.csv'\?$"):
        read_csv(tmp_path / "house.csv", "y")
    with pytest.raises(InputError, match="there is no folder .*nowhere$"):
        read_csv(tmp_path / "nowhere" / "house.csv", "y")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="has no files$"):
        read_csv(tmp_path / "empty" / "house.csv", "y")


def test_what_is_no_readable_file_is_said(tmp_path):
    with pytest.raises(InputError, match="is a folder"):
        read_csv(tmp_path, "y")
    with pytest.raises(InputError, match="cannot read"):
        read_csv("a\0b", "y")
    loop = tmp_path / "loop.csv"
    try:
        loop.symlink_to(loop)
    except OSError:
        pytest.skip("this system makes no symbolic links")
    with pytest.raises(InputError, match="cannot read .*loop.csv"):
        read_csv(loop, "y")
