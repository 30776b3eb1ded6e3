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
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from made_up import SMOKE, Here

import nidlite
from nidlite import __main__ as command
from nidlite.command import reproduce
from nidlite.experiments import page, rows
from nidlite.experiments.artefacts.index import artefact
from nidlite.experiments.finished import Result
from nidlite.experiments.problems import Problem
from nidlite.experiments.rows import SIGNATURE, load_rows, preset_of, save_rows
from nidlite.experiments.store import Store
from nidlite.experiments.tuning import CONSTANTS, before, candidates, tuned
from nidlite.experiments.units import Growth, Training
from nidlite.notebook.progress import clock
from nidlite.recipes import CUTOFF_RECIPE, RECIPE

UNITS = 10  # of fig9 in a trial: MLP-M on F1 to F10
ONE = preset_of("smoke", 1)
SMALL = ["--preset", "smoke", "--trials", "1"]
FIG9 = ["fig9", *SMALL]
posix = pytest.mark.skipif(not hasattr(os, "killpg"), reason="it has no SIGKILL")


@pytest.fixture
def here(monkeypatch):
    """The executor that `nidlite reproduce` gets instead of processes."""
    pool = Here()
    monkeypatch.setattr(reproduce, "processes", lambda jobs: nullcontext(pool))
    return pool


@pytest.fixture
def run(here, undrawn, capsys):
    """`nidlite reproduce words` in this process: (exit status, stdout, stderr)."""

    def run(*words):
        status = command.main(["reproduce", *map(str, words)])
        return status, *capsys.readouterr()

    return run


@pytest.fixture(scope="module")
def smoke(tmp_path_factory):
    """A folder with fig9's rows at smoke, made without a break."""
    folder, fig9 = tmp_path_factory.mktemp("smoke"), artefact("fig9")
    store = Store(folder / "trainings")
    results = reproduce.run_units(fig9.units(ONE), Here(), store)
    save_rows(folder / "fig9.csv", rows.signed_rows(fig9, ONE, results))
    return folder


@pytest.fixture
def done(smoke, tmp_path):
    return Path(shutil.copytree(smoke, tmp_path / "done"))


def without_seconds(path):
    """The cells of a CSV file that say what was found."""
    with open(path, newline="") as file:
        return [row for row in csv.DictReader(file) if row.pop("seconds")]


def trainings(folder):
    """{name: which file it is, and of when} of those that are stored."""
    paths = (folder / "trainings").glob("[!.]*.npz")
    return {p.name: (p.stat().st_ino, p.stat().st_mtime_ns) for p in paths}


@pytest.fixture
def start(tmp_path):
    """`nidlite reproduce fig9` as a process in a group of its own, not left behind."""
    words = "-m nidlite reproduce fig9 --trials 1 --jobs 1 --preset {} --out"
    how = {"cwd": Path(nidlite.__file__).parents[1], "start_new_session": True}
    how |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    started = []

    def start(preset="smoke"):
        command = [sys.executable, *words.format(preset).split(), tmp_path]
        started.append(subprocess.Popen(command, **how))
        return started[-1]

    yield start
    for process in started:
        with process, suppress(ProcessLookupError):  # the group may be gone
            os.killpg(process.pid, signal.SIGKILL)


def until_stored(process, folder, number):
    """Wait until so many trainings are stored, or the process has ended."""
    while process.poll() is None and len(trainings(folder)) < number:
        time.sleep(0.01)


@posix
def test_a_run_killed_at_any_moment_ends_the_same(start, run, here, smoke, tmp_path):
    """And no training is done twice. The moment is another one in each run."""
    number, process = random.randrange(UNITS + 1), start()
    until_stored(process, tmp_path, number)
    time.sleep(random.uniform(0, 0.1))
    process.kill()
    process.communicate()  # to its end: no worker stays behind
    before = trainings(tmp_path)
    assert process.returncode in (-signal.SIGKILL, 0) and len(before) >= number, number
    status, out, _ = run(*FIG9, "--out", tmp_path)
    assert (status, out) == (0, f"{tmp_path / 'fig9.csv'}\n")
    after = trainings(tmp_path)
    assert before.items() <= after.items() and len(after) == UNITS
    assert len(here.units) == UNITS - len(before)
    assert without_seconds(tmp_path / "fig9.csv") == without_seconds(smoke / "fig9.csv")


