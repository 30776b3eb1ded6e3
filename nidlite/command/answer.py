"""What `nidlite detect` does in processes of its own where it takes long.

Of any number of jobs the result is the same.
"""

import os
from contextlib import contextmanager

from ..agreement.second_opinion import other_networks
from ..recipes import CUTOFF_RECIPE
from .workers import processes

BESIDE = 200_000  # rows times epochs from which on a process of its own is worth it


@contextmanager
def second_opinion(table, options, settings):
    """A function that gives a Detection its other networks, trained meanwhile.

    With two jobs a process of its own trains them beside what happens in the block.
    settings are those of detect.
    """
    if alone(table, settings["epochs"], options) or not options.agreement:
        yield lambda found, progress: found.ask_others(progress)
        return
    with processes(1) as pool:
        future = pool.submit(other_networks, table, settings)

        def wait(found, progress):
            if not future.done():
                progress.write("waiting for the second opinion")
            found.others = future.result()

        yield wait


@contextmanager
def two_at_a_time(table, options):
    """Two processes for the networks of the cutoff; None where one is enough."""
    if alone(table, CUTOFF_RECIPE.epochs, options):
        yield None
    else:
        with processes(2) as pool:
            yield pool


def alone(table, epochs, options) -> bool:
    """Whether another process is not wanted, or takes longer to start than it saves."""
    one = (options.jobs or os.cpu_count()) == 1
    return one or len(table.X) * epochs < BESIDE
