"""`nidlite reproduce NAME`: a table or figure of the paper, our own, or all of them.

Rows go to OUT/NAME.csv, pictures to OUT/NAME.png, finished trainings to OUT/trainings/,
and OUT/README.md sets everything there beside the paper's numbers.
"""

import os
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from ..errors import InputError
from ..experiments import page
from ..experiments.artefacts.index import ARTEFACTS, TRIMMED, artefact
from ..experiments.rows import PRESETS, preset_of, save_rows, signed_rows
from ..experiments.runner import complete, dask, stored_result
from ..experiments.runner import run as run_units
from ..experiments.store import Store
from ..experiments.tuning import before, tuned
from ..notebook.progress import Status, clock
from ..saving.results import save_figure
from ..saving.whole import prepared_folder, save_text
from .arguments import whole
from .workers import processes

QUIET = 60  # seconds between two lines of progress in a log


def add_arguments(parser):
    """The command's arguments."""
    add = parser.add_argument
    add(
        "names",
        nargs="+",
        metavar="NAME",
        help=f"{', '.join(ARTEFACTS)}, all, or page: only OUT/README.md again",
    )
    add("--preset", choices=PRESETS, default="quick", help="how much work (quick)")
    add("--trials", type=whole, help="another number of trials than the preset's")
    add("--out", default="results", metavar="DIR", help="the results' folder (results)")
    add("--jobs", type=whole, default=os.cpu_count(), help="worker processes (all)")
    add("--scheduler", metavar="ADDRESS", help="train on this Dask cluster instead")
    add("--tune", action="store_true", help="the L1 constant by validation error")
    add("--dry-run", action="store_true", help="only say how much is left to do")


def run(options) -> int:
    """Make what was asked for, each thing written as soon as it is there."""
    try:
        make(options)
    except KeyboardInterrupt:
        print(
            "nidlite: interrupted; finished trainings are stored, and the same command "
            "goes on from there",
            file=sys.stderr,
        )
        return 130
    return 0


def make(options):
    """What `run` does. Raises InputError before any training, if it can."""
    names = [name for name in options.names if name != "page"]
    if not names:
        save_text(Path(options.out) / "README.md", page.text(options.out))
        return
    modules = {name: artefact(name) for name in names if name != "all"}
    if "all" in names:
        modules = {name: artefact(name) for name in ARTEFACTS}
    preset = preset_of(options.preset, options.trials)
    if not options.jobs or options.trials == 0:
        raise InputError("--jobs and --trials are whole numbers from 1 on; got 0")
    if preset.trials < 3 and (few := [name for name in modules if name in TRIMMED]):
        raise InputError(
            f"{few[0]} leaves out the best and the worst trial: --trials is 3 or more; "
            f"got {preset.trials}"
        )
    folder = prepared_folder(options.out)
    store = Store(folder / "trainings", lambda line: print(line, file=sys.stderr))
    wanted = {
        name: needed(module, preset, store, options.tune)
        for name, module in modules.items()
    }
    if options.dry_run:
        print(dry_run(wanted, store, options.jobs))
        return
    local = options.scheduler is None
    executor = processes(options.jobs) if local else dask(options.scheduler)
    with executor as pool, bar(wanted, store) as done:

        def trained(units):
            return run_units(units, pool, store, done)

        for name, module in modules.items():
            units = module.units(preset)
            results = tuned(units, trained) if options.tune else trained(units)
            write(folder, name, module, signed_rows(module, preset, results))
            done.write(f"{folder / name}.csv")


def needed(module, preset, store, tune) -> list:
    """The units that the artefact is made of, those that they need too."""
    units = module.units(preset)
    return complete(before(units, lambda u: stored_result(u, store)) if tune else units)


def write(folder, name, module, rows):
    """The rows, their picture, and the page anew."""
    save_rows(folder / f"{name}.csv", rows)
    if hasattr(module, "figure"):
        save_figure(folder / f"{name}.png", module.figure(rows))
    save_text(folder / "README.md", page.text(folder))


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
