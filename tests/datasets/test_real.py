"""The four data sets by name: found in order, checked, with the right columns.

Small data sets in the real ones' form come from a server on the loopback address; the
real ones are read where NIDLITE_DATA has them.
"""

import csv
import gzip
import hashlib
import io
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import publisher
import pytest
from publisher import ARCHIVES, status, whole

from nidlite import InputError, datasets
from nidlite.__main__ import main
from nidlite.datasets.real import DATASETS, fetch, load

REAL = os.environ.get("NIDLITE_DATA")
README = Path(__file__).parents[1] / "data" / "README.md"
HEADERS = {
    "cal_housing": DATASETS["cal_housing"].wanted.header.decode(),
    "letter": DATASETS["letter"].wanted.header.decode(),
    "bike_sharing": "instant,dteday,season,yr,mnth,hr,holiday,weekday,workingday,"
    "weathersit,temp,atemp,hum,windspeed,casual,registered,cnt\r\n",
    "higgs": "EventId,DER_a,DER_b,DER_c,PRI_d,Weight,Label,KaggleSet,KaggleWeight\n",
}
HOUSES = b"".join(b"%d,2,%d,4,5,6,7,8,%d\n" % (i, 7 * i % 5, 3 * i) for i in range(9))
LETTERS = b"".join(
    b"%c,%s\n" % (65 + i % 26, b",".join(b"%d" % (i * k % 16) for k in range(16)))
    for i in range(78)
)
HOURS = b"".join(
    b"%d,2011-01-0%d,%s,%d,%d,%d\r\n"
    % (i, i, b",".join(b"%d" % (i * k % 7) for k in range(12)), i, 2 * i, 3 * i)
    for i in range(1, 10)
)
EVENTS = (
    b"1,5,-999.0,1,10,.25,s,t,.5\n2,-999.0,-999.0,2,20,.25,b,t,.5\n"
    b"3,7,4,-999.0,30,.25,b,v,.5\n4,9,8,-999,50,.25,s,u,.5\n"
)
ROWS = {"cal_housing": HOUSES, "bike_sharing": HOURS, "higgs": EVENTS}
ROWS["letter"] = LETTERS
CONTENT = {name: HEADERS[name].encode() + ROWS[name] for name in DATASETS}


def part_of_higgs():
    """The first three events as the subset has them, without three of the columns."""
    rows = csv.reader(io.StringIO(CONTENT["higgs"].decode()))
    kept = [",".join(row[1:7]) for row in rows][:4]
    return "\n".join(kept).encode() + b"\n"


@pytest.fixture(scope="module")
def server():
    with publisher.serving() as (address, pages, asked):
        yield address, pages, asked


@pytest.fixture
def asked(server):
    server[2].clear()
    return server[2]


@pytest.fixture(autouse=True)
def small(server, monkeypatch, tmp_path):
    """Small data sets under the four names, and folders that a test may fill.

    Returned by name: home, env, data (of a checkout) and cache, all empty.
    """
    address, pages, _ = server
    pages.clear()
    for name, dataset in DATASETS.items():
        header = HEADERS[name].encode() if dataset.wanted.header else b""
        member = CONTENT[name].removeprefix(header)
        archive = ARCHIVES["zip"](dataset.wanted.member, member)
        wanted = replace(
            dataset.wanted,
            sha256=hashlib.sha256(CONTENT[name]).hexdigest(),
            header=header,
            most=100_000,
        )
        part = dataset.part
        if part:
            digest = hashlib.sha256(part_of_higgs()).hexdigest()
            part = (part[0], digest, part[2])
        urls = (f"{address}/{name}", f"{address}/{name}-mirror")
        pages[f"/{name}"] = whole(archive)
        changed = replace(dataset, wanted=wanted, urls=urls, part=part)
        monkeypatch.setitem(DATASETS, name, changed)
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setattr(datasets, "__file__", str(tmp_path / "nidlite" / "datasets.py"))
    (tmp_path / "pyproject.toml").touch()
    variable = "LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME"
    monkeypatch.setenv(variable, str(tmp_path / "xdg"))
    monkeypatch.setenv("NIDLITE_DATA", str(tmp_path / "env"))
    folders = {name: tmp_path / name for name in ("home", "env", "data")}
    folders["cache"] = tmp_path / "xdg" / "nidlite"
    for folder in folders.values():
        folder.mkdir(parents=True)
    return folders


def put(folder, name, content=None):
    """The data set's file in the folder."""
    path = folder / DATASETS[name].file
    path.write_bytes(gzip.compress(CONTENT[name] if content is None else content))
    return path


