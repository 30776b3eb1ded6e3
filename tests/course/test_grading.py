"""The grader against right, unfinished, typically wrong and misbehaving functions."""

import argparse
import ast
import doctest
import inspect
import json
import re
import shutil
from itertools import product as product_of
from pathlib import Path
from runpy import run_path

import numpy as np
import pytest
from at_once import MISTAKES, command, in_this_process
from fresh_mistakes import fresh

from nidlite.course import grading, submissions, trial
from nidlite.course.adapters import graded_here
from nidlite.course.answers import difference
from nidlite.course.exercises import EXERCISES, source, values
from nidlite.course.shown import decode, shortened
from nidlite.errors import InputError
from nidlite.interactions import mixed_difference

TUTORIALS = Path(__file__).parents[2] / "tutorials"
STUBS, SOLUTIONS = TUTORIALS / "exercises", TUTORIALS / "solutions"
LONG = pytest.mark.long


def graded(path, capsys):
    """The exit status and the parsed JSON. A long limit: the machine may be busy."""
    status = command(path, "--json", "--timeout", 60)
    return status, json.loads(capsys.readouterr().out)


def worked_example_holds(stub, function):
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner(verbose=False)
    [test] = finder.find(stub, stub.__name__, globs={"np": np, stub.__name__: function})
    assert test.examples
    return runner.run(test, out=lambda text: None).failed == 0


@pytest.mark.parametrize("name", EXERCISES)
def test_a_stub_has_the_solution_s_signature_and_worked_example_only(name):
    stub, solution = (run_path(f / f"{name}.py")[name] for f in (STUBS, SOLUTIONS))
    parameters = tuple(inspect.signature(stub).parameters)
    assert parameters == tuple(inspect.signature(solution).parameters)
    assert parameters == tuple(EXERCISES[name].written.parameters)
    with pytest.raises(NotImplementedError):
        stub(*parameters)
    assert worked_example_holds(stub, solution)
    assert not all(worked_example_holds(stub, m.answer) for m in MISTAKES[name])


def test_solutions_do_not_import_the_library_and_every_file_is_an_exercise():
    assert {f.stem for f in STUBS.glob("*.py")} == set(EXERCISES)
    assert {f.stem for f in SOLUTIONS.glob("*.py")} == set(EXERCISES)
    for file in SOLUTIONS.glob("*.py"):
        assert "nidlite" not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", EXERCISES)
def test_cases_never_change_and_random_ones_come_shortest_first(name):
    exercise = EXERCISES[name]
    cases, by_hand = exercise.cases(), len(exercise.written.cases)
    assert cases == exercise.cases()
    assert cases[:by_hand] == exercise.written.cases
    drawn = cases[by_hand:]
    assert len(drawn) >= 10 and drawn == sorted(drawn, key=len)
    # Another seed draws others; a few may be drawn by both.
    assert len({*drawn} & {*exercise.cases(1)[by_hand:]}) <= 4
    for case in cases:
        given = values(case)
        exercise.answer(*given)
        # Functions are new objects each time; everything else can be compared.
        pairs = zip(given, values(case))
        assert all(callable(a) or trial.same(a, b) for a, b in pairs)


def test_source_of_a_case_gives_the_same_numbers_again():
    rng = np.random.default_rng(0)
    given = [rng.normal(size=(2, 3)), [rng.normal(size=2)], (0, 2), 0.1]
    again = values(", ".join(map(source, given)))
    assert trial.same(given, list(again))


def test_shared_share_of_a_product_is_its_variance():
    """x1 x2 on the corners of a square is all of the variance, 1, for both copies."""
    square = np.array([[i, j] for i in (-1, 1) for j in (-1, 1)], float)
    a, b = (np.array(rows) for rows in zip(*product_of(square, square)))
    D = mixed_difference(lambda X: X[:, 0] * X[:, 1], (0, 1), a, b)
    answer = EXERCISES["shared_share"].answer
    assert np.allclose(answer(D, D, (0, 1), 1.0), (1, 1))
    assert np.allclose(answer(D, -D / 2, (0, 1), 2.0), (-0.25, -1))
    assert np.allclose(answer(D, D, (0, 1, 2), 1.0), (0.5, 1))
    # Not a correlation: two constants are alike, and one of nothing is like nothing.
    assert np.allclose(answer(D * 0 + 1, D * 0 + 2, (0, 1), 1.0), (0.5, 1))
    assert np.allclose(answer(D, D * 0, (0, 1), 1.0), 0)


