"""`nidlite detect`: every option that changes a result, and what --out leaves."""

import csv
import gzip
import io
import os
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from houses import HEADER, rows, text, with_target

import nidlite
from nidlite.__main__ import main
from nidlite.command import sources
from nidlite.command.arguments import words
from nidlite.saving.results import FILES

PRICE = ["--target", "price", "--epochs", "2"]
HOUSES = ["detect", "houses.csv", *PRICE, "--no-agreement"]
ALL = ["detect", "table.csv", *PRICE]  # with the second opinion
TABLE = [*ALL, "--no-agreement"]
FOUND = ["--out", "found", "--no-cutoff"]
NAMES = HEADER.split(",")[:3]


@pytest.fixture(autouse=True)
def table(houses):
    """houses.csv, in an empty folder."""


def pairs_of(out):
    """The names in the table of pairs, strongest first."""
    lines = out[out.index("  pair\n") :].split("\n\n")[0].splitlines()[1:]
    return [line.split("  ")[-1] for line in lines]


@pytest.mark.parametrize("words", [[], ["--help"], ["detect", "--help"], ["--version"]])
def test_help_and_version_are_printed_with_status_0(capsys, words):
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("usage: nidlite") or out == f"{nidlite.__version__}\n"
    assert ("--threads N" in out) == ("detect" in words)


def test_the_answer_is_that_of_the_library_with_the_columns_names(run):
    words = *HOUSES, "--architecture", "mlp", "--seed"
    status, out, err = run(*words, "5")
    data = np.loadtxt("houses.csv", delimiter=",", skiprows=1)
    settings = {"epochs": 2, "architecture": "mlp", "feature_names": NAMES}
    found = nidlite.detect_interactions(data[:, :3], data[:, 3], 5, **settings)
    assert status == 0 and out.startswith(f"{found.summary}\n\n{found.tables()}")
    assert out.startswith("200 rows, 3 features, regression; R2 ")
    assert sorted(pairs_of(out)) == [
        "length & height",
        "length & width",
        "width & height",
    ]
    assert "truth" not in out and "AUC" not in out and "confirmed" not in out
    assert run(*words, "5", "--quiet") == (0, out, "")
    # The status is for the eye, not for the pipe.
    shown = ["training mlp: epoch 1/2", "training mlp: epoch 2/2"]
    assert [line.split(",")[0] for line in err.splitlines()] == shown
    assert run(*words, "5")[1] == out != run(*words, "6")[1]
    assert run(*HOUSES, "--seed", "5")[1] != out  # MLP-M
    assert run(*words, "5", "--epochs", "3")[1] != out
    assert len(pairs_of(run(*words, "5", "--top", "2")[1])) == 2


def test_a_column_of_weights_is_no_feature_and_counts(run):
    weights = np.arange(200) % 4
    lines = (f"{w},{row}" for w, row in zip(weights, rows()))
    Path("table.csv").write_text(text(lines, f"w,{HEADER}"))
    status, out, _ = run(*TABLE, "--weights", "w", *FOUND)
    data = np.array([row.split(",") for row in rows()], float)
    settings = {"epochs": 2, "sample_weight": weights, "feature_names": NAMES}
    found = nidlite.detect_interactions(data[:, :3], data[:, 3], **settings)
    assert status == 0 and out.startswith(f"{found.summary}\n\n{found.tables()}")
    assert "150 rows, 3 features" in out and "50 of 200 rows have weight 0" in out
    # New rows need no weights, and may have them.
    predicted = run("predict", "found/network.npz", "table.csv")
    assert predicted[0] == 0
    assert predicted == run("predict", "found/network.npz", "houses.csv")


