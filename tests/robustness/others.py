"""Weights, saved files, words for the command. A case is a seed of random numbers."""

import os
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import numpy as np

from nidlite import InputError, detect_interactions, interpret, load
from nidlite.__main__ import main
from nidlite.command.parser import command_parser

from .detections import MEANS, check_rankings
from .lines import is_one_line

NUMBERS = [0, 1, 1, -1, 0.5, 3, 1e-8, -1e12, 1e30, 1e-30] * 40
NUMBERS += [1e308, -1e100, 1e50, 1e-100, 1e-101, 1e-310, 5e-324, np.inf, np.nan]
GOOD = {"f8": np.array, "list": np.ndarray.tolist, "fortran": np.asfortranarray}
AS = GOOD | {"flat": np.ravel, "deep": lambda W: [W], "short": lambda W: W[:, 1:]}
AS |= {"masked": lambda W: np.ma.masked_less(W, 0), "word": lambda W: "weights"}
AS |= {d: lambda W, d=d: W.astype(d) for d in (">f8", "f4", "O", "c8", "S9", "M8[s]")}


@np.errstate(all="ignore")
def check_weights(seed, read=interpret) -> str:
    """Hold the strengths by the least weight against the definition."""
    rng = np.random.default_rng(seed)
    widths = rng.integers(1, 6, rng.integers(3, 6)).tolist()
    many = [rng.choice(NUMBERS, (m, n)) for n, m in zip(widths, widths[1:])]
    given, place, mean = [*many], rng.integers(len(many)), rng.choice(MEANS.split())
    kind = rng.choice([*GOOD] * 9 + [*AS])
    given[place] = AS[kind](given[place])
    try:
        found = read(given, mean=mean)
    except InputError as error:
        largest = np.max([abs(W).max() for W in many])
        assert kind not in GOOD or not largest < 1e15, str(error)
        assert is_one_line(error), f"not one printable line: {str(error)!r}"
        return "InputError"
    check_rankings(found, len(found.feature_names))
    if kind in GOOD and mean == "minimum":
        z = np.linalg.multi_dot([np.ones(widths[-1]), *map(abs, many[:0:-1])])
        lost = 2e-100 * len(z) * max(z.max(), abs(many[0]).max())  # below 1e-100 is 0
        for kind in "ranking", "pairwise_ranking":
            for i, strength in getattr(found, kind):
                right = z @ abs(many[0][:, list(i)]).min(axis=1)
                assert strength <= (1 + 1e-9) * right + lost, (i, strength)
                # Algorithm 1 counts the units that propose a set only.
                least = (1 - 1e-9) * right - lost
                assert kind == "ranking" or strength >= least, (i, strength)
    return "interpretation"


@cache
def saved() -> tuple[bytes, np.ndarray, np.ndarray]:
    """A whole file, rows, and what it predicts for them."""
    X = np.random.default_rng(0).normal(size=(40, 3))
    found = detect_interactions(X, X[:, 0] * X[:, 1], epochs=1)
    with TemporaryDirectory() as folder:
        found.save(path := Path(folder) / "network.npz")
        return path.read_bytes(), X, found.predict(X)


def check_saved(seed, read=load) -> str:
    """The right predictions, or one line: some bytes are others, or its end is gone."""
    rng, (content, X, right) = np.random.default_rng(seed), saved()
    place, new = rng.integers(len(content)), rng.bytes(rng.integers(4))
    after = content[place + len(new) :] if rng.integers(4) else b""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "network.npz"
        path.write_bytes(content[:place] + new + after)
        try:
            assert np.array_equal(read(path).predict(X), right), "other predictions"
        except InputError as error:
            assert is_one_line(error, "network.npz"), str(error)
            return "InputError"
    return "detection"


# What would take long; what comes before it is run.
STOPPED = "detect.train fetch.fetch predict.load_detection reproduce.signed_rows"
STOPPED += " grade.gradebook.grade_student"
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
    assert not status or line.startswith("nidlite: error: ") and is_one_line(line), line
    return "InputError" if status else "fine"


def draw(rng) -> int:
    return int(rng.integers(2**63))


KINDS = {"weights": (draw, check_weights), "saved files": (draw, check_saved)}
KINDS["words"] = draw, check_words
