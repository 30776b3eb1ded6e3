"""The command line: `nidlite detect SOURCE`, from data to interactions.

A user's mistake ends in one line, "nidlite: error: ...", and exit status 2.
"""

import argparse
import os
import sys

from . import __version__, grading
from .detector import REAL_SPLIT, SYNTHETIC_SPLIT, detect, stream
from .interactions import label
from .metrics import pairwise_auc
from .networks import ARCHITECTURES
from .outputs import prepared_folder, save_figure, save_network, save_ranking
from .printing import Status, ranking_table
from .reading import read_csv
from .synthetic import SUITE
from .tables import InputError, check_arrays
from .training import CUTOFF_RECIPE, RECIPE

ROWS = 30_000  # of a synthetic data set, Sec. 5.1


class Parser(argparse.ArgumentParser):
    """argparse with our error line: no usage text before it."""

    def error(self, message):
        raise InputError(f"{message}; see {self.prog} --help")


def arguments() -> Parser:
    """The parser of every command."""
    parser = Parser(
        prog="nidlite",
        description="Which features act jointly? Neural Interaction Detection "
        "(Tsang, Cheng, Liu, ICLR 2018).",
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    add = commands.add_parser(
        "detect",
        help="train on a table and print its interactions",
        description="Train a network on a table and print its interactions.",
        epilog="examples: nidlite detect F5; nidlite detect houses.csv --target price",
    ).add_argument
    add("source", metavar="SOURCE", help="F1 to F10, or a CSV file (plain or .gz)")
    add("--target", metavar="COLUMN", help="the outcome's column in the CSV file")
    add("--drop", metavar="A,B", help="columns to leave out")
    add("--positive", metavar="A,B", help="target labels that count as 1, others as 0")
    add("--task", choices=["regression", "classification"], help="else told by target")
    add(
        "--architecture",
        choices=list(ARCHITECTURES),
        default="mlp-m",
        help="mlp-m (the default) adds a net for each single feature",
    )
    add("--cutoff", action="store_true", help="find how many are real, by MLP-Cutoff")
    add("--confirm", action="store_true", help="ask the network's function as well")
    add("--seed", type=whole, default=0, metavar="N", help="random seed (0)")
    add("--epochs", type=whole, default=RECIPE.epochs, metavar="N", help="(100)")
    add("--out", metavar="DIR", help="write rankings, pictures and the network there")
    grading.add_arguments(
        commands.add_parser(
            "grade",
            help="check a student's exercises",
            description="Grade a student's file, or a folder of them.",
        )
    )
    return parser


def whole(text) -> int:
    """A whole number from 0 on."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"expected a whole number, got {text!r}")
    return int(text)


def words(text) -> list[str]:
    """Comma-separated words, quotes as in CSV unneeded: "a, b" is a and b."""
    return [word.strip() for word in text.split(",")] if text else []


def load(options):
    """The table that was asked for, its true interactions if known, and the split."""
    if options.source in SUITE:
        for flag in ("target", "drop", "positive"):
            if getattr(options, flag):
                raise InputError(
                    f"--{flag} is for CSV files, and {options.source} is synthetic"
                )
        f = SUITE[options.source]
        X, y = f.sample(ROWS, stream(options.seed, "sample"))
        return check_arrays(X, y, task=options.task), f.interactions, SYNTHETIC_SPLIT
    if not options.target:
        raise InputError(
            f"{options.source} is not one of F1 to F10; for a CSV file name the "
            "outcome's column with --target COLUMN"
        )
    status = Status(f"reading {options.source}", 0)
    try:
        table = read_csv(
            options.source,
            options.target,
            words(options.drop),
            words(options.positive) or None,
            options.task,
            lambda rows, _: status.live and status.write(f"{status.what}: {rows} rows"),
        )
    finally:
        status.done()
    return table, None, REAL_SPLIT


def print_confirmed(found, truths):
    """The top of the ranking by Definition 1 on the trained network."""
    confirmed = found.confirm()
    print("\nconfirmed on the trained network (Definition 1), up to 6 features,")
    print("by the share of the variance that goes through the interaction")
    title = "rank   strength     share  interaction"
    print(ranking_table(title, confirmed, found.feature_names, truths))
    if truths:
        score = pairwise_auc(found.confirmed_pairwise_strengths(), truths)
        print(f"\npairwise AUC, confirmed: {score:.3f}")


def run_cutoff(found):
    """Grow MLP-Cutoff, with a status line."""
    status = Status("cutoff", CUTOFF_RECIPE.epochs)

    def on_epoch(K, epoch):
        status.what = f"cutoff, K = {K}"
        status(epoch)

    cutoff = found.cutoff(on_epoch=on_epoch, keep=True)
    status.done()
    return cutoff


def print_cutoff(cutoff, found, truths):
    """The curve of errors, and the interactions above the cutoff."""
    print(f"\nMLP-Cutoff: validation error as interactions are added (K = {cutoff.K})")
    print(cutoff.table(found.feature_names, truths))
    chosen = [label(i, found.feature_names) for i in cutoff.interactions]
    print("interactions: " + (", ".join(chosen) or "none"))


def save_detection(folder, found, truths):
    """ranking.csv, pairs.csv, heatmap.png and network.npz."""
    from .plots import heat_map

    names = found.feature_names
    save_ranking(folder / "ranking.csv", found.ranking, names)
    save_ranking(folder / "pairs.csv", found.pairwise_ranking, names)
    save_network(folder / "network.npz", found)
    ax = heat_map(found.pairwise_strengths, truths, names)
    save_figure(folder / "heatmap.png", ax.figure)


def save_cutoff(folder, cutoff, found, truths):
    """cutoff.png: the bars of Figs 6 and 7."""
    from .plots import cutoff_bars

    added = cutoff.candidates[: len(cutoff.losses) - 1]
    ax = cutoff_bars(
        [label(i, found.feature_names) for i in added],
        [found.error(loss) for loss in cutoff.losses],
        reference=cutoff.reference and found.error(cutoff.reference),
        truths=[i in truths for i in added] if truths else None,
        chosen=cutoff.K,
        metric=found.error_name,
    )
    save_figure(folder / "cutoff.png", ax.figure)


def detect_command(options):
    """nidlite detect: train, print the rankings, and leave files if asked to."""
    if options.epochs < 1:
        raise InputError(f"--epochs is 1 or more, got {options.epochs}")
    folder = prepared_folder(options.out) if options.out else None
    table, truths, fractions = load(options)
    status = Status(f"training {options.architecture}", options.epochs)
    try:
        found = detect(
            table,
            seed=options.seed,
            architecture=options.architecture,
            epochs=options.epochs,
            fractions=fractions,
            on_epoch=status,
            keep=True,
        )
    finally:
        status.done()
    print(found.summary)
    if truths:
        print(f"truth: {', '.join(label(i) for i in truths)}")
        print("+ true, o part of a true interaction, - false")
    print(f"\n{found.tables(truths)}")
    if truths:
        score = pairwise_auc(found.pairwise_strengths, truths)
        print(f"\npairwise AUC {score:.3f}")
    if folder:
        save_detection(folder, found, truths)
        if not options.cutoff:  # an earlier run's would not belong to this ranking
            (folder / "cutoff.png").unlink(missing_ok=True)
    if options.confirm:
        print_confirmed(found, truths)
    if options.cutoff:
        cutoff = run_cutoff(found)
        print_cutoff(cutoff, found, truths)
        if folder:
            save_cutoff(folder, cutoff, found, truths)
    if folder:
        print(f"\nwritten to {folder}")


COMMANDS = {"detect": detect_command, "grade": grading.run}


def main(argv=None) -> int:
    """Run one command; the exit status is its own, or 2 after a user's mistake."""
    if hasattr(sys.stdout, "reconfigure"):  # a letter the terminal lacks becomes ?
        sys.stdout.reconfigure(errors="replace")
    try:
        options = arguments().parse_args(argv)
        status = COMMANDS[options.command](options) or 0
        sys.stdout.flush()
        return status
    except InputError as error:
        print(f"nidlite: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nnidlite: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of a pipe, such as head, has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main())
