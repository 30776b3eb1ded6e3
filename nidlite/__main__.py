"""The command line: `nidlite detect SOURCE`, from data to interactions.

A user's mistake ends in one line, "nidlite: error: ...", and exit status 2.
"""

import argparse
import os
import sys

from . import __version__, datasets, detecting
from .course import grading
from .tabular.tables import InputError


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
    detect = commands.add_parser(
        "detect",
        help="train on a table and print its interactions",
        description="Train a network on a table and print its interactions.",
        epilog="examples: nidlite detect F5; nidlite detect houses.csv --target price",
    )
    detecting.add_arguments(detect)
    detect.set_defaults(run=detecting.run)
    fetch = commands.add_parser(
        "fetch",
        help="download one of the paper's real data sets",
        description="Download a real data set of the paper, check it and keep it.",
    )
    datasets.add_arguments(fetch)
    fetch.set_defaults(run=datasets.run)
    grade = commands.add_parser(
        "grade",
        help="check a student's exercises",
        description="Grade a student's file, or a folder of them.",
    )
    grading.add_arguments(grade)
    grade.set_defaults(run=grading.run)
    return parser


def main(argv=None) -> int:
    """Run one command; the exit status is its own, or 2 after a user's mistake."""
    if hasattr(sys.stdout, "reconfigure"):  # a letter the terminal lacks becomes ?
        sys.stdout.reconfigure(errors="replace")
    try:
        options = arguments().parse_args(argv)
        options.typed = sys.argv[1:] if argv is None else list(argv)
        status = options.run(options) or 0
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
