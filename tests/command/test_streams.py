"""A full or closed output loses no result, and the exit status says what was lost."""

import os
import sys
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest

from nidlite.__main__ import main
from nidlite.command import detect
from nidlite.command.streams import Lasting
from nidlite.saving.results import FILES

WORDS = ["detect", "table.csv", "--target", "y", "--epochs", "1", "--no-agreement"]
OUT = ["--out", "found", "--no-cutoff"]
FULL = Path("/dev/full")


@pytest.fixture(autouse=True)
def table(run, undrawn):
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
    assert main([*WORDS, "--out", "found"]) == 0
    assert there and all(there)


def test_a_lasting_stream_raises_only_if_it_is_to():
    stream = Lasting(None)
    assert stream.write("a") == 1 and str(stream.ended) == "it is closed"
    stream.lasts = False
    with stream.stream, pytest.raises(OSError, match="closed"):
        stream.write("a")
