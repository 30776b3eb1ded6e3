"""Ctrl-C, a full or a closed output: what is computed stays, and nothing is torn."""

import io
import os
import signal
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from processes import command as started
from processes import python

from nidlite import training
from nidlite.__main__ import main
from nidlite.command import detect as steps
from nidlite.command import files, sources
from nidlite.command.workers import processes
from nidlite.cutoff import Cutoff
from nidlite.saving.results import FILES

HOUSES = ["detect", "houses.csv", "--target", "price", "--epochs", "2"]
WORDS = [*HOUSES, "--no-agreement"]
OUT = ["--out", "found", "--no-cutoff"]
FULL = Path("/dev/full")
LEFT = {*FILES} - {"interactions.csv", "cutoff.png"}


@pytest.fixture(autouse=True)
def table(houses, monkeypatch):
    """houses.csv; the report is no part of this."""
    monkeypatch.setattr(files, "html", lambda *_: "a page")


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
    assert {*os.listdir("found")} == LEFT


@pytest.mark.parametrize("kind", ["full", "closed", "left"])
def test_without_a_place_for_errors_the_answer_is_whole(run, useless, kind):
    useless("stderr", kind)
    status, out, _ = run(*WORDS, *OUT)
    assert status == 0 and "rank   strength  pair" in out and "written to found" in out
    useless("stderr", kind)
    assert main(["detect", "absent.csv", "--target", "y"]) == 2


def test_results_are_saved_before_anything_is_printed(monkeypatch):
    """So a reader who takes hours, as of `less`, does not keep them waiting."""
    there = []

    class Slow(io.StringIO):
        """A reader, who looks into the folder at each line."""

        def write(self, text):
            there.append(os.path.exists("found/network.npz"))
            return len(text)

    monkeypatch.setattr(sys, "stdout", Slow())
    assert main([*WORDS, *OUT]) == 0
    assert there and all(there)


def test_a_full_disk_is_one_line_after_the_rankings(run):
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, hard))
    try:
        status, out, err = run(*WORDS, *OUT)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert status == 2 and "\nrank   strength" in out and "Traceback" not in err
    assert err.splitlines()[-1].startswith("nidlite: error: cannot write found")
    # What fits is there, whole; of what does not there is nothing.
    assert {*os.listdir("found")} <= {"ranking.csv", "pairs.csv"}


def test_a_reader_that_leaves_early_is_no_error():
    process = started("detect", "--help")
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) == 0 and err == ""


def test_ctrl_c_prints_the_best_epoch_and_says_so(run, monkeypatch):
    def batch(status, number, share):
        assert "second" not in status.what, "it trains on"
        if number == 4:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(steps.Status, "batch", batch)
    status, out, err = run(*HOUSES, *OUT, "--epochs", "100000", "--jobs", "1")
    assert "the second opinion was not trained (interrupted)" in out
    assert err.startswith("training mlp-m: epoch 1/100000, ")
    assert status == 0 and "\nnote: interrupted after 3 epochs; " in out, err
    assert "rank   strength  interaction" in out and "written to found" in out
    with np.load("found/network.npz", allow_pickle=False) as saved:
        assert len(saved["history"]) == 3


@pytest.mark.parametrize("where", [(sources, "read_csv"), (training, "run_epoch")])
def test_ctrl_c_before_the_first_epoch_ranks_nothing(run, monkeypatch, where):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(*where, interrupted)
    status, out, err = run(*HOUSES, "--out", "found")
    assert (status, out) == (130, "") and err.endswith("nidlite: interrupted\n")
    assert not Path("found").exists() or os.listdir("found") == []


def test_ctrl_c_while_the_cutoff_grows_keeps_what_there_is(
    run, short_cutoff, monkeypatch
):
    def stop(status, epoch):
        if "K = 1" in status.what:
            raise KeyboardInterrupt

    monkeypatch.setattr(steps.Status, "epoch", stop)
    # The network of two epochs would be a reference that K = 0 reaches.
    monkeypatch.setattr(Cutoff, "reached", None)
    status, out, _ = run(*HOUSES, "--out", "found")
    assert status == 0 and "note: interrupted at K = 1" in out and "* K = 0" in out
    assert {*os.listdir("found")} == {*FILES}


def test_a_worker_leaves_ctrl_c_to_its_parent_and_ends_with_the_block():
    begun = time.monotonic()
    with processes(1) as pool:
        handler = pool.submit(signal.getsignal, signal.SIGINT).result()
        task = pool.submit(time.sleep, 300)
        while not task.running():
            time.sleep(0.01)
    assert handler == signal.SIG_IGN and time.monotonic() - begun < 100
    assert signal.getsignal(signal.SIGINT) == signal.default_int_handler


def test_a_worker_ends_with_a_parent_that_is_killed():
    program = """
import os, time
from nidlite.command.workers import processes
if __name__ == "__main__":
    with processes(1) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        pool.submit(time.sleep, 300).result()
"""
    process = python("-c", program)
    worker = int(process.stdout.readline())
    process.kill()
    process.communicate(timeout=60)
    for _ in range(600):
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("the worker is still there after a minute")


def test_ctrl_c_while_another_process_trains_prints_the_rankings():
    """A whole group of processes gets it, as from a terminal's keyboard."""
    words = "detect", "F5", "--epochs", "8", "--jobs", "2"
    process = started(*words, start_new_session=True)
    while (line := process.stderr.readline()) and "waiting" not in line:
        pass
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0 and "Traceback" not in err, err
    assert "No answer, the rankings only: the second opinion was not trained" in out
    assert "rank   strength  pair" in out
