"""Worker processes: Ctrl-C does not reach them, and they end with this one."""

import multiprocessing
import os
import signal
import threading
from concurrent import futures
from contextlib import contextmanager

THREADS = [f"{name}_NUM_THREADS" for name in ("OPENBLAS", "MKL", "OMP", "BLIS")]
THREADS += ["VECLIB_MAXIMUM_THREADS"]


class Processes(futures.ProcessPoolExecutor):
    """Worker processes that Ctrl-C does not reach, whenever it comes: see _begin."""

    def submit(self, *args):
        """Workers start here, and inherit that Ctrl-C is blocked; it comes after it."""
        came = []  # any thread may take the signal, but only this one handles it
        before = signal.signal(signal.SIGINT, lambda *_: came.append(True))
        masks = hasattr(signal, "pthread_sigmask")
        mask = masks and signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            return super().submit(*args)
        finally:
            if masks:
                signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            signal.signal(signal.SIGINT, before)
            if came:
                signal.raise_signal(signal.SIGINT)


def _begin():
    """A worker process ends with its parent, and leaves Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    threading.Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()


@contextmanager
def processes(jobs):
    """An executor of worker processes: one BLAS thread each, or as many as are set.

    What they still do when the block ends nobody waits for.
    """
    unset = [name for name in THREADS if name not in os.environ]
    others = multiprocessing.active_children()
    spawn = multiprocessing.get_context("spawn")  # a fork would share BLAS's threads
    pool = Processes(jobs, spawn, _begin)
    try:
        os.environ.update(dict.fromkeys(unset, "1"))
        yield pool
    finally:
        for process in set(multiprocessing.active_children()) - set(others):
            process.terminate()
        pool.shutdown(cancel_futures=True)
        for name in unset:
            del os.environ[name]
