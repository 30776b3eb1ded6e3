"""`nidlite detect`: every option that changes a result, and what --out leaves."""

import io
import os
import re
import sys
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from houses import FILES, HEADER, everything, rows, text, with_target

import nidlite
from nidlite.__main__ import main
from nidlite.command import detect
from nidlite.saving import results

pytestmark = pytest.mark.usefixtures("houses")  # houses.csv, in an empty folder
PRICE = ["--target", "price", "--epochs", "2"]
HOUSES = ["detect", "houses.csv", *PRICE, "--no-agreement"]
ALL = ["detect", "table.csv", *PRICE]  # with the second opinion
TABLE = [*ALL, "--no-agreement"]
NAMES = HEADER.split(",")[:3]


def pairs_of(out):
    """The names in the table of pairs, strongest first."""
    lines = out[out.index("  pair\n") :].split("\n\n")[0].splitlines()[1:]
    return [line.split("  ")[-1] for line in lines]


@pytest.mark.parametrize("words", [[], ["--help"], ["detect", "--help"], ["--version"]])
def test_help_and_version_are_printed_with_status_0(run, words):
    status, out, err = run(*words)
    assert (status, err) == (0, "")
    assert out.startswith("usage: nidlite") or out == f"{nidlite.__version__}\n"
    assert ("--target COLUMN" in out) == ("detect" in words)


def test_the_answer_is_that_of_the_library_with_the_columns_names(run):
    words = *HOUSES, "--architecture", "mlp", "--seed"
    status, out, err = run(*words, "5")
    data = np.loadtxt("houses.csv", delimiter=",", skiprows=1)
    settings = {"epochs": 2, "architecture": "mlp", "feature_names": NAMES}
    found = nidlite.detect_interactions(data[:, :3], data[:, 3], 5, **settings)
    assert status == 0 and out.startswith(f"{found.summary}\n\n{found.tables()}")
    assert out.startswith("200 rows, 3 features, regression; R2 ")
    pairs = ["length & height", "length & width", "width & height"]
    assert sorted(pairs_of(out)) == pairs
    assert "truth" not in out and "AUC" not in out
    assert run(*words, "5", "--quiet") == (0, out, "")
    # The status is for the eye, not for the pipe.
    shown = ["training mlp: epoch 1/2", "training mlp: epoch 2/2"]
    assert [line.split(",")[0] for line in err.splitlines()] == shown
    assert run(*words, "5")[1] == out != run(*words, "6")[1]
    assert run(*HOUSES, "--seed", "5")[1] != out  # MLP-M
    assert run(*words, "5", "--epochs", "3")[1] != out
    assert len(pairs_of(run(*words, "5", "--top", "2")[1])) == 2


def test_columns_of_weights_and_groups_are_no_features_and_count(run):
    weights, groups = np.arange(200) % 4, [f"{k:x}" for k in range(40)] * 5
    lines = (f"{g},{w},{row}" for g, w, row in zip(groups, weights, rows()))
    Path("table.csv").write_text(text(lines, f"whose,w,{HEADER}"))
    words = "--weights", "w", "--groups", "whose"
    status, out, _ = run(*TABLE, *words)
    assert run(*TABLE, *words, "--drop", "w")[1] == out and "30 groups" in out
    data = np.array([row.split(",") for row in rows()], float)
    settings = {"sample_weight": weights, "groups": groups, "feature_names": NAMES}
    found = nidlite.detect_interactions(data[:, :3], data[:, 3], epochs=2, **settings)
    assert status == 0 and out.startswith(f"{found.summary}\n\n{found.tables()}")
    assert "150 rows, 3 features" in out and "50 of 200 rows without an out" in out


def test_where_the_truth_is_known_the_right_ones_are_marked(run, monkeypatch):
    monkeypatch.setattr(detect, "ROWS", 600)
    words = "detect", "F5", "--epochs", "1", "--no-agreement", "--top", "99"
    status, out, _ = run(*words)
    assert status == 0 and "truth: x1 & x2 & x3, x4 & x5, x6 & x7, x8 & x9 & x10" in out
    marks = re.findall(r"^ +\d+ .*\d  ([-+o]) (x\d.*)$", out, re.MULTILINE)
    signs = {name: mark for mark, name in marks}
    assert signs["x6 & x7"] == "+" and signs["x1 & x4"] == "-"
    [score] = re.findall(r"^pairwise AUC (\d\.\d{3})$", out, re.MULTILINE)
    assert 0 <= float(score) <= 1


