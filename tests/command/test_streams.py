"""Ctrl-C, a full or a closed output: what is computed stays, and nothing is torn."""

import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import Mock

import pytest
from houses import FILES
from processes import command as started

import nidlite
from nidlite import training
from nidlite.command import detect as steps

# houses.csv, and a cutoff of two epochs
pytestmark = pytest.mark.usefixtures("houses", "short_cutoff")
HOUSES = ["detect", "houses.csv", "--target", "price", "--epochs", "2"]
WORDS = [*HOUSES, "--no-agreement"]


@pytest.fixture
def useless(monkeypatch):
    """useless("stdout", kind): it is full, closed from the start, or not read."""
    with ExitStack() as stack:

        def replaced(name, kind):
            stream = None
            if kind == "full":
                if not os.path.exists("/dev/full"):
                    pytest.skip("there is no full device here")
                stream = stack.enter_context(open("/dev/full", "w"))
            elif kind != "closed":
                reading, writing = os.pipe()
                os.close(reading)
                stream = stack.enter_context(os.fdopen(writing, "w"))
                if kind == "left on Windows":
                    stream.write = Mock(side_effect=OSError(22, "Invalid argument"))
            monkeypatch.setattr(sys, name, stream)

        yield replaced


@pytest.mark.parametrize("kind", ["full", "closed", "left", "left on Windows"])
def test_an_output_that_takes_nothing_loses_no_result(run, useless, kind):
    useless("stdout", kind)
    status, _, err = run(*WORDS, "--out", "found")
    assert status == 2 * (kind == "full") and "Traceback" not in err
    assert ("nidlite: error: cannot print (" in err) == (kind == "full")
    assert {*os.listdir("found")} == {*FILES} - {"interactions.csv"}


@pytest.mark.parametrize("kind", ["closed", "left"])
def test_without_a_place_for_errors_the_answer_is_whole(run, useless, kind):
    useless("stderr", kind)
    status, out, _ = run(*WORDS, "--out", "found", "--no-cutoff")
    assert status == 0 and "rank   strength  pair" in out and "written to found" in out


def test_a_full_disk_is_one_line_after_the_rankings(run):
    resource = pytest.importorskip("resource")  # which Windows has not
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, hard))
    try:
        status, out, err = run(*WORDS, "--out", "found", "--no-cutoff")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert status == 2 and "\nrank   strength" in out and "Traceback" not in err
    assert err.splitlines()[-1].startswith("nidlite: error: cannot write found")
    # What fits is there, whole; of what does not there is nothing.
    assert {*os.listdir("found")} <= {"ranking.csv", "pairs.csv"}


def test_a_reader_that_leaves_early_is_no_error():
    with started("detect", "--help") as process:
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


def test_ctrl_c_prints_the_best_epoch_and_says_so(run, monkeypatch):
    def heard(status, epoch):
        assert "opinion" not in status.what, "it trains on"
        if epoch.epoch == 3:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(steps.Status, "epoch", heard)
    words = "--out", "found", "--no-cutoff", "--epochs", "100000"
    status, out, err = run(*HOUSES, *words)
    assert "the second opinion was not finished (interrupted)" in out
    assert status == 130 and "\nnote: interrupted after 3 epochs; " in out, err
    assert "rank   strength  interaction" in out and "written to found" in out
    assert nidlite.load("found/network.npz").fit.stopped.startswith("interrupted")


@pytest.mark.parametrize("where", [(steps, "read_csv"), (training, "run_epoch")])
def test_ctrl_c_before_the_first_epoch_ranks_nothing(run, monkeypatch, where):
    monkeypatch.setattr(*where, Mock(side_effect=KeyboardInterrupt))
    status, out, err = run(*HOUSES, "--out", "found")
    assert (status, out) == (130, "") and err.endswith("nidlite: interrupted\n")
    assert not Path("found").exists() or os.listdir("found") == []