def crossed(answer):
    """The answer as it comes out of the student's process."""
    return decode(json.loads(json.dumps(trial.encode(answer))))


ONE, THREE, LOOP = [((0, 1), 0.5)], (np.ones(1),) * 3, []
LOOP.append(LOOP)


@pytest.mark.parametrize(
    "kind, expected, got",
    [
        ("number", 0.5, np.float32(0.5)),
        ("number", 0.5, np.array(0.5)),
        ("number", 1.0, 1 + 1e-8),
        ("array", np.array([1.0, 2.0]), [1, 2]),
        ("array", np.array([1.0, 2.0]), (np.float64(1), 2.0)),
        ("theta, m, v", THREE, [[1.0], (1,), np.ones(1)]),
        ("theta, m, v", (np.ones(2),) * 3, np.ones((3, 2))),
        ("ranking", ONE, (([0, 1], 0.5),)),
        ("ranking", ONE, [[{1, 0}, np.float64(0.5)]]),
        ("ranking", ONE, [(np.array([0, 1]), 0.5)]),
        ("ranking", ONE, [((0.0, np.int64(1)), 0.5)]),
        ("ranking", [((0, 1), 0.5), ((0, 2), 0.5)], [((0, 2), 0.5), ((0, 1), 0.5)]),
        ("ranking", ONE, [((0, 1), 0.5), ((0, 2), 0)]),
    ],
)
def test_an_answer_counts_in_any_sensible_type(kind, expected, got):
    assert difference(kind, expected, crossed(got)) is None


@pytest.mark.parametrize(
    "kind, expected, got, said",
    [
        ("number", 0.5, 0.6, "expected 0.5, got 0.6"),
        ("number", 1.0, 1 + 1e-5, "got 1.00001"),
        ("number", 0.5, None, "does the function return"),
        ("number", 1.0, True, "got bool True"),
        ("number", 0.5, np.nan, "got nan: a division by 0?"),
        ("number", 0.5, "0.5", "got an object of type str"),
        ("number", 0.5, np.array([0.5]), "array of shape (1,)"),
        ("number", 0.5, [0.5], "a list of 1"),
        ("array", np.ones(2), np.ones((1, 2)), "expected an array of shape (2,)"),
        ("array", np.ones(2), np.array([1, np.inf]), "at [1] expected 1, got inf"),
        ("array", np.ones((2, 2)), [[1, 1], [1]], "uneven|unequal"),
        ("array", np.ones(2), np.array([1j, 1]), "got an object of type array"),
        ("array", np.ones(2), ["a", "b"], "expected an array of numbers"),
        ("array", np.ones(2), iter([1, 1]), "list_iterator"),
        ("array", np.ones(2), [0.0] * 10**5, "100000 items|expected"),
        ("array", np.ones(2), [1j, np.datetime64("2020"), "x"], "expected an array"),
        ("theta, m, v", THREE, np.ones(1), "expected 3 arrays"),
        ("theta, m, v", THREE, [[1], [2], [1]], "m: at [0] expected 1"),
        ("ranking", ONE, {(0, 1): 0.5}, "got an object of type dict"),
        ("ranking", ONE, [(0, 1)], "expected a tuple|such as"),
        ("ranking", ONE, [((0, 1), 0.5, 1)], "a tuple of 3"),
        ("ranking", ONE, [({0, "a"}, 1)], "such as (0, 2), got a set of 2"),
        ("ranking", ONE, [], "(0, 1) is missing"),
        ("ranking", ONE, [((0, 1), 0.5)] * 2, "(0, 1) comes twice"),
        ("ranking", ONE, [((0, 1), 0.5), ((1, 2), 1)], "should not be"),
        ("ranking", [((0, 1), 2), ((0, 2), 1)], [((0, 2), 1), ((0, 1), 2)], "order"),
        ("ranking", ONE, [((0, 1), "a")], "expected a number"),
        ("ranking", ONE, [((0, 1), np.nan)], "nan"),
        ("ranking", ONE, [((0, 1), 0.5), ((0, np.nan), 1.0)], "(0, nan)"),
        ("ranking", ONE, [((0, 10**400), 1.0)], "such as (0, 2)"),
        ("theta, m, v", THREE, None, "does the function return"),
        ("theta, m, v", (np.ones(2),) * 3, (1, 2, 3), "shape"),
    ],
)
def test_a_wrong_answer_is_told_in_one_line(kind, expected, got, said):
    text = difference(kind, expected, crossed(got))
    assert "\n" not in text
    assert any(word in text for word in said.split("|"))


