"""All commands, the options of the one that was typed, and what becomes of an error.

The command's module loads NumPy: before it --help answers at once, and threads are set.
"""

import argparse
import errno
import io
import os
import signal
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from importlib import import_module

from .. import __version__
from ..errors import InputError

COMMANDS = {  # each is a module here; the others are not loaded
    "detect": "train a network on a table and print its interactions",
    "reproduce": "make a table or figure of the paper, beside the paper's numbers",
    "fetch": "describe a data set of the paper, and say where it lies",
    "grade": "grade a student's file, or a folder of them",
}
ABOUT = "Which features act jointly? Neural Interaction Detection (Tsang et al. 2018)."
EXAMPLES = "examples: nidlite detect F5; nidlite detect houses.csv --target price"
LIBRARIES = "OPENBLAS", "MKL", "BLIS", "OMP"
THREADS = *(f"{name}_NUM_THREADS" for name in LIBRARIES), "VECLIB_MAXIMUM_THREADS"


def whole(text, least=0) -> int:
    """A whole number in at most 18 digits, not below the least."""
    if not (text.isascii() and text.isdigit() and least <= int(text[:19]) < 10**18):
        rule = f"expected a whole number, {least} or more, below 10^18; got {text!r}"
        raise argparse.ArgumentTypeError(rule)
    return int(text)


positive = partial(whole, least=1)


class Parser(argparse.ArgumentParser):
    """One line for an error, and no usage text."""

    def error(self, message):
        raise InputError(f"{message}; see {self.prog} --help")


def command_parser(typed=tuple(COMMANDS)) -> Parser:
    """The parser of all commands, with the options of those that are typed."""
    parser = Parser(prog="nidlite", description=ABOUT, epilog=EXAMPLES)
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, does in COMMANDS.items():
        command = commands.add_parser(name, help=does, description=does)
        if name in typed:
            module = import_module(f".{name}", __package__)
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser


class Lasting:
    """A stream that takes text as long as it can; `ended` is the error after that."""

    def __init__(self, stream):
        # Python has None for a stream that was closed from the start.
        self.stream, self.ended = stream or io.StringIO(), None
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # letters that the terminal lacks

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def write(self, text):
        try:
            self.stream.write(text)
            self.stream.flush()
        except OSError as error:
            self.ended = error
            # Whatever is still in its buffers goes nowhere, at the exit too.
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.stream.fileno())


def main(argv=None) -> int:
    """Run one command; the status is its own, 2 after a mistake or on a full disk."""
    if argv is None:  # a batch system ends a process by SIGTERM: as Ctrl-C does
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        argv = sys.argv[1:]
    out, status, problem = Lasting(sys.stdout), 2, None
    with redirect_stdout(out), redirect_stderr(Lasting(sys.stderr)):
        try:
            # BLAS, which is not loaded yet, uses one thread: enough for small matrices.
            for name in THREADS:
                os.environ.setdefault(name, os.environ.get("OMP_NUM_THREADS", "1"))
            os.environ.update(MATPLOTLIBRC=os.devnull, MPLBACKEND="agg")  # our style
            parser = command_parser(argv[:1])
            options, unknown = parser.parse_known_args(argv or ["--help"])
            unknown += [w for w in argv if w.partition("=")[2] == "--"]  # is read as []
            if unknown:  # the command's --help has what it knows, the parser's has not
                words = f"unrecognized arguments: {' '.join(unknown)}"
                raise InputError(f"{words}; see nidlite {options.command} --help")
            options.typed = argv
            status = options.run(options) or 0
        except SystemExit as stop:  # of --help and --version
            status = stop.code or 0
        except InputError as error:
            problem = f"error: {error}"
        except MemoryError:
            problem = "error: not enough memory; give fewer rows, or leave columns out"
        except OSError as error:  # a file is closed to us, or open in another program
            problem = f"error: {error}; does it exist, and may you read and write it?"
        except KeyboardInterrupt:
            status, problem = 130, "interrupted"
        # A reader that has left, such as head, is no error; Windows says EINVAL then.
        if out.ended and out.ended.errno not in (errno.EPIPE, errno.EINVAL):
            problem = problem or f"error: cannot print ({out.ended.strerror})"
        if problem:
            print(f"nidlite: {problem}", file=sys.stderr)
    return status or (2 if problem else 0)
