"""A second process: Ctrl-C does not reach it, and it ends with this one."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

BESIDE = 200_000  # rows times epochs from which on another process is worth its start


@contextmanager
def second_process():
    """An executor of one process; unfinished work is cancelled at the end.

    It has the environment's number of BLAS threads, which a command sets to 1.
    """
    others = multiprocessing.active_children()
    spawn = multiprocessing.get_context("spawn")  # a fork would share BLAS's threads
    pool = ProcessPoolExecutor(1, spawn, _end_with_parent)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the worker inherits it
    try:
        pool.submit(os.getpid)  # starts it
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
