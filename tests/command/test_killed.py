"""A detect run killed at any moment leaves whole files, old or new, or none.

The moments are drawn over the time that a first run takes, most of which goes into
writing: half of the runs into an empty folder, half over an older run's files.
"""

import csv
import random
import shutil
import signal
import subprocess
import time
import zipfile

import numpy as np
import pytest
from matplotlib.image import imread
from processes import command, ended, python

from nidlite.saving.results import FILES

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL"
)
SEED = 3  # of the moments
KILLS = 12
FEATURES = 3
HEADER = ["rank", "order", "interaction", "features", "strength"]


def detect(table, folder, *words):
    """`nidlite detect` as a process; its command line is in the report it writes."""
    words = "--target", "y", "--epochs", "2", "--out", folder, *words
    return command("detect", table, *words)


def done(process):
    """Wait for a process that is not killed."""
    status, _, errors = ended(process)
    assert status == 0, errors


# What is whole


def whole_csv(path):
    text = path.read_bytes().decode()
    header, *rows = csv.reader(text.splitlines())
    pairs = FEATURES * (FEATURES - 1) // 2
    return (
        header == HEADER
        and text.endswith("\n")
        and all(len(row) == len(HEADER) and float(row[-1]) >= 0 for row in rows)
        and [int(row[0]) for row in rows] == [*range(1, len(rows) + 1)]
        and (path.name != "pairs.csv" or len(rows) == pairs)
    )


def whole_png(path):
    content = path.read_bytes()
    return content.endswith(b"IEND\xaeB`\x82") and imread(path).ndim == 3


def whole_npz(path):
    with open(path, "rb") as file, np.load(file, allow_pickle=False) as saved:
        arrays = {name: saved[name] for name in saved.files}  # all of them, unpacked
    return {"feature_names", "x_mean", "history"} < set(arrays)


def whole_html(path):
    text = path.read_bytes().decode().strip()
    return text.startswith("<!DOCTYPE html>") and text.endswith("</html>")


CHECKS = {".csv": whole_csv, ".png": whole_png, ".npz": whole_npz, ".html": whole_html}


def is_whole(path) -> bool:
    """Whether the file is what a run that was not killed would have left."""
    try:
        return CHECKS[path.suffix](path)
    except (ValueError, OSError, SyntaxError, EOFError, zipfile.BadZipFile):
        return False


def contents(folder):
    """The bytes of every file, temporary ones too."""
    return {path.name: path.read_bytes() for path in folder.glob("*")}


def wrong(folder, old=()) -> list[str]:
    """The files that are neither absent nor whole, and names that nobody expects.

    old has the bytes of old files: each must be there still, or a whole new one.
    """
    new = contents(folder)
    left = {n for n in new for f in (*FILES, "trial") if n.startswith(f".{f}.")}
    bad = sorted({*new} - {*FILES} - {n for n in left if n.endswith(".nidlite")})
    for name in sorted({*FILES} & {*new}):
        if dict(old).get(name) != new[name] and not is_whole(folder / name):
            bad.append(name)
    return bad + [f"no {name}" for name in old if name not in new]


# The runs


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """small.csv: 60 rows of three features and their outcome."""
    path = tmp_path_factory.mktemp("table") / "small.csv"
    X = np.random.default_rng(0).uniform(-1, 1, (60, FEATURES))
    rows = np.column_stack([X, X[:, 0] * X[:, 1] + X[:, 2]])
    np.savetxt(path, rows, "%.6f", ",", header="a,b,c,y", comments="")
    return path


@pytest.fixture(scope="module")
def complete(table, tmp_path_factory):
    """The folder of a run that was left alone, and the seconds it took."""
    folder = tmp_path_factory.mktemp("complete")
    for _ in range(2):  # the first one may still have to compile or to cache something
        begin = time.monotonic()
        done(detect(table, folder))
    assert {*contents(folder)} == {*FILES} and wrong(folder) == []
    return folder, time.monotonic() - begin


def test_a_run_killed_at_any_moment_leaves_whole_files_or_none(
    table, complete, tmp_path
):
    (folder, seconds), moments = complete, random.Random(SEED)
    new, over, k, most = tmp_path / "new", tmp_path / "over", 0, 0
    shutil.copytree(folder, over)
    while k < KILLS:
        moment = seconds * (k + moments.random()) / KILLS
        out, cutoff = (over, k % 4 == 1) if k % 2 else (new, k % 4 == 0)
        old = {n: b for n, b in contents(out).items() if n in FILES}
        if not cutoff:
            old.pop("cutoff.png", None)  # which such a run takes away
        words = ["--seed", k, "--cutoff" if cutoff else "--no-cutoff"]
        with detect(table, out, *words) as process:
            try:
                _, errors = process.communicate(timeout=moment)
                seconds *= 0.9  # it was done too early: draw an earlier moment
                assert process.returncode == 0, errors
            except subprocess.TimeoutExpired:
                process.kill()
        k += process.returncode == -signal.SIGKILL
        bad = wrong(out, old)
        assert bad == [], f"run {k}, killed after {moment:.3f} s, left {bad}"
        if out == new:
            most = max(most, len({*contents(new)} & {*FILES}))
            shutil.rmtree(new, ignore_errors=True)
    assert most  # some of those that were killed had begun to write
    done(detect(table, over))
    assert {*FILES} <= {*contents(over)} and wrong(over) == []


# Broken ones


@pytest.mark.parametrize("name", FILES)
def test_the_check_rejects_a_file_cut_anywhere(complete, tmp_path, name):
    content = (complete[0] / name).read_bytes()
    end = len(content.rstrip()) if name.endswith("html") else len(content)
    for length in (0, 1, end // 3, end // 2, end - 2, end - 1):
        (tmp_path / name).write_bytes(content[:length])
        assert wrong(tmp_path) == wrong(tmp_path, {name: content}) == [name], length
    (tmp_path / name).write_bytes(content)
    assert wrong(tmp_path) == []


def test_the_check_rejects_missing_old_files_and_names_that_nobody_expects(tmp_path):
    assert wrong(tmp_path / "absent") == []
    assert wrong(tmp_path, {"pairs.csv": b""}) == ["no pairs.csv"]
    for name in (".pairs.csv.0a1b2c3d.nidlite", ".pairs.csv.x1y2", "tmpx1y2"):
        (tmp_path / name).touch()
    assert wrong(tmp_path) == [".pairs.csv.x1y2", "tmpx1y2"]


SLOW_WRITER = """
import sys, time
from contextlib import nullcontext
from pathlib import Path
from nidlite.saving.whole import whole_file

path, content = Path(sys.argv[2]), Path(sys.argv[3]).read_bytes()
place = whole_file(path) if sys.argv[1] == "whole" else nullcontext(path)
with place as place, open(place, "wb") as file:
    file.write(content[: len(content) // 2])
    file.flush()
    print("half of it is written", flush=True)
    time.sleep(600)
"""


@pytest.mark.parametrize("how", ["whole", "directly"])
def test_only_a_direct_write_killed_in_the_middle_leaves_half(complete, tmp_path, how):
    words = how, tmp_path / "network.npz", complete[0] / "network.npz"
    with python("-c", SLOW_WRITER, *words) as process:
        assert process.stdout.readline() == "half of it is written\n"
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert wrong(tmp_path) == (["network.npz"] if how == "directly" else [])
    [left] = contents(tmp_path)
    assert left.startswith(".network.npz.") == (how == "whole")
