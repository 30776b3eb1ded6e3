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
    for target, other in (TARGETS, TARGETS[::-1]):
        rows = read_csv(folder / "a.csv", target, [other], dates="parts")
        nidlite.detect(rows, epochs=2).save(folder / target)
    return folder


def table(text):
    return list(csv.DictReader(text.splitlines()))


def test_the_training_rows_get_what_the_network_says(run, folder):
    status, out, err = run("predict", folder / "price", folder / "a.csv")
    found = nidlite.load(folder / "price")
    expected = found.of_encoded(found.table.X)
    assert (status, err) == (0, "") and len(out.splitlines()) == 121
    given = [float(row["price"]) for row in table(out)]
    np.testing.assert_allclose(given, expected, rtol=1e-8)  # nine digits
    assert np.ptp(expected) > 1e-3


def test_classes_come_with_their_probabilities(run, folder):
    status, out, _ = run("predict", folder / "kind", folder / "a.csv")
    rows, found = table(out), nidlite.load(folder / "kind")
    chances = found.of_encoded(found.table.X)
    assert status == 0 and list(rows[0]) == ["kind", "P(low)", "P(mid)", "P(top)"]
    given = [[float(row[f"P({k})"]) for k in ("low", "mid", "top")] for row in rows]
    np.testing.assert_allclose(given, chances, rtol=1e-7)  # nine digits
    labels = np.array(["low", "mid", "top"])[chances.argmax(axis=1)]
    assert [row["kind"] for row in rows] == labels.tolist()


def test_columns_are_found_by_name_in_any_order_and_others_passed_over(run, folder):
    new = "extra;b;wood;a;day\n1;0,5;oak;0,25;31.1.2024\n2;;larch;-0,5;2024-01-03\n"
    Path("new.csv").write_text(new)
    frame = {"a": [0.25, -0.5], "day": ["2024-01-31", "2024-01-03"]}
    frame |= {"wood": ["oak", "larch"], "b": [0.5, None]}
    pandas = pytest.importorskip("pandas")
    expected = nidlite.load(folder / "price").predict(pandas.DataFrame(frame))
    status, out, _ = run("predict", folder / "price", "new.csv")
    given = [float(row["price"]) for row in table(out)]
    np.testing.assert_allclose(given, expected, rtol=1e-8)
    assert status == 0 and abs(given[0] - given[1]) > 1e-4
    words = "--sep", ";", "--out", "p.csv"
    assert run("predict", folder / "price", "new.csv", *words)[:2] == (0, "")
    assert Path("p.csv").read_text() == out


def test_a_file_that_does_not_fit_is_one_line(run, folder):
    Path("new.csv").write_text("a,b\n1,2\n")
    status, out, err = run("predict", folder / "price", "new.csv", "--out", "p.csv")
    assert (status, out) == (2, "") and err.count("\n") == 1
    assert "new.csv lacks 2 of the 4 columns of the detection: 'day', 'wood'" in err
    assert not Path("p.csv").exists()
