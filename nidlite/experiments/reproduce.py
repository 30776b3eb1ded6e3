"""`nidlite reproduce NAME`: a table or figure of the paper, or all of them.

Rows go to OUT/NAME.csv, pictures to OUT/NAME.png, finished trainings to OUT/trainings/,
and OUT/README.md sets everything there beside the paper's numbers.
"""

import os
import sys
from contextlib import contextmanager
from pathlib import Path

from ..errors import InputError
from ..outputs import prepared_folder, save_figure, save_text
from ..printing import clock
from ..sources import whole
from . import page
from .catalogue import ARTEFACTS, artefact
from .rows import PRESETS, preset_of, save
from .runner import INSTALL, complete, dask, left, processes
from .runner import run as run_units
from .store import Store
from .trainings import Result
from .tuning import candidates, tuned


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
    if options.names == ["page"]:
        save_text(Path(options.out) / "README.md", page.text(options.out))
        return 0
    names = list(ARTEFACTS) if "all" in options.names else options.names
    modules = {name: artefact(name) for name in names}
    preset = preset_of(options.preset, options.trials)
    if not options.jobs or options.trials == 0:
        raise InputError("--jobs and --trials are whole numbers from 1 on; got 0")
    folder = prepared_folder(options.out)
    store = Store(folder / "trainings", lambda line: print(line, file=sys.stderr))
    wanted = {
        name: needed(module, preset, options.tune) for name, module in modules.items()
    }
    if options.dry_run:
        print(dry_run(wanted, store, options.jobs))
        return 0
    executor = dask(options.scheduler) if options.scheduler else processes(options.jobs)
    with executor as pool, bar(wanted, store) as done:

        def trained(units):
            return run_units(units, pool, store, done)

        for name, module in modules.items():
            how = (lambda units: tuned(units, trained)) if options.tune else trained
            write(folder, name, module, module.run(preset, how))
            done.write(f"{folder / name}.csv")
    return 0


def needed(module, preset, tune) -> list:
    """The units that the artefact is made of, as far as they are known before."""
    units = module.units(preset)
    if tune:
        trainings = dict.fromkeys(u.needs or u for u in units)
        units = [c for training in trainings for c in candidates(training)]
    return units


def write(folder, name, module, rows):
    """The rows, their picture, and the page anew."""
    save(folder / f"{name}.csv", rows)
    if hasattr(module, "figure"):
        save_figure(folder / f"{name}.png", module.figure(rows))
    save_text(folder / "README.md", page.text(folder))


def dry_run(wanted, store, jobs) -> str:
    """A line for each artefact: how many trainings are left, and about how long."""
    lines, seen = [], set()
    every = complete([u for units in wanted.values() for u in units])
    stored = [Result(u, a) for u in every if (a := store.get(u)) is not None]
    guessed = sum(result.unit.estimate for result in stored)
    pace = sum(result.seconds for result in stored) / guessed if guessed else 1
    done = {result.unit for result in stored}

    def line(name, units, total):
        seconds = pace * sum(unit.estimate for unit in units) / jobs
        return (
            f"{name:8} {len(units):4} of {total:4} trainings left, about "
            f"{clock(seconds)} with {jobs} job{'s' if jobs > 1 else ''}"
        )

    for name, units in wanted.items():
        units = complete(units)
        new = [u for u in units if u not in done and u not in seen]
        seen.update(units)
        lines.append(line(name, new, len(units)))
    if len(wanted) > 1:
        lines.append(line("together", [u for u in every if u not in done], len(every)))
    return "\n".join(lines)


@contextmanager
def bar(wanted, store):
    """Progress over all that is left, with the time that it will take."""
    try:
        from tqdm import tqdm
    except ImportError:
        raise InputError(f"nidlite reproduce needs tqdm: {INSTALL}") from None
    units = left([u for units in wanted.values() for u in units], store)
    total = sum(unit.estimate for unit in units)
    form = "{desc} {percentage:3.0f}%|{bar}| {elapsed} gone, {remaining} left"
    with tqdm(total=total or 1, bar_format=form, mininterval=1) as progress:
        count = 0

        def done(unit):
            nonlocal count
            count += 1
            progress.set_description_str(f"{count} of {len(units)}", refresh=False)
            progress.update(unit.estimate)

        done.write = progress.write
        yield done
