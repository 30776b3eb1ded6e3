"""Words for the command. A case is a seed of random numbers."""

import os
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import numpy as np

from nidlite import InputError
from nidlite.__main__ import main
from nidlite.command.parser import command_parser

# What would take long; what comes before it is run.
STOPPED = "detect.train fetch.load reproduce.signed_rows grade.grade_student"
VALUES = "0 -1 1 3 1.5 nan 1e9 1_0 \u0663 = - -- F5 fig4 table.csv no.csv . a,b y a x=1"
VALUES = VALUES.split() + ["tab", ";", "page", "a.py", "x" * 300, '"a', "\udcff", ""]
VALUES += ["a\nb", "\x1b[31m", "\u2028", "a\0b"]
USUAL = {"detect": ["table.csv", "--target", "y"], "grade": ["a.py"]}


def check_words(seed, run=main) -> str:
    """One line and status 2, or nothing wrong."""
    rng, stop = np.random.default_rng(seed), InputError("words are tried so far only")
    commands = command_parser()._subparsers._group_actions[0].choices
    name = rng.choice([*commands] * 9 + VALUES)
    flags = [*getattr(commands.get(name), "_option_string_actions", ["-h"])]
    flags = [flag for flag in flags if flag not in ("--help", "--scheduler")]
    words = [name, *(USUAL.get(name) or rng.choice(VALUES, 2))]
    for way in rng.integers(3, size=rng.integers(4)):
        flag, value = rng.choice(flags), rng.choice(VALUES)
        words += [[flag, value], [f"{flag}={value}"], [flag]][way]
    here, out, err = os.getcwd(), StringIO(), StringIO()
    for place in STOPPED.split():
        patch(f"nidlite.command.{place}", side_effect=stop).start()
    patch.dict(os.environ).start()
    with TemporaryDirectory() as folder, redirect_stdout(out), redirect_stderr(err):
        os.chdir(folder)
        try:
            Path("table.csv").write_text("a,b,y\n" + "1,2,3\n4,5,6\n" * 20)
            Path("a.py").write_text("def strength(W1, z, interaction): pass\n")
            status = run([*map(str, words)])
        finally:
            os.chdir(here)
            patch.stopall()
    line = (err.getvalue().splitlines() or [""])[-1]
    assert status in (0, 2), (words, line)
    right = line.startswith("nidlite: error: ") and line.isprintable()
    assert right or not status, line
    return "InputError" if status else "fine"


def draw(rng) -> int:
    return int(rng.integers(2**63))


KINDS = {"words": (draw, check_words)}
