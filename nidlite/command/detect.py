"""`nidlite detect SOURCE`: from data to interactions, printed and written."""

import argparse
import multiprocessing
import os
import shlex
import signal
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager, nullcontext

from ..agreement.second_opinion import other_networks
from ..datasets.catalogue import DATASETS
from ..errors import InputError
from ..networks import ARCHITECTURES
from ..notebook.detection import detect_table as detect
from ..notebook.progress import Status
from ..recipes import RECIPE
from ..saving.results import save_found, save_report
from ..saving.whole import prepared_folder
from ..tables import dates, missing
from .arguments import positive, whole, words
from .sources import table_of
from .terminal import print_cutoff, print_found

SOURCES = f"""F1 to F10, {", ".join(DATASETS)}, or a table's file: CSV (also in .gz;
- is standard input), and with pandas CSV of any other kind, parquet or Excel"""
BESIDE = 200_000  # rows times epochs from which on another process is worth its start
OUT = "write report.html, rankings, and the network with its rows there"


def add_arguments(parser):
    """The options of `nidlite detect`."""
    add = parser.add_argument
    # These can be given again.
    several = {"metavar": "A,B", "action": "extend", "type": words}
    add("source", metavar="SOURCE", help=SOURCES)
    add("--target", metavar="COLUMN", help="the outcome (without it: what columns are)")
    add("--drop", **several, help="columns to leave out")
    add("--categorical", **several, help="columns of codes, not of amounts")
    add("--positive", **several, help="target labels that count as 1, others as 0")
    add("--weights", metavar="COLUMN", help="how much each row counts")
    add("--sep", metavar="C", help="what separates cells: , ; | or tab (else found)")
    add("--missing", choices=missing.WAYS, help="fill missing values, or refuse them")
    add("--dates", choices=dates.WAYS, help="days since the first, or year, month, day")
    add("--task", choices=["regression", "classification"], help="else told by target")
    add("--architecture", choices=list(ARCHITECTURES), default="mlp-m")
    text = "find how many are real, by MLP-Cutoff (--out does, unless --no-cutoff)"
    add("--cutoff", action=argparse.BooleanOptionalAction, help=text)
    text = "the rankings alone, without the second opinion on whole interactions"
    add("--no-agreement", dest="agreement", action="store_false", help=text)
    add("--jobs", type=positive, metavar="N", help="1 trains all in this process")
    add("--seed", type=whole, default=0, metavar="N", help="random seed (0)")
    add("--epochs", type=positive, default=RECIPE.epochs, metavar="N", help="(100)")
    add("--out", metavar="DIR", help=OUT)
    add("--top", type=positive, default=10, metavar="N", help="rows of a ranking (10)")
    add("--quiet", action="store_true", help="show no progress")


def run(options):
    """The steps of a detection: what each of them finds is printed before the next.

    Files come before the printed text, as a reader such as less may keep that waiting.
    A full disk does not keep it back.
    """
    Status.quiet = options.quiet
    table, truths, fractions = table_of(options)
    folder = prepared_folder(options.out) if options.out else None
    found, problem = train(table, fractions, options)
    try:
        if folder:
            save_found(folder, found, truths)
    finally:
        print_found(found, problem, truths, options)
    cutoff = None
    if options.cutoff or folder and options.cutoff is None:
        print(end="", flush=True)  # the answer, before what takes minutes
        with Status() as status:
            cutoff = found.cutoff(progress=status)
    try:
        if folder:
            command = shlex.join(["nidlite", *options.typed])
            save_report(folder, found, cutoff, truths, command)
    finally:
        if cutoff:
            print_cutoff(cutoff, found, truths)
    if folder:
        print(f"\nwritten to {folder}; open {folder / 'report.html'}")


def train(table, fractions, options):
    """The Detection, and why its other networks are not there ("" if they are).

    Where a process is worth its start, another one trains them meanwhile. What stops
    them, Ctrl-C too, does not lose the first one.
    """
    found, problem = None, ""
    settings = {k: getattr(options, k) for k in ("seed", "architecture", "epochs")}
    settings["fractions"] = fractions
    work = len(table.X) * options.epochs if options.agreement else 0
    alone = work < BESIDE or (options.jobs or os.cpu_count()) == 1
    try:
        with Status() as status, nullcontext() if alone else second_process() as pool:
            others = pool.submit(other_networks, table, settings) if pool else None
            found = detect(table, **settings, progress=status)
            if found.fit.stopped.startswith("interrupted"):
                raise KeyboardInterrupt
            if others:
                if not others.done():
                    status.tell("waiting for the second opinion")
                found.others = others.result()
            elif options.agreement:
                found.ask_others(status)
    except (KeyboardInterrupt, InputError, BrokenExecutor) as stop:
        if found is None:
            raise
        reason = str(stop) or "interrupted"  # a KeyboardInterrupt has no text
        problem = f"the second opinion was not trained ({reason})"
    return found, problem


@contextmanager
def second_process():
    """An executor of one process, which Ctrl-C does not reach and the end cancels."""
    others = {*multiprocessing.active_children()}
    spawn = multiprocessing.get_context("spawn")  # a fork would share BLAS's threads
    pool = ProcessPoolExecutor(1, spawn, _end_with_parent)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the worker inherits it
    try:
        pool.submit(os.getpid)  # starts it
        signal.signal(signal.SIGINT, before)
        yield pool
    finally:
        for process in {*multiprocessing.active_children()} - others:
            process.terminate()
        pool.shutdown(cancel_futures=True)


def _end_with_parent():
    """Take the worker along where a command is killed."""
    parent = multiprocessing.parent_process()
    threading.Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()
