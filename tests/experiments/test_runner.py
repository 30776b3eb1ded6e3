"""Trainings on any executor: each once, stored at once, the same numbers everywhere."""

import multiprocessing
import os
import random
import signal
import sys
import time
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from made_up import Here, at_once

from nidlite.command.workers import THREADS, processes
from nidlite.errors import InputError
from nidlite.experiments import store
from nidlite.experiments.problems import Problem
from nidlite.experiments.runner import complete, dask, run
from nidlite.experiments.store import Store
from nidlite.experiments.units import Growth, Training
from nidlite.recipes import CUTOFF_RECIPE, RECIPE

PROBLEM = Problem("F5", 600)


@dataclass(frozen=True)
class Unit:
    """A unit whose work is a formula, or a failure."""

    seed: int
    needs: "Unit | None" = None
    problem: Problem = PROBLEM
    failure: str = ""

    def work(self, needed=None):
        if self.failure == "mistake":
            raise InputError("no rows; give some")
        if self.failure:
            raise ZeroDivisionError("nothing to divide by")
        before = 0 if self.needs is None else int(needed.arrays["value"])
        return {"value": np.array(self.seed**2 + before), "seconds": np.zeros(1)}


@dataclass(frozen=True)
class Environment(Unit):
    """What the worker has: threads, and whether Ctrl-C reaches it."""

    def work(self, needed=None):
        deaf = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])
        threads = np.array([os.environ[name] for name in THREADS])
        return {"threads": threads, "deaf": np.array([deaf]), "pid": os.getpid()}


def until_gone(marker):
    """It takes as long as the file that it makes is there."""
    Path(marker).touch()
    while Path(marker).exists():
        time.sleep(0.05)


def until_there(*markers):
    while not all(marker.exists() for marker in markers):
        time.sleep(0.05)


def values(results):
    return {unit: int(result.arrays["value"]) for unit, result in results.items()}


def bits(result):
    """{array: its bytes}; the times of a history stand in its last column."""
    arrays = {k: a for k, a in result.arrays.items() if k != "seconds"}
    if "history" in arrays:
        arrays["history"] = arrays["history"][:, :-1]
    return {n: (a.dtype.str, a.shape, a.tobytes()) for n, a in arrays.items()}


def same(results, others):
    """The same units with the same arrays, bit for bit, apart from times."""
    pairs = ((bits(results[u]), bits(others[u])) for u in results if u in others)
    return set(results) == set(others) and all(a == b for a, b in pairs)


FIRST = [Unit(seed) for seed in range(6)]
SECOND = [Unit(10 + unit.seed, unit) for unit in FIRST]
VALUES = {unit: unit.seed**2 for unit in FIRST}
VALUES |= {unit: unit.seed**2 + unit.needs.seed**2 for unit in SECOND}


def test_a_unit_comes_once_and_after_the_one_it_needs():
    twice = [SECOND[0], FIRST[0], FIRST[1], FIRST[0], SECOND[0]]
    assert complete(twice) == [FIRST[0], SECOND[0], FIRST[1]]
    here = Here()
    assert values(run([*SECOND, *FIRST, *SECOND], here, Store(None))) == VALUES
    assert sorted(unit.seed for unit in here.units) == sorted(u.seed for u in VALUES)


def test_the_order_in_which_they_finish_changes_nothing(tmp_path):
    class AnyOrder(ThreadPoolExecutor):
        def submit(self, function, unit, *args):
            def late():
                time.sleep(random.Random(unit.seed).uniform(0, 0.03))
                return function(unit, *args)

            return super().submit(late)

    done, kept = [], Store(tmp_path)
    with AnyOrder(4) as pool:
        results = run([*SECOND, *FIRST], pool, kept, done.append)
    assert values(results) == VALUES
    # sums of floats depend on their order
    assert list(results) == complete([*SECOND, *FIRST]) != done
    assert len(done) == len(set(done)) == len(VALUES)
    assert all(done.index(unit.needs) < done.index(unit) for unit in SECOND)
    assert {unit: int(kept.get(unit)["value"]) for unit in VALUES} == VALUES


