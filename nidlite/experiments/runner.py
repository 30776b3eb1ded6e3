"""Units of work on any executor: processes here, or a Dask cluster.

With this module one can do many independent trainings at once, each stored as soon as
it is there. Units that are stored are not done again; a unit that needs another one
waits for it; one that several artefacts ask for is done once.
"""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager

from ..errors import InputError
from .store import Store
from .trainings import Result

THREADS = [f"{library}_NUM_THREADS" for library in ("OPENBLAS", "OMP", "MKL")]
INSTALL = "pip install 'nidlite[experiments]'"


def complete(units) -> list:
    """The units and those that they need, these first, each once, in their order."""
    return list(dict.fromkeys(u for unit in units for u in (unit.needs, unit) if u))


def work(unit, needed):
    """Do a unit on a worker: its arrays."""
    return unit.work(needed)


def left(units, store) -> list:
    """The units that are not stored yet, those that they need too."""
    return [unit for unit in complete(units) if store.get(unit) is None]


def at_once(units) -> dict:
    """{unit: Result}, done one after the other in this process, not stored."""
    results = {}
    for unit in complete(units):
        results[unit] = Result(unit, unit.work(results.get(unit.needs)))
    return results


def run(units, executor: Executor, store: Store, done=None) -> dict:
    """{unit: Result} of all units and those that they need; done(unit) after each.

    A unit that fails ends nothing else: the others are done and stored, then the first
    failure is raised as InputError. Ctrl-C leaves at once with what is stored.
    """
    results, futures, failures = {}, {}, []
    waiting = complete(units)

    def submit():
        """Send what can start now, keep the rest waiting."""
        for unit in waiting[:]:
            if unit.needs is None or unit.needs in results:
                needed = results.get(unit.needs)
                futures[executor.submit(work, unit, needed)] = unit
                waiting.remove(unit)

    for unit in waiting[:]:
        if (arrays := store.get(unit)) is not None:
            results[unit] = Result(unit, arrays)
            waiting.remove(unit)
    submit()
    while futures:
        for future in wait(futures, return_when=FIRST_COMPLETED).done:
            unit = futures.pop(future)
            try:
                arrays = future.result()
            except BrokenExecutor:
                raise InputError(
                    "a worker process was killed, by a lack of memory perhaps; what "
                    "was finished is stored: run the same command again, with fewer "
                    "--jobs"
                ) from None
            except Exception as error:
                failures.append(f"{unit.problem.name}, seed {unit.seed}: {error}")
                continue
            store.put(unit, arrays)
            results[unit] = Result(unit, arrays)
            if done:
                done(unit)
        submit()
    if failures:
        raise InputError(
            f"{len(failures)} of {len(complete(units))} units of work failed, the "
            f"others are stored; the first: {failures[0]}"
        )
    return results


def _begin():
    """A worker process ends with its parent, and quietly at Ctrl-C."""
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    parent = multiprocessing.parent_process()
    threading.Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()


@contextmanager
def processes(jobs):
    """An executor of worker processes with one BLAS thread each."""
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ.update(dict.fromkeys(THREADS, "1"))
    spawn = multiprocessing.get_context("spawn")  # a fork would share BLAS's threads
    pool = ProcessPoolExecutor(jobs, spawn, _begin)
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown()
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


@contextmanager
def dask(address):
    """An executor of the Dask cluster whose scheduler has this address."""
    try:
        from distributed import Client
    except ImportError:
        raise InputError(f"--scheduler needs Dask: {INSTALL}") from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise InputError(
            f"no Dask scheduler answers at {address} ({error}); give the address that "
            "`dask scheduler` prints, such as tcp://127.0.0.1:8786"
        ) from None
    with client, client.get_executor(pure=False, retries=3) as executor:
        yield executor