def test_large_and_strange_answers_cross_as_short_texts():
    strange = [np.zeros(10**6), [0] * 10**6, LOOP, "x" * 10**6, 10**5000, object()]
    for value in strange:
        text = json.dumps(trial.encode(value))
        assert len(text) < 2_000
        assert len(shortened(decode(json.loads(text)))) <= 400


# test_adapters looks at all in one process. These take a function and a list.
FEW = ["mixed_difference", "nid"]


@pytest.mark.parametrize("names", [FEW, pytest.param([*EXERCISES], marks=LONG)])
def test_solutions_are_right_and_stubs_not_done(tmp_path, capsys, names):
    for folder in (STUBS, SOLUTIONS):
        for name in names if folder == SOLUTIONS else FEW[:1]:
            (tmp_path / folder.name).mkdir(exist_ok=True)
            shutil.copy(folder / f"{name}.py", tmp_path / folder.name)
    assert command(tmp_path / SOLUTIONS.name, "--timeout", 60) == 0
    text = capsys.readouterr().out
    total = f"total: {len(names)} of {len(names)} right"
    assert total in text and "problem" not in text
    status, report = graded(tmp_path / STUBS.name, capsys)
    assert status == 1
    assert {entry["status"] for entry in report["functions"]} == {"not done"}
    assert report["count"] == {"right": 0, "wrong": 0, "not done": 1}
    assert report["total"] == 1
    assert set(report["absent"]) == set(EXERCISES) - set(FEW[:1])


@pytest.fixture(scope="module")
def wrong_reports():
    """Grades of the fresh mistakes, in this process, as harmless code can be."""
    return [vars(graded_here(function)) for _, _, function in fresh()]


@pytest.mark.parametrize("k", range(len(fresh())))
def test_a_mistake_is_wrong_and_told_with_a_failing_example(wrong_reports, k):
    entry = wrong_reports[k]
    name = entry["function"]
    assert entry["status"] == "wrong"
    assert entry["got"] or "IndexError" in entry["problem"]
    assert bool(entry["mistake"]) == bool(entry["hint"])
    # The example can be pasted: it is Python, and gives what was expected.
    answer = {"np": np, name: EXERCISES[name].answer}
    ast.parse(entry["example"], mode="eval")
    assert shortened(eval(entry["example"], answer)) == entry["expected"]
    assert entry["cases_right"] < entry["cases"]


@pytest.fixture
def endless_end_soon(monkeypatch):
    """The others have time, as the machine may be busy."""
    attempt = grading.attempt

    def limited(path, name, cases, timeout):
        endless = name == "aggregated_weights" or path.name == "hangs.py"
        return attempt(path, name, cases, 1 if endless else timeout)

    monkeypatch.setattr(grading, "attempt", limited)


# Each function stands below what its problem must say.
INCIDENTS = """
# ZeroDivisionError: division by zero (line
def generalised_mean(w, exponent):
    return 1 / int(0)
# no end after 1 s (line
def aggregated_weights(weights):
    while True: print('flood' * 1000); time.sleep(0.01)
# the answer is right, but it changes its argument W
def l1_subgradient(W, constant):
    W[:] = constant * np.sign(W)
    return W
# SystemExit: 0 (line
def adam_step(theta, g, m, v, t, rate):
    print('\\x1b[31mhere')
    sys.exit(0)
"""


def test_no_incident_breaks_the_grading_of_the_functions_after_it(
    tmp_path, capsys, endless_end_soon
):
    """test_pathological has many more; these are in one file."""
    file = tmp_path / "student.py"
    file.write_text(f"import sys, time\nimport numpy as np\n{INCIDENTS}")
    lines = file.read_text().splitlines()
    problems = {k: said for said, k in re.findall(r"# (.*)\ndef (\w+)", INCIDENTS)}
    status, report = graded(file, capsys)
    assert status == 1
    found = {entry["function"]: entry for entry in report["functions"]}
    assert set(found) == set(problems)
    for name, said in problems.items():
        problem = str(found[name]["problem"])
        assert found[name]["status"] == "wrong"
        assert said in problem and "\n" not in problem
        if said.endswith("(line"):  # its line is one of the function's
            line = int(re.search(r"\(line (\d+)\)", problem)[1])
            assert re.findall(r"def (\w+)", "\n".join(lines[:line]))[-1] == name
    assert len(found["aggregated_weights"]["printed"]) < 1_000
    # Only what was printed for the example; JSON escapes the control character.
    assert found["adam_step"]["printed"] == "\x1b[31mhere"