def test_what_is_stored_is_not_done_again_unless_it_is_damaged(tmp_path):
    told, here, done = [], Here(), []
    kept = Store(tmp_path, told.append)
    run(FIRST[:3], here, kept)
    assert here.units == FIRST[:3]
    assert values(run([*SECOND, *FIRST], here, kept, done.append)) == VALUES
    assert set(done) == set(VALUES) - set(FIRST[:3])
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert values(run([*FIRST, *SECOND], None, kept)) == VALUES  # no executor needed
    assert before == {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    path = kept.path(FIRST[2])
    path.write_bytes(path.read_bytes()[:-100])
    here.units.clear()
    assert values(run(FIRST, here, kept)) == {u: VALUES[u] for u in FIRST}
    assert here.units == [FIRST[2]] and len(told) == 1 and path.name in told[0]


def test_a_failing_unit_loses_no_other_and_those_that_need_it_wait(tmp_path):
    kept, here, bad = Store(tmp_path), Here(), Unit(7, failure="division")
    after = Unit(8, bad)
    with pytest.raises(InputError) as caught:
        run([bad, after, *FIRST, *SECOND], here, kept)
    said = "2 of 14 units of work are not done, the others are stored; the first "
    said += "failure: F5, seed 7: ZeroDivisionError: nothing to divide by"
    assert str(caught.value) == said
    assert after not in here.units
    assert all(kept.get(unit) is not None for unit in VALUES)
    here.units.clear()
    with pytest.raises(InputError, match="^2 of 14 "):
        run([bad, after, *FIRST, *SECOND], here, kept)
    assert here.units == [bad]
    # a mistake of the user is said without its kind
    with pytest.raises(InputError, match="failure: F5, seed 0: no rows; give some$"):
        run([Unit(0, failure="mistake")], Here(), Store(None))


def test_a_worker_of_another_version_fails_instead_of_storing(tmp_path, monkeypatch):
    class Elsewhere(Here):
        def submit(self, *args):
            with monkeypatch.context() as patch:
                patch.setitem(store.VERSIONS, "numpy", "1.25.0")
                return super().submit(*args)

    kept = Store(tmp_path)
    with pytest.raises(InputError, match="this worker has other versions of nidlite"):
        run(FIRST[:1], Elsewhere(), kept)
    assert kept.get(FIRST[0]) is None


class Breaking(Here):
    """After some units it is broken, as a pool is whose worker was killed."""

    def __init__(self, submitted, finished, cancelled=False):
        super().__init__()
        self.submitted, self.finished = submitted, finished
        self.cancelled = cancelled

    def submit(self, *args):
        if len(self.units) == self.submitted:
            raise BrokenExecutor("a worker is gone")
        future = super().submit(*args)
        if len(self.units) <= self.finished:
            return future
        future = Future()
        if self.cancelled:  # as Dask does when its scheduler is gone
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_exception(BrokenExecutor("a worker is gone"))
        return future


AGAIN = "; what was finished is stored: run the same command again"


@pytest.mark.parametrize(
    "pool", [Breaking(9, 3), Breaking(3, 3), Breaking(0, 0), Breaking(9, 3, True)]
)
def test_a_broken_pool_is_one_line_and_loses_nothing(tmp_path, pool):
    kept = Store(tmp_path)
    with pytest.raises(InputError) as caught:
        run(FIRST, pool, kept)
    lost = f"the connection to the Dask scheduler is lost{AGAIN}"
    killed = "a worker was killed, by a lack of memory perhaps"
    killed += f"{AGAIN}, with fewer --jobs"
    assert str(caught.value) == (lost if pool.cancelled else killed)
    assert sum(kept.get(unit) is not None for unit in FIRST) == pool.finished
    assert values(run(FIRST, Here(), kept)) == {u: VALUES[u] for u in FIRST}


# Processes

REAL = [
    Training(PROBLEM, seed, architecture, replace(RECIPE, epochs=2), confirm=50)
    for seed in range(2)
    for architecture in ("mlp", "mlp-m")
]
UNITS = [Growth(REAL[1], replace(CUTOFF_RECIPE, epochs=1), most=2), *REAL]


@pytest.fixture(scope="module")
def alone():
    return at_once(UNITS)


@pytest.mark.skipif(sys.platform == "win32", reason="no signal masks")
def test_workers_give_the_same_with_few_threads_and_leave_ctrl_c_to_the_command(
    alone, tmp_path, monkeypatch
):
    monkeypatch.setenv(THREADS[1], "3")
    monkeypatch.delenv(THREADS[2], raising=False)
    before, children = dict(os.environ), multiprocessing.active_children()
    mask, kept = signal.pthread_sigmask(signal.SIG_BLOCK, []), Store(tmp_path)
    with processes(2) as pool:
        results = run([Environment(seed) for seed in range(8)], pool, Store(None))
        assert same(run(UNITS, pool, kept), alone)
    assert same(run(UNITS, None, kept), alone)  # and when they are read again
    assert not same(alone, alone | {REAL[0]: alone[REAL[1]]})
    for result in results.values():
        # one each, but a number that is set is kept
        assert result.arrays["threads"][1:3].tolist() == ["3", "1"]
        assert result.arrays["deaf"] and result.arrays["pid"] != os.getpid()
    assert dict(os.environ) == before
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == mask
    assert set(multiprocessing.active_children()) <= set(children)


@pytest.mark.parametrize("problem", [KeyboardInterrupt, None])
def test_the_block_s_end_ends_the_workers_at_once_and_nobody_elses(tmp_path, problem):
    """Nobody waits for them, as they would never end."""
    markers = [tmp_path / name for name in ("first", "second")]
    ending = pytest.raises(problem) if problem else nullcontext()
    with processes(1) as other:
        kept = other.submit(int, "3")
        with ending, processes(2) as pool:
            for marker in markers:
                pool.submit(until_gone, str(marker))
            until_there(*markers)
            if problem:
                raise problem
        assert kept.result() == 3 and other.submit(int, "4").result() == 4


def test_a_dask_cluster_gives_the_same_and_drops_what_runs_on(alone, tmp_path):
    distributed = pytest.importorskip("distributed", reason="needs Dask")
    kept, done = Store(tmp_path / "trainings"), []
    # A worker of this process, which hears of its work by TCP as any other does.
    how = {"processes": False, "protocol": "tcp://", "threads_per_worker": 1}
    how |= {"dashboard_address": None, "silence_logs": 50}
    with distributed.LocalCluster(1, **how) as cluster:
        with dask(cluster.scheduler_address) as executor:
            results = run([*UNITS, *SECOND], executor, kept, done.append)
            assert same({unit: results[unit] for unit in alone}, alone)
            assert values({unit: results[unit] for unit in VALUES}) == VALUES
            assert len(done) == len(results) == len(UNITS) + len(VALUES)
            with pytest.raises(InputError, match="seed 7: ZeroDivisionError: nothing"):
                run([Unit(7, failure="division"), Unit(9)], executor, kept)
            assert kept.get(Unit(9)) is not None
        with pytest.raises(KeyboardInterrupt), dask(cluster.scheduler_address) as pool:
            pool.submit(until_gone, str(tmp_path / "slow"))
            until_there(tmp_path / "slow")
            raise KeyboardInterrupt
        (tmp_path / "slow").unlink()
