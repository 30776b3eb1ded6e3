"""`nidlite detect SOURCE`: from data to interactions, printed and written."""

import argparse
import shlex
import sys
from concurrent.futures import BrokenExecutor
from pathlib import Path

from ..baselines.methods import METHODS
from ..datasets.catalogue import DATASETS
from ..detector import detect
from ..errors import InputError
from ..interactions import label, ranking_table
from ..metrics import pairwise_auc
from ..networks import ARCHITECTURES
from ..notebook.progress import Status
from ..recipes import RECIPE
from ..saving.results import FILES, save_figure, save_ranking
from ..saving.stored import save_network
from ..saving.whole import prepared_folder, save_text
from ..tables import dates, missing
from .answer import RANKED, print_answer, second_opinion
from .arguments import positive, whole
from .baseline import check_baselines, run_baselines
from .sources import table_of
from .streams import printed_after_all

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
    there = [name for name in FILES if Path(options.out or "", name).exists()]
    if options.out and there:
        text = f"{options.out} has {', '.join(there)} of an earlier run: to be replaced"
        print(text, file=sys.stderr)
    folder = prepared_folder(options.out, FILES) if options.out else None
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
        with Status() as status:
            cutoff = found.cutoff(progress=status)
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
        of = {KeyboardInterrupt: "interrupted", BrokenExecutor: "killed"}
        words = next((w for kind, w in of.items() if isinstance(stop, kind)), stop)
        problem = f"the second opinion was not trained ({words})"
    return found, problem


def print_found(found, problem, truths, options):
    """The summary, the answer, the rankings; how right they are where that is known."""
    print(found.summary)
    if truths:
        print(f"truth: {', '.join(label(i) for i in truths)}")
        print("+ true, o part of a true interaction, - false")
    if options.agreement:
        print_answer(found, problem, truths)
    print(f"\n{found.tables(truths, options.top)}")
    if found.others and found.learned:
        print(f"\n{RANKED}")
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
    """network.npz, ranking.csv, pairs.csv, interactions.csv and heatmap.png."""
    from ..plots import heat_map

    names = found.feature_names
    save_network(folder / "network.npz", found)
    told = found.told if found.others else None
    save_ranking(folder / "ranking.csv", found.ranking, names, told)
    save_ranking(folder / "pairs.csv", found.pairwise_ranking, names, told)
    if told:
        answer = {a.interaction: None for a in found.agreed()}
        answer |= {i: strength for i, strength in found.ranking if i in answer}
        save_ranking(folder / "interactions.csv", [*answer.items()], names, told)
    else:
        (folder / "interactions.csv").unlink(missing_ok=True)
    ax = heat_map(found.pairwise_strengths, truths, names)
    save_figure(folder / "heatmap.png", ax.figure)


def save_report(folder, found, cutoff, confirmed, truths, command):
    """report.html, and cutoff.png with the bars of Figs. 6 and 7, if there is a cutoff.

    An earlier run's files that would not belong to this ranking are removed.
    """
    from ..report.contents import html
    from ..report.second_method import cutoff_axes

    if cutoff:
        save_figure(folder / "cutoff.png", cutoff_axes(found, cutoff, truths).figure)
    else:
        (folder / "cutoff.png").unlink(missing_ok=True)
    for name in METHODS:
        (folder / f"baseline-{name}.csv").unlink(missing_ok=True)
    save_text(folder / "report.html", html(found, cutoff, confirmed, truths, command))
