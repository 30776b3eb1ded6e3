"""Trainings on any executor: each once, stored at once, the same numbers everywhere."""

import math
import multiprocessing
import os
import random
import signal
import sys
import threading
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from nidlite.errors import InputError
from nidlite.experiments import store
from nidlite.experiments.problems import Problem
from nidlite.experiments.runner import (
    THREADS,
    at_once,
    complete,
    dask,
    processes,
    run,
    stored,
)
from nidlite.experiments.store import Store
from nidlite.experiments.units import Growth, Training
from nidlite.training import CUTOFF_RECIPE, RECIPE

SEED = 11
PROBLEM = Problem("F5", 600)
SECONDS = 300  # to wait for what takes a moment, on a machine that is busy


@dataclass(frozen=True)
class Unit:
    """A unit whose work is a formula; what makes it fail is in its name."""

    seed: int
    needs: "Unit | None" = None
    problem: Problem = PROBLEM

    def work(self, needed=None):
        before = 0 if self.needs is None else int(needed.arrays["value"])
        return {"value": np.array(self.seed**2 + before), "seconds": np.zeros(1)}


@dataclass(frozen=True)
class Failing(Unit):
    def work(self, needed=None):
        raise ZeroDivisionError("nothing to divide by")


@dataclass(frozen=True)
class Environment(Unit):
    """What the worker has: threads, and whether Ctrl-C reaches it."""

    def work(self, needed=None):
        signals = signal.pthread_sigmask(signal.SIG_BLOCK, [])
        return {
            "threads": np.array([os.environ[name] for name in THREADS]),
            "deaf": np.array(signal.SIGINT in signals),
            "pid": np.array(os.getpid()),
        }


@dataclass(frozen=True)
class Killed(Unit):
    """Its worker is killed in the middle of it, the first time."""

    marker: str = ""

    def work(self, needed=None):
        if not Path(self.marker).exists():
            Path(self.marker).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().work(needed)


@dataclass(frozen=True)
class Slow(Unit):
    """It takes longer than anyone waits."""

    marker: str = ""

    def work(self, needed=None):
        Path(self.marker).touch()
        time.sleep(10 * SECONDS)


class Here(Executor):
    """Does the work when it is submitted, and remembers whose it was."""

    def __init__(self):
        self.units = []

    def submit(self, function, unit, *args):
        self.units.append(unit)
        future = Future()
        try:
            future.set_result(function(unit, *args))
        except Exception as error:
            future.set_exception(error)
        return future


class AnyOrder(ThreadPoolExecutor):
    """Finishes in an order of its own."""

    def __init__(self, seed):
        super().__init__(4)
        self.rng = random.Random(seed)

    def submit(self, function, *args):
        def late(seconds):
            time.sleep(seconds)
            return function(*args)

        return super().submit(late, self.rng.uniform(0, 0.01))


def until(condition):
    """Wait for what takes a moment."""
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def values(results) -> dict:
    return {unit: int(result.arrays["value"]) for unit, result in results.items()}


def same(results, others) -> bool:
    """The same units with the same arrays, bit for bit, apart from times."""
    return set(results) == set(others) and all(
        bits(results[unit]) == bits(others[unit]) for unit in results
    )


def bits(result) -> dict:
    """{array: its bytes}; the times of a history stand in its last column."""
    arrays = dict(result.arrays)
    del arrays["seconds"]
    if "history" in arrays:
        arrays["history"] = arrays["history"][:, :-1]
    return {n: (a.dtype.str, a.shape, a.tobytes()) for n, a in arrays.items()}


FIRST = [Unit(seed) for seed in range(6)]
SECOND = [Unit(10 + unit.seed, unit) for unit in FIRST]
VALUES = {unit: unit.seed**2 for unit in FIRST}
VALUES |= {unit: unit.seed**2 + unit.needs.seed**2 for unit in SECOND}


# Which units, in which order


def workers():
    """The pools' processes; scikit-learn keeps some of its own in other tests."""
    children = multiprocessing.active_children()
    return [child for child in children if type(child).__name__ == "SpawnProcess"]