def test_names_of_any_letters_with_commas_are_read_and_printed(run, monkeypatch):
    Path("table.csv").write_text(text(rows(), '"length, cm",width,Höhe,price'), "utf-8")
    _, out, _ = run(*TABLE)
    assert "length, cm & Höhe" in pairs_of(out)
    for name in ('"length, cm"', "length, cm"):
        assert pairs_of(run(*TABLE, "--drop", name)[1]) == ["width & Höhe"]
    # Also to a terminal that knows ASCII only.
    terminal = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", terminal)
    assert main(TABLE) == 0
    terminal.flush()
    assert "length, cm & H?he" in terminal.buffer.getvalue().decode("ascii")


def test_labels_are_classes_or_positive_ones_against_all_others(run, short_cutoff):
    Path("table.csv").write_text(with_target([*"ABCD"] * 30))
    status, out, _ = run(*ALL, "--cutoff", "--out", "found")
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


def test_a_category_is_one_feature_and_a_date_may_be_parts(run):
    lines = [f"{k % 3},2024-{1 + k % 12:02}-01,{r}" for k, r in enumerate(rows())]
    Path("table.csv").write_text(text(lines, f"wood,day,{HEADER}"))
    assert "day (month)" in run(*TABLE, "--dates", "parts")[1]
    status, out, _ = run(*TABLE, "--categorical", "wood", "--drop", "day")
    assert status == 0 and "200 rows, 4 features" in out
    assert "wood & length" in pairs_of(out)


def test_standard_input_separators_and_missing_values(run, monkeypatch):
    lines = rows()
    lines[7] = "NA" + lines[7][lines[7].index(",") :]
    Path("table.csv").write_text(text(lines).replace(",", ";"))
    status, out, _ = run(*TABLE)
    assert status == 0 and "note: 1 missing value in 'length': " in out
    with open("table.csv") as file:
        monkeypatch.setattr("sys.stdin", file)
        assert run("detect", "-", *TABLE[2:])[1] == out
    assert run(*TABLE, "--sep", ";")[1] == out
    assert "no column 'price'" in run(*TABLE, "--sep", ",")[2]


def test_out_has_all_files_whole_and_prints_the_cutoff(run, short_cutoff, monkeypatch):
    monkeypatch.setattr(os, "replace", Mock(wraps=os.replace))
    status, out, err = run("detect", "houses.csv", *PRICE, "--out", "found")
    # Each was written under another name: a run that is killed leaves no half of it.
    renamed = [Path(called.args[1]) for called in os.replace.call_args_list]
    assert {path.name for path in renamed if path.parent.name == "found"} == {*FILES}
    where = os.path.join("found", "report.html")
    assert status == 0 and out.endswith(f"\nwritten to found; open {where}\n")
    assert {*os.listdir("found")} == {*FILES}
    assert re.search(r"^\* K = 0 +\d\.\d{5}  no interaction$", out, re.MULTILINE)
    assert re.search(r"^interactions: ", out, re.MULTILINE)
    assert re.search(r"^cutoff, K = 0: epoch 1/", err, re.MULTILINE)


def test_a_second_run_replaces_the_files_and_no_others(run, short_cutoff, monkeypatch):
    run(*HOUSES, "--out", "found")
    Path("found/mine.txt").write_text("mine")
    first = everything("found")
    assert {*first} == {*FILES, "mine.txt"} - {"interactions.csv"}
    run(*HOUSES, "--seed", "1", "--out", "found", "--no-cutoff")
    second = everything("found")
    # The old run's cutoff is not left beside the new run's ranking.
    assert {*first} - {*second} == {"cutoff.png"} and second["mine.txt"] == b"mine"
    for name in ("ranking.csv", "pairs.csv", "network.npz", "report.html"):
        assert second[name] != first[name]
    monkeypatch.setattr(results, "save_ranking", Mock(side_effect=KeyboardInterrupt))
    run(*HOUSES, "--out", "found")
    assert {*everything("found")} == {"network.npz", "mine.txt"}
    Path("F5/report.html").mkdir(parents=True)  # nothing is trained: no page can be
    assert "report.html is not a file" in run("detect", "F5", "--out", "F5")[2]
