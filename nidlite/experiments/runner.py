"""Units of work on any executor: processes here, or a Dask cluster.

Each unit is stored as soon as it is done, and what is stored is not done again. A unit
that needs another one waits for it; one that several artefacts ask for is done once.
"""

import gc
import logging
import traceback
from concurrent import futures
from contextlib import contextmanager

from ..errors import InputError
from .finished import Result
from .store import Store, key

AGAIN = "what was finished is stored: run the same command again"
KILLED = f"a worker was killed, by a lack of memory perhaps; {AGAIN}, with fewer --jobs"
LOST = f"the connection to the Dask scheduler is lost; {AGAIN}"
INSTALL = "pip install 'nidlite[experiments]'"


def complete(units) -> list:
    """The units and those that they need, these first, each once, in their order."""
    return list(dict.fromkeys(u for unit in units for u in (unit.needs, unit) if u))


def work(unit, needed, expected):
    """Do a unit on a worker: its arrays. InputError if they would be other ones."""
    if key(unit) != expected:
        raise InputError("this worker has other versions of nidlite, NumPy or the data")
    return unit.work(needed)


def stored_result(unit, store) -> Result | None:
    arrays = store.get(unit)
    return None if arrays is None else Result(unit, arrays)


def run(units, executor: futures.Executor, store: Store, done=None) -> dict:
    """{unit: Result} of all units and those that they need; done(unit) after each.

    They come in the order of `complete`, whoever was done first. A unit that fails ends
    nothing else: the others are done, then the first failure is raised as InputError.
    """
    sent, failures, broken = {}, [], None
    units = complete(units)
    results = {unit: result for unit in units if (result := stored_result(unit, store))}
    waiting = [unit for unit in units if unit not in results]
    while True:
        for unit in waiting[:]:  # send what can start now
            if broken or not (unit.needs is None or unit.needs in results):
                continue
            try:
                future = executor.submit(work, unit, results.get(unit.needs), key(unit))
            except futures.BrokenExecutor:
                broken = KILLED
            else:
                sent[future] = unit
                waiting.remove(unit)
        if not sent:
            break
        for future in futures.wait(sent, None, futures.FIRST_COMPLETED).done:
            unit = sent.pop(future)
            try:
                arrays = future.result()
            except futures.BrokenExecutor:  # the others may be finished all the same
                broken = KILLED
            except futures.CancelledError:
                broken = LOST
            except Exception as error:
                mistake = isinstance(error, InputError)
                kind = "" if mistake else f"{type(error).__name__}: "
                words = kind + " ".join(str(error).split())
                failures.append(f"{unit.problem.name}, seed {unit.seed}: {words}")
            else:
                store.put(unit, arrays)
                results[unit] = Result(unit, arrays)
                if done:
                    done(unit)
    if broken:
        raise InputError(broken)
    if failures:
        raise InputError(
            f"{len(units) - len(results)} of {len(units)} units of work are not done, "
            f"the others are stored; the first failure: {failures[0]}"
        )
    return {unit: results[unit] for unit in units}


@contextmanager
def dask(address):
    """An executor of the Dask cluster whose scheduler has this address.

    The scheduler and its workers need the same nidlite, NumPy and autograd as this one.
    """
    try:
        from distributed import Client
    except ImportError:
        raise InputError(f"--scheduler needs Dask: {INSTALL}") from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # LOST says it
    client = failure = None
    try:
        client = Client(address, timeout=20)
    except (OSError, ValueError) as error:
        traceback.clear_frames(error.__traceback__)
        failure = str(error)
    if client is None:
        # The half-made client ends now: ended by the garbage collector in the middle
        # of the next one's start, it would wait for a lock that this start holds.
        gc.collect()
        raise InputError(
            f"no Dask scheduler answers at {address} ({failure}); give the address "
            "that `dask scheduler` prints, such as tcp://127.0.0.1:8786"
        )
    with client:
        executor = client.get_executor(pure=False)
        try:
            yield executor
        finally:
            executor.shutdown(wait=False)  # after an error, what still runs is dropped
