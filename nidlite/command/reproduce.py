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
from ..experiments.kept import Work, workers
from ..experiments.presets import PRESETS, preset_of
from ..experiments.rows import save_rows, signed_rows
from ..saving.results import save_figure
from ..saving.whole import prepared_folder, save_text
from .arguments import whole

INTERRUPTED = (
    "nidlite: interrupted; finished trainings are stored, and the same command goes on "
    "from there"
)


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


def run(options) -> int:
    """Make each table or figure, and write it as soon as it is there."""
    names = [name for name in options.names if name not in ("all", "page")]
    modules = {name: artefact(name) for name in names}
    if "all" in options.names:
        modules = {name: artefact(name) for name in ARTEFACTS}
    if not modules:
        save_text(Path(options.out) / "README.md", page.text(options.out))
        return 0
    preset = preset_of(options.preset, options.trials)
    if not options.jobs or options.trials == 0:
        raise InputError("--jobs and --trials are whole numbers from 1 on; got 0")
    if preset.trials < 3 and (few := [name for name in modules if name in TRIMMED]):
        raise InputError(
            f"{few[0]} leaves out the best and the worst trial: --trials is 3 or more; "
            f"got {preset.trials}"
        )
    folder = Path(options.out)
    try:
        with workers(options.jobs, options.scheduler):
            work = Work(prepared_folder(folder / "trainings"), options.tune)
            for name, module in modules.items():
                write(folder, name, module, signed_rows(module, preset, work))
                print(folder / f"{name}.csv", flush=True)
    except KeyboardInterrupt:
        print(INTERRUPTED, file=sys.stderr)
        return 130
    return 0


def write(folder, name, module, rows):
    """Write the rows and the picture of an artefact, and the page."""
    save_rows(folder / f"{name}.csv", rows)
    if hasattr(module, "figure"):
        save_figure(folder / f"{name}.png", module.figure(rows))
    save_text(folder / "README.md", page.text(folder))
