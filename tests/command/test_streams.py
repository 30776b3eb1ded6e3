"""A full or closed output loses no result, and the exit status says what was lost."""

import os
import sys
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest

from nidlite.__main__ import main
from nidlite.command import detect, files, grade
from nidlite.command.streams import Lasting
from nidlite.course.grading import Grade
from nidlite.notebook.found import load_detection
from nidlite.saving import whole
from nidlite.saving.results import FILES

WORDS = ["detect", "table.csv", "--target", "y", "--epochs", "1", "--no-agreement"]
OUT = ["--out", "found", "--no-cutoff"]
FULL = Path("/dev/full")


@pytest.fixture(autouse=True)
def table(run, undrawn, monkeypatch):
    monkeypatch.setattr(files, "html", lambda *_: "a page")
    X = np.random.default_rng(0).uniform(-1, 1, (100, 2))
    rows = np.c_[X, X.prod(axis=1)]
    np.savetxt("table.csv", rows, "%.6f", ",", header="x,z,y", comments="")


@pytest.fixture
def useless(monkeypatch):
    """useless("stdout", kind): that stream takes nothing, whatever its kind."""
    with ExitStack() as stack:

        def replaced(name, kind, buffering=1):
            stream = None
            if kind == "full":
                if not FULL.exists():
                    pytest.skip("there is no full device here")
                stream = stack.enter_context(open(FULL, "w", buffering))
            elif kind == "left":
                reading, writing = os.pipe()
                os.close(reading)
                stream = stack.enter_context(os.fdopen(writing, "w", buffering))
            monkeypatch.setattr(sys, name, stream)

        yield replaced


@pytest.mark.parametrize("buffering", [1, 1 << 16])  # noticed at once, or at the end
@pytest.mark.parametrize("kind, expected", [("full", 2), ("closed", 2), ("left", 0)])
def test_an_output_that_takes_nothing_loses_no_result(
    run, useless, kind, expected, buffering
):
    useless("stdout", kind, buffering)
    status, _, err = run(*WORDS, *OUT)
    assert status == expected and "Traceback" not in err
    assert ("nidlite: error: cannot print (" in err) == (expected == 2)
    assert {*os.listdir("found")} == {*FILES} - {"interactions.csv", "cutoff.png"}


@pytest.mark.parametrize("kind, expected", [("full", 2), ("left", 0)])
def test_without_files_there_is_nothing_to_go_on_for(
    run, useless, monkeypatch, kind, expected
):
    monkeypatch.setattr(detect, "run_baselines", None)  # it is not called
    useless("stdout", kind)
    status, _, err = run(*WORDS)
    assert status == expected and "Traceback" not in err


@pytest.mark.parametrize("kind", ["full", "closed", "left"])
def test_without_a_place_for_errors_the_answer_is_whole(run, useless, kind):
    useless("stderr", kind)
    status, out, _ = run(*WORDS, *OUT)
    assert status == 0 and "rank   strength  pair" in out and "written to found" in out
    useless("stderr", kind)
    assert main(["detect", "absent.csv", "--target", "y"]) == 2


def test_results_are_saved_before_anything_is_printed(run, monkeypatch):
    """So a reader who takes hours, as of `less`, does not keep them waiting."""
    there = []

    class Slow:
        """A reader's end, which looks into the folder at each line."""

        def write(self, text):
            """Look."""
            there.append(os.path.exists("found/network.npz"))

        def flush(self):
            """Nothing waits."""

    monkeypatch.setattr(sys, "stdout", Slow())
    assert main([*WORDS, *OUT]) == 0
    assert there and all(there)


class Disk:
    """Opens, waits for the disk and renames, of which one finds the disk full."""

    def __init__(self, monkeypatch):
        self.at, self.calls = None, 0
        for where, name in ((os, "fsync"), (os, "replace"), (whole, "open")):
            act = getattr(where, name, open)
            monkeypatch.setattr(where, name, self.failing(act), raising=False)

    def failing(self, act):
        def counted(*given, **settings):
            self.calls += 1
            if self.calls == self.at:
                raise OSError(28, "No space left on device")
            return act(*given, **settings)

        return counted


def right_answer(*_, **__):
    return [Grade("strength", 3, file="a.py", status="right")]


GRADE = "grade a.py --csv found/m.csv --json found/m.json --html found"


@pytest.mark.parametrize(
    "words", [[*WORDS, *OUT], GRADE.split()], ids=["detect", "grade"]
)
def test_a_disk_that_is_full_at_any_write_keeps_what_was_there(run, monkeypatch, words):
    """What was there before is whole, what came before the failure is new."""
    Path("a.py").touch()
    monkeypatch.setattr(grade.gradebook, "grade_student", right_answer)
    assert run(*words)[0] == 0
    found = load_detection("found/network.npz") if words[0] == "detect" else None
    monkeypatch.setattr(detect, "train", lambda *_: (found, ""))
    disk = Disk(monkeypatch)
    _, printed, _ = run(*words)
    many, old = disk.calls, {name: b"old" for name in os.listdir("found")}
    new = {name: Path("found", name).read_bytes() for name in old}
    assert many == 4 * len(old)
    for disk.at in range(1, many + 1):
        disk.calls = 0
        for name in old:
            Path("found", name).write_bytes(b"old")
        status, out, err = run(*words)
        line = err.splitlines()[-1]
        assert status == 2 and line.startswith("nidlite: error: cannot write found")
        assert "No space left" in line and "Traceback" not in err
        assert printed.startswith(out) and "strength" in out
        left = {name: Path("found", name).read_bytes() for name in os.listdir("found")}
        assert left.keys() == old.keys()
        changed = {name for name in left if left[name] != b"old"}
        # Once a file is renamed, only the folder's own write can fail.
        assert len(changed) == (disk.at - 1) // 4 + (disk.at % 4 == 0)
        assert all(left[name] == new[name] for name in changed)


def test_a_lasting_stream_raises_only_if_it_is_to():
    stream = Lasting(None)
    assert stream.write("a") == 1 and str(stream.ended) == "it is closed"
    stream.lasts = False
    with stream.stream, pytest.raises(OSError, match="closed"):
        stream.write("a")
