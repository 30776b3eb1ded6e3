"""A detect run killed at any moment leaves whole files, old or new, or none.

The moments are drawn over the time that a first run takes, most of which goes into
writing: 20 runs, half of them into an empty folder, half over an older run's files.
"""

import csv
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread
from nidlite.command.files import FILES, prepared_folder

import nidlite

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL"
)
SEED = 3  # of the moments
KILLS = 20
FEATURES = 3
HEADER = ["rank", "order", "interaction", "features", "strength"]


def environment():
    """This environment, with nidlite found from any folder."""
    root = str(Path(nidlite.__file__).parents[1])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path}


def start(*words, **pipes):
    """Python as a process of its own."""
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE} | pipes
    command = [sys.executable, *map(str, words)]
    return subprocess.Popen(command, env=environment(), **pipes)


def detect(table, folder, *words):
    """`nidlite detect` as a process; its command line is in the report it writes."""
    return start(
        *["-m", "nidlite", "detect", table, "--target", "y", "--epochs", "2"],
        *["--out", folder, *words],
    )


def done(process):
    """Wait for a process that is not killed."""
    _, errors = process.communicate()
    assert process.returncode == 0, errors


# What is whole


def whole_csv(path):
    text = path.read_bytes().decode()
    header, *rows = csv.reader(text.splitlines())
    ranks = [int(row[0]) for row in rows]
    pairs = FEATURES * (FEATURES - 1) // 2
    return (
        header == HEADER
        and text.endswith("\n")
        and all(len(row) == len(HEADER) and float(row[-1]) >= 0 for row in rows)
        and ranks == [*range(1, len(rows) + 1)]
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


def wrong(folder, old=None) -> list[str]:
    """The files that are neither absent nor whole, and names that nobody expects.

    With the bytes of old files: the files that are neither the old ones nor whole.
    """
    if not folder.exists():
        return []
    names = {path.name for path in folder.iterdir()}
    left = {name for name in names if any(name.startswith(f".{f}.") for f in FILES)}
    bad = sorted(names - set(FILES) - left)
    for name in set(FILES) & names:
        path = folder / name
        if (old or {}).get(name) != path.read_bytes() and not is_whole(path):
            bad.append(name)
    return bad + [f"no {name}" for name in old or () if name not in names]


def contents(folder):
    """The bytes of every file, temporary ones too."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def outputs(folder):
    """The same of those that a run is for."""
    return {name: b for name, b in contents(folder).items() if name in FILES}


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
    return folder, time.monotonic() - begin


def test_a_run_left_alone_leaves_every_file_whole(complete):
    assert set(contents(complete[0])) == set(FILES)
    assert wrong(complete[0]) == []


def test_a_run_killed_at_any_moment_leaves_whole_files_or_none(
    table, complete, tmp_path
):
    (folder, seconds), moments = complete, random.Random(SEED)
    new, over, k, most = tmp_path / "new", tmp_path / "over", 0, 0
    shutil.copytree(folder, over)
    while k < KILLS:
        moment = seconds * (k + moments.random()) / KILLS
        out, cutoff = (over, k % 4 == 1) if k % 2 else (new, k % 4 == 0)
        old = outputs(over) if k % 2 else {}
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
        if out == new and out.exists():
            most = max(most, len(outputs(new)))
            shutil.rmtree(new)
    assert most  # some of those that were killed had begun to write
    done(detect(table, over))
    assert set(contents(over)) == set(FILES) and wrong(over) == []


# Broken ones


@pytest.mark.parametrize("name", FILES)
def test_the_check_rejects_a_file_cut_anywhere(complete, tmp_path, name):
    content = (complete[0] / name).read_bytes()
    end = len(content.rstrip()) if name.endswith("html") else len(content)
    for length in (0, 1, end // 3, end // 2, end - 2, end - 1):
        (tmp_path / name).write_bytes(content[:length])
        assert wrong(tmp_path) == [name], length
        assert wrong(tmp_path, {name: content}) == [name], length
    (tmp_path / name).write_bytes(content)
    assert wrong(tmp_path) == []


def test_the_check_rejects_missing_old_files_and_names_that_nobody_expects(tmp_path):
    assert wrong(tmp_path / "absent") == []
    assert wrong(tmp_path, {"pairs.csv": b""}) == ["no pairs.csv"]
    (tmp_path / ".pairs.csv.x1y2").touch()
    assert wrong(tmp_path) == []
    (tmp_path / "tmpx1y2").touch()
    assert wrong(tmp_path) == ["tmpx1y2"]


SLOW_WRITER = """
import sys, time
from contextlib import nullcontext
from pathlib import Path
from nidlite.command.files import whole_file

path, content = Path(sys.argv[2]), Path(sys.argv[3]).read_bytes()
place = whole_file(path) if sys.argv[1] == "whole" else nullcontext(path)
with place as place, open(place, "wb") as file:
    file.write(content[: len(content) // 2])
    file.flush()
    print("half of it is written", flush=True)
    time.sleep(600)
"""


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("how", ["whole", "directly"])
def test_only_a_direct_write_killed_in_the_middle_leaves_half(
    complete, tmp_path, name, how
):
    words = ["-c", SLOW_WRITER, how, tmp_path / name, complete[0] / name]
    process = start(*words, stdout=subprocess.PIPE)
    with process:
        assert process.stdout.readline() == b"half of it is written\n"
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert wrong(tmp_path) == ([name] if how == "directly" else [])
    if how == "whole":
        left = list(contents(tmp_path))
        assert len(left) == 1 and left[0].startswith(f".{name}.")
        prepared_folder(tmp_path)  # as the next run does first
        assert contents(tmp_path) == {}