def put_part(folder):
    path = folder / DATASETS["higgs"].part[0]
    path.write_bytes(gzip.compress(part_of_higgs()))
    return path


def problem(function, *given, **options):
    """The one line of the InputError."""
    with pytest.raises(InputError) as caught:
        function(*given, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def files(folders):
    """All files that stand in the folders."""
    return [path for folder in folders.values() for path in folder.rglob("*")]


# --- where it is found ---------------------------------------------------------------


def test_the_folders_are_searched_in_order_and_then_it_is_downloaded(small, asked):
    order = ["home", "env", "data", "cache"]
    for folder in order:
        put(small[folder], "cal_housing")
    for folder in order:
        path = small[folder] / "cal_housing.csv.gz"
        assert fetch("cal_housing", small["home"]) == (path, "found")
        path.unlink()
    assert asked == []
    path, how = fetch("cal_housing", small["home"])
    assert path == small["home"] / "cal_housing.csv.gz" and asked == ["/cal_housing"]
    assert how.startswith("downloaded from http://127.0.0.1:")
    assert fetch("cal_housing", small["home"])[1] == "found" and len(asked) == 1


def test_without_data_home_it_is_kept_in_the_users_cache(small, asked, monkeypatch):
    monkeypatch.delenv("NIDLITE_DATA")
    load("cal_housing")
    assert files(small) == [small["cache"] / "cal_housing.csv.gz"]
    load("cal_housing")
    assert asked == ["/cal_housing"]


def test_a_home_that_does_not_exist_is_made_and_a_tilde_is_the_users(
    small, monkeypatch
):
    monkeypatch.setenv("HOME", str(small["home"]))
    monkeypatch.setenv("USERPROFILE", str(small["home"]))
    path, _ = fetch("letter", "~/a/b")
    assert path == small["home"] / "a" / "b" / "letter_recognition.csv.gz"
    assert path.is_file()
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    assert fetch("letter")[0].parent == small["home"] / ".cache" / "nidlite"


def test_a_folder_named_data_is_searched_in_a_checkout_only(small, tmp_path):
    put(small["data"], "letter")
    (tmp_path / "pyproject.toml").unlink()
    assert fetch("letter")[0].parent == small["cache"]


def test_a_home_that_cannot_be_written_to_is_said(small, tmp_path, asked):
    (tmp_path / "file").touch()
    for home in (tmp_path / "file", tmp_path / "file" / "x", "null\0byte"):
        message = problem(load, "letter", home)
        assert "cannot write to the folder" in message and "--data-home" in message
    assert asked == []


@pytest.mark.parametrize("content", [b"a,b,y\n1,2,3\n", b""])
def test_a_file_with_another_content_is_refused_by_name(content, small, asked):
    path = put(small["env"], "letter", content)
    for function in (load, fetch):
        message = problem(function, "letter")
        assert str(path) in message
        assert "delete it and run `nidlite fetch letter`" in message
    assert asked == [] and path.is_file()


def test_a_damaged_file_is_refused_by_name(small):
    path = put(small["cache"], "bike_sharing")
    path.write_bytes(path.read_bytes()[:-9])
    message = problem(load, "bike_sharing")
    assert f"{path} is damaged" in message and "nidlite fetch bike_sharing" in message


@pytest.mark.parametrize("name", DATASETS)
def test_an_archive_downloaded_by_hand_is_taken_from_any_folder(name, small, asked):
    for folder, file in zip(small.values(), DATASETS[name].archives * 2):
        archive = folder / file
        member = DATASETS[name].wanted.member
        kind = "tgz" if file.endswith(("tgz", "tar")) else "gz"
        archive.write_bytes(ARCHIVES[kind](member, CONTENT[name]))
        path, how = fetch(name, small["home"])
        assert path.parent == small["home"] and how == f"made of {archive}"
        assert gzip.decompress(path.read_bytes()) == CONTENT[name]
        path.unlink()
        archive.unlink()
    assert asked == []


def test_an_archive_by_hand_that_is_another_file_is_said(small, tmp_path):
    archive = small["env"] / "cal_housing.tgz"
    archive.write_bytes(b"<html>not here</html>")
    message = problem(load, "cal_housing")
    assert str(archive) in message and "not the file expected" in message
    assert DATASETS["cal_housing"].urls[-1] in message
    assert files(small) == [archive]
    message = problem(fetch, "letter", source=tmp_path / "letter.zip")
    assert "no file" in message and "letter.zip" in message


def test_no_network_is_one_line_with_address_and_place(small, monkeypatch):
    # Port 9 of the loopback address: nobody listens there.
    urls = ("http://127.0.0.1:9/a.zip", "http://127.0.0.1:9/b.zip")
    monkeypatch.setitem(
        DATASETS, "bike_sharing", replace(DATASETS["bike_sharing"], urls=urls)
    )
    message = problem(load, "bike_sharing")
    for part in ("the connection failed", *urls, str(small["cache"]), "+dataset.zip"):
        assert part in message
    assert files(small) == []
    # What the line says to do helps.
    archive = ARCHIVES["zip"]("hour.csv", CONTENT["bike_sharing"])
    (small["cache"] / "bike+sharing+dataset.zip").write_bytes(archive)
    assert load("bike_sharing").X.shape == (9, 12)


def test_the_second_address_helps_where_the_first_one_fails(small, server, asked):
    _, pages, _ = server
    pages["/letter-mirror"] = pages["/letter"]
    archive = ARCHIVES["zip"]("letter-recognition.data", LETTERS[:-1])
    for page in (status(403), whole(archive), whole(archive[:-99], len(archive))):
        asked.clear()
        pages["/letter"] = page
        path, how = fetch("letter")
        assert asked == ["/letter", "/letter-mirror"] and how.endswith("/letter-mirror")
        path.unlink()
    pages["/letter-mirror"] = status(404)
    message = problem(fetch, "letter")
    assert "broke off" in message and "404" in message and files(small) == []


def test_an_unknown_name_suggests_the_known_ones():
    assert "did you mean 'cal_housing'?" in problem(load, "california_housing")
    assert "'higgs'" in problem(load, "higs")
    assert all(f"'{name}'" in problem(load, "xyz") for name in DATASETS)


def test_importing_the_module_does_not_import_what_only_a_download_needs():
    code = "import sys, nidlite.datasets.real; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "nidlite.datasets.download" in loaded
    assert loaded.isdisjoint({"urllib.request", "http.client", "ssl", "tarfile"})


# --- what is in it -------------------------------------------------------------------


def test_bike_sharing_leaves_out_ids_and_the_parts_of_the_target():
    table = load("bike_sharing")
    names = HEADERS["bike_sharing"].strip().split(",")
    assert table.feature_names == tuple(names[2:14]) and len(names[2:14]) == 12
    assert table.task == "regression" and table.target_name == "cnt"
    assert table.y.tolist() == [3.0 * i for i in range(1, 10)]


def test_letters_a_to_m_are_one_and_n_to_z_zero():
    table = load("letter")
    right = [float(65 + i % 26 <= ord("M")) for i in range(78)]
    assert table.y.tolist() == right and table.classes == ("N to Z", "A to M")
    letters = load("letter", classes=True)
    assert [letters.classes[int(k)] for k in letters.y] == [
        chr(65 + i % 26) for i in range(78)
    ]
    assert letters.outputs == 26
    assert "has no classes" in problem(load, "cal_housing", classes=True)


def test_higgs_fills_undefined_values_with_the_columns_mean_and_says_so():
    table = load("higgs")
    assert table.feature_names == ("DER_a", "DER_b", "DER_c", "PRI_d")
    # By hand: (5 + 7 + 9) / 3, (4 + 8) / 2, (1 + 2) / 2; the last column has them all.
    filled = [[5, 6, 1, 10], [7, 6, 2, 20], [7, 4, 1.5, 30], [9, 8, 1.5, 50]]
    assert table.X.tolist() == filled
    # After scaling by all rows they are 0, the column's mean.
    assert not (table.X - table.X.mean(axis=0))[[0, 1, 2], [1, 0, 2]].any()
    assert table.y.tolist() == [1, 0, 0, 1] and table.classes == ("b", "s")
    [note] = table.notes
    assert "5 undefined values (-999 in the file) in 3 columns" in note


def test_a_part_of_higgs_is_loaded_with_a_note_until_all_of_it_is_there(small, asked):
    path = put_part(small["env"])
    table = load("higgs")
    assert table.X.tolist() == [[5, 4, 1, 10], [6, 4, 2, 20], [7, 4, 1.5, 30]]
    assert "first 22,889 of the 818,238" in " ".join(table.notes)
    assert table.feature_names == ("DER_a", "DER_b", "DER_c", "PRI_d") and asked == []
    # fetch wants all events; then load takes them, wherever the part lies.
    assert fetch("higgs")[0] == small["cache"] / "higgs.csv.gz" and asked == ["/higgs"]
    assert len(load("higgs").y) == 4 and path.is_file()
    assert len(load("higgs", small["env"]).y) == 4


def test_a_part_with_another_content_is_refused_by_name(small):
    path = put_part(small["env"])
    path.write_bytes(gzip.compress(b"x"))
    assert str(path) in problem(load, "higgs")


def test_rows_and_bytes_are_reported(small, monkeypatch):
    steps = []
    load("letter", on_download=lambda *step: steps.append(step))
    assert {step for step, _, _ in steps} == {"downloading", "unpacking"}
    rows = b"1,2,3,4,5,6,7,8,9\n2,1,3,4,5,6,7,8,10\n" * 5000
    content = HEADERS["cal_housing"].encode() + rows
    put(small["home"], "cal_housing", content)
    digest = hashlib.sha256(content).hexdigest()
    changed = replace(DATASETS["cal_housing"].wanted, sha256=digest, most=len(content))
    changed = replace(DATASETS["cal_housing"], wanted=changed)
    monkeypatch.setitem(DATASETS, "cal_housing", changed)
    seen = []
    load("cal_housing", small["home"], progress=lambda *at: seen.append(at))
    assert [n for n, _ in seen] == [10_000]


# --- nidlite fetch -------------------------------------------------------------------


def test_fetch_prints_what_it_is_and_where_it_lies(small, capsys):
    assert main(["fetch", "letter", "--data-home", str(small["home"])]) == 0
    out, err = capsys.readouterr()
    path, dataset = small["home"] / "letter_recognition.csv.gz", DATASETS["letter"]
    assert f"{path} (downloaded from http://127.0.0.1" in out
    for text in ("78 rows x 16 features", "lettr: A to M (y = 1)", dataset.licence):
        assert text in out
    assert dataset.page in out and dataset.citation in out
    assert err.startswith("downloading letter: ") and len(err.splitlines()) == 1
    assert main(["fetch", "letter", "--data-home", str(small["home"])]) == 0
    out, err = capsys.readouterr()
    assert f"{path} (found)" in out and err == ""


def test_fetch_takes_an_archive_that_was_downloaded_by_hand(small, asked, capsys):
    archive = small["home"] / "download (1).zip"
    archive.write_bytes(ARCHIVES["zip"]("folder/cal_housing.data", HOUSES))
    assert main(["fetch", "cal_housing", "--from", str(archive)]) == 0
    assert f"(made of {archive})" in capsys.readouterr().out and asked == []
    assert fetch("cal_housing") == (small["cache"] / "cal_housing.csv.gz", "found")
    assert main(["fetch", "letter", "--from", str(archive)]) == 2
    assert "no letter-recognition.data in this archive" in capsys.readouterr().err


def test_fetch_all_goes_on_after_a_failure_and_ends_in_status_2(small, server, capsys):
    server[1]["/bike_sharing"] = status(503)
    assert main(["fetch", "all"]) == 2
    out, err = capsys.readouterr()
    titles = [f"{name}: {DATASETS[name].title}" for name in DATASETS]
    assert [title in out for title in titles] == [True, False, True, True]
    assert err.count("nidlite: error:") == 1 and "answers 503" in err
    assert main(["fetch", "all", "--from", "x"]) == 2
    assert main(["fetch", "nothing"]) == 2
    assert "no data set 'nothing'" in capsys.readouterr().err


# --- data/README.md ------------------------------------------------------------------


def absent(text):
    """What the text should say about the data sets, and does not."""
    facts = [DATASETS["higgs"].part[1]]
    for name, dataset in DATASETS.items():
        facts += [f"## {name}", dataset.file, dataset.page, dataset.target]
        facts += [dataset.wanted.sha256, dataset.licence.split(";")[0]]
        facts += re.findall(r"doi:(10\.[^\s;]+)", dataset.citation)
        facts += [*dataset.urls, *dataset.archives, *dataset.drop]
        facts += dataset.wanted.header.decode().split(",")
    return [fact.strip() for fact in facts if fact.strip() not in text]


def test_the_readme_has_every_address_checksum_licence_and_doi(monkeypatch):
    monkeypatch.undo()  # the real catalogue
    text = README.read_text(encoding="utf-8")
    assert absent(text) == []
    assert absent(text.replace("C5W894", "C5W849").replace("CC0", "CC BY")) == [
        "10.24432/C5W894",
        "CC0",
    ]


# --- the real ones -------------------------------------------------------------------


@pytest.fixture
def real(monkeypatch, tmp_path):
    """real(name): the real file's (names, rows of texts); no other folder is seen."""
    monkeypatch.undo()
    monkeypatch.delenv("NIDLITE_DATA", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    monkeypatch.setattr(datasets, "__file__", str(tmp_path / "a" / "b"))

    def rows_of(name):
        dataset = DATASETS[name]
        paths = [Path(REAL or "", dataset.file)]
        paths += [Path(REAL or "", dataset.part[0])] if dataset.part else []
        path = next((path for path in paths if REAL and path.is_file()), None)
        if path is None:
            pytest.skip(f"{dataset.file} is in no folder that NIDLITE_DATA names")
        with gzip.open(path, "rt", newline="") as file:
            names, *rows = csv.reader(file)
        return names, rows

    return rows_of


def assert_features(table, names, rows):
    """The features are these columns of the file, in its order, number by number."""
    columns = [names.index(name) for name in table.feature_names]
    assert columns == sorted(columns)
    numbers = [[float(row[i]) for i in columns] for row in rows]
    assert np.array_equal(table.X, numbers)


def test_real_houses(real):
    names, rows = real("cal_housing")
    table = load("cal_housing", REAL)
    assert table.X.shape == (20_640, 8) and table.feature_names == tuple(names[:8])
    assert_features(table, names, rows)
    first = [-122.23, 37.88, 41, 880, 129, 322, 126, 8.3252]
    assert table.X[0].tolist() == first and table.y[0] == 452_600
    # 965 block groups stand at the cap; the others are below.
    assert (table.y.min(), table.y.max()) == (14_999, 500_001)
    assert (table.y == 500_001).sum() == 965
    assert table.task == "regression" and table.notes == ()


def test_real_hours(real):
    names, rows = real("bike_sharing")
    table = load("bike_sharing", REAL)
    assert table.X.shape == (17_379, 12) and table.feature_names == tuple(names[2:14])
    assert_features(table, names, rows)
    assert table.y.sum() == 3_292_679
    at = [names.index(name) for name in ("casual", "registered")]
    assert table.y.tolist() == [sum(int(row[i]) for i in at) for row in rows]
    assert table.X[0].tolist() == [1, 0, 1, 0, 0, 6, 0, 1, 0.24, 0.2879, 0.81, 0]


def test_real_letters(real):
    names, rows = real("letter")
    table = load("letter", REAL)
    assert table.X.shape == (20_000, 16) and table.feature_names == tuple(names[1:])
    assert_features(table, names, rows)
    assert table.X.min() == 0 and table.X.max() == 15
    count = Counter(row[0] for row in rows)
    # From the publisher's description: the least and the most frequent of 26 letters.
    assert len(count) == 26
    assert count["H"] == min(count.values()) == 734
    assert count["U"] == max(count.values()) == 813
    assert table.y.sum() == sum(count[letter] for letter in "ABCDEFGHIJKLM")
    assert table.y.tolist() == [float(row[0] <= "M") for row in rows]
    letters = load("letter", REAL, classes=True)
    assert "".join(letters.classes) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert [letters.classes[int(k)] for k in letters.y] == [row[0] for row in rows]


def test_real_events(real):
    names, rows = real("higgs")
    table = load("higgs", REAL)
    features = [name for name in names if name.startswith(("DER_", "PRI_"))]
    assert table.feature_names == tuple(features) and len(features) == 30
    assert table.y.tolist() == [float(row[names.index("Label")] == "s") for row in rows]
    if len(rows) == 22_889:
        assert table.y.sum() == 7_817
        assert "22,889 of the 818,238" in table.notes[0]
        # 3,481 without a mass, 9,108 without a jet (three columns), 16,198 with at
        # most one (seven columns).
        undefined = 3_481 + 3 * 9_108 + 7 * 16_198
        assert f"{undefined:,} undefined values" in table.notes[1]
    at = [names.index(name) for name in features]
    raw = np.array([[float(row[i]) for i in at] for row in rows])
    hidden = np.ma.masked_equal(raw, -999)
    assert np.array_equal(table.X[~hidden.mask], raw[~hidden.mask])
    # The mean of 22,889 numbers in another order of summation: 1e-12 is generous.
    means = np.broadcast_to(hidden.mean(axis=0).data, raw.shape)
    assert np.allclose(table.X[hidden.mask], means[hidden.mask], rtol=1e-12, atol=0)
    assert np.isfinite(table.X).all()
