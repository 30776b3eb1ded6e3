"""The second opinion of `nidlite detect`, in a process of its own where it is long."""

import os
from contextlib import contextmanager

from ..agreement.second_opinion import other_networks
from .workers import processes

BESIDE = 200_000  # rows times epochs from which on a process of its own is worth it


@contextmanager
def second_opinion(table, options, settings):
    """A function that gives a Detection its other networks, trained meanwhile.

    With two jobs a process of its own trains them beside what happens in the block.
    Of any number of jobs the result is the same. settings are those of detect.
    """
    short = len(table.X) * settings["epochs"] < BESIDE
    if short or (options.jobs or os.cpu_count()) == 1 or not options.agreement:
        yield lambda found, progress: found.ask_others(progress)
        return
    with processes(1) as pool:
        future = pool.submit(other_networks, table, settings)

        def wait(found, progress):
            if not future.done():
                progress.write("waiting for the second opinion")
            found.others = future.result()

        yield wait
