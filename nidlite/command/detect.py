"""`nidlite detect SOURCE`: from data to interactions, printed and written."""

import argparse
import io
import sys
from pathlib import Path

from ..datasets.real import DATASETS, load
from ..detector import REAL_SPLIT, SYNTHETIC_SPLIT
from ..errors import InputError, show, shown, suggest
from ..interactions import label
from ..metrics import pairwise_auc
from ..networks import ARCHITECTURES
from ..notebook.detection import detect_table as detect
from ..notebook.progress import Status
from ..recipes import RECIPE
from ..report.sentences import answer_text, next_step, quoted
from ..saving.results import FILES, save_figure, save_found
from ..saving.whole import prepared_folder, save_text
from ..splits import stream
from ..synthetic import SUITE
from ..tables.arrays import check_arrays
from ..tables.dates import WAYS
from ..tables.reading import read_csv, words
from ..tables.source import text_rows
from .parser import positive, whole

SOURCES = f"""F1 to F10, {", ".join(DATASETS)}, or a table's file: CSV (also in .gz;
- is standard input), and with pandas parquet, Excel and packed CSV"""
OF_FILES = "target positive categorical sep dates weights task drop groups".split()
ROWS = 30_000  # of a synthetic data set, Sec. 5.1
WORDLESS = {KeyboardInterrupt: "interrupted", MemoryError: "not enough memory"}
RANKED = """The rankings come from the weights. They say where to look, and claim
nothing. A share below 0 says that the two networks contradict each other."""


def add_arguments(parser):
    add = parser.add_argument
    several = {"metavar": "A,B", "action": "append"}  # may be given again
    add("source", metavar="SOURCE", help=SOURCES)
    add("--target", metavar="COLUMN", help="the outcome (else all columns are listed)")
    add("--drop", **several, help="columns to leave out")
    add("--categorical", **several, help="columns of codes, not of amounts")
    text = "target labels that count as 1, others as 0"
    add("--positive", metavar="A,B", action="extend", type=words, help=text)
    add("--weights", metavar="COLUMN", help="how much each row counts")
    add("--groups", metavar="COLUMN", help="says whose row: a person, a place, a day")
    add("--sep", metavar="C", help="what separates cells: , ; | or tab (else found)")
    add("--dates", choices=WAYS, help="days, or year, month, weekday; plus hour (days)")
    add("--task", choices=["regression", "classification"], help="(from the target)")
    add("--architecture", choices=list(ARCHITECTURES), default="mlp-m", help="(mlp-m)")
    text = "cut the ranking by MLP-Cutoff, too (--out does, unless --no-cutoff)"
    add("--cutoff", action=argparse.BooleanOptionalAction, help=text)
    text = "the rankings alone, without the second opinion on whole interactions"
    add("--no-agreement", dest="agreement", action="store_false", help=text)
    add("--seed", type=whole, default=0, metavar="N", help="random seed (0)")
    text = f"passes over the rows ({RECIPE.epochs})"
    add("--epochs", type=positive, default=RECIPE.epochs, metavar="N", help=text)
    add("--out", metavar="DIR", help="report.html, rankings, network and rows go there")
    add("--top", type=positive, default=10, metavar="N", help="rows of a ranking (10)")
    add("--quiet", action="store_true", help="show no progress")


def run(options) -> int:
    """The steps of a detection: each is printed, then written, before the next.

    The status is 130 if Ctrl-C came before there was an answer, and 0 after it.
    """
    err = io.StringIO() if options.quiet else sys.stderr  # nobody reads the former
    table, truths, fractions = table_of(options)
    read = options.source if Path(options.source).is_file() else ""  # not F5, say
    folder = options.out and prepared_folder(options.out, FILES, read)
    found, problem = train(table, fractions, options, err)
    stopped = WORDLESS[KeyboardInterrupt] in problem
    if stopped and options.cutoff is None:
        options.cutoff = False  # who does not wait for an answer waits for no curve
    try:
        print_found(found, problem, truths, options)
        write(found, folder, truths, options, err)
    except KeyboardInterrupt:
        print("\ninterrupted: what comes after the answer is left out")
    return 130 if stopped else 0


