"""Weights, saved files, words for the command, submissions: an answer, or one line.

Strengths are held against fractions, what a damaged file predicts against the whole
one. No word trains, grades or fetches anything here.
"""

import io
import json
import os
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from functools import cache
from pathlib import Path
from unittest.mock import patch

import numpy as np
from hypothesis import strategies as st

from nidlite import InputError, detect_interactions, interpret, load
from nidlite.__main__ import main
from nidlite.command import parser
from nidlite.course import attempts, trial
from nidlite.course.exercises import EXERCISES
from nidlite.course.grading import RIGHT, _key, absent, grade_records, grade_text
from nidlite.course.submissions import find

from .detections import MEANS, check_rankings
from .lines import RARE, is_one_line, mostly

# Weights

USUAL = [0, 1, 1, -1, 0.5, 3, 1e-8, -1e12, 1e30, 1e-30]
EXTREME = [1e308, -1e100, 1e50, 1e-100, 1e-101, 1e-310, 5e-324, float("inf"), np.nan]
NUMBER = mostly(USUAL, EXTREME, 0.02)
GOOD = {"f8": np.array, "list": np.ndarray.tolist, "fortran": np.asfortranarray}
GOOD |= {dtype: lambda W, dtype=dtype: W.astype(dtype) for dtype in (">f8", "O")}
AS = GOOD | {"flat": np.ravel, "deep": lambda W: [W], "short": lambda W: W[:, 1:]}
AS |= {"masked": lambda W: np.ma.masked_less(W, 0), "word": lambda W: "weights"}
AS |= {"ragged": lambda W: [row[: k + 1] for k, row in enumerate(W.tolist())]}
AS |= {d: lambda W, d=d: W.astype(d) for d in ("f4", "c8", "S9", "U9", "M8[s]")}


@st.composite
def weights(draw):
    """(matrices, the place of one and how it is handed over, the mean)."""
    widths = draw(st.lists(st.integers(1, 5), min_size=3, max_size=5))
    sizes = [(m, n) for n, m in zip(widths, widths[1:])]
    many = [[[draw(NUMBER) for _ in range(n)] for _ in range(m)] for m, n in sizes]
    how = draw(st.integers(0, len(many) - 1)), draw(mostly([*GOOD], [*AS]))
    return many, *how, draw(st.sampled_from(MEANS.split()))


def check_weights(case, read=interpret) -> str:
    """Hold z and the strengths by the least weight against fractions."""
    many, place, kind, mean = case
    with np.errstate(all="ignore"):
        given = [np.array(W, float) for W in many]
        largest = max(np.abs(W).max() for W in given)
        given[place] = AS[kind](given[place])
        try:
            found = read(given, mean=mean)
        except InputError as error:
            assert not (kind in GOOD and largest < 1e15), f"refused good ones: {error}"
            assert is_one_line(error), f"not one printable line: {str(error)!r}"
            return "InputError"
    check_rankings(found, len(found.feature_names))
    if kind not in GOOD or mean != "minimum":
        return "interpretation"
    W1, *others = [[[abs(Fraction(v)) for v in row] for row in W] for W in many]
    z = [1] * len(others[-1])
    for W in others[::-1]:
        z = [sum(a * b for a, b in zip(z, column)) for column in zip(*W)]
    np.testing.assert_allclose(found.z, np.array(z, float), 1e-9, 1e-300)
    # Below 1e-100 z and W1 count as 0.
    lost = 2e-100 * len(z) * float(max([*z, *map(max, W1)]))
    for i, strength in found.ranking + found.pairwise_ranking:
        exact = sum(a * min(row[j] for j in i) for a, row in zip(z, W1))
        assert abs(strength - exact) <= 1e-9 * exact + lost, (i, strength)
    return "interpretation"


# Saved files


@cache
def saved() -> tuple[bytes, np.ndarray, np.ndarray]:
    """A whole file, rows, and what it predicts for them."""
    X = np.random.default_rng(0).normal(size=(40, 3))
    found = detect_interactions(X, X[:, 0] * X[:, 1], epochs=1)
    with tempfile.TemporaryDirectory() as folder:
        found.save(path := Path(folder) / "network.npz")
        return path.read_bytes(), X, found.predict(X)


PLACE = st.integers(0, 2**31)
DAMAGES = st.tuples(PLACE, st.none() | st.binary(max_size=4) | st.integers(0, 4))


def check_saved(case, read=load) -> str:
    """One line, or the right predictions; None cuts, bytes are put in its place."""
    (content, X, right), (place, new) = saved(), case
    if isinstance(new, int):  # another array, by who knows how to write one
        arrays = dict(np.load(io.BytesIO(content)))
        name = sorted(arrays)[place % len(arrays)]
        old = np.atleast_1d(arrays.pop(name))
        ways = old[:-1], old[None], old.astype("S9"), np.zeros_like(old)
        arrays |= {name: ways[new]} if new < len(ways) else {}
        np.savez(file := io.BytesIO(), **arrays)
        content = file.getvalue()
    else:
        place %= len(content)
        after = b"" if new is None else new + content[place + len(new) :]
        content = content[:place] + after
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "network.npz"
        path.write_bytes(content)
        try:
            assert np.array_equal(read(path).predict(X), right), "other predictions"
        except InputError as error:
            assert is_one_line(error, "network.npz"), str(error)
            return "InputError"
    return "detection"


