"""A detect run killed while it writes leaves whole files, old or new, or none.

Python tells of each file that is opened, renamed or removed. A run is killed at one of
these events, or a moment after it: two into an empty folder, two over an older run's.
"""

import csv
import json
import os
import random
import shutil
import signal
import zipfile

import numpy as np
import pytest
from matplotlib.image import imread
from processes import python

from nidlite.saving.results import FILES

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="it has no SIGKILL")
SEED = 3  # of the moments
KILLS = 6
FEATURES = 3
HEADER = ["rank", "order", "interaction", "features", "strength"]
HEADER += ["share", "agreement", "t"]


# Runs detections, one for each line of its input: (event, delay, folder, words). At
# this number of events in the folder, and the delay in seconds later, a run is killed,
# which is then a fork. With number 0 it ends. Answers (status, number of events).
RUNNER = """
import json, os, signal, sys, threading
from nidlite.__main__ import main

folder, number, seen = "no folder yet", 0, 0

def hook(name, args):
    global seen
    if args and folder in str(args[0]):
        seen += 1
        if seen == number:
            threading.Timer(delay, os.kill, (os.getpid(), signal.SIGKILL)).start()
            if not delay:
                signal.pause()

sys.addaudithook(hook)
answers, sys.stdout = sys.stdout, open(os.devnull, "w")
for line in sys.stdin:
    number, delay, folder, words = json.loads(line)
    seen = 0
    if number and os.fork():
        status = os.wait()[1]
    else:
        status = main(words)
        if number:
            signal.pause()  # the kill is on its way
    print(json.dumps((status, seen)), file=answers, flush=True)
"""


# What is whole


def whole_csv(path):
    text = path.read_bytes().decode()
    header, *rows = csv.reader(text.splitlines())
    pairs = FEATURES * (FEATURES - 1) // 2
    return (
        header == HEADER
        and text.endswith("\n")
        and (rows or path.name == "interactions.csv")
        and all(len(row) == len(HEADER) and float(row[4] or 0) >= 0 for row in rows)
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
def detect(table):
    """detect(folder, words, number, delay): a run's status and number of events."""
    with python("-c", RUNNER, stdin=-1, stderr=None) as process:

        def detect(folder, *words, number=0, delay=0.0):
            usual = "detect", table, "--target", "y", "--epochs", "2", "--out", folder
            words = [str(word) for word in (*usual, *words)]
            line = json.dumps((number, delay, str(folder), words))
            print(line, file=process.stdin, flush=True)
            return json.loads(process.stdout.readline())

        yield detect
        process.stdin.close()


@pytest.fixture(scope="module")
def complete(detect, tmp_path_factory):
    """The folder of a run that was left alone, and the number of its events."""
    folder = tmp_path_factory.mktemp("complete")
    status, events = detect(folder)
    assert status == 0 and {*contents(folder)} == {*FILES} and wrong(folder) == []
    return folder, events


def test_a_run_killed_at_any_moment_leaves_whole_files_or_none(
    detect, complete, tmp_path
):
    (folder, events), moments = complete, random.Random(SEED)
    new, over, most = tmp_path / "new", tmp_path / "over", 0
    shutil.copytree(folder, over)
    for k in range(KILLS):
        number = 1 + int((events - 4) * (k + moments.random()) / KILLS)
        delay = moments.choice([0, moments.uniform(0, 0.3)])
        out, cutoff = (over, k % 4 == 1) if k % 2 else (new, k % 4 == 0)
        old = {n: b for n, b in contents(out).items() if n in FILES}
        if not cutoff:
            old.pop("cutoff.png", None)  # which such a run takes away
        words = ["--seed", k, "--cutoff" if cutoff else "--no-cutoff"]
        status, _ = detect(out, *words, number=number, delay=delay)
        assert status == signal.SIGKILL, f"run {k} was not killed at event {number}"
        bad = wrong(out, old)
        assert bad == [], f"run {k}, killed {delay} s after event {number}, left {bad}"
        if out == new:
            most = max(most, len({*contents(new)} & {*FILES}))
            shutil.rmtree(new, ignore_errors=True)
    assert most  # some of those that were killed had begun to write
    assert detect(over)[0] == 0
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
