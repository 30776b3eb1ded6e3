"""Claims about reading CSV files, held against Python's csv module and numpy."""

import gzip
import zipfile

import numpy as np
import pytest
from test_spreadsheets import write

from nidlite.errors import InputError
from nidlite.tables.reading import read_csv

PLAIN = b"a,b,y\n1,2.5,3\n-4e-3,5,6\n7,.5,-1\n"
X = [[1, 2.5], [-4e-3, 5], [7, 0.5]]
CATEGORIES = b"month,wood,b,y\n10,oak,1,1\n9,fir,3,2\n9.0,oak,4,3\n2,yew,1,5\n"
WAYS_TO_WRITE = {
    "decimal commas": PLAIN.replace(b",", b";").replace(b".", b","),
    "decimal commas in quotes": b'a,b,y\n1,"2,5",3\n-4e-3,5,6\n"7",",5",-1\n',
    "a named index": b"Unnamed: 0,a,b,y\nk,1,2.5,3\nl,-4e-3,5,6\n,7,.5,-1",
    "a line for Excel": b"sep=;\n" + PLAIN.replace(b",", b";"),
    "CRLF": PLAIN.replace(b"\n", b"\r\n"),
    "pipes": PLAIN.replace(b",", b"|"),
    "a mark of the order of bytes": b"\xef\xbb\xbf" + PLAIN,
    "Windows' euro": PLAIN.replace(b"2.5", b"\x802.5"),
    "blank lines": b"\n\n" + PLAIN.replace(b"\n", b"\n \n\n"),
    "quotes": b'"a","b","y"\n"1","2.5","3"\n"-4e-3","5","6"\n"7",".5","-1"\n',
    "spaces": b' a, b ,"y"\n 1,2.5 ,3\n-4e-3, "5",6\n7,.5,\t-1\n',
    "line ending in quotes": b'"a\n",b,y\n1,2.5,3\n-4e-3,"\n5",6\n7,.5,-1\n',
}


@pytest.mark.parametrize("way", WAYS_TO_WRITE)
def test_every_way_to_write_a_table_reads_the_same(tmp_path, way):
    table = read_csv(write(tmp_path / "table.csv", WAYS_TO_WRITE[way]), "y")
    assert table.feature_names == ("a", "b") and table.X.dtype == table.y.dtype == float
    assert (table.target_name, table.task, table.classes) == ("y", "regression", None)
    assert np.array_equal(table.X, X) and np.array_equal(table.y, [3, 6, -1])


def test_a_zip_is_the_one_table_in_it_and_has_the_same_checks(tmp_path):
    pytest.importorskip("pandas")
    for lines, sep in ((PLAIN, None), (PLAIN.replace(b",", b";"), ";")):
        with zipfile.ZipFile(tmp_path / "a.zip", "w") as packed:
            packed.writestr("of/table.csv", lines)
        assert read_csv(tmp_path / "a.zip", "y", sep=sep).X.tolist() == X
    with pytest.raises(InputError, match="no column 'y'; choose: 'a;b;y'"):
        read_csv(tmp_path / "a.zip", "y")
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as packed:
        packed.writestr("table.csv", "a,b,y\n1,,3\n4,5\n6,7,8\n")  # no cell shifts
    with pytest.raises(InputError, match="line 3: expected 3 fields, got 2"):
        read_csv(tmp_path / "a.zip", "y")


def with_target(*cells):
    rows = [f"{i},{i * i},{cell}" for i, cell in enumerate(cells)]
    return "\n".join(["a,b,y", *rows])


@pytest.mark.parametrize(
    ("cells", "settings", "classes", "y"),
    [
        ("1010", {}, (0, 1), [1, 0, 1, 0]),
        (["2", "-1", "2.0"], {}, (-1, 2), [1, 0, 1]),
        (["yes", "no", " yes"], {}, ("no", "yes"), [1, 0, 1]),
        (["1_0", "2_0"], {}, ("1_0", "2_0"), [0, 1]),
        ("ABC", {"positive": ["A"]}, ("other", "A"), [1, 0, 0]),
        (["TRUE", "false"], {}, (False, True), [1, 0]),
        (["TRUE", "false"], {"positive": "FALSE"}, (True, False), [0, 1]),
        ("ABC", {"positive": ["B", "A"]}, ("C", "B,A"), [1, 1, 0]),
        ("1231", {"positive": ["1"]}, ("other", 1), [1, 0, 0, 1]),
        ("1231", {"positive": [1, 2]}, (3, "1,2"), [1, 1, 0, 1]),
        ("1A3", {"positive": ["1"]}, ("other", "1"), [1, 0, 0]),
    ],
)
def test_the_target_tells_the_task_unless_told(tmp_path, cells, settings, classes, y):
    path = write(tmp_path / "table.csv", with_target(*cells))
    table = read_csv(path, "y", **settings)
    assert (table.task, table.classes) == ("classification", classes)
    assert table.y.dtype == np.float64 and table.y.tolist() == y


