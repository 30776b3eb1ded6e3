"""`nidlite reproduce`: killed, stopped and started again; what is left; one clear line.

Runs that are killed are processes of their own; the others train in this process.
"""

import csv
import io
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from made_up import SMOKE, Here

import nidlite
from nidlite import __main__ as command
from nidlite.command import reproduce
from nidlite.command.progress import clock
from nidlite.errors import InputError
from nidlite.experiments import page
from nidlite.experiments.artefacts.index import artefact
from nidlite.experiments.problems import Problem
from nidlite.experiments.rows import (
    SIGNATURE,
    load_rows,
    preset_of,
    save_rows,
    signed_rows,
)
from nidlite.experiments.store import Store
from nidlite.experiments.tuning import CONSTANTS, before, candidates, tuned
from nidlite.experiments.units import Growth, Result, Training
from nidlite.training import CUTOFF_RECIPE, RECIPE

SEED = 17  # of the moments
# Of table2 at smoke: F1 to F10 in three trials, two networks and three baselines, and
# Additive Groves in one.
UNITS = 10 * (3 * (2 + 3) + 1)
TABLE2 = ["table2", "--preset", "smoke"]
posix = pytest.mark.skipif(
    not hasattr(signal, "SIGKILL") or not hasattr(os, "killpg"),
    reason="this system has no SIGKILL",
)


@pytest.fixture
def here(monkeypatch):
    """The executor that `nidlite reproduce` gets instead of processes."""
    pool = Here()

    @contextmanager
    def in_this_process(jobs):
        yield pool

    monkeypatch.setattr(reproduce, "processes", in_this_process)
    return pool


@pytest.fixture
def run(here, capsys):
    """`nidlite reproduce words` in this process: (exit status, stdout, stderr)."""

    def run(*words):
        status = command.main(["reproduce", *map(str, words)])
        return status, *capsys.readouterr()

    return run


@pytest.fixture(scope="module")
def smoke(tmp_path_factory):
    """A folder with table2 at smoke, made without a break."""
    folder, table2 = tmp_path_factory.mktemp("smoke"), artefact("table2")
    store = Store(folder / "trainings")
    results = reproduce.run_units(table2.units(SMOKE), Here(), store)
    rows = signed_rows(table2, SMOKE, results)
    reproduce.write(folder, "table2", table2, rows)
    return folder


@pytest.fixture
def done(smoke, tmp_path):
    """A copy of it."""
    return Path(shutil.copytree(smoke, tmp_path / "done"))


def without_seconds(path):
    """The cells of a CSV file that say what was found."""
    with open(path, newline="") as file:
        return [row for row in csv.DictReader(file) if row.pop("seconds")]


def trainings(folder):
    """{name: which file it is, and of when} of those that are stored."""
    return {
        path.name: (path.stat().st_ino, path.stat().st_mtime_ns)
        for path in (folder / "trainings").glob("[!.]*.npz")
    }


