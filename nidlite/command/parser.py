"""All commands, the options of the one that was typed, and what becomes of an error.

NumPy is not loaded before the command's own module is: --help and --version answer at
once, and the number of BLAS threads can still be set.
"""

import argparse
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module

from .. import __version__
from ..errors import InputError
from .arguments import positive
from .streams import Lasting

COMMANDS = {  # each is a module here; the others are not loaded
    "detect": "train a network on a table and print its interactions",
    "predict": "predict the rows of a file by a saved detection",
    "reproduce": "make a table or figure of the paper, beside the paper's numbers",
    "fetch": "describe a data set of the paper, and get it if need be",
    "grade": "grade a student's file, or a folder of them",
}
ABOUT = """Which features act jointly? Neural Interaction Detection (Tsang, Cheng, Liu,
ICLR 2018)."""
EXAMPLES = """examples: nidlite detect F5; nidlite detect houses.csv --target price;
nidlite predict found/network.npz new.csv; nidlite reproduce table2"""
LIBRARIES = "OPENBLAS", "MKL", "BLIS", "OMP"
THREADS = *(f"{name}_NUM_THREADS" for name in LIBRARIES), "VECLIB_MAXIMUM_THREADS"


class Parser(argparse.ArgumentParser):
    """argparse with our error line: no usage text before it."""

    def error(self, message):
        raise InputError(f"{message}; see {self.prog} --help")


THREADS_OPTION = Parser(prog="nidlite", add_help=False)
text = "BLAS threads of a process (1, or the environment's number; more rarely help)"
THREADS_OPTION.add_argument("--threads", type=positive, metavar="N", help=text)


def command_parser(typed=tuple(COMMANDS)) -> Parser:
    """The parser of all commands, with the options of those that are typed."""
    parser = Parser(prog="nidlite", description=ABOUT, epilog=EXAMPLES)
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, does in COMMANDS.items():
        settings = {"help": does, "description": f"{does.capitalize()}."}
        command = commands.add_parser(name, parents=[THREADS_OPTION], **settings)
        if name in typed:
            module = import_module(f".{name}", __package__)
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser


def use_threads(argv):
    """Tell NumPy's BLAS, before it is loaded, how many threads to use: --threads, or 1.

    For matrices as small as ours one is never slower, and many times faster where other
    processes keep the cores busy. A number that the environment has is kept.
    """
    given = THREADS_OPTION.parse_known_args(argv)[0].threads
    usual = os.environ.get("OMP_NUM_THREADS", "1")
    for name in THREADS:
        if given:
            os.environ[name] = str(given)
        else:
            os.environ.setdefault(name, usual)


def main(argv=None) -> int:
    """Run one command; the exit status is its own, or 2 after a user's mistake.

    A standard output that is full or closed loses nothing that is computed, and the
    status is 2. A reader of a pipe that has left, such as head, is no error.
    """
    argv = sys.argv[1:] if argv is None else list(argv)
    out, status, problem = Lasting(sys.stdout), 2, None
    with redirect_stdout(out), redirect_stderr(Lasting(sys.stderr)):
        try:
            use_threads(argv)
            options = command_parser(argv[:1]).parse_args(argv or ["--help"])
            options.typed = argv
            status = options.run(options) or 0
        except SystemExit as stop:  # of --help and --version
            status = stop.code or 0
        except InputError as error:
            problem = error
        except MemoryError:
            problem = "not enough memory; give fewer rows, or leave columns out"
        except KeyboardInterrupt:
            print("\nnidlite: interrupted", file=sys.stderr)
            status = 130
        out.flush()
        if out.ended and not isinstance(out.ended, BrokenPipeError):
            problem = problem or f"cannot print ({out.ended.strerror or out.ended})"
        if problem:
            print(f"nidlite: error: {problem}", file=sys.stderr)
            return status or 2
    return status
