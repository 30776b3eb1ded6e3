"""Another process trains the second opinion's networks meanwhile."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

from ..agreement.second_opinion import other_networks
from ..notebook.progress import Status


class Told(Status):
    """A Status whose line another process shows."""

    def __init__(self, line):
        self.line = line

    def tell(self, text, last=True):
        self.line.value = text.encode()[: len(self.line)]


def others_told(table, settings):
    """other_networks, in the other process."""
    return other_networks(table, settings, Told(_line))


@contextmanager
def second_process():
    """(an executor of one process that Ctrl-C does not reach, the line that it tells).

    The process ends with the context.
    """
    others = {*multiprocessing.active_children()}
    spawn = multiprocessing.get_context("spawn")  # a fork would share BLAS's threads
    line = spawn.Array("c", 79)
    pool = ProcessPoolExecutor(1, spawn, _begin, [line])
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the worker inherits it
    try:
        pool.submit(os.getpid)  # starts it
        signal.signal(signal.SIGINT, before)
        yield pool, line
    finally:
        for process in {*multiprocessing.active_children()} - others:
            process.terminate()
        pool.shutdown(cancel_futures=True)


def _begin(line):
    """Keep the line that is told, and end the worker where its parent is killed."""
    global _line
    _line, parent = line, multiprocessing.parent_process()
    threading.Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()