def test_a_unit_comes_once_and_after_the_one_it_needs():
    assert complete([SECOND[0], FIRST[0], FIRST[1], FIRST[0], SECOND[0]]) == [
        *(FIRST[0], SECOND[0], FIRST[1])
    ]
    here, kept = Here(), Store(None)
    assert values(run([*SECOND, *FIRST, *SECOND], here, kept)) == VALUES
    assert sorted(unit.seed for unit in here.units) == sorted(u.seed for u in VALUES)
    assert values(at_once([*SECOND, *FIRST])) == VALUES


@pytest.mark.parametrize("seed", range(SEED, SEED + 5))
def test_the_order_in_which_they_finish_changes_nothing(tmp_path, seed):
    done, kept = [], Store(tmp_path)
    with AnyOrder(seed) as pool:
        results = run([*SECOND, *FIRST], pool, kept, done.append)
    assert values(results) == VALUES
    # sums of floats depend on their order
    assert list(results) == complete([*SECOND, *FIRST]) != done
    assert len(done) == len(set(done)) == len(VALUES)
    assert all(done.index(unit.needs) < done.index(unit) for unit in SECOND)
    assert {unit: int(kept.get(unit)["value"]) for unit in VALUES} == VALUES


def test_what_is_stored_is_not_done_again(tmp_path):
    kept, here, done = Store(tmp_path), Here(), []
    run(FIRST[:3], here, kept)
    assert here.units == FIRST[:3]
    assert values(run([*SECOND, *FIRST], here, kept, done.append)) == VALUES
    assert sorted(u.seed for u in here.units) == sorted(u.seed for u in VALUES)
    assert set(done) == set(VALUES) - set(FIRST[:3])
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert values(run([*FIRST, *SECOND], None, kept)) == VALUES  # no executor needed
    assert before == {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert stored(FIRST[0], kept).arrays["value"] == 0
    assert stored(Unit(99), kept) is None


def test_a_damaged_file_is_named_and_its_unit_alone_done_again(tmp_path):
    told = []
    kept, here = Store(tmp_path, told.append), Here()
    run(FIRST, here, kept)
    path = kept.path(FIRST[2])
    path.write_bytes(path.read_bytes()[:-100])
    here.units.clear()
    assert values(run(FIRST, here, kept)) == {u: VALUES[u] for u in FIRST}
    assert here.units == [FIRST[2]] and len(told) == 1 and path.name in told[0]


def test_each_is_stored_as_soon_as_it_is_there(tmp_path):
    kept, done = Store(tmp_path), []

    def stop(unit):
        done.append(unit)
        assert kept.get(unit) is not None
        if len(done) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(FIRST, Here(), kept, stop)
    assert [unit for unit in FIRST if kept.path(unit).exists()] == sorted(
        done, key=FIRST.index
    )


# What goes wrong


def test_a_failing_unit_loses_no_other_and_those_that_need_it_wait(tmp_path):
    kept, here, bad = Store(tmp_path), Here(), Failing(7)
    after = Unit(8, bad)
    with pytest.raises(InputError) as caught:
        run([bad, after, *FIRST, *SECOND], here, kept)
    assert str(caught.value) == (
        "2 of 14 units of work are not done, the others are stored; the first failure: "
        "F5, seed 7: ZeroDivisionError: nothing to divide by"
    )
    assert after not in here.units
    assert all(kept.get(unit) is not None for unit in VALUES)
    here.units.clear()
    with pytest.raises(InputError, match="^2 of 14 "):
        run([bad, after, *FIRST, *SECOND], here, kept)
    assert here.units == [bad]


@dataclass(frozen=True)
class Mistaken(Unit):
    def work(self, needed=None):
        raise InputError("no rows; give some")


def test_a_mistake_of_the_user_is_said_without_its_kind():
    with pytest.raises(InputError, match="failure: F5, seed 0: no rows; give some$"):
        run([Mistaken(0)], Here(), Store(None))


def test_a_worker_of_another_version_fails_instead_of_storing(tmp_path, monkeypatch):
    class Elsewhere(Here):
        def submit(self, *args):
            with monkeypatch.context() as patch:
                patch.setitem(store.VERSIONS, "numpy", "1.25.0")
                return super().submit(*args)

    kept = Store(tmp_path)
    with pytest.raises(InputError, match="another version of nidlite, NumPy"):
        run(FIRST[:1], Elsewhere(), kept)
    assert kept.get(FIRST[0]) is None


class Breaking(Here):
    """After some units it is broken, as a pool is whose worker was killed."""

    def __init__(self, submitted, finished, cancelled=False):
        super().__init__()
        self.cancelled = cancelled
        self.submitted, self.finished = submitted, finished

    def submit(self, *args):
        if len(self.units) == self.submitted:
            raise BrokenExecutor("a worker is gone")
        future = super().submit(*args)
        if len(self.units) > self.finished:
            future = Future()
            if self.cancelled:  # as Dask does when its scheduler is gone
                future.cancel()
                future.set_running_or_notify_cancel()
            else:
                future.set_exception(BrokenExecutor("a worker is gone"))
        return future


@pytest.mark.parametrize("submitted, finished", [(9, 3), (3, 3), (4, 2), (0, 0)])
def test_a_broken_pool_is_one_line_and_loses_nothing(tmp_path, submitted, finished):
    kept = Store(tmp_path)
    with pytest.raises(InputError) as caught:
        run(FIRST, Breaking(submitted, finished), kept)
    assert str(caught.value) == (
        "a worker process was killed, by a lack of memory perhaps; what was finished "
        "is stored: run the same command again, with fewer --jobs"
    )
    assert sum(kept.get(unit) is not None for unit in FIRST) == finished
    assert values(run(FIRST, Here(), kept)) == {u: VALUES[u] for u in FIRST}


def test_a_lost_scheduler_is_one_line_and_loses_nothing(tmp_path):
    kept = Store(tmp_path)
    with pytest.raises(InputError, match="^the connection to the Dask scheduler is"):
        run(FIRST, Breaking(9, 3, cancelled=True), kept)
    assert sum(kept.get(unit) is not None for unit in FIRST) == 3


# Processes

REAL = [
    Training(PROBLEM, seed, architecture, replace(RECIPE, epochs=2), confirm=50)
    for seed in range(2)
    for architecture in ("mlp", "mlp-m")
]
GROWN = Growth(REAL[1], replace(CUTOFF_RECIPE, epochs=1), most=2)
UNITS = [GROWN, *REAL]


@pytest.fixture(scope="module")
def alone():
    """The units' results in this process."""
    return at_once(UNITS)


def test_the_numbers_do_not_depend_on_the_number_of_processes(alone, tmp_path):
    assert not same(alone, alone | {REAL[0]: alone[REAL[1]]})
    for jobs in (1, 2):
        kept = Store(tmp_path / str(jobs))
        with processes(jobs) as pool:
            results = run(UNITS, pool, kept)
        assert same(results, alone)
        # and so they are when they are read again
        assert same({unit: stored(unit, kept) for unit in alone}, alone)


@pytest.mark.skipif(sys.platform == "win32", reason="no signal masks")
def test_workers_have_one_thread_and_leave_ctrl_c_to_the_command(monkeypatch):
    monkeypatch.setenv(THREADS[0], "3")
    monkeypatch.delenv(THREADS[1], raising=False)
    before, threads = dict(os.environ), threading.active_count()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    assert signal.SIGINT not in mask
    with processes(2) as pool:
        units = [Environment(seed) for seed in range(8)]
        results = run(units, pool, Store(None))
    for result in results.values():
        assert set(result.arrays["threads"]) == {"1"} and result.arrays["deaf"]
        assert result.arrays["pid"] != os.getpid()
    assert dict(os.environ) == before
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == mask
    assert workers() == []
    assert threading.active_count() == threads


def test_a_worker_that_is_killed_is_one_line_and_the_next_run_goes_on(tmp_path):
    units = [*FIRST[:2], Killed(5, marker=str(tmp_path / "killed")), *FIRST[2:]]
    kept = Store(tmp_path / "trainings")
    with pytest.raises(InputError, match="^a worker process was killed, by a lack"):
        with processes(1) as pool:
            run(units, pool, kept)
    assert [kept.get(u) is not None for u in units] == [True] * 2 + [False] * 5
    assert workers() == []
    with processes(1) as pool:
        assert values(run(units, pool, kept)) == {u: u.seed**2 for u in units}


@pytest.mark.parametrize("kind", [KeyboardInterrupt, InputError, SystemExit])
def test_an_error_ends_the_workers_at_once_and_nobody_elses(tmp_path, kind):
    markers = [tmp_path / name for name in ("first", "second")]
    with processes(1) as other:
        kept = other.submit(int, "3")
        started = time.monotonic()
        with pytest.raises(kind):
            with processes(2) as pool:
                for marker in markers:
                    pool.submit(Slow(0, marker=str(marker)).work)
                until(lambda: all(marker.exists() for marker in markers))
                started = time.monotonic()
                raise kind("enough")
        assert time.monotonic() - started < SECONDS / 4
        assert kept.result() == 3 and other.submit(int, "4").result() == 4
        assert len(workers()) == 1


# A Dask cluster


@pytest.fixture
def cluster():
    """A Dask cluster on this machine: two worker processes of one thread each."""
    distributed = pytest.importorskip(
        "distributed", reason="needs Dask: pip install 'nidlite[experiments]'"
    )
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        silence_logs=50,
    ) as cluster:
        yield cluster


