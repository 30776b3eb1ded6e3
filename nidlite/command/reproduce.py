"""`nidlite reproduce NAME`: a table or figure of the paper, our own, or all of them.

Rows go to OUT/NAME.csv, pictures to OUT/NAME.png, finished trainings to OUT/trainings/,
and OUT/README.md sets everything there beside the paper's numbers.
"""

import os
import sys
from pathlib import Path

from ..errors import InputError
from ..experiments import page
from ..experiments.artefacts.index import ARTEFACTS, TRIMMED, artefact
from ..experiments.rows import PRESETS, preset_of, save_rows, signed_rows
from ..experiments.runner import complete, dask, stored_result
from ..experiments.runner import run as run_units
from ..experiments.store import Store
from ..experiments.tuning import before, tuned
from ..saving.results import save_figure
from ..saving.whole import prepared_folder, save_text
from .arguments import whole
from .remaining import bar, dry_run
from .workers import processes


def add_arguments(parser):
    add = parser.add_argument
    text = f"{', '.join(ARTEFACTS)}, all, or page: only OUT/README.md again"
    add("names", nargs="+", metavar="NAME", help=text)
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
    how = preset, store, options.tune
    wanted = {name: needed(module, *how) for name, module in modules.items()}
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
    save_rows(folder / f"{name}.csv", rows)
    if hasattr(module, "figure"):
        save_figure(folder / f"{name}.png", module.figure(rows))
    save_text(folder / "README.md", page.text(folder))
