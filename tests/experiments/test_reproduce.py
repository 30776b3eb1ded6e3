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
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import nidlite
from nidlite import __main__ as command
from nidlite.errors import InputError
from nidlite.experiments import page, reproduce, rows, table2
from nidlite.experiments.artefacts.index import ARTEFACTS, TRIMMED, artefact
from nidlite.experiments.problems import Problem
from nidlite.experiments.rows import preset_of
from nidlite.experiments.store import OLD, Store
from nidlite.experiments.tuning import CONSTANTS, before, candidates, tuned
from nidlite.experiments.units import Growth, Result, Training
from nidlite.training import CUTOFF_RECIPE, RECIPE

SEED = 17  # of the moments
SECONDS = 300  # to wait for what takes a moment, on a machine that is busy
SOON = 30  # a few, on such a machine
# Of table2 at smoke: F1 to F10 in three trials, two networks and three baselines, and
# Additive Groves in one.
UNITS = 10 * (3 * (2 + 3) + 1)
posix = pytest.mark.skipif(
    not hasattr(signal, "SIGKILL") or not hasattr(os, "killpg"),
    reason="this system has no SIGKILL",
)


class Here(Executor):
    """Trains when it is asked to, and remembers what."""

    def __init__(self):
        self.units = []

    def submit(self, work, unit, *args):
        self.units.append(unit)
        future = Future()
        future.set_result(work(unit, *args))
        return future


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
    folder, here = tmp_path_factory.mktemp("smoke"), Here()
    store = Store(folder / "trainings")

    def trained(units):
        return reproduce.run_units(units, here, store)

    reproduce.write(folder, "table2", table2, table2.run("smoke", trained))
    return folder


@pytest.fixture
def done(smoke, tmp_path):
    """A copy of it."""
    return Path(shutil.copytree(smoke, tmp_path / "done"))


def without_seconds(path) -> list[dict]:
    """The cells of a CSV file that say what was found."""
    with open(path, newline="") as file:
        return [r for r in csv.DictReader(file) if r.pop("seconds")]


def trainings(folder) -> dict:
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


def ended(process) -> tuple[str, str]:
    """stdout and stderr, up to their end: nobody who could write to them is left."""
    return process.communicate(timeout=SECONDS)


def until_stored(process, folder, number):
    """Wait until so many trainings are stored, or the process has ended."""
    deadline = time.monotonic() + SECONDS
    while process.poll() is None and len(trainings(folder)) < number:
        assert time.monotonic() < deadline
        time.sleep(0.01)


# Killed, and started again


@posix
def test_a_run_killed_at_any_moment_repeats_nothing_and_ends_the_same(
    start, smoke, tmp_path
):
    moments, out = random.Random(SEED), tmp_path / "out"
    words = ["table2", "--preset", "smoke", "--out", out, "--jobs", "2"]
    numbers = [0, *sorted(moments.sample(range(1, UNITS), 3)), UNITS]
    before = {}
    for number in numbers:
        process = start(*words)
        until_stored(process, out, number)
        time.sleep(moments.uniform(0, 0.2))
        process.kill()
        ended(process)  # no worker stays behind
        assert process.returncode in (-signal.SIGKILL, 0), f"{number}, seed {SEED}"
        after = trainings(out)
        assert before.items() <= after.items() and len(after) >= number
        assert number == UNITS or process.returncode
        before = after
    process = start(*words)
    stdout, stderr = ended(process)
    assert process.returncode == 0 and "Traceback" not in stderr, stderr
    assert stdout == f"{out / 'table2.csv'}\n"
    assert trainings(out) == before and len(before) == UNITS
    assert without_seconds(out / "table2.csv") == without_seconds(smoke / "table2.csv")
    for path in (smoke / "trainings").iterdir():
        assert path.name in before


@posix
@pytest.mark.parametrize("stored", [0, 5])
@pytest.mark.parametrize("whom", ["the whole group", "the command alone"])
def test_ctrl_c_ends_at_once_with_one_line(start, tmp_path, whom, stored):
    process = start("table2", "--preset", "smoke", "--out", tmp_path, "--jobs", "2")
    assert process.stderr.readline().startswith(f"0 of {UNITS}: ")  # workers start now
    until_stored(process, tmp_path, stored)
    began = time.monotonic()
    (os.killpg if whom == "the whole group" else os.kill)(process.pid, signal.SIGINT)
    stdout, stderr = ended(process)
    assert time.monotonic() - began < SOON
    *progress, line = stderr.splitlines()
    assert process.returncode == 130 and stdout == ""
    assert line == (
        "nidlite: interrupted; finished trainings are stored, and the same command "
        "goes on from there"
    )
    assert all(re.match(rf"\d+ of {UNITS}: +\d+%, ", p) for p in progress), stderr
    assert stored <= len(trainings(tmp_path)) < UNITS