@pytest.fixture
def start():
    """`nidlite reproduce words` as a process in a group of its own, not left behind."""
    root = str(Path(nidlite.__file__).parents[1])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    started = []

    def start(*words):
        process = subprocess.Popen(
            [sys.executable, "-m", "nidlite", "reproduce", *map(str, words)],
            env={**os.environ, "PYTHONPATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        with process, suppress(ProcessLookupError):  # the group may be gone
            os.killpg(process.pid, signal.SIGKILL)


def until_stored(process, folder, number):
    """Wait until so many trainings are stored, or the process has ended."""
    while process.poll() is None and len(trainings(folder)) < number:
        time.sleep(0.01)


# Killed, stopped, and started again


@posix
def test_a_run_killed_at_any_moment_repeats_nothing_and_ends_the_same(
    start, smoke, tmp_path
):
    moments, out = random.Random(SEED), tmp_path / "out"
    words, before = [*TABLE2, "--out", out, "--jobs", "2"], {}
    for number in [0, *sorted(moments.sample(range(1, UNITS), 2)), UNITS]:
        process = start(*words)
        until_stored(process, out, number)
        time.sleep(moments.uniform(0, 0.2))
        process.kill()
        process.communicate()  # to its end: no worker stays behind
        assert process.returncode in (-signal.SIGKILL, 0), f"{number}, seed {SEED}"
        after = trainings(out)
        assert before.items() <= after.items() and len(after) >= number
        assert number == UNITS or process.returncode
        before = after
    process = start(*words)
    stdout, stderr = process.communicate()
    assert process.returncode == 0 and "Traceback" not in stderr, stderr
    assert stdout == f"{out / 'table2.csv'}\n"
    assert trainings(out) == before and len(before) == UNITS
    assert without_seconds(out / "table2.csv") == without_seconds(smoke / "table2.csv")
    assert {path.name for path in (smoke / "trainings").iterdir()} == set(before)


@posix
@pytest.mark.parametrize("stored, kill", [(0, os.kill), (5, getattr(os, "killpg", 0))])
def test_ctrl_c_ends_with_one_line(start, tmp_path, stored, kill):
    """It reaches the command alone, or the whole group."""
    process = start(*TABLE2, "--out", tmp_path, "--jobs", "2")
    assert process.stderr.readline().startswith(f"0 of {UNITS}: ")  # workers start now
    until_stored(process, tmp_path, stored)
    kill(process.pid, signal.SIGINT)
    stdout, stderr = process.communicate()
    *progress, line = stderr.splitlines()
    assert process.returncode == 130 and stdout == ""
    assert line == (
        "nidlite: interrupted; finished trainings are stored, and the same command "
        "goes on from there"
    )
    assert all(re.match(rf"\d+ of {UNITS}: +\d+%, ", p) for p in progress), stderr
    assert stored <= len(trainings(tmp_path)) < UNITS


# What is left to do


def counts(out):
    """{name: (left, of, clock)} of --dry-run's lines."""
    pattern = r"(\w+) +(\d+) of +(\d+) trainings left, about ([\d:]+) with 2 jobs"
    lines = [re.fullmatch(pattern, line).groups() for line in out.splitlines()]
    return {name: (int(a), int(b), clock) for name, a, b, clock in lines}


def test_a_dry_run_counts_before_in_the_middle_and_after(run, here, done, tmp_path):
    words = ["table2", "fig4", "--preset", "smoke", "--jobs", "2", "--dry-run"]
    status, out, err = run(*words, "--out", tmp_path / "new")
    before = counts(out)
    assert (status, err) == (0, "")
    # fig4 shows networks of table2
    assert before["table2"][:2] == (UNITS, UNITS) and before["fig4"][:2] == (0, 10)
    assert before["together"][:2] == (UNITS, UNITS)
    for path in sorted((done / "trainings").glob("F[1-5]-*")):
        path.unlink()
    middle = counts(run(*words, "--out", done)[1])
    assert middle["table2"][:2] == middle["together"][:2] == (UNITS // 2, UNITS)
    assert run(*TABLE2, "--out", done)[0] == 0
    after = counts(run(*words, "--out", done)[1])
    assert after["table2"] == after["together"] == (0, UNITS, "0:00")
    assert len(here.units) == UNITS // 2
    alone = counts(run("fig4", *words[2:], "--out", tmp_path / "new")[1])
    assert set(alone) == {"fig4"} and alone["fig4"][:2] == (10, 10)


def test_a_dry_run_learns_how_fast_this_machine_is(tmp_path):
    units = [Training(Problem("F5", 600), seed, "mlp", RECIPE) for seed in range(4)]
    store = Store(tmp_path)
    for unit in units[:2]:  # 100 times as long as was guessed
        store.put(unit, {"seconds": np.array([99 * unit.estimate, unit.estimate])})
    left = sum(100 * unit.estimate for unit in units[2:])
    said = [reproduce.dry_run({"table2": units}, store, jobs) for jobs in (1, 2, 8)]
    assert said[0].endswith(f"about {clock(left)} with 1 job")
    assert said[1].endswith(f"about {clock(left / 2)} with 2 jobs")
    # no training is done by more than one worker
    assert said[2].endswith(f"about {clock(left / 2)} with 8 jobs")


def test_a_unit_of_several_artefacts_is_done_once(run, here, tmp_path):
    words = ["fig11", "table2", "fig11", "--preset", "smoke", "--out", tmp_path]
    status, out, err = run(*words)
    assert status == 0 and "Traceback" not in err
    assert out.split() == [str(tmp_path / f"{name}.csv") for name in words[:2]]
    assert len(here.units) == len(set(here.units)) == UNITS  # fig11's is table2's too
    names = {path.name for path in tmp_path.iterdir()} - {"trainings"}
    assert names == {"fig11.csv", "fig11.png", "table2.csv", "README.md"}
    again = run(*words)
    assert again == (0, out, "") and len(here.units) == UNITS  # no bar over nothing


# One clear line, before any training


def complaint(result):
    """The one line of a run that ended with status 2."""
    status, out, err = result
    assert status == 2 and out == ""
    [line] = err.splitlines()
    return line.removeprefix("nidlite: error: ")


WRONG = {
    "a name": (["tabel2"], "'tabel2' is no table or figure", "'table2'"),
    "a name beside all": (["all", "fig99"], "'fig99' is no table or figure"),
    "a name beside page": (["page", "fig99"], "'fig99' is no table or figure"),
    "trials": (["table2", "--trials", "2"], "table2 leaves out the best", "got 2"),
    "trials of all": (["all", "--trials", "1"], "table2 leaves out", "got 1"),
    "no trials": (["fig4", "--trials", "0"], "whole numbers from 1 on; got 0"),
    "no jobs": (["table2", "--jobs", "0"], "whole numbers from 1 on; got 0"),
    "jobs": (["table2", "--jobs", "-1"], "--jobs"),
    "preset": (["table2", "--preset", "big"], "--preset", "smoke"),
    "no name": ([], "NAME"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_mistake_is_one_line_and_nothing_is_touched(run, here, tmp_path, case):
    words, *said = WRONG[case]
    line = complaint(run("--out", tmp_path / "new", *words))
    assert all(part in line for part in said), line
    assert here.units == [] and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["out", "out/trainings"])
def test_a_file_where_a_folder_must_be_is_one_line(run, here, tmp_path, name):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.touch()
    for words in ([], ["--dry-run"]):
        line = complaint(run(*TABLE2, "--out", tmp_path / "out", *words))
        assert line.startswith(f"cannot write to the folder {path} (")
        assert "--out" in line and here.units == []


@pytest.mark.parametrize("library", ["tqdm", "distributed"])
def test_a_library_that_is_missing_is_one_line(
    run, here, tmp_path, monkeypatch, library
):
    monkeypatch.setitem(sys.modules, library, None)
    words = ["--scheduler", "tcp://127.0.0.1:8786"] if library == "distributed" else []
    line = complaint(run(*TABLE2, "--out", tmp_path, *words))
    assert line.endswith("pip install 'nidlite[experiments]'") and here.units == []


@pytest.mark.parametrize("address", ["nonsense", "", "http://127.0.0.1:8787"])
def test_a_wrong_address_of_a_scheduler_is_one_line(run, here, tmp_path, address):
    pytest.importorskip("distributed", reason="needs Dask")
    line = complaint(run(*TABLE2, "--out", tmp_path, "--scheduler", address))
    assert line.startswith(f"no Dask scheduler answers at {address} (")
    assert here.units == []


# Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def progress(monkeypatch, file, seconds, trainings=4000):
    """What is written while so many trainings take so many seconds each."""
    std = pytest.importorskip("tqdm.std", reason="needs tqdm")
    now = [0.0]
    monkeypatch.setattr(std, "time", lambda: now[0])
    monkeypatch.setattr(sys, "stderr", file)
    one = Training(Problem("F5", 600), 0, "mlp", RECIPE)
    units = [replace(one, seed=seed) for seed in range(trainings)]
    with reproduce.bar({"table2": units}, Store(None)) as done:
        for unit in units:
            now[0] += seconds
            done(unit)
    return file.getvalue()


@pytest.mark.parametrize("seconds", [0.001, 1, 10])
def test_a_log_gets_a_line_a_minute_at_most(monkeypatch, seconds):
    lines = progress(monkeypatch, io.StringIO(), seconds).splitlines()
    assert lines[0] == "0 of 4000:   0%, 00:00 gone, ? left"
    assert lines[-1].startswith("4000 of 4000: 100%, ")
    minutes = 4000 * seconds / 60
    # tqdm looks at the clock when it expects a minute to be over: at times a bit later
    assert minutes / 3 - 2 <= len(lines) <= minutes + 3
    assert all(re.fullmatch(r"\d+ of 4000: +\d+%, .* left", line) for line in lines)
    if len(lines) > 10:  # the time left is that of a steady pace
        _, left = re.search(r"%, (\S+) gone, (\S+) left", lines[5]).groups()
        h, m, s = (int(x) for x in f"0:{left}".split(":")[-3:])
        part = 1 - int(lines[5].split()[0]) / 4000
        assert 3600 * h + 60 * m + s == pytest.approx(4000 * seconds * part, rel=0.02)


def test_on_a_terminal_one_line_is_written_over(monkeypatch):
    text = progress(monkeypatch, Terminal(), 1, 100)
    assert text.count("\n") == 1 and text.endswith("\n")
    assert 50 < text.count("\r") < 300 and "100 of 100: 100%|" in text


# The constant, by validation error alone

TRAINING = Training(Problem("F5", 600), 0, "mlp-m", replace(RECIPE, epochs=2))
OTHER = replace(TRAINING, seed=1)
GROWTH = Growth(TRAINING, replace(CUTOFF_RECIPE, epochs=1), most=1)


def known(unit, losses, tests, truths):
    """A result of which the validation losses, and test errors, are known."""
    arrays = {"truths": np.array(truths)}
    if not unit.needs:
        constant = unit.recipe.penalty_constant
        kept = [(1, 0.0, losses[constant] + 1, 0.0, 0.0)]
        kept += [(2, 0.0, losses[constant], 0.0, 0.0), (3, 0.0, 9.0, 0.0, 0.0)]
        arrays |= {"history": np.array(kept), "test": np.array(tests[constant])}
    return Result(unit, arrays)


def chosen(losses, tests=None, truths="[[0, 1]]"):
    """The one constant that is chosen for all units."""
    asked = []

    def trained(units):
        asked.extend(units)
        return {unit: known(unit, losses, tests or losses, truths) for unit in units}

    results = tuned([TRAINING, OTHER, GROWTH], trained)
    assert set(results) == {TRAINING, OTHER, GROWTH}
    assert len(asked) == 2 * len(CONSTANTS) + 1
    assert asked[-1].needs == results[TRAINING].unit
    of = [(result.unit.needs or result.unit).recipe for result in results.values()]
    [constant] = {recipe.penalty_constant for recipe in of}
    return constant


def distance(constant, sign=1):
    return {c: sign * abs(np.log(c / constant)) for c in CONSTANTS}


def test_the_constant_of_least_validation_error_is_chosen():
    assert (CONSTANTS[0], CONSTANTS[-1]) == (5e-6, 5e-4)  # as in the paper
    assert [c.recipe.penalty_constant for c in candidates(TRAINING)] == [*CONSTANTS]
    assert {replace(c, recipe=RECIPE) for c in candidates(TRAINING)} == {
        replace(TRAINING, recipe=RECIPE)
    }
    for constant in CONSTANTS:
        assert chosen(distance(constant)) == constant
    # test rows and truths have no say
    for tests in (distance(5e-5), distance(5e-5, -1)):
        for truths in ("null", "[]"):
            assert chosen(distance(5e-5), tests, truths) == 5e-5
    # of equal ones the first, so that a run is repeated exactly
    assert chosen(dict.fromkeys(CONSTANTS, 1.0)) == CONSTANTS[0]


def test_what_tuning_will_ask_for_is_known_before():
    found = {}
    early = before([GROWTH, OTHER], found.get)
    assert len(early) == len(set(early)) == 2 * len(CONSTANTS) + 1
    losses = distance(5e-5)
    found |= {unit: known(unit, losses, losses, "null") for unit in early[:-1]}
    late = before([GROWTH, OTHER], found.get)
    assert late[:-1] == early[:-1]
    assert late[-1].needs.recipe.penalty_constant == 5e-5
    assert early[-1].needs.recipe.penalty_constant == CONSTANTS[0]


def test_a_tuned_run_is_counted_and_done(run, here, tmp_path):
    words = ["fig11", "--preset", "smoke", "--out", tmp_path, "--jobs", "2"]
    left = counts(run(*words, "--tune", "--dry-run")[1])["fig11"]
    assert left[:2] == (len(CONSTANTS), len(CONSTANTS))
    assert run(*words, "--tune")[0] == 0
    constants = [unit.recipe.penalty_constant for unit in here.units]
    assert sorted(constants) == list(CONSTANTS)
    assert counts(run(*words, "--tune", "--dry-run")[1])["fig11"][0] == 0
    # without --tune it is the figure of the default constant, which is stored
    tuned_rows = without_seconds(tmp_path / "fig11.csv")
    assert run(*words)[0] == 0 and len(here.units) == len(CONSTANTS)
    get = Store(tmp_path / "trainings").get
    best = min(here.units, key=lambda unit: get(unit)["history"][:, 2].min())
    same = without_seconds(tmp_path / "fig11.csv") == tuned_rows
    assert same == (best.recipe.penalty_constant == RECIPE.penalty_constant)


# Rows


def test_rows_are_read_back_as_they_were_to_seven_digits(tmp_path):
    rows = [
        {"AUC": 0.123456789, "K": 3, "seeds": "0", "note": 'a "b", c', "none": None},
        {"AUC": None, "K": 1234567, "seeds": "0", "note": "d\ne", "none": None},
    ]
    save_rows(tmp_path / "r.csv", rows)
    loaded = load_rows(tmp_path / "r.csv")
    assert loaded == [row | {"AUC": row["AUC"] and 0.1234568} for row in rows]
    assert list(loaded[0]) == list(rows[0])
    save_rows(tmp_path / "again.csv", loaded)
    assert load_rows(tmp_path / "again.csv") == loaded


def test_a_row_says_how_it_was_made():
    def run(preset, results):
        yield {"a": 1}, range(3)
        yield {"a": 2}, [4]

    results = {unit: Result(unit, {"seconds": np.array([1e4])}) for unit in (1, 2)}
    first, other = signed_rows(SimpleNamespace(run=run), SMOKE, results)
    assert list(first) == ["a", *SIGNATURE]
    assert (first["preset"], first["trials"], first["seeds"]) == ("smoke", 3, "0 to 2")
    assert (other["trials"], other["seeds"]) == (1, "4")
    # and what making the rows took
    assert first["seconds"] == other["seconds"] >= 2e4
    assert f"numpy {np.__version__}" in first["versions"]


def test_a_preset_is_known_by_its_name():
    assert preset_of("paper").trials == 10 and preset_of("paper", 4).trials == 4
    assert list(preset_of("smoke", 4).seeds) == [0, 1, 2, 3]
    with pytest.raises(InputError, match="one of smoke, quick, paper; got 'big'"):
        preset_of("big")


# The page


def test_the_page_depends_on_the_rows_alone(run, done, tmp_path):
    text = (done / "README.md").read_bytes().decode()
    assert text == page.text(done) and "## Table 2" in text
    assert artefact("table2").NOTE not in text  # which is about the preset paper
    other = tmp_path / "other"
    other.mkdir()
    shutil.copyfile(done / "table2.csv", other / "table2.csv")
    for name in ("table2.png", "unknown.csv"):
        (other / name).touch()
    assert run("page", "--out", other) == (0, "", "")
    assert (other / "README.md").read_bytes().decode() == text
    rows = load_rows(other / "table2.csv")
    rows[0]["MLP AUC"] = 0.999
    save_rows(other / "table2.csv", rows)
    assert page.text(other) != text and "0.999" in page.text(other)


def test_a_page_without_results_is_one_line(run, tmp_path):
    for folder in (tmp_path, tmp_path / "absent"):
        line = complaint(run("page", "--out", folder))
        assert line.startswith(f"there are no results in {folder}; ")


@pytest.mark.parametrize("content", ["", "function\n", "function,AUC\nF1\n", "a\nb\n"])
def test_rows_that_cannot_be_read_are_said_to_be_so(done, content):
    (done / "fig9.csv").write_text(content)
    whole = page.text(done)
    assert "`fig9.csv` cannot be read (" in whole and "## Table 2" in whole
    assert "`nidlite reproduce fig9` makes it anew" in whole
