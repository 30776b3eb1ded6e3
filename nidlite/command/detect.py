"""`nidlite detect SOURCE`: from data to interactions, printed and written."""

import argparse
import shlex
import sys
from pathlib import Path

from ..baselines.methods import METHODS
from ..datasets.catalogue import DATASETS
from ..detector import detect
from ..interactions import label, ranking_table
from ..metrics import pairwise_auc
from ..networks import ARCHITECTURES
from ..saving.results import FILES, save_figure, save_network, save_ranking
from ..saving.whole import prepared_folder, save_text
from ..tables import dates, missing
from ..training import RECIPE
from .arguments import positive, whole
from .baseline import check_baselines, run_baselines
from .progress import Status
from .sources import table_of

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
    add("--confirm", action="store_true", help="ask the network's function as well")
    text = "another method's ranking beside it (can be given again for one more)"
    choices = list(METHODS)
    add("--baseline", action="append", default=[], choices=choices, help=text)
    add("--seed", type=whole, default=0, metavar="N", help="random seed (0)")
    add("--epochs", type=positive, default=RECIPE.epochs, metavar="N", help="(100)")
    text = "write report.html, rankings and the network there"
    add("--out", metavar="DIR", help=text)
    add("--quiet", action="store_true", help="show no progress")


def run(options):
    """The steps of a detection: what each of them finds is printed before the next."""
    Status.quiet = options.quiet
    table, truths, fractions = table_of(options)
    check_baselines(options.baseline, table)
    if options.out:
        say_replaced(options.out)
    folder = prepared_folder(options.out, FILES) if options.out else None
    with Status() as status:
        found = detect(
            table,
            seed=options.seed,
            architecture=options.architecture,
            epochs=options.epochs,
            fractions=fractions,
            progress=status,
        )
    print_found(found, truths)
    if folder:
        save_found(folder, found, truths)
    confirmed = found.confirm() if folder or options.confirm else None
    if options.confirm:
        print_confirmed(found, confirmed, truths)
    cutoff = None
    if options.cutoff or folder and options.cutoff is None:
        with Status() as status:
            cutoff = found.cutoff(progress=status)
        print_cutoff(cutoff, found, truths)
    if folder:
        command = shlex.join(["nidlite", *options.typed])
        save_report(folder, found, cutoff, confirmed, truths, command)
        print(f"\nwritten to {folder}; open {folder / 'report.html'}")
    run_baselines(options.baseline, found, truths, folder)


def say_replaced(folder):
    """Name an earlier run's files, which this run will replace."""
    there = [name for name in FILES if Path(folder, name).exists()]
    if there:
        text = f"{folder} has {', '.join(there)} of an earlier run: to be replaced"
        print(text, file=sys.stderr)


def print_found(found, truths):
    """The summary, the rankings, and how right they are where the truth is known."""
    print(found.summary)
    if truths:
        print(f"truth: {', '.join(label(i) for i in truths)}")
        print("+ true, o part of a true interaction, - false")
    print(f"\n{found.tables(truths)}")
    if truths:
        score = pairwise_auc(found.pairwise_strengths, truths)
        print(f"\npairwise AUC {score:.3f}")


def print_confirmed(found, confirmed, truths):
    """The top of the ranking by Definition 1 on the trained network."""
    print("\nconfirmed on the trained network (Definition 1), up to 6 features,")
    print("by the share of the variance that goes through the interaction")
    title = "rank   strength     share  interaction"
    print(ranking_table(title, confirmed, found.feature_names, truths))
    if truths:
        score = pairwise_auc(found.confirmed_pairwise_strengths(), truths)
        print(f"\npairwise AUC, confirmed: {score:.3f}")


def print_cutoff(cutoff, found, truths):
    """The curve of errors, and the interactions above the cutoff."""
    print(f"\nMLP-Cutoff: validation error as interactions are added (K = {cutoff.K})")
    print(cutoff.curve_table(found.feature_names, truths))
    chosen = [label(i, found.feature_names) for i in cutoff.interactions]
    print("interactions: " + (", ".join(chosen) or "none"))


def save_found(folder, found, truths):
    """ranking.csv, pairs.csv, heatmap.png and network.npz."""
    from ..plots import heat_map

    names = found.feature_names
    save_ranking(folder / "ranking.csv", found.ranking, names)
    save_ranking(folder / "pairs.csv", found.pairwise_ranking, names)
    save_network(folder / "network.npz", found)
    ax = heat_map(found.pairwise_strengths, truths, names)
    save_figure(folder / "heatmap.png", ax.figure)


def save_report(folder, found, cutoff, confirmed, truths, command):
    """report.html, and cutoff.png with the bars of Figs. 6 and 7, if there is a cutoff.

    An earlier run's files that would not belong to this ranking are removed.
    """
    from ..report.contents import html
    from ..report.panels import cutoff_axes

    if cutoff:
        save_figure(folder / "cutoff.png", cutoff_axes(found, cutoff, truths).figure)
    else:
        (folder / "cutoff.png").unlink(missing_ok=True)
    for name in METHODS:
        (folder / f"baseline-{name}.csv").unlink(missing_ok=True)
    save_text(folder / "report.html", html(found, cutoff, confirmed, truths, command))
