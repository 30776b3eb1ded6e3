"""The four data sets by name: found in order, the same as pandas reads."""

import gzip
import hashlib
import os
from pathlib import Path

import numpy as np
import pytest

from nidlite import InputError
from nidlite.datasets import real
from nidlite.datasets.real import DATASETS, load

read_csv = pytest.importorskip("pandas").read_csv

each_that_travels = pytest.mark.parametrize("name", sorted({*DATASETS} - {"higgs"}))
NAME, PART = DATASETS["higgs"].files
DATA = os.environ.get("NIDLITE_DATA", "")
EVENTS = (
    b"EventId,DER_a,DER_b,DER_c,PRI_d,Weight,Label,KaggleSet,KaggleWeight\n"
    b"1,5,-999.0,1,10,.25,s,t,.5\n2,-999.0,-999.0,2,20,.25,b,t,.5\n"
    b"3,7,4,-999.0,30,.25,b,v,.5\n4,9,8,-999,50,.25,s,u,.5\n"
)
FIRST = b"DER_a,DER_b,DER_c,PRI_d,Weight,Label\n5,-999.0,1,10,.25,s\n7,4,2,30,.25,b\n"


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    """Where Higgs is looked for, empty."""
    monkeypatch.setenv("NIDLITE_DATA", str(tmp_path))
    return tmp_path


def put(folder, name=NAME, text=EVENTS):
    (folder / name).write_bytes(gzip.compress(text))
    return folder / name


def test_the_complete_higgs_wins(folder, monkeypatch):
    part, whole = put(folder, PART, FIRST), put(folder)
    assert real.file_of("higgs") == whole
    whole.unlink()
    assert real.file_of("higgs") == part
    for variables in ({"NIDLITE_DATA": "~nobody-here"}, {}):
        monkeypatch.setattr(real.os, "environ", variables)
        with pytest.raises(InputError, match="get https.*variable NIDLITE_DATA to its"):
            load("higgs")


@each_that_travels
def test_three_sets_travel_as_they_should_be(name, monkeypatch, tmp_path):
    monkeypatch.delenv("NIDLITE_DATA")
    path = real.file_of(name)
    assert path.parent == real.DATA / "real"
    content = gzip.decompress(path.read_bytes())
    assert hashlib.sha256(content).hexdigest() in real.about(name)
    monkeypatch.setattr(real, "DATA", tmp_path)
    with pytest.raises(InputError, match="install nidlite again"):
        load(name)


def test_fetch_prints_what_a_set_is_and_where_it_lies(run):
    status, out, _ = run("fetch", "letter")
    says = "letter_recognition.csv.gz", "CC BY 4.0", "Cite P. W. Frey", "`onpix`"
    assert status == 0 and all(word in out for word in says) and "##" not in out
    assert "20,000 rows x 16 features" in out and "A to M (y = 1) against N" in out
    status, _, err = run("fetch", "leter")
    assert status == 2 and "higgs, letter; got 'leter'" in err


def test_undefined_values_are_their_columns_mean_and_a_part_is_told(folder):
    path, table = put(folder), load("higgs")
    assert table.feature_names == ("DER_a", "DER_b", "DER_c", "PRI_d")
    # By hand: (5 + 7 + 9) / 3, (4 + 8) / 2, (1 + 2) / 2; the last column has them all.
    filled = [[5, 6, 1, 10], [7, 6, 2, 20], [7, 4, 1.5, 30], [9, 8, 1.5, 50]]
    assert table.X.tolist() == filled
    assert table.y.tolist() == [1, 0, 0, 1] and table.classes == ("b", "s")
    assert table.notes[0] == "5 values -999 became their column's mean"
    path.unlink()
    path, table = put(folder, PART, FIRST), load("higgs")
    assert table.X.tolist() == [[5, 4, 1, 10], [7, 4, 2, 30]]
    assert table.notes[0].startswith("only the first 2 rows; https://")
    assert table.notes[2:] == ("constant or empty, so without any effect: 'DER_b'",)


@each_that_travels
def test_the_features_are_the_files_columns_number_by_number(name):
    table, frame = load(name), read_csv(real.file_of(name))
    features = frame.drop(columns=[*DATASETS[name].drop, DATASETS[name].target])
    assert table.feature_names == (*features,)
    # The last digit that pandas reads depends on its version.
    np.testing.assert_allclose(table.X, features, rtol=1e-14)


def test_outcomes_are_what_is_known_of_them():
    # Dollars; the mean is that of scikit-learn's copy of the data, times 100,000.
    y = load("cal_housing").y
    assert y.mean() == pytest.approx(206_855.8169, abs=1e-3)
    assert (y.max(), (y == 500_001).sum()) == (500_001, 965)
    hours = read_csv(real.file_of("bike_sharing"))
    y = load("bike_sharing").y
    assert np.array_equal(y, hours.casual + hours.registered) and y.sum() == 3_292_679
    texts, table = read_csv(real.file_of("letter")).lettr, load("letter")
    assert np.array_equal(table.y, texts <= "M")
    assert table.classes == ("N to Z", "A to M")
    # From the publisher's description: H is the least frequent and U the most.
    assert ((texts == "H").sum(), (texts == "U").sum()) == (734, 813)


@pytest.mark.skipif(not Path(DATA, PART).is_file(), reason=f"NIDLITE_DATA lacks {PART}")
def test_real_events(monkeypatch, tmp_path):
    (tmp_path / PART).symlink_to(Path(DATA, PART).absolute())  # not the complete file
    monkeypatch.setenv("NIDLITE_DATA", str(tmp_path))
    table, frame = load("higgs"), read_csv(tmp_path / PART)
    assert np.array_equal(table.y, frame.Label == "s") and table.y.sum() == 7_817
    raw = frame[[*table.feature_names]].to_numpy()
    # 3,481 lack a mass, 9,108 a jet (three columns), 16,198 a second one (seven).
    assert (raw == -999).sum() == 3_481 + 3 * 9_108 + 7 * 16_198
    np.testing.assert_allclose(table.X[raw != -999], raw[raw != -999], rtol=1e-14)
    assert raw.shape[1] == 30


def test_what_the_answer_asks_for_can_be_done_to_a_set_of_the_paper(run):
    table, alone = load("bike_sharing", ["weekday"], groups="dteday"), load("letter")
    assert "weekday" not in table.feature_names and "dteday" not in table.feature_names
    assert len({*table.groups}) == 731 and alone.groups is None
    words = "detect bike_sharing --drop weekday --groups dteday --no-agreement"
    status, out, _ = run(*words.split(), "--epochs", "1")
    assert status == 0 and "17379 rows, 11 features" in out and "731 groups" in out
    status, _, err = run(*words.split(), "--sep", ";")
    assert status == 2 and "--sep is for files, not for bike_sharing" in err