def test_a_dask_cluster_gives_the_same_numbers_though_a_worker_is_killed(
    cluster, alone, tmp_path
):
    kept, count = Store(tmp_path / "trainings"), 0
    pids = {worker.pid for worker in cluster.workers.values()}

    def kill_one(unit):
        """With the first unit that is done, one of the two dies where it stands."""
        nonlocal count
        count += 1
        if count == 1:
            with suppress(ProcessLookupError):  # it may be the one that is dead already
                os.kill(min(pids), signal.SIGKILL)

    killed = Killed(5, marker=str(tmp_path / "killed"))
    with dask(cluster.scheduler_address) as executor:
        results = run([*UNITS, killed, *SECOND], executor, kept, kill_one)
    assert same({unit: results[unit] for unit in alone}, alone)
    assert values({unit: results[unit] for unit in VALUES}) == VALUES
    assert results[killed].arrays["value"] == 25 and Path(killed.marker).exists()
    assert count == len(results) == len(UNITS) + 1 + len(VALUES)
    assert all(kept.get(unit) is not None for unit in results)
    assert len(pids) == 2
    # Its nanny may take a moment to notice.
    until(lambda: min(pids) not in {w.pid for w in cluster.workers.values()})


def test_dask_says_which_unit_failed_and_drops_what_runs_after_an_error(
    cluster, tmp_path
):
    kept = Store(tmp_path / "trainings")
    with pytest.raises(InputError, match="seed 7: ZeroDivisionError: nothing to div"):
        with dask(cluster.scheduler_address) as executor:
            run([Failing(7), *FIRST], executor, kept)
    assert all(kept.get(unit) is not None for unit in FIRST)
    marker = tmp_path / "slow"
    started = math.inf
    with pytest.raises(KeyboardInterrupt):
        with dask(cluster.scheduler_address) as executor:
            executor.submit(Slow(0, marker=str(marker)).work)
            until(marker.exists)
            started = time.monotonic()
            raise KeyboardInterrupt
    assert time.monotonic() - started < SECONDS / 4


def test_no_scheduler_at_the_address_is_one_line():
    pytest.importorskip("distributed", reason="needs Dask")
    with pytest.raises(InputError, match="^no Dask scheduler answers at nonsense "):
        with dask("nonsense"):
            pass


def test_without_dask_the_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"pip install 'nidlite\[experiments\]'"):
        with dask("tcp://127.0.0.1:8786"):
            pass
