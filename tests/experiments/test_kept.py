"""What was computed is kept, whole, and done once: by joblib's Memory and Parallel."""

import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import numpy as np
import pytest
from processes import ended, environment, python

from nidlite import InputError
from nidlite import __main__ as command
from nidlite.experiments import kept
from nidlite.experiments.kept import Work, workers
from nidlite.experiments.presets import grown_cutoffs
from nidlite.experiments.rows import load_rows
from nidlite.experiments.trainings import Training, trained_networks
from nidlite.recipes import RECIPE

joblib = pytest.importorskip("joblib")
posix = pytest.mark.skipif(not hasattr(os, "killpg"), reason="it has no SIGKILL")
SMALL = ["--preset", "smoke", "--jobs", "1"]
CLOCK = []  # what the processor has done
CASES = [
    Training("F5", seed, 200, "mlp-m", replace(RECIPE, epochs=2), 0.0, (8,), (4,))
    for seed in range(3)
]


def noted(folder, k):
    """A call that leaves a note of each time that it is made."""
    with open(Path(folder) / f"note {k}", "a") as file:
        file.write("called ")
    return SimpleNamespace(array=np.arange(1000.0) * k)


def calls(folder):
    return [path.read_text().count("called") for path in sorted(folder.glob("note *"))]


def outputs(folder):
    """The files of the results that are kept."""
    return sorted(folder.glob("**/output.pkl"))


def test_a_call_is_made_once_and_its_result_comes_back_in_order(tmp_path):
    cases = [(str(tmp_path), k) for k in range(4)]
    for asked in (cases[2:], cases, cases[::-1]):
        results = Work(tmp_path).each(noted, asked)
        assert [one.array[1] for one in results] == [k for _, k in asked]
        assert all(one.array.shape == (1000,) for one in results)
    assert calls(tmp_path) == [1, 1, 1, 1]


def works(seconds):
    CLOCK.append(seconds)
    return SimpleNamespace()


def test_the_seconds_of_a_result_are_kept_with_it(tmp_path, monkeypatch):
    monkeypatch.setattr(kept.time, "process_time", lambda: sum(CLOCK))
    for work in (Work(tmp_path), Work(tmp_path)):
        work.each(works, [(3,), (4,)])
        assert work.seconds == 7 and CLOCK == [3, 4]


def test_another_version_calls_again_and_its_workers_refuse(tmp_path, monkeypatch):
    cases = [(str(tmp_path), 0)]
    Work(tmp_path).each(noted, cases)
    monkeypatch.setattr(kept, "VERSION", "2")
    Work(tmp_path).each(noted, cases)
    assert calls(tmp_path) == [2]
    with pytest.raises(InputError, match="other versions"):
        kept.result(noted, cases[0], (), "1")


def thetas(work):
    networks = trained_networks(work, CASES)
    preset = SimpleNamespace(cutoff_epochs=1, most=1, real_most=1)
    return [one.fit.theta for one in networks + grown_cutoffs(work, preset, networks)]


def same(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_results_do_not_depend_on_the_number_of_workers(tmp_path):
    alone = thetas(Work(tmp_path / "one"))
    with workers(2):
        assert same(thetas(Work(tmp_path / "two")), alone)
    assert same(thetas(Work(tmp_path / "two")), alone)  # as they are read again
    assert len({theta.tobytes() for theta in alone}) == len(alone)


@pytest.mark.long
def test_a_dask_cluster_of_two_workers_makes_the_same_rows(tmp_path, undrawn):
    distributed = pytest.importorskip("distributed", reason="needs Dask")
    names = ["reproduce", "fig4", *SMALL, "--out"]
    assert command.main([*names, str(tmp_path / "here")]) == 0
    sizes = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**sizes, silence_logs=50) as cluster:
        words = [str(tmp_path / "dask"), "--scheduler", cluster.scheduler_address]
        assert command.main([*names, *words]) == 0
        distributed.default_client().close()  # else it ends with the process
    files = [tmp_path / name / "fig4.csv" for name in ("here", "dask")]
    here, there = (load_rows(file).drop(columns="seconds") for file in files)
    assert here.equals(there)
    assert len(outputs(tmp_path / "dask" / "trainings")) == 10