def test_a_flood_of_prints_costs_few_calls_to_the_system():
    class File:
        calls = 0

        def write(self, text):
            self.calls += 1

    stream = trial.Printed(File())
    for k in range(100_000):
        print(k, file=stream)
    # One for each kept character at most, none for the rest.
    assert stream.file.calls <= len(stream.text) == trial.MOST_PRINTED


def test_a_file_that_fails_or_hangs_while_loaded_spoils_only_itself(
    tmp_path, capsys, endless_end_soon
):
    right = (SOLUTIONS / "strength.py").read_text(encoding="utf-8")
    files = {
        "ends.py": right + "\nimport os\nos._exit(0)\n",
        "fails.py": right + "\nprint(strenght)\n",
        "hangs.py": right + "\nl1_subgradient = None\nimport time\ntime.sleep(600)\n",
        "main.py": right + "\nif __name__ == '__main__':\n    fail\n",
        "notes.py": "no Python at all",
        "syntax.py": right + "\nprint(\n",
        ".hidden.py": right,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    status, report = graded(tmp_path, capsys)
    assert status == 1
    problems = {e["file"]: str(e["problem"]) for e in report["functions"]}
    assert list(problems) == ["ends.py", "fails.py", "hangs.py", "main.py", "syntax.py"]
    said = (
        "os._exit",
        "'strenght' is not defined",
        "no end after 1 s",
        "None",
        "Syntax",
    )
    assert all(word in text for word, text in zip(said, problems.values()))
    hanging = [e for e in report["functions"] if e["file"] == "hangs.py"]
    assert len(hanging) == 2 and len({e["problem"] for e in hanging}) == 1
    assert {e["function"] for e in report["functions"]}.isdisjoint(report["absent"])


def test_json_and_text_state_the_same_facts(
    tmp_path, capsys, monkeypatch, wrong_reports
):
    monkeypatch.setattr(grading, "attempt", in_this_process)
    for entry in wrong_reports:
        text = grading.grade_text(argparse.Namespace(**entry))
        for part in ("function", "status", "problem", "example", "expected", "hint"):
            assert (entry[part] or "") in text
    # Control characters do not reach the terminal.
    assert grading.printable("a\x1b[31m\r\udc80b") == "a?[31m??b"
    file = tmp_path / "mixed.py"
    file.write_text("def strength(W1, z, interaction):\n    return None\n")
    status, report = graded(file, capsys)
    assert command(file) == status == 1
    text = capsys.readouterr().out
    [entry] = report["functions"]
    for part in ("status", "problem", "example", "expected", "got"):
        assert entry[part] in text
    assert "total: 0 of 1 right (0 right, 1 wrong, 0 not done)" in text


def test_input_that_holds_no_exercise_is_one_line_and_names_what_was_given(tmp_path):
    (tmp_path / "other.py").write_text("def unknown():\n    strength(1)\n")
    for path in (tmp_path / "missing", tmp_path, tmp_path / "other.py"):
        with pytest.raises(InputError) as error:
            submissions.find(path)
        assert str(path) in str(error.value) and "\n" not in str(error.value)


def test_finding_exercises_runs_nothing_and_ignores_imports(tmp_path):
    file = tmp_path / "student.py"
    file.write_text("from x import adam_step\nstrength = abs\nraise SystemExit")
    assert submissions.defined_exercises(file) == ["strength"]
    file.write_bytes(b"def strength(W1, z, I):\n    return '\xff'\n")
    assert submissions.defined_exercises(file) == ["strength"]


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "soon"])
def test_time_limit_must_be_a_positive_number(text, capsys):
    with pytest.raises(SystemExit):
        command(".", "--timeout", text)
    assert "expected seconds above 0" in capsys.readouterr().err