def write(found, folder, truths, options, err):
    """The files in the folder, if one is asked for, and MLP-Cutoff's curve."""
    if folder:
        save_found(folder, found, truths)
    cutoff = None
    if options.cutoff or folder and options.cutoff is None:
        try:
            with Status(err) as status:
                cutoff = found.cutoff(progress=status)
        except (KeyboardInterrupt, MemoryError) as stop:  # before there was any of it
            print(f"\n{str(stop) or WORDLESS[type(stop)]}: MLP-Cutoff has no curve")
    if cutoff:
        error = "cross-entropy" if found.classifies else "squared error of scaled y"
        title = f"MLP-Cutoff, K = {cutoff.K}: validation {error} as sets are added"
        print(f"\n{title}\n{cutoff.curve_table(truths)}")
        chosen = [label(i, cutoff.names) for i in cutoff.interactions]
        none = "not known" if cutoff.stopped else "none"
        print(f"interactions: {', '.join(chosen) or none}")
    if folder:
        from ..report import contents, pictures  # which load matplotlib

        command = quoted(["nidlite", *options.typed])
        if cutoff:
            ax = pictures.cutoff_axes(found, cutoff, truths)
            save_figure(folder / "cutoff.png", ax.figure)
        save_text(folder / "report.html", contents.html(found, cutoff, truths, command))
        print(f"\nwritten to {folder}; open {folder / 'report.html'}")


def table_of(options):
    """The table that was asked for, its true interactions if known, and the split."""
    source, given = options.source, {k: getattr(options, k) for k in OF_FILES}
    given = {name: value for name, value in given.items() if value is not None}
    if source in DATASETS and given.keys() <= {"drop", "groups"}:
        return load(source, **given), None, REAL_SPLIT
    if source in SUITE or source in DATASETS:
        for flag in given:
            raise InputError(f"--{flag} is for files, not for {source}")
        f, rng = SUITE[source], stream(options.seed, "sample")
        return check_arrays(*f.sample(ROWS, rng)), f.interactions, SYNTHETIC_SPLIT
    if options.target:
        return read_csv(source, **given), None, REAL_SPLIT
    if source == "-" or Path(source).is_file() or Path(source).suffix:
        _, names = next(text_rows(source, options.sep))
        guess = quoted(["nidlite", "detect", source, f"--target={names[-1]}"])
        line = f"{source} has the header {shown(names, 20)}; name the outcome with"
        raise InputError(f"{line} --target, as in: {guess}")
    line = f"{show(source)} is no data set, and a CSV file needs --target COLUMN"
    raise InputError(f"{line}; {suggest(source, [*SUITE, *DATASETS])}")


def train(table, fractions, options, err):
    """The Detection, and why it has no answer ("" if it has one).

    If an error or the user stops the other networks, the first one is not lost.
    """
    settings = {k: getattr(options, k) for k in ("seed", "architecture", "epochs")}
    with Status(err) as status:
        found = detect(table, fractions=fractions, progress=status, **settings)
        try:
            found.fit.finished()
            if options.agreement:
                found.agreed(progress=status)
                if found.learned:
                    found.enough(progress=status)
        except (KeyboardInterrupt, InputError, MemoryError) as stop:
            if not found.answers:
                found.others = None
                reason = str(stop) or WORDLESS[type(stop)]
                return found, f"the second opinion was not finished ({reason})"
            found.leave_open()  # nobody waits for how far they go
    return found, ""


def print_found(found, problem, truths, options):
    """The summary, the answer, the rankings; how right they are where that is known."""
    print(found.summary)
    if truths:
        print(f"truth: {', '.join(map(label, truths))}")
        print("+ true, o part of a true interaction (+ in the list of pairs), - false")
    if problem:
        print(f"\nNo answer, the rankings only: {problem}.")
    elif options.agreement:
        print(f"\n{answer_text(found, truths)}\nNext: {next_step(found)}")
    print(f"\n{found.tables(truths, options.top)}")
    if found.others and found.learned:
        print(f"\n{RANKED}")
    if truths:
        print(f"\npairwise AUC {pairwise_auc(found.pairwise_strengths, truths):.3f}")