def test_leftovers_of_killed_runs_are_taken_away_when_they_are_old(run, done):
    names = [".table2.csv.abcd_123", ".README.md.abcd_123"]
    names += ["trainings/.F5-0-00ff.npz.abcd_123", ".notes.md.original"]
    for name in names:
        (done / name).touch()
        os.utime(done / name, (time.time() - 2 * OLD,) * 2)
    assert run("table2", "--preset", "smoke", "--out", done)[0] == 0
    assert [(done / name).exists() for name in names] == [False] * 3 + [True]


def test_a_damaged_training_is_named_and_done_again_with_the_same_numbers(
    run, here, done, smoke
):
    path = sorted((done / "trainings").iterdir())[7]
    path.write_bytes(path.read_bytes()[:-1])
    status, _, err = run("table2", "--preset", "smoke", "--out", done)
    [line] = [line for line in err.splitlines() if "damaged" in line]
    assert status == 0 and len(here.units) == 1
    assert path.name in line and path.with_suffix(".damaged").name in line
    assert without_seconds(done / "table2.csv") == without_seconds(smoke / "table2.csv")


# What is left to do


def counts(out) -> dict:
    """{name: (left, of, clock)} of --dry-run's lines."""
    lines = re.findall(
        r"^(\w+) +(\d+) of +(\d+) trainings left, about ([\d:]+) with 2 jobs$",
        out,
        re.MULTILINE,
    )
    assert len(lines) == len(out.splitlines())
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
    assert run("table2", "--preset", "smoke", "--out", done)[0] == 0
    after = counts(run(*words, "--out", done)[1])
    assert after["table2"] == after["together"] == (0, UNITS, "0:00")
    assert after["fig4"] == (0, 10, "0:00")
    assert len(here.units) == UNITS // 2
    alone = counts(run("fig4", *words[2:], "--out", tmp_path / "new")[1])
    assert set(alone) == {"fig4"} and alone["fig4"][:2] == (10, 10)


def test_a_dry_run_learns_how_fast_this_machine_is(tmp_path):
    units = [Training(Problem("F5", 600), seed, "mlp", RECIPE) for seed in range(4)]
    store = Store(tmp_path)
    for unit in units[:2]:  # 100 times as long as was guessed
        seconds = np.array([99 * unit.estimate, unit.estimate])
        store.put(unit, {"seconds": seconds})
    left = sum(100 * unit.estimate for unit in units[2:])
    assert units[0].estimate * 3 == pytest.approx(
        Training(Problem("F5", 1800), 0, "mlp", RECIPE).estimate
    )
    said = [reproduce.dry_run({"table2": units}, store, jobs) for jobs in (1, 2, 8)]
    assert said[0].endswith(f"about {nidlite.command.printing.clock(left)} with 1 job")
    assert said[1].endswith(
        f"about {nidlite.command.printing.clock(left / 2)} with 2 jobs"
    )
    # no training is done by more than one worker
    assert said[2].endswith(
        f"about {nidlite.command.printing.clock(left / 2)} with 8 jobs"
    )


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


def complaint(result) -> str:
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
        line = complaint(
            run("table2", "--preset", "smoke", "--out", tmp_path / "out", *words)
        )
        assert line.startswith(f"cannot write to the folder {path} (")
        assert "--out" in line and here.units == []


@pytest.mark.parametrize("library", ["tqdm", "distributed"])
def test_a_library_that_is_missing_is_one_line(
    run, here, tmp_path, monkeypatch, library
):
    monkeypatch.setitem(sys.modules, library, None)
    words = ["table2", "--preset", "smoke", "--out", tmp_path]
    if library == "distributed":
        words += ["--scheduler", "tcp://127.0.0.1:8786"]
    line = complaint(run(*words))
    assert line.endswith("pip install 'nidlite[experiments]'") and here.units == []


@pytest.mark.parametrize("address", ["nonsense", "", "http://127.0.0.1:8787"])
def test_a_wrong_address_of_a_scheduler_is_one_line(run, here, tmp_path, address):
    pytest.importorskip("distributed", reason="needs Dask")
    words = ["table2", "--preset", "smoke", "--out", tmp_path]
    line = complaint(run(*words, "--scheduler", address))
    assert line.startswith(f"no Dask scheduler answers at {address} (")
    assert here.units == []


def test_the_artefacts_that_trim_are_those_that_need_three_trials():
    using = [name for name in ARTEFACTS if "trimmed_mean" in vars(artefact(name))]
    assert sorted(TRIMMED) == sorted(using)
    assert all(preset_of(name).trials >= 3 for name in rows.PRESETS)


# Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def progress(monkeypatch, tmp_path, file, seconds, trainings=4000) -> str:
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
def test_a_log_gets_a_line_a_minute_at_most(monkeypatch, tmp_path, seconds):
    lines = progress(monkeypatch, tmp_path, io.StringIO(), seconds).splitlines()
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


def test_on_a_terminal_one_line_is_written_over(monkeypatch, tmp_path):
    text = progress(monkeypatch, tmp_path, Terminal(), 1, 100)
    assert text.count("\n") == 1 and text.endswith("\n")
    assert 50 < text.count("\r") < 300 and "100 of 100: 100%|" in text


# The constant, by validation error alone

TRAINING = Training(Problem("F5", 600), 0, "mlp-m", replace(RECIPE, epochs=2))
OTHER = replace(TRAINING, seed=1)
GROWTH = Growth(TRAINING, replace(CUTOFF_RECIPE, epochs=1), most=1)


def made_up(unit, losses, tests=None, truths="[[0, 1]]"):
    """A result of which the validation losses, and test errors, are known."""
    if unit.needs:
        return Result(unit, {"truths": np.array(truths)})
    constant = unit.recipe.penalty_constant
    history = [(1, 0.0, losses[constant] + 1, 0.0, 0.0)]
    history += [(2, 0.0, losses[constant], 0.0, 0.0), (3, 0.0, 9.0, 0.0, 0.0)]
    test = (tests or losses)[constant]
    arrays = {"history": np.array(history), "test": np.array(test)}
    return Result(unit, arrays | {"truths": np.array(truths)})


def chosen(losses, **others) -> dict:
    """{unit: the constant that was chosen for it}"""
    asked = []

    def trained(units):
        asked.extend(units)
        return {unit: made_up(unit, losses, **others) for unit in units}

    results = tuned([TRAINING, OTHER, GROWTH], trained)
    assert set(results) == {TRAINING, OTHER, GROWTH}
    assert len(asked) == 2 * len(CONSTANTS) + 1
    assert asked[-1].needs == results[TRAINING].unit
    return {
        unit: (result.unit.needs or result.unit).recipe.penalty_constant
        for unit, result in results.items()
    }


@pytest.mark.parametrize("constant", CONSTANTS)
def test_the_constant_of_least_validation_error_is_chosen(constant):
    losses = {c: abs(np.log(c / constant)) for c in CONSTANTS}
    assert set(chosen(losses).values()) == {constant}


def test_test_rows_and_truths_have_no_say():
    losses = {c: abs(np.log(c / 5e-5)) for c in CONSTANTS}
    against = {c: -abs(np.log(c / 5e-5)) for c in CONSTANTS}
    for tests in (losses, against):
        for truths in ("[[0, 1]]", "null", "[]"):
            assert chosen(losses, tests=tests, truths=truths)[TRAINING] == 5e-5
    assert chosen(against)[TRAINING] in (5e-6, 5e-4)
    # Of equal ones the first, so that a run is repeated exactly.
    assert chosen(dict.fromkeys(CONSTANTS, 1.0))[TRAINING] == CONSTANTS[0]


def test_the_paper_s_interval_is_searched():
    assert min(CONSTANTS) == 5e-6 and max(CONSTANTS) == 5e-4
    assert list(CONSTANTS) == sorted(set(CONSTANTS))
    assert [c.recipe.penalty_constant for c in candidates(TRAINING)] == list(CONSTANTS)
    assert all(
        replace(c, recipe=TRAINING.recipe) == TRAINING for c in candidates(TRAINING)
    )


def test_what_tuning_will_ask_for_is_known_before():
    losses = {c: abs(np.log(c / 5e-5)) for c in CONSTANTS}
    units = [GROWTH, OTHER]
    known = {}
    early = before(units, known.get)
    assert len(early) == len(set(early)) == 2 * len(CONSTANTS) + 1
    for unit in early[:-1]:
        known[unit] = made_up(unit, losses)
    late = before(units, known.get)
    assert late[:-1] == early[:-1]
    assert late[-1].needs.recipe.penalty_constant == 5e-5
    assert early[-1].needs.recipe.penalty_constant == CONSTANTS[0]


