"""All commands and their options, and what becomes of an error."""

import argparse
import sys

from .. import __version__
from ..errors import InputError
from . import detect, fetch, grade, predict, reproduce
from .arguments import positive
from .streams import lasting_streams

# name: the module with its add_arguments and run, what it does, examples
COMMANDS = {
    "detect": (
        detect,
        "train a network on a table and print its interactions",
        "examples: nidlite detect F5; nidlite detect houses.csv --target price",
    ),
    "predict": (
        predict,
        "predict the rows of a file by a saved detection",
        "example: nidlite predict found/network.npz new.csv --out predictions.csv",
    ),
    "reproduce": (
        reproduce,
        "make a table or figure of the paper and set it beside the paper's numbers",
        "examples: nidlite reproduce table2 --preset smoke; nidlite reproduce all",
    ),
    "fetch": (fetch, "describe a data set of the paper, and get it if need be", None),
    "grade": (grade, "grade a student's file, or a folder of them", None),
}
THREADS = "BLAS threads of a process (1, or the environment's number; more rarely help)"


class Parser(argparse.ArgumentParser):
    """argparse with our error line: no usage text before it."""

    def error(self, message):
        raise InputError(f"{message}; see {self.prog} --help")


def command_parser() -> Parser:
    text = "Which features act jointly? Neural Interaction Detection (Tsang, Cheng, "
    parser = Parser(prog="nidlite", description=f"{text}Liu, ICLR 2018).")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (module, does, epilog) in COMMANDS.items():
        text = f"{does.capitalize()}."
        command = commands.add_parser(name, help=does, description=text, epilog=epilog)
        module.add_arguments(command)
        command.add_argument("--threads", type=positive, metavar="N", help=THREADS)
        command.set_defaults(run=module.run)
    return parser


def run(argv) -> int:
    """Run one command; the exit status is its own, or 2 after a user's mistake.

    It is 2, too, where standard output was full or closed. A reader of a pipe that has
    left, such as head, is no error. A command that writes files goes on without one.
    """
    with lasting_streams() as out:
        status = _status(argv, out)
        out.lasts = True
        out.flush()
        if out.ended and not isinstance(out.ended, BrokenPipeError):
            reason = out.ended.strerror or out.ended
            print(f"nidlite: error: cannot print ({reason})", file=sys.stderr)
            status = status or 2
        return status


def _status(argv, out) -> int:
    """The exit status of a command that prints to out."""
    if hasattr(out.stream, "reconfigure"):  # a letter the terminal lacks becomes ?
        out.reconfigure(errors="replace")
    try:
        if not argv:
            command_parser().print_help()
            return 0
        options = command_parser().parse_args(argv)
        options.typed = argv
        out.lasts = bool(getattr(options, "out", None))
        return options.run(options) or 0
    except SystemExit as stop:  # of --help and --version
        return stop.code or 0
    except (InputError, MemoryError) as error:
        text = str(error)
        if isinstance(error, MemoryError):
            text = "not enough memory; give fewer rows, or leave columns out (--drop)"
        print(f"nidlite: error: {text}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nnidlite: interrupted", file=sys.stderr)
        return 130
    except OSError as error:
        if error is not out.ended:
            raise
        return 0
