"""The answer: printed first, and no traceback where there is none."""

import csv
import re
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

from nidlite import InputError
from nidlite.agreement import needed
from nidlite.command import detect as steps
from nidlite.cutoff import growing
from nidlite.cutoff.curve import Cutoff
from nidlite.notebook import detection
from nidlite.report import sentences

WORDS = ["detect", "table.csv", "--target", "y", "--epochs", "40"]


@pytest.fixture(autouse=True)
def table(run, undrawn, quick_answer):
    """y is x times z, and w; v does nothing."""
    write(lambda X: 2 * X[:, 0] * X[:, 1] + X[:, 2])


def write(f, x_in_z=0):
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, (500, 4))
    rows = np.column_stack([X, f(X) + 0.05 * rng.normal(size=500)])
    rows[:, 1] += x_in_z * rows[:, 0]
    np.savetxt("table.csv", rows, "%.6f", ",", header="x,z,w,v,y", comments="")


def test_the_answer_stands_before_the_rankings_and_in_a_file(run):
    status, out, _ = run(*WORDS, "--out", "found", "--no-cutoff")
    first, rest = out.split("\n\n")[1:3]
    head, columns, line, *meaning = first.splitlines()
    assert status == 0 and head == "What interacts, largest share first"
    share, agreement, names = re.match(r" +([\d.]+) % +([\d.]+)  (.*)", line).groups()
    explained = "Explained on unseen rows (variance, R2, 100 rows)"
    assert names == "x & z" and meaning[0].startswith(explained)
    assert re.match(rf"rank +strength +share  interaction\n.* {share} %  x & z\n", rest)
    [row] = csv.DictReader(Path("found/interactions.csv").read_text().splitlines())
    assert (row["interaction"], row["features"]) == ("x & z", "1 2")
    # As printed, to the printed digits.
    assert float(share) == pytest.approx(100 * float(row["share"]), rel=0.005)
    assert float(agreement) == pytest.approx(float(row["agreement"]), abs=0.006)
    assert float(row["t"]) > 5


def test_without_it_there_are_the_rankings_alone(run):
    Path("found").mkdir()
    Path("found/interactions.csv").touch()  # of an earlier run
    words = "--epochs", "2", "--out", "found", "--no-cutoff", "--no-agreement"
    status, out, _ = run(*WORDS, *words)
    assert status == 0 and "share" not in out and "networks" not in out
    assert not Path("found/interactions.csv").exists()


def test_nothing_found_is_said_first(run):
    write(lambda X: X[:, 0] + X[:, 1] ** 2)
    status, out, _ = run(*WORDS)
    end = "\nNext: look at the pictures in report.html, which --out writes."
    answer = out.split("\n\n")[1]
    assert status == 0 and answer.startswith(f"{sentences.NONE}\nExplained on unseen")
    assert answer.endswith(end)


PROBLEMS = {KeyboardInterrupt: "interrupted", InputError("no rows"): "no rows"}
PROBLEMS |= {MemoryError: "not enough memory", MemoryError("1 GiB"): "1 GiB"}


@pytest.mark.parametrize("problem", PROBLEMS)
def test_what_stops_the_second_opinion_leaves_the_first(run, monkeypatch, problem):
    monkeypatch.setattr(detection, "train_others", Mock(side_effect=problem))
    stopped = problem is KeyboardInterrupt  # who waits for no answer waits for no curve
    words = ["--epochs", "2", "--out", "found", *["--no-cutoff"] * (not stopped)]
    status, out, err = run(*WORDS, *words)
    assert status == (130 if stopped else 0) and "Traceback" not in err
    words = f"the second opinion was not finished ({PROBLEMS[problem]})"
    assert f"\nNo answer, the rankings only: {words}.\n" in out
    assert "rank   strength  pair" in out and "MLP-Cutoff" not in out
    assert Path("found/pairs.csv").exists() and "written to found" in out


def test_a_curve_that_is_stopped_does_not_say_that_there_is_none(run, monkeypatch):
    curve = Cutoff([(0, 1)], 0.0, errors=[np.ones(4)], stopped="interrupted at K = 1")
    monkeypatch.setattr(detection.Detection, "cutoff", lambda *_, **__: curve)
    _, out, _ = run(*WORDS, "--cutoff", "--no-agreement", "--epochs", "1")
    assert out.endswith("note: interrupted at K = 1\ninteractions: not known\n")


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ((needed.Needed, "without_and_with"), "not claimed\nNext: run it again"),
        ((detection, "glass_boxes"), sentences.OPEN),
        ((growing, "fit_alive"), "interrupted: MLP-Cutoff has no curve"),
        ((growing, "fit_alive"), "memory: MLP-Cutoff has no curve\n\nwritten"),
        ((steps, "save_found"), "interrupted: what comes after the answer is left out"),
    ],
)
def test_what_stops_it_later_on_leaves_an_answer(run, monkeypatch, where, said):
    write(lambda X: 2 * X[:, 0] * (X[:, 0] + 0.3 * X[:, 1]), x_in_z=1)
    problem = MemoryError if "memory" in said else KeyboardInterrupt
    monkeypatch.setattr(*where, Mock(side_effect=problem))
    curve = ["--no-cutoff"] * (where[0] is not growing)
    status, out, _ = run(*WORDS, "--out", "found", *curve)
    assert status == 0 and said in out and "rank   strength       share" in out
