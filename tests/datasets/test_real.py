"""The four data sets by name: found in order, checked at every load, read cell by cell.

Higgs is tried on a file of four events, and on the real one where NIDLITE_DATA has it.
"""

import csv
import gzip
import hashlib
import os
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from nidlite import InputError
from nidlite.__main__ import main
from nidlite.datasets import real
from nidlite.datasets.catalogue import DATASETS
from nidlite.datasets.real import fetch, load

README = Path(__file__).parents[2] / "data" / "README.md"
NAME, PART = DATASETS["higgs"].file, DATASETS["higgs"].part
EVENTS = (
    b"EventId,DER_a,DER_b,DER_c,PRI_d,Weight,Label,KaggleSet,KaggleWeight\n"
    b"1,5,-999.0,1,10,.25,s,t,.5\n2,-999.0,-999.0,2,20,.25,b,t,.5\n"
    b"3,7,4,-999.0,30,.25,b,v,.5\n4,9,8,-999,50,.25,s,u,.5\n"
)
FIRST = b"DER_a,DER_b,DER_c,PRI_d,Weight,Label\n5,-999.0,1,10,.25,s\n7,4,2,30,.25,b\n"


@pytest.fixture(autouse=True)
def folders(monkeypatch, tmp_path):
    """Where Higgs is looked for, in order, all empty: home, NIDLITE_DATA, the cache."""
    variable = "LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME"
    monkeypatch.setenv(variable, str(tmp_path / "cache"))
    monkeypatch.setenv("NIDLITE_DATA", str(tmp_path / "env"))
    found = [tmp_path / "home", tmp_path / "env", tmp_path / "cache" / "nidlite"]
    for folder in found:
        folder.mkdir(parents=True)
    return found


def digest(text):
    return hashlib.sha256(text).hexdigest()


@pytest.fixture
def events(monkeypatch):
    """Four events as the complete Higgs, two of them as its first part."""
    small = {"sha256": digest(EVENTS), "part_sha256": digest(FIRST)}
    monkeypatch.setitem(DATASETS, "higgs", replace(DATASETS["higgs"], **small))


def put(folder, name=NAME, text=EVENTS):
    (folder / name).write_bytes(gzip.compress(text))
    return folder / name


def problem(function, *given, **options):
    with pytest.raises(InputError) as caught:
        function(*given, **options)
    assert str(caught.value).isprintable()
    return str(caught.value)


def test_higgs_is_searched_in_order_and_the_complete_one_wins(folders, events):
    put(folders[0], PART, FIRST)
    paths = [put(folder) for folder in folders]
    for path in paths:
        assert real.checked_file("higgs", folders[0]) == fetch("higgs", folders[0])
        assert real.checked_file("higgs", folders[0]) == path
        path.unlink()
    assert real.checked_file("higgs", folders[0]) == folders[0] / PART
    (folders[0] / PART).unlink()
    line = problem(load, "higgs")
    says = DATASETS["higgs"].url, str(folders[2]), "NIDLITE_DATA", "nidlite fetch higgs"
    assert all(word in line for word in says), line


@pytest.mark.parametrize("name", ["bike_sharing", "cal_housing", "letter"])
def test_three_sets_travel_and_are_checked(name, monkeypatch, tmp_path):
    monkeypatch.delenv("NIDLITE_DATA")
    assert fetch(name).parent in real.OWN
    path = put(tmp_path, DATASETS[name].file)
    monkeypatch.setattr(real, "OWN", (tmp_path,))
    assert f"{path} is not {name}" in problem(load, name)
    path.unlink()
    assert "install nidlite again" in problem(load, name)


@pytest.mark.parametrize("text", [EVENTS.replace(b"5", b"6", 1), b""])
def test_a_file_with_another_text_is_refused_at_every_load(folders, events, text):
    path = put(folders[1])
    assert len(load("higgs").y) == 4
    path.write_bytes(gzip.compress(text))
    for function in (load, fetch):
        line = problem(function, "higgs")
        assert f"{path} is not higgs" in line and digest(text) in line
    path.write_bytes(gzip.compress(EVENTS, mtime=0))  # packed otherwise, the same text
    assert len(load("higgs").y) == 4
    path.write_bytes(path.read_bytes()[:-9])
    assert f"{path} is damaged" in problem(load, "higgs")


def test_without_pooch_or_a_network_one_line_helps(folders, monkeypatch, capsys):
    def fails(*_):
        raise OSError("the name cannot be resolved,\ntried " + 50 * "again ")

    way = f"get {DATASETS['higgs'].url} by other means and put it into {folders[2]}"
    put(folders[1], PART, FIRST)  # fetch wants all events
    for pooch, says in (
        (None, "this needs pooch: pip install pooch, or "),
        (SimpleNamespace(retrieve=fails), "cannot download higgs (OSError: the name "),
    ):
        monkeypatch.setitem(sys.modules, "pooch", pooch)
        assert main(["fetch", "higgs"]) == 2
        line = capsys.readouterr().err
        assert line.startswith(f"nidlite: error: {says}") and line.endswith(f"{way}\n")
        assert line.count("\n") == 1
        assert 20 * "again " not in line


