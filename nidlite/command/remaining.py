"""How much work is left of `nidlite reproduce`, and how long it will take."""

import time
from contextlib import contextmanager

from ..experiments.runner import complete, stored_result
from ..notebook.progress import Status, clock

QUIET = 60  # seconds between two lines of progress in a log


def dry_run(wanted, store, jobs) -> str:
    """A line for each artefact: how many trainings are left, and about how long."""
    lines, seen = [], set()
    every = complete([u for units in wanted.values() for u in units])
    done = {u: result.seconds for u in every if (result := stored_result(u, store))}
    guessed = sum(unit.estimate for unit in done)
    pace = sum(done.values()) / guessed if guessed else 1

    def line(name, units, total):
        seconds = [pace * unit.estimate for unit in units]
        least = max(seconds, default=0)
        return (
            f"{name:9} {len(units):4} of {total:4} trainings left, about "
            f"{clock(max(sum(seconds) / jobs, least))} with {jobs} "
            f"job{'s' if jobs > 1 else ''}"
        )

    for name, units in wanted.items():
        new = [u for u in units if u not in done and u not in seen]
        seen.update(units)
        lines.append(line(name, new, len(units)))
    if len(wanted) > 1:
        lines.append(line("together", [u for u in every if u not in done], len(every)))
    return "\n".join(lines)


@contextmanager
def bar(wanted, store):
    """Progress over all that is left, with the time that it will take."""
    every = complete([u for units in wanted.values() for u in units])
    left = [unit for unit in every if stored_result(unit, store) is None]
    total, begun, finished = sum(u.estimate for u in left), time.monotonic(), []
    with Status(every=QUIET) as status:

        def done(*units):
            finished.extend(unit.estimate for unit in units)
            share = sum(finished) / total
            gone = time.monotonic() - begun
            to_come = clock(gone / share - gone) if share else "?"
            head = f"{len(finished)} of {len(left)}: {share:.0%}"
            text = f"{head}, {clock(gone)} gone, {to_come} left"
            status.tell(text, last=len(finished) == len(left))

        def write(text):
            status.__exit__()  # the text has a line of its own
            print(text)

        if left:
            done()
        done.write = write
        yield done
