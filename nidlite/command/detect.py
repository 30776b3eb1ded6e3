"""`nidlite detect SOURCE`: from data to interactions, printed and written."""

import argparse
import shlex
import sys
from concurrent.futures import BrokenExecutor
from pathlib import Path

from ..baselines.methods import METHODS
from ..datasets.catalogue import DATASETS
from ..errors import InputError
from ..networks import ARCHITECTURES
from ..notebook.detection import detect_table as detect
from ..notebook.progress import Status
from ..recipes import RECIPE
from ..saving.results import FILES, save_found, save_report
from ..saving.whole import prepared_folder
from ..tables import dates, missing
from .answer import second_opinion, two_at_a_time
from .arguments import positive, whole
from .baseline import check_baselines, run_baselines
from .sources import table_of
from .streams import printed_after_all
from .terminal import print_confirmed, print_cutoff, print_found

SOURCES = f"F1 to F10, {', '.join(DATASETS)}, or a table's file: CSV (also "
SOURCES += "in .gz, .bz2, .zip; - is standard input), parquet or Excel"


def add_arguments(parser):
    """The options of `nidlite detect`."""
    add = parser.add_argument
    add("source", metavar="SOURCE", help=SOURCES)
    text = "the outcome's column (without it the columns are listed)"
    add("--target", metavar="COLUMN", help=text)
    several = {"metavar": "A,B", "action": "append"}
    text = "columns to leave out; can be given again, as the next two"
    add("--drop", **several, help=text)
    add("--categorical", **several, help="columns of codes, not of amounts")
    add("--positive", **several, help="target labels that count as 1, others as 0")
    text = "a column that says how much each row counts, such as 3 for three alike"
    add("--weights", metavar="COLUMN", help=text)
    add("--sep", metavar="C", help="what separates cells: , ; | or tab (else found)")
    text = "missing values: fill them (the default), or call them an error"
    add("--missing", choices=missing.WAYS, help=text)
    text = "dates as days since the first (the default), or year, month and weekday"
    add("--dates", choices=dates.WAYS, help=text)
    add("--task", choices=["regression", "classification"], help="else told by target")
    text = "mlp-m (the default) adds a net for each single feature"
    add("--architecture", choices=list(ARCHITECTURES), default="mlp-m", help=text)
    text = "find how many are real, by MLP-Cutoff (--out does, unless --no-cutoff)"
    add("--cutoff", action=argparse.BooleanOptionalAction, help=text)
    text = "the rankings alone, without the second opinion on whole interactions"
    add("--no-agreement", dest="agreement", action="store_false", help=text)
    text = "processes at a time (as many as there are cores)"
    add("--jobs", type=positive, metavar="N", help=text)
    add("--confirm", action="store_true", help="ask the network's function as well")
    text = "another method's ranking beside it (can be given again for one more)"
    choices = list(METHODS)
    add("--baseline", action="append", default=[], choices=choices, help=text)
    add("--seed", type=whole, default=0, metavar="N", help="random seed (0)")
    add("--epochs", type=positive, default=RECIPE.epochs, metavar="N", help="(100)")
    text = "write report.html, rankings, and the network with its rows there"
    add("--out", metavar="DIR", help=text)
    text = "rows of each ranking printed (10)"
    add("--top", type=positive, default=10, metavar="N", help=text)
    add("--quiet", action="store_true", help="show no progress")


def run(options):
    """The steps of a detection: what each of them finds is printed before the next."""
    Status.quiet = options.quiet
    table, truths, fractions = table_of(options)
    check_baselines(options.baseline, table)
    folder = None
    if options.out:
        if there := [name for name in FILES if Path(options.out, name).exists()]:
            text = f"{options.out} has {', '.join(there)} of an earlier run"
            print(f"{text}: to be replaced", file=sys.stderr)
        folder = prepared_folder(options.out, FILES)
    settings = {k: getattr(options, k) for k in ("seed", "architecture", "epochs")}
    settings["fractions"] = fractions
    found, problem = train(table, settings, options)
    with printed_after_all():
        print_found(found, problem, truths, options)
        if folder:
            save_found(folder, found, truths)
    confirmed = found.confirm() if options.confirm else None
    if options.confirm:
        print_confirmed(found, confirmed, truths)
    cutoff = None
    if options.cutoff or folder and options.cutoff is None:
        with Status() as status, two_at_a_time(table, options) as pool:
            cutoff = found.cutoff(progress=status, beside=pool)
    with printed_after_all():
        if cutoff:
            print_cutoff(cutoff, found, truths)
        if folder:
            command = shlex.join(["nidlite", *options.typed])
            save_report(folder, found, cutoff, confirmed, truths, command)
    if folder:
        print(f"\nwritten to {folder}; open {folder / 'report.html'}")
    run_baselines(options.baseline, found, truths, folder)


def train(table, settings, options):
    """The Detection, and why its other networks are not there ("" if they are).

    What stops them, Ctrl-C too, does not lose the first one.
    """
    found, problem = None, ""
    try:
        with Status() as status, second_opinion(table, options, settings) as ask:
            found = detect(table, **settings, progress=status)
            if found.fit.stopped.startswith("interrupted"):
                raise KeyboardInterrupt
            if options.agreement:
                ask(found, status)
    except (KeyboardInterrupt, InputError, BrokenExecutor) as stop:
        if found is None:
            raise
        why = "interrupted" if isinstance(stop, KeyboardInterrupt) else stop
        why = "killed" if isinstance(stop, BrokenExecutor) else why
        problem = f"the second opinion was not trained ({why})"
    return found, problem