def test_numbers_named_categorical_are_sorted_as_numbers(tmp_path):
    path = write(tmp_path / "table.csv", CATEGORIES.replace(b",4,", b",x1,"))
    table = read_csv(path, "y", categorical=["month", "b"])
    # 9 and 9.0 are one month; beside text, numbers are text.
    assert table.levels == (("2", "9", "10"), ("fir", "oak", "yew"), ("1", "3", "x1"))
    np.testing.assert_array_equal(table.X[1], [0, 1, 0, 1, 0, 0, 0, 1, 0])
    np.testing.assert_array_equal(table.X[2], [0, 1, 0, 0, 1, 0, 0, 0, 1])
    row = table.encode([[month, "yew", 3] for month in (9, 9.0, "9", np.int8(9))])
    np.testing.assert_array_equal(row, 4 * [[0, 1, 0, 0, 0, 1, 0, 1, 0]])
    fewer = read_csv(path, "y", drop=["month"], categorical=["month", "b"])
    assert fewer.levels == table.levels[1:]  # it is left out, and no category


def bad(content, says, **settings):
    """A file that cannot be read, the words that the line must have, the settings."""
    return content, says.split(" | "), {"target": "y", **settings}


AB, WOODS = with_target(*"AB"), with_target("birch", "oak", "fir")
MANY = with_target(*(f"tree {i}" for i in range(101)))
IDS = *(f"tree {i % 105},b{i},2,{i}" for i in range(200)), "7,2,2,1"
IDS = "\n".join([f"{60 * 'a'}1,{60 * 'a'}2,{60 * 'a'}3,y", *IDS])  # shown, they are one
BAD_FILES = {
    "empty": bad(b"", "is empty | header"),
    "an empty sheet": bad({}, "is empty | header"),
    "header only": bad(b"a,b,y\n", "only a header"),
    "unknown target": bad(PLAIN, "column 'yy' | did you mean 'y'", target="yy"),
    "names": bad(b"a,,b,b,y\n1,2,3,4,5", "a name of its own, not '', 'b'; change"),
    "a wrong separator": bad(b"a;b;y\n1;2;3", "no column 'y' | 'a;b;y'", sep=","),
    "one row": bad(b"a,b,y\n1,2,3\n", "n_samples = 1 (shape=(1, 2)) | two; add rows"),
    "short row": bad(PLAIN + b"\n\n1,2\n", "line 7 | expected 3 | got 2"),
    "long row": bad("a;b;y\n" + 9000 * "1,5;2;3\n" + "4;5;6;7", "line 9002 | got 4"),
    "text": bad(PLAIN + b"1,oak,2", "line 5 | column 'b' | 'oak' | --drop"),
    "ids": bad(IDS, "has 106, | has 201 diff | 201 rows | 'tree 0' | leave it out"),
    "target as a category": bad(CATEGORIES, "'y' | target | only", categorical=["y"]),
    "no target": bad(b"a,b,y\n1,2,\n3,4,?\n", "no value in any row"),
    "number with _": bad(b"a,b,y\n1,1,2\n1,1_000,3\n", "line 3 | 'b' | '1_000'"),
    "no bytes of text": bad(PLAIN.decode().encode("utf-16-le"), "is no text in UTF-8"),
    "open quote": bad(PLAIN + b'1,"2,3\n4,5,6\n', "after line 4 | quote"),
    "cut gzip": bad(gzip.compress(PLAIN)[:-12], "cannot read | cut off"),
    "labels": bad(MANY, "'y' | 101 different | 'tree 0' | id or free text | group"),
    "word": bad(with_target("1", "2", "oak", "4"), "line 4 | 'y' | 'oak' | number"),
    "AB": bad(AB, "labels such as | regression needs", positive="A", task="regression"),
    "only positive": bad(with_target(*"ABA"), "every label is p", positive=[*"BA"]),
    "unknown label": bad(WOODS, "'brich' | mean 'birch'", positive=["oak", "brich"]),
    "no label": bad(AB, "has no label 'NA' | read as missing", positive=["B", "NA"]),
}


@pytest.mark.parametrize("content, words, settings", BAD_FILES.values(), ids=BAD_FILES)
def test_a_fault_is_one_line_that_says_where_it_is(tmp_path, content, words, settings):
    path = write(tmp_path / "table.csv", content)
    with pytest.raises(InputError) as caught:
        read_csv(path, **settings)
    line = str(caught.value).replace(str(path), "table.csv")
    assert line.isprintable() and len(line) < 500, line
    assert all(word in line for word in words), line


def test_what_is_no_readable_file_is_said(tmp_path):
    write(tmp_path / "houses.csv", PLAIN)
    for path, says in (
        (tmp_path / "house.csv", r"cannot read .*; did you mean 'houses\.csv'\?$"),
        (tmp_path / "houses.xlsx", r"it is no file; did you mean 'houses\.csv'"),
        (tmp_path / "nowhere" / "a.csv", "cannot read .*; its folder has no files"),
        (tmp_path, "is no file"),
        ("a\0b", "cannot read 'a"),
    ):
        with pytest.raises(InputError, match=says):
            read_csv(path, "y")
