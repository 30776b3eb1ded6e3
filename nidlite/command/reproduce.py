"""`nidlite reproduce NAME`: a table or figure of the paper, or all of them."""

import os
from pathlib import Path

from ..datasets.real import file_of
from ..errors import InputError
from ..experiments import page
from ..experiments.kept import Work, workers
from ..experiments.presets import PRESETS
from ..experiments.rows import save_rows, signed_rows
from ..saving.results import save_figure
from ..saving.whole import prepared_folder, save_text
from .parser import positive


def add_arguments(parser):
    add = parser.add_argument
    text = f"{', '.join(page.ARTEFACTS)}, all, or page: only OUT/README.md again"
    add("names", nargs="+", metavar="NAME", help=text)
    add("--preset", choices=PRESETS, default="quick", help="how much work (quick)")
    add("--out", default="results", metavar="DIR", help="the results' folder (results)")
    add("--jobs", type=positive, default=os.cpu_count(), help="worker processes (all)")
    add("--scheduler", metavar="ADDRESS", help="train on this Dask cluster instead")


def run(options):
    """Write OUT/NAME.csv and .png of each, and OUT/README.md beside the paper."""
    names = [*options.names, *(page.ARTEFACTS if "all" in options.names else ())]
    modules = {n: page.artefact(n) for n in names if n not in ("all", "page")}
    preset, folder = PRESETS[options.preset], Path(options.out)
    readme = folder / "README.md"
    if readme.is_file() and not readme.read_bytes().startswith(b"# Results"):
        raise InputError(f"{readme} is no page of results; name another folder (--out)")
    if not modules.keys().isdisjoint(page.WITH_HIGGS):
        file_of("higgs")  # before anything is trained
    if not modules:
        return save_text(readme, page.text(folder))
    with workers(options.jobs, options.scheduler):
        work = Work(prepared_folder(folder / "trainings"))
        for name, module in modules.items():
            rows = signed_rows(module, preset, work)
            save_rows(folder / f"{name}.csv", rows)
            if hasattr(module, "figure"):
                save_figure(folder / f"{name}.png", module.figure(rows))
            save_text(readme, page.text(folder))
            print(folder / f"{name}.csv")
