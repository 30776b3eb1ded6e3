"""Worker processes: Ctrl-C does not reach them, and they end with this one."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext

BESIDE = 200_000  # rows times epochs from which on another process is worth its start


def helpers(count, table, epochs, jobs):
    """A context of so many worker processes for trainings on the table, or of None.

    None is for one job, and where a process takes longer to start than it saves.
    """
    alone = (jobs or os.cpu_count()) == 1 or len(table.X) * epochs < BESIDE
    return nullcontext() if alone else processes(count)


@contextmanager
def processes(count):
    """An executor of worker processes; unfinished work is cancelled at the end.

    They have the environment's number of BLAS threads, which a command sets to 1.
    """
    others = multiprocessing.active_children()
    spawn = multiprocessing.get_context("spawn")  # a fork would share BLAS's threads
    pool = ProcessPoolExecutor(count, spawn, _end_with_parent)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the workers inherit it
    try:
        for _ in range(count):
            pool.submit(os.getpid)  # starts one
        signal.signal(signal.SIGINT, before)
        yield pool
    finally:
        for process in set(multiprocessing.active_children()) - set(others):
            process.terminate()
        pool.shutdown(cancel_futures=True)


def _end_with_parent():
    """Take the worker along where a command is killed."""
    parent = multiprocessing.parent_process()
    threading.Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()