@posix
@pytest.mark.parametrize("kill", [os.kill, getattr(os, "killpg", None)])
def test_ctrl_c_ends_with_one_line(start, kill):
    """It reaches the command alone, or the whole group; the run would take minutes."""
    process = start("quick")
    assert process.stderr.readline().startswith(f"0 of {UNITS}: ")  # workers start now
    kill(process.pid, signal.SIGINT)
    stdout, stderr = process.communicate()
    *progress, line = stderr.splitlines()
    assert process.returncode == 130 and stdout == ""
    said = "nidlite: interrupted; finished trainings are stored, and the same command "
    assert line == f"{said}goes on from there"
    assert all(re.match(rf"\d+ of {UNITS}: +\d+%, ", p) for p in progress), stderr


def counts(out):
    pattern = r"(\w+) +(\d+) of +(\d+) trainings left, about ([\d:]+) with 2 jobs"
    lines = [re.fullmatch(pattern, line).groups() for line in out.splitlines()]
    return {name: (int(a), int(b), clock) for name, a, b, clock in lines}


def test_a_dry_run_counts_before_in_the_middle_and_after(run, here, done, tmp_path):
    words = ["fig9", "fig4", *SMALL, "--jobs", "2", "--dry-run", "--out"]
    status, out, err = run(*words, tmp_path / "new")
    before = counts(out)
    # fig4 shows networks of fig9
    assert before["fig9"][:2] == before["together"][:2] == (UNITS, UNITS)
    assert before["fig4"][:2] == (0, 10)
    for path in sorted((done / "trainings").glob("F[1-5]-*")):
        path.unlink()
    middle = counts(run(*words, done)[1])
    assert middle["fig9"][:2] == middle["together"][:2] == (UNITS // 2, UNITS)
    assert run(*FIG9, "--out", done)[0] == 0
    after = counts(run(*words, done)[1])
    assert after["fig9"] == after["together"] == (0, UNITS, "0:00")
    assert len(here.units) == UNITS // 2


def test_a_dry_run_learns_how_fast_this_machine_is(tmp_path):
    units = [Training(Problem("F5", 600), seed, "mlp", RECIPE) for seed in range(4)]
    store = Store(tmp_path)
    for unit in units[:2]:  # 100 times as long as was guessed
        store.put(unit, {"seconds": np.array([99 * unit.estimate, unit.estimate])})
    left = sum(100 * unit.estimate for unit in units[2:])
    # no training is done by more than one worker
    for words, seconds in (("1 job", left), ("2 jobs", left / 2), ("8 jobs", left / 2)):
        said = reproduce.dry_run({"fig9": units}, store, int(words[0]))
        assert said.endswith(f"about {clock(seconds)} with {words}")


def test_a_unit_of_several_artefacts_is_done_once(run, here, done):
    words = ["fig11", "fig9", "fig11", *SMALL, "--out", done]
    [f6] = (done / "trainings").glob("F6-*")
    f6.unlink()
    status, out, err = run(*words)
    assert status == 0 and "Traceback" not in err
    assert out.split() == [str(done / f"{name}.csv") for name in words[:2]]
    [unit] = here.units  # fig11's is fig9's too
    assert f6.exists() and unit.problem.name == "F6"
    names = {path.name for path in done.iterdir()}
    made = {f"{name}.{end}" for name in ("fig9", "fig11") for end in ("csv", "png")}
    assert names == made | {"README.md", "trainings"}
    again = run(*words)
    assert again == (0, out, "") and here.units == [unit]  # no bar over nothing


def complaint(result):
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
    "no results": (["page"], "there are no results in"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_mistake_is_one_line_and_nothing_is_touched(run, here, tmp_path, case):
    words, *said = WRONG[case]
    line = complaint(run("--out", tmp_path / "new", *words))
    assert all(part in line for part in said), line
    assert here.units == [] and list(tmp_path.iterdir()) == []


def test_a_file_where_a_folder_must_be_is_one_line(run, here, tmp_path):
    (tmp_path / "trainings").touch()
    for words in ([], ["--dry-run"]):
        line = complaint(run(*FIG9, "--out", tmp_path, *words))
        assert line.startswith(f"cannot write to the folder {tmp_path / 'trainings'} (")
        assert "--out" in line and here.units == []


def test_a_missing_library_is_one_line(run, here, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    line = complaint(run(*FIG9, "--out", tmp_path, "--scheduler", "nonsense"))
    assert line.endswith("pip install 'nidlite[experiments]'") and here.units == []


def test_a_wrong_address_of_a_scheduler_is_one_line(run, here, tmp_path):
    pytest.importorskip("distributed", reason="needs Dask")
    for address in ("nonsense", "", "http://127.0.0.1:8787"):
        line = complaint(run(*FIG9, "--out", tmp_path, "--scheduler", address))
        assert line.startswith(f"no Dask scheduler answers at {address} (")
    assert here.units == []


@pytest.mark.parametrize("seconds", [0.001, 10])
def test_a_log_gets_a_line_a_minute_at_most(monkeypatch, seconds):
    """Each of 4000 trainings takes so many seconds."""
    now, file = [0.0], io.StringIO()
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(sys, "stderr", file)
    one = Training(Problem("F5", 600), 0, "mlp", RECIPE)
    units = [replace(one, seed=seed) for seed in range(4000)]
    with reproduce.bar({"fig9": units}, Store(None)) as done:
        for unit in units:
            now[0] += seconds
            done(unit)
    lines, minutes = file.getvalue().splitlines(), 4000 * seconds / 60
    assert lines[0] == "0 of 4000: 0%, 0:00 gone, ? left"
    assert lines[-1].startswith("4000 of 4000: 100%, ")
    assert minutes <= len(lines) <= minutes + 3
    assert all(re.fullmatch(r"\d+ of 4000: \d+%, .* left", line) for line in lines)


TRAINING = Training(Problem("F5", 600), 0, "mlp-m", replace(RECIPE, epochs=2))
OTHER = replace(TRAINING, seed=1)
GROWTH = Growth(TRAINING, replace(CUTOFF_RECIPE, epochs=1), most=1)


def known(units, losses):
    """Results of which only the validation losses are known: nothing else has a say."""
    results = {unit: Result(unit, {}) for unit in units}
    for unit in (unit for unit in units if not unit.needs):
        least = losses[unit.recipe.penalty_constant]
        history = [(0, 0, loss, 0, 0) for loss in (least + 1, least, 9.0)]
        results[unit].arrays["history"] = np.array(history)
    return results


def distance(constant):
    return {c: abs(np.log(c / constant)) for c in CONSTANTS}


def test_the_constant_of_least_validation_error_is_chosen():
    assert (CONSTANTS[0], CONSTANTS[-1]) == (5e-6, 5e-4)  # as in the paper
    assert [c.recipe.penalty_constant for c in candidates(TRAINING)] == [*CONSTANTS]
    units, asked = [TRAINING, OTHER, GROWTH], []
    losses = {constant: distance(constant) for constant in CONSTANTS}
    # of equal ones the first, so that a run is repeated exactly
    for constant, of in {**losses, CONSTANTS[0]: dict.fromkeys(CONSTANTS, 1.0)}.items():

        def trained(units, of=of):
            asked.extend(units)
            return known(units, of)

        results = tuned(units, trained)
        assert set(results) == set(units)
        assert asked[-1].needs == results[TRAINING].unit
        for result in results.values():
            recipe = (result.unit.needs or result.unit).recipe
            assert recipe.penalty_constant == constant
    assert len(asked) == len(CONSTANTS) * (2 * len(CONSTANTS) + 1)


def test_what_tuning_will_ask_for_is_known_before():
    found = {}
    early = before([GROWTH, OTHER], found.get)
    assert len(early) == len(set(early)) == 2 * len(CONSTANTS) + 1
    found |= known(early[:-1], distance(5e-5))
    late = before([GROWTH, OTHER], found.get)
    assert late[:-1] == early[:-1]
    assert late[-1].needs.recipe.penalty_constant == 5e-5
    assert early[-1].needs.recipe.penalty_constant == CONSTANTS[0]


def test_a_tuned_run_is_counted_and_done(run, here, tmp_path):
    words = ["fig11", *SMALL, "--out", tmp_path, "--jobs", "2", "--tune"]
    left = counts(run(*words, "--dry-run")[1])["fig11"]
    assert left[:2] == (len(CONSTANTS), len(CONSTANTS))
    assert run(*words)[0] == 0
    constants = [unit.recipe.penalty_constant for unit in here.units]
    assert sorted(constants) == list(CONSTANTS)
    assert counts(run(*words, "--dry-run")[1])["fig11"][0] == 0
    # without --tune it is the figure of the default constant, which is stored
    tuned_rows = without_seconds(tmp_path / "fig11.csv")
    assert run(*words[:-1])[0] == 0 and len(here.units) == len(CONSTANTS)
    get = Store(tmp_path / "trainings").get
    best = min(here.units, key=lambda unit: get(unit)["history"][:, 2].min())
    same = without_seconds(tmp_path / "fig11.csv") == tuned_rows
    assert same == (best.recipe.penalty_constant == RECIPE.penalty_constant)


def test_rows_are_read_back_as_they_were_to_seven_digits(tmp_path):
    made = [{"AUC": 0.123456789, "K": 3, "note": 'a "b", c', "none": None}]
    made += [{"AUC": None, "K": 1234567, "note": "d\ne", "none": None}]
    made = [row | {"seeds": "0"} for row in made]
    save_rows(tmp_path / "r.csv", made)
    loaded = load_rows(tmp_path / "r.csv")
    assert loaded == [row | {"AUC": row["AUC"] and 0.1234568} for row in made]
    assert list(loaded[0]) == list(made[0])


def test_a_row_says_how_it_was_made():
    def run(preset, results):
        return [({"a": 1}, range(3)), ({"a": 2}, [4])]

    results = {unit: Result(unit, {"seconds": np.array([1e4])}) for unit in (1, 2)}
    first, other = rows.signed_rows(SimpleNamespace(run=run), SMOKE, results)
    assert list(first) == ["a", *SIGNATURE]
    assert (first["preset"], first["trials"], first["seeds"]) == ("smoke", 3, "0 to 2")
    assert (other["trials"], other["seeds"]) == (1, "4")
    # and what making the rows took
    assert first["seconds"] == other["seconds"] >= 2e4
    assert f"numpy {np.__version__}" in first["versions"]
    assert [*preset_of("smoke", 4).seeds] == [0, 1, 2, 3]


def test_the_page_depends_on_the_rows_alone(run, done, tmp_path):
    text = page.text(done)
    assert "## Figure 9" in text
    other = tmp_path / "other"
    other.mkdir()
    shutil.copyfile(done / "fig9.csv", other / "fig9.csv")
    (other / "unknown.csv").touch()
    assert run("page", "--out", other) == (0, "", "")
    assert (other / "README.md").read_bytes().decode() == text
    changed = load_rows(other / "fig9.csv")
    changed[0]["true positive rate"] = 0.777
    save_rows(other / "fig9.csv", changed)
    assert "| 78% |" in page.text(other)


@pytest.mark.parametrize("content", ["", "function\n", "function,AUC\nF1\n", "a\nb\n"])
def test_rows_that_cannot_be_read_are_said_to_be_so(done, content):
    (done / "table2.csv").write_text(content)
    whole = page.text(done)
    assert "`table2.csv` cannot be read (" in whole and "## Figure 9" in whole
    assert "`nidlite reproduce table2` makes it anew" in whole