def die(_):
    os.kill(os.getpid(), signal.SIGKILL)


def fails_at_2(folder, k):
    return noted(folder, 1 / (k - 2) and k)


def test_a_training_that_fails_is_one_line_and_loses_no_other(tmp_path):
    with pytest.raises(InputError, match="ZeroDivisionError: .* are kept"):
        Work(tmp_path).each(fails_at_2, [(str(tmp_path), k) for k in range(4)])
    assert calls(tmp_path) == [1, 1] and len(outputs(tmp_path)) == 2


def test_what_a_training_lacks_is_its_own_line(tmp_path):
    with pytest.raises(InputError, match=r"^RuleFit needs unknown: pip install [^;]*$"):
        Work(tmp_path).each(kept.borrowed, [("unknown", "RuleFit")])


@pytest.mark.filterwarnings("ignore:Unable to cache to disk")
def test_what_a_full_disk_does_not_keep_is_made_once(tmp_path, monkeypatch):
    monkeypatch.setattr(joblib.numpy_pickle, "dump", Mock(side_effect=OSError(28)))
    results = Work(tmp_path).each(noted, [(str(tmp_path), k) for k in range(4)])
    assert [one.array[1] for one in results] == [0, 1, 2, 3]
    assert calls(tmp_path) == [1, 1, 1, 1] and outputs(tmp_path) == []


@posix
def test_a_killed_worker_is_one_line(tmp_path):
    with workers(2), pytest.raises(InputError, match="are kept: run the same command"):
        Work(tmp_path).each(die, [(1,), (2,)])


def test_what_lacks_is_one_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "joblib", None)
    with pytest.raises(InputError, match="needs joblib: pip install"):
        Work("")


@pytest.fixture
def start(tmp_path):
    """`nidlite reproduce fig9` as a process in a group of its own, not left behind."""
    started = []

    def start(*more):
        words = "-m", "nidlite", "reproduce", "fig9", *SMALL, "--out", tmp_path, *more
        settings = {"env": environment(), "start_new_session": True}
        started.append(python(*words, **settings))
        return started[-1]

    yield start
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@posix
def test_a_killed_run_goes_on_where_it_was(start, tmp_path):
    process = start()
    while process.poll() is None and len(outputs(tmp_path)) < 4:
        time.sleep(0.01)
    process.kill()
    process.communicate()
    before = {path: path.stat().st_mtime_ns for path in outputs(tmp_path)}
    assert 4 <= len(before) < 30 and not (tmp_path / "fig9.csv").exists()
    status, out, _ = ended(start())
    assert (status, out.strip()) == (0, str(tmp_path / "fig9.csv"))
    after = {path: path.stat().st_mtime_ns for path in outputs(tmp_path)}
    assert before.items() <= after.items() and len(after) == 30  # none is done twice
    assert len(load_rows(tmp_path / "fig9.csv")) == 346


def test_a_wrong_address_ends_at_once_in_one_line(start, tmp_path):
    pytest.importorskip("distributed")
    status, _, err = ended(start("--scheduler", "nonsense"), timeout=50)
    assert (status, len(err.splitlines())) == (2, 1) and "missing port" in err
    assert "no Dask scheduler answers at" in err and [*tmp_path.iterdir()] == []


@posix
@pytest.mark.parametrize("sent", ["SIGINT", "SIGTERM"])
def test_ctrl_c_and_a_batch_system_end_it_with_one_line(start, tmp_path, sent):
    """Ctrl-C reaches the workers, too. None stays; the run would take minutes."""
    process = start("--preset", "quick", "--jobs", "2")
    while process.poll() is None and not [*tmp_path.glob("**/func_code.py")]:
        time.sleep(0.01)  # it is deaf until a worker starts with its first training
    time.sleep(0.5)
    (os.killpg if sent == "SIGINT" else os.kill)(process.pid, getattr(signal, sent))
    status, out, err = ended(process)
    assert (status, out, err.splitlines()[-1]) == (130, "", "nidlite: interrupted")
    assert "Traceback" not in err