def test_where_the_truth_is_known_the_right_ones_are_marked(run, monkeypatch):
    monkeypatch.setattr(sources, "ROWS", 600)
    words = "--epochs", "1", "--confirm", "--no-agreement"
    status, out, _ = run("detect", "F5", *words)
    assert status == 0
    assert "truth: x1 & x2 & x3, x4 & x5, x6 & x7, x8 & x9 & x10" in out
    marks = re.findall(r"^ +\d+ .*\d  ([-+o]) (x\d.*)$", out, re.MULTILINE)
    assert {mark for mark, name in marks if name in ("x6 & x7", "x4 & x5")} <= {"+"}
    assert {mark for mark, name in marks if name == "x1 & x4"} <= {"-"}
    assert len(marks) > 10  # the pairs, and an interaction of any order
    for line in ("pairwise AUC", "pairwise AUC, confirmed:"):
        [score] = re.findall(rf"^{line} (\d\.\d{{3}})$", out, re.MULTILINE)
        assert 0 <= float(score) <= 1


def test_names_of_any_letters_with_commas_and_quotes_are_read_and_printed(
    run, monkeypatch
):
    header = '"length, cm","say ""width""",Höhe,price'
    with gzip.open("table.csv", "wt", encoding="utf-8") as file:
        file.write(text(rows(), header))
    _, out, _ = run(*TABLE)
    assert sorted(pairs_of(out))[:2] == [
        "length, cm & Höhe",
        'length, cm & say "width"',
    ]
    assert words('a , "b, c"') == ["a", "b, c"]
    _, out, err = run(*TABLE, "--drop", 'price, "length, cm"', "--drop", "Höhe")
    assert out == "" and "'price'" in err  # it is the target
    assert pairs_of(run(*TABLE, "--drop", '"length, cm"')[1]) == ['say "width" & Höhe']
    # Also to a terminal that knows ASCII only.
    terminal = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", terminal)
    assert main(TABLE) == 0
    terminal.flush()
    assert "length, cm & H?he" in terminal.buffer.getvalue().decode("ascii")


def test_labels_are_classes_or_positive_ones_against_all_others(run, short_cutoff):
    Path("table.csv").write_text(with_target([*"ABCD"] * 30))
    status, out, _ = run(*ALL, "--confirm", "--cutoff", "--out", "found")
    assert status == 0 and "classification of 4 classes; accuracy 0." in out
    assert {*os.listdir("found")} == {*FILES}
    status, out, _ = run(*TABLE, "--positive", "A, C")
    other = run(*TABLE, "--positive", "A", "--positive", "B")[1]
    assert out.splitlines()[2:] != other.splitlines()[2:]
    note = "note: class 1 is A,C, class 0 is other\n"
    assert status == 0 and note in out
    Path("table.csv").write_text(with_target([1, 0, 1, 0] * 30))
    classes = run(*TABLE)[1]
    assert out.replace(note, "") == classes and "3 features, classification;" in classes
    assert "3 features, regression; R2 " in run(*TABLE, "--task", "regression")[1]


@pytest.mark.parametrize("kinds", [["oak", "fir", "ash"], ["7", "8", "9"]])
def test_a_category_is_one_feature_by_its_name(run, kinds):
    lines = [f"{kinds[k % 3]},{line}" for k, line in enumerate(rows())]
    Path("table.csv").write_text(text(lines, f"wood,{HEADER}"))
    words = [] if "oak" in kinds else ["--categorical", "wood"]
    status, out, _ = run(*TABLE, *FOUND, *words)
    assert status == 0 and "200 rows, 4 features" in out
    assert "wood & length" in pairs_of(out)
    # The whole detection is in the file.
    found = nidlite.load("found/network.npz")
    assert str(found.tables()) in out and found.agreed() is not None
    assert found.table.X.shape == (200, 6)  # three of wood, three numbers


def test_dates_are_days_or_parts(run):
    lines = [f"2024-{1 + k % 12:02}-{1 + k % 28:02},{r}" for k, r in enumerate(rows())]
    Path("table.csv").write_text(text(lines, f"day,{HEADER}"))
    assert "200 rows, 4 features" in run(*TABLE)[1]
    assert "day (month)" in run(*TABLE, "--dates", "parts")[1]


