"""`nidlite predict`: a saved detection, asked about the rows of a file."""

import csv
from pathlib import Path

import numpy as np
import pytest

import nidlite
from nidlite.tables.reading import read_csv

TARGETS = ["price", "kind"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A table with numbers, codes, dates and missing cells, and detections on it."""
    folder, rng = tmp_path_factory.mktemp("predict"), np.random.default_rng(0)
    lines = ["a,day,wood,b,price,kind"]
    for i in range(120):
        a, b = rng.uniform(-1, 1, 2)
        wood, day = ["oak", "fir", ""][i % 3], f"2024-01-{1 + i % 28:02}"
        kind = ["low", "mid", "top"][int(a * b > -0.1) + int(a * b > 0.1)]
        cell = "" if i % 17 == 0 else f"{b:.4f}"
        lines.append(f"{a:.4f},{day},{wood},{cell},{a * b:.5f},{kind}")
    (folder / "a.csv").write_text("\n".join(lines) + "\n")
    return folder


@pytest.fixture(scope="module")
def saved(folder):
    """{target: the path of a detection}, saved as `nidlite detect --out` does."""
    paths = {}
    for target in TARGETS:
        drop = [other for other in TARGETS if other != target]
        rows = read_csv(folder / "a.csv", target, drop, dates="parts")
        paths[target] = folder / target
        nidlite.detect(rows, epochs=2).save(paths[target])
    return paths


def table(text):
    return list(csv.DictReader(text.splitlines()))


def test_the_training_rows_get_what_the_network_says(run, folder, saved):
    status, out, err = run("predict", saved["price"], folder / "a.csv")
    found = nidlite.load(saved["price"])
    expected = found.of_encoded(found.table.X)
    assert (status, err) == (0, "") and len(out.splitlines()) == 121
    given = [float(row["price"]) for row in table(out)]
    np.testing.assert_allclose(given, expected, rtol=1e-8)  # nine digits
    assert np.ptp(expected) > 1e-3


def test_classes_come_with_their_probabilities(run, folder, saved):
    status, out, _ = run("predict", saved["kind"], folder / "a.csv")
    rows, found = table(out), nidlite.load(saved["kind"])
    chances = found.of_encoded(found.table.X)
    assert status == 0 and list(rows[0]) == ["kind", "P(low)", "P(mid)", "P(top)"]
    given = [[float(row[f"P({k})"]) for k in ("low", "mid", "top")] for row in rows]
    np.testing.assert_allclose(given, chances, rtol=1e-7)
    labels = np.array(["low", "mid", "top"])[chances.argmax(axis=1)]
    assert [row["kind"] for row in rows] == labels.tolist()


NEW = "extra;b;wood;a;day\n1;0,5;oak;0,25;31.1.2024\n2;;larch;-0,5;2024-01-03\n"


def test_columns_are_found_by_name_in_any_order_and_others_passed_over(run, saved):
    Path("new.csv").write_text(NEW)
    rows = [[0.25, "2024-01-31", "oak", 0.5], [-0.5, "2024-01-03", "larch", None]]
    found = nidlite.load(saved["price"])
    names = dict.fromkeys(found.table.sources)
    import pandas

    frame = pandas.DataFrame(rows, columns=["a", "day", "wood", "b"])
    assert set(names) == set(frame.columns)
    expected = found.predict(frame)
    status, out, _ = run("predict", saved["price"], "new.csv")
    given = [float(row["price"]) for row in table(out)]
    np.testing.assert_allclose(given, expected, rtol=1e-8)
    assert status == 0 and abs(given[0] - given[1]) > 1e-4
    frame.to_parquet("new.parquet")
    assert run("predict", saved["price"], "new.parquet")[1] == out
    assert run("predict", saved["price"], "new.csv", "--out", "p.csv")[:2] == (0, "")
    assert Path("p.csv").read_text() == out


@pytest.mark.parametrize(
    "text, says",
    [
        ("a,b\n1,2\n", "new.csv lacks 2 of the 4 columns of the detection: 'day', 'wo"),
        ("a,b,a,day,wood\n1,2,3,2024-01-01,oak\n", "column 'a' stands 2 times"),
        ("a,b,day,wood\n", "new.csv has only a header line"),
        ("a,b,day,wood\n1,2\n", "line 2: expected 4 fields"),
        ("a,b,day,wood\nx,2,2024-01-01,oak\n", "column 'a' of X holds text such as"),
        ("a,b,day,wood\n1,2,7,oak\n", "column 'day' of X held dates in training"),
    ],
)
def test_a_file_that_does_not_fit_is_one_line(run, saved, text, says):
    Path("new.csv").write_text(text)
    status, out, err = run("predict", saved["price"], "new.csv", "--out", "p.csv")
    assert (status, out) == (2, "") and says in err and err.count("\n") == 1
    assert not Path("p.csv").exists()


def test_what_is_no_detection_is_one_line(run):
    Path("new.csv").write_text(NEW)
    status, out, err = run("predict", "new.csv", "new.csv")
    assert (status, out) == (2, "") and "new.csv is no detection; give a file" in err


def test_top_says_how_many_rows_of_the_rankings_are_printed(run, folder):
    words = "detect", folder / "a.csv", "--target", "price", "--epochs", "1"
    _, out, _ = run(*words, "--no-agreement", "--top", "2", "--quiet")
    any_order, pairs = out.split("\n\n")[1:3]
    assert len(pairs.splitlines()) == 3 and len(any_order.splitlines()) <= 3
    assert run(*words, "--top", "0")[0] == 2