def test_fetch_downloads_once_and_describes_what_it_is(folders, events, monkeypatch):
    asked = []

    def retrieve(url, known_hash, file, folder):
        asked.append((url, known_hash, put(Path(folder), file)))

    monkeypatch.setitem(sys.modules, "pooch", SimpleNamespace(retrieve=retrieve))
    higgs = DATASETS["higgs"]
    assert fetch("higgs", folders[0]) == fetch("higgs", folders[0]) == folders[0] / NAME
    assert asked == [(higgs.url, None, folders[0] / NAME)]
    # A download of another text is refused.
    (folders[0] / NAME).unlink()
    monkeypatch.setitem(DATASETS, "higgs", replace(higgs, sha256=digest(b"")))
    assert "is not higgs" in problem(fetch, "higgs", folders[0])


def test_fetch_prints_what_a_set_is_and_where_it_lies(capsys):
    assert main(["fetch", "letter"]) == 0
    out, err = capsys.readouterr()
    letter = DATASETS["letter"]
    says = [letter.file, letter.licence, letter.page, letter.citation, letter.title]
    assert all(word in out for word in says) and err == ""
    assert "20,000 rows x 16 features" in out and "A to M (y = 1) against N" in out
    assert main(["fetch", "leter"]) == 2 and "'letter'" in capsys.readouterr().err


def test_undefined_values_are_their_columns_mean_and_a_part_is_told(folders, events):
    path, table = put(folders[2]), load("higgs")
    assert table.feature_names == ("DER_a", "DER_b", "DER_c", "PRI_d")
    # By hand: (5 + 7 + 9) / 3, (4 + 8) / 2, (1 + 2) / 2; the last column has them all.
    filled = [[5, 6, 1, 10], [7, 6, 2, 20], [7, 4, 1.5, 30], [9, 8, 1.5, 50]]
    assert table.X.tolist() == filled
    assert table.y.tolist() == [1, 0, 0, 1] and table.classes == ("b", "s")
    assert "5 undefined values (-999 in the file) in 3 columns" in table.notes[0]
    path.unlink()
    path, table = put(folders[1], PART, FIRST), load("higgs")
    assert table.X.tolist() == [[5, 4, 1, 10], [7, 4, 2, 30]]
    assert "first 22,889 of the 818,238" in table.notes[0] and len(table.notes) == 2


@cache
def rows_of(name):
    """The set's table, the names of its features, its rows as texts by column."""
    with gzip.open(real.checked_file(name), "rt", newline="") as file:
        rows = list(csv.DictReader(file))
    drop = {*DATASETS[name].drop, DATASETS[name].target}
    return load(name), tuple(column for column in rows[0] if column not in drop), rows


FIRST_ROWS = {  # and how many rows there are
    "cal_housing": ([-122.23, 37.88, 41, 880, 129, 322, 126, 8.3252], 20_640),
    "bike_sharing": ([1, 0, 1, 0, 0, 6, 0, 1, 0.24, 0.2879, 0.81, 0], 17_379),
    "letter": ([2, 8, 3, 5, 1, 8, 13, 0, 6, 6, 10, 8, 0, 8, 0, 8], 20_000),
}


@pytest.mark.parametrize("name", FIRST_ROWS)
def test_the_features_are_the_files_columns_number_by_number(name):
    table, names, rows = rows_of(name)
    assert table.feature_names == names
    assert table.notes == ()
    assert (table.X[0].tolist(), len(table.X)) == FIRST_ROWS[name]
    assert np.array_equal(table.X, [[float(row[k]) for k in names] for row in rows])


def test_houses_and_hours_have_the_outcomes_that_are_known_of_them():
    y = rows_of("cal_housing")[0].y
    # Dollars; the mean is that of scikit-learn's copy of the data, times 100,000.
    assert y.mean() == pytest.approx(206_855.8169, abs=1e-3)
    assert (y.max(), (y == 500_001).sum()) == (500_001, 965)
    table, _, rows = rows_of("bike_sharing")
    both = [int(row["casual"]) + int(row["registered"]) for row in rows]
    assert table.y.tolist() == both and sum(both) == 3_292_679


def test_letters_are_two_halves_of_the_alphabet():
    table, _, rows = rows_of("letter")
    texts = [row["lettr"] for row in rows]
    assert table.y.tolist() == [float(text <= "M") for text in texts]
    assert table.classes == ("N to Z", "A to M")
    # From the publisher's description: H is the least frequent and U the most.
    assert (texts.count("H"), texts.count("U")) == (734, 813)


DATA = os.environ.get("NIDLITE_DATA", "")


@pytest.mark.skipif(not Path(DATA, PART).is_file(), reason=f"NIDLITE_DATA lacks {PART}")
def test_real_events(monkeypatch, tmp_path):
    (tmp_path / PART).symlink_to(Path(DATA, PART).absolute())  # not the complete file
    monkeypatch.setenv("NIDLITE_DATA", str(tmp_path))
    table, names, rows = rows_of("higgs")
    assert table.feature_names == names and len(names) == 30
    assert table.y.tolist() == [float(row["Label"] == "s") for row in rows]
    assert table.y.sum() == 7_817
    # 3,481 lack a mass, 9,108 a jet (three columns), 16,198 a second one (seven).
    undefined = 3_481 + 3 * 9_108 + 7 * 16_198
    assert f"{undefined:,} undefined values" in table.notes[1]
    raw = np.array([[float(row[name]) for name in names] for row in rows])
    assert (raw == -999).sum() == undefined
    assert np.array_equal(table.X[raw != -999], raw[raw != -999])