# Words

STOPPED = "detect.train grade.grade fetch.fetch predict.stored".split()
STOPPED += ["reproduce.run_units", "reproduce.dask"]
VALUES = ["", "-", "--", "0", "-1", "1", "3", "1.5", "nan", "1e9", "1_0", "\u0663", "="]
VALUES += ["F5", "fig4", "table.csv", "no.csv", ".", "a,b", "y", "a", '"a', "x=1", "\0"]
VALUES += [
    "\x1b[31m",
    "a\nb",
    "\udcff",
    "\u2028",
    "tab",
    ";",
    "page",
    "x" * 300,
    "a.py",
]
USUAL_WORDS = {"detect": "table.csv --target y", "predict": "table.csv table.csv"}


@st.composite
def words(draw):
    """A command line, the command mostly right."""
    commands = parser.command_parser()._subparsers._group_actions[0].choices
    name, value = draw(mostly([*commands], VALUES, 0.05)), st.sampled_from(VALUES)
    flags = [*commands[name]._option_string_actions] if name in commands else ["-h"]
    flag = st.sampled_from([f for f in flags if f not in ("-h", "--help")] or flags)
    part = st.tuples(flag, value) | st.tuples(flag, value).map("=".join) | value
    given = [USUAL_WORDS.get(name, "").split()] * (not draw(RARE))
    given += draw(st.lists(part, max_size=4))
    return [name, *(w for p in given for w in ([p] if isinstance(p, str) else p))]


def check_words(case, run=main) -> str:
    """One line and status 2, or nothing wrong."""
    stop, here = InputError("this is as far as a test of words goes"), os.getcwd()
    patches = [patch(f"nidlite.command.{w}", side_effect=stop) for w in STOPPED]
    for one in (*patches, patch.dict(os.environ)):
        one.start()
    out, err = io.StringIO(), io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            Path("table.csv").write_text("a,b,y\n" + "1,2,3\n4,5,6\n" * 20)
            Path("a.py").write_text("def strength(W1, z, interaction): pass\n")
            with redirect_stdout(out), redirect_stderr(err):
                status = run(case)
        finally:
            os.chdir(here)
            patch.stopall()
    assert status in (0, 2) and "Traceback" not in err.getvalue(), err.getvalue()
    line = err.getvalue().splitlines()[-1:]
    assert not status or line[0].startswith("nidlite: error: ") and is_one_line(line[0])
    return "InputError" if status else "fine"


# Submissions

SOURCE = (
    "def strength(W1, z, interaction):|    return 1|\0|\ufeff|(((|def nid(|class A:"
)
SOURCE += "|nid = strength|async def forward(x): pass|\xff|'''|# coding: rot13|\t|"
LEAF = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
LEAF |= st.sampled_from([10**400, 1e308, "\x1b[31m", "a\nb", "array", "list"])
NAMES = st.sampled_from(["type", "items", "shape", "text", "x"])
JSON = st.recursive(LEAF, lambda v: st.lists(v, max_size=4) | st.dictionaries(NAMES, v))
PARTS = dict.fromkeys("answer error changed printed not_done".split(), JSON)
RECORD = st.fixed_dictionaries({}, optional=PARTS)
FILE = st.lists(st.sampled_from(SOURCE.split("|")), max_size=6).map("\n".join)
LINES = st.dictionaries(st.integers(0, 5), RECORD, max_size=2)
SUBMISSION = st.tuples(FILE, st.sampled_from([*EXERCISES]), LINES)


def check_submission(case, grade=grade_records) -> str:
    """A grade that can be printed, and a right one for the right answers."""
    text, name, lines = case
    with tempfile.TemporaryDirectory() as folder:
        (path := Path(folder) / "a.py").write_bytes(text.encode("latin-1", "replace"))
        try:
            assert all(n in EXERCISES for _, n in find(path))
        except InputError as error:
            assert is_one_line(error, "a.py"), str(error)
    records = []
    for k, right in enumerate(_key(name, 0)[1]):
        written = lines.get(k, {"answer": trial.encode(right)})
        try:
            records.append(attempts._record(json.dumps(written)))
        except Exception:  # as attempt() does
            records.append({"error": "a record cannot be read", "printed": ""})
    found = grade(absent(name), records)
    assert (found.status == RIGHT) >= (not lines), "a right answer is wrong"
    assert all(map(str.isprintable, grade_text(found).splitlines()))
    assert "\n" not in (found.problem or "") and len(found.problem or "") < 2000
    return found.status


KINDS = {"weights": (weights(), check_weights), "saved files": (DAMAGES, check_saved)}
KINDS |= {"words": (words(), check_words)}
KINDS |= {"submissions": (SUBMISSION, check_submission)}