def test_standard_input_separators_and_missing_values(run, monkeypatch):
    lines = rows()
    lines[7] = "NA" + lines[7][lines[7].index(",") :]
    Path("table.csv").write_text(text(lines).replace(",", ";"))
    status, out, _ = run(*TABLE)
    assert status == 0 and "note: 1 missing value in 'length': " in out
    with open("table.csv") as file:
        monkeypatch.setattr("sys.stdin", file)
        assert run("detect", "-", *TABLE[2:])[1] == out
    error = run(*TABLE, "--missing", "error")[2]
    assert "table.csv: column 'length' has no value in row 7" in error
    assert run(*TABLE, "--sep", ";")[1] == out
    assert "no column 'price'" in run(*TABLE, "--sep", ",")[2]


def test_out_holds_every_file_whole_and_confirm_and_cutoff_add_tables(
    run, short_cutoff, monkeypatch
):
    renamed, replace = [], os.replace

    def rename(old, new):
        renamed.append(Path(new))
        replace(old, new)

    monkeypatch.setattr(os, "replace", rename)
    words = "--out", "found", "--confirm"
    status, out, err = run("detect", "houses.csv", *PRICE, *words)
    # Each was written under another name: a run that is killed leaves no half of it.
    assert {path.name for path in renamed if path.parent.name == "found"} == {*FILES}
    where = os.path.join("found", "report.html")
    assert status == 0 and out.endswith(f"\nwritten to found; open {where}\n")
    assert {*os.listdir("found")} == {*FILES}
    for name in ("heatmap.png", "cutoff.png"):
        assert Path("found", name).read_bytes().startswith(b"\x89PNG\r\n")
    with open("found/pairs.csv", encoding="utf-8", newline="") as file:
        pairs = list(csv.DictReader(file))
    # As printed, to the printed digits.
    printed = out[out.index("  pair\n") :].splitlines()[1:4]
    for row, line in zip(pairs, printed, strict=True):
        cells = re.fullmatch(r" +(\d+) +(\S+)(?: +\S+)?  (\S.*)", line)
        rank, strength, name = cells.groups()
        assert (row["rank"], row["interaction"]) == (rank, name)
        assert float(row["strength"]) == pytest.approx(float(strength), abs=6e-5)
    assert "confirmed on the trained network (Definition 1)" in out
    assert re.search(r"^rank   strength     share  interaction$", out, re.MULTILINE)
    assert re.search(r"^\* K = 0 +\d\.\d{5}  no interaction$", out, re.MULTILINE)
    assert re.search(r"^interactions: ", out, re.MULTILINE)
    assert re.search(r"^cutoff, K = 0: epoch 1/", err, re.MULTILINE)


def test_a_second_run_replaces_the_files_and_no_others(run, short_cutoff):
    def contents():
        return {p.name: p.read_bytes() for p in Path("found").iterdir()}

    run(*HOUSES, "--out", "found", "--baseline", "anova")
    Path("found/mine.txt").write_text("mine")
    first = contents()
    assert {*first} == {*FILES, "mine.txt", "baseline-anova.csv"} - {"interactions.csv"}
    run(*HOUSES, "--seed", "1", *FOUND)
    second = contents()
    # The old run's cutoff and baseline are not left beside the new run's ranking.
    assert {*first} - {*second} == {"cutoff.png", "baseline-anova.csv"}
    assert second["mine.txt"] == b"mine"
    for name in ("ranking.csv", "pairs.csv", "network.npz", "report.html"):
        assert second[name] != first[name]


def test_in_california_the_place_is_the_first_pair(run):
    status, out, _ = run("detect", "cal_housing", "--epochs", "4", "--no-agreement")
    assert status == 0 and "20640 rows, 8 features, regression" in out
    # First in each of three seeds tried, by a sixth or more.
    assert pairs_of(out)[0] == "longitude & latitude"