def test_a_tuned_run_is_counted_and_done(run, here, tmp_path):
    words = ["fig11", "--preset", "smoke", "--out", tmp_path, "--tune", "--jobs", "2"]
    left = counts(run(*words, "--dry-run")[1])["fig11"]
    assert left[:2] == (len(CONSTANTS), len(CONSTANTS))
    assert run(*words)[0] == 0
    constants = [unit.recipe.penalty_constant for unit in here.units]
    assert sorted(constants) == list(CONSTANTS)
    assert counts(run(*words, "--dry-run")[1])["fig11"][0] == 0
    # without --tune it is another figure, of the default constant, which is stored
    default = (tmp_path / "fig11.csv").read_text()
    assert run(*words[:-3])[0] == 0 and len(here.units) == len(CONSTANTS)
    best = min(
        here.units,
        key=lambda unit: Store(tmp_path / "trainings").get(unit)["history"][:, 2].min(),
    )
    assert best.recipe.penalty_constant in CONSTANTS
    same = (tmp_path / "fig11.csv").read_text() == default
    assert same == (best.recipe.penalty_constant == RECIPE.penalty_constant)


# Rows

ROWS = [
    {"function": "F1", "AUC": 0.123456789, "K": 3, "note": 'a "b", c', "none": None},
    {"function": "F2", "AUC": None, "K": 1234567, "note": "d\ne", "none": None},
]


def test_rows_are_read_back_as_they_were_to_seven_digits(tmp_path):
    rows.save(tmp_path / "r.csv", ROWS)
    loaded = rows.load(tmp_path / "r.csv")
    expected = [row | {"AUC": row["AUC"] and 0.1234568} for row in ROWS]
    assert loaded == expected and list(loaded[0]) == list(ROWS[0])
    rows.save(tmp_path / "again.csv", loaded)
    assert rows.load(tmp_path / "again.csv") == loaded


def test_a_row_says_how_it_was_made():
    def signature(*seeds):
        results = [
            Result(replace(TRAINING, seed=seed), {"seconds": np.array([1.0, 0.5])})
            for seed in seeds
        ]
        return rows.signed({"a": 1}, preset_of("smoke"), results)

    row = signature(2, 0, 1, 0)
    assert list(row) == ["a", *rows.SIGNATURE]
    assert (row["preset"], row["trials"], row["seconds"]) == ("smoke", 3, 6.0)
    assert row["seeds"] == "0 to 2"
    assert f"numpy {np.__version__}" in row["versions"]
    assert signature(4)["seeds"] == "4" and signature(5, 2)["seeds"] == "2 5"


def test_a_preset_is_known_by_its_name():
    assert preset_of("paper").trials == 10 and preset_of("paper", 4).trials == 4
    assert preset_of(preset_of("quick", 7)) == preset_of("quick", 7)
    assert list(preset_of("smoke", 4).seeds) == [0, 1, 2, 3]
    with pytest.raises(InputError, match="one of smoke, quick, paper; got 'big'"):
        preset_of("big")


# The page


def test_the_page_depends_on_the_rows_alone(run, done, tmp_path):
    text = (done / "README.md").read_bytes().decode()
    assert text == page.text(done) and "## Table 2" in text
    other = tmp_path / "other"
    other.mkdir()
    shutil.copyfile(done / "table2.csv", other / "table2.csv")
    (other / "table2.png").touch()
    (other / "unknown.csv").touch()
    assert page.text(other) == text
    status, out, err = run("page", "--out", other)
    assert (status, out, err) == (0, "", "")
    assert (other / "README.md").read_bytes().decode() == text
    rows_ = rows.load(other / "table2.csv")
    rows_[0]["MLP AUC"] = 0.999
    rows.save(other / "table2.csv", rows_)
    assert page.text(other) != text and "0.999" in page.text(other)


def test_a_page_without_results_is_one_line(run, tmp_path):
    for folder in (tmp_path, tmp_path / "absent"):
        line = complaint(run("page", "--out", folder))
        assert line.startswith(f"there are no results in {folder}; ")


@pytest.mark.parametrize("content", ["", "function\n", "function,AUC\nF1\n", "a\nb\n"])
def test_rows_that_cannot_be_read_are_said_to_be_so(run, done, content):
    (done / "fig9.csv").write_text(content)
    whole = page.text(done)
    assert "`fig9.csv` cannot be read (" in whole and "## Table 2" in whole
    assert "`nidlite reproduce fig9` makes it anew" in whole
    # it stands in no other artefact's way
    assert run("table2", "--preset", "smoke", "--out", done)[0] == 0


RESULTS = Path(nidlite.__file__).parents[1] / "data" / "results"


@pytest.mark.skipif(not (RESULTS / "README.md").exists(), reason="not in a checkout")
def test_the_committed_page_is_that_of_the_committed_rows():
    text = (RESULTS / "README.md").read_bytes().decode()
    assert text == page.text(RESULTS), "run `nidlite reproduce page --out data/results`"
    assert "cannot be read" not in text
    for path in RESULTS.glob("*.csv"):
        assert path.stem in ARTEFACTS
        assert all(set(rows.SIGNATURE) <= set(row) for row in rows.load(path))
        if hasattr(artefact(path.stem), "figure"):
            assert path.with_suffix(".png").exists()
