"""The grader against right, unfinished, typically wrong and misbehaving functions."""

import argparse
import ast
import doctest
import inspect
import json
from pathlib import Path

import numpy as np
import pytest

from nidlite.course import trial
from nidlite.course.answers import decode, difference, show
from nidlite.course.exercises import EXERCISES, arguments, source
from nidlite.course.grading import (
    add_arguments,
    defined_exercises,
    described,
    find,
    grade,
    printable,
    recognise,
    run,
)
from nidlite.course.mistakes import MISTAKES
from nidlite.errors import InputError

TUTORIALS = Path(__file__).parents[1] / "tutorials"
STUBS, SOLUTIONS = TUTORIALS / "exercises", TUTORIALS / "solutions"


def command(*words):
    """What `nidlite grade` does with these words: the exit status."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return run(parser.parse_args(list(map(str, words))))


def graded(path, capsys, timeout=60):
    """The exit status and the parsed JSON. A long limit: the machine may be busy."""
    status = command(path, "--json", "--timeout", timeout)
    return status, json.loads(capsys.readouterr().out)


def by_name(report):
    return {entry["function"]: entry for entry in report["functions"]}


def namespace(file):
    found = {"__name__": "student"}
    exec(compile(file.read_bytes(), str(file), "exec"), found)
    return found


# --- the exercises themselves


@pytest.mark.parametrize("name", EXERCISES)
def test_stub_and_solution_have_the_same_signature_and_the_stub_is_empty(name):
    stub, solution = (namespace(f / f"{name}.py")[name] for f in (STUBS, SOLUTIONS))
    parameters = tuple(inspect.signature(stub).parameters)
    assert parameters == tuple(inspect.signature(solution).parameters)
    assert parameters == EXERCISES[name].parameters
    with pytest.raises(NotImplementedError):
        stub(*parameters)


def worked_example_holds(stub, function):
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner(verbose=False)
    [test] = finder.find(stub, stub.__name__, globs={"np": np, stub.__name__: function})
    assert test.examples
    return runner.run(test, out=lambda text: None).failed == 0


@pytest.mark.parametrize("name", EXERCISES)
def test_worked_example_is_what_the_solution_gives_and_no_common_mistake(name):
    stub = namespace(STUBS / f"{name}.py")[name]
    assert worked_example_holds(stub, namespace(SOLUTIONS / f"{name}.py")[name])
    assert not all(worked_example_holds(stub, m.answer) for m in MISTAKES[name])


def test_solutions_do_not_import_the_library_and_every_file_is_an_exercise():
    assert {f.stem for f in STUBS.glob("*.py")} == set(EXERCISES)
    assert {f.stem for f in SOLUTIONS.glob("*.py")} == set(EXERCISES)
    for file in SOLUTIONS.glob("*.py"):
        assert "nidlite" not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", EXERCISES)
def test_cases_are_the_same_every_time_and_random_ones_come_shortest_first(name):
    exercise = EXERCISES[name]
    cases = exercise.cases()
    assert cases == exercise.cases()
    drawn = cases[len(exercise.by_hand) :]
    assert len(drawn) >= 10 and drawn == sorted(drawn, key=len)
    assert cases[: len(exercise.by_hand)] == list(exercise.by_hand)


@pytest.mark.parametrize("name", EXERCISES)
def test_nidlite_leaves_the_arguments_of_its_own_answers_alone(name):
    for case in EXERCISES[name].cases():
        given = arguments(case)
        EXERCISES[name].answer(*given)
        # Functions are new objects each time; everything else can be compared.
        pairs = zip(given, arguments(case))
        assert all(callable(a) or trial.same(a, b) for a, b in pairs)


def test_source_of_a_case_gives_the_same_numbers_again():
    rng = np.random.default_rng(0)
    values = [rng.normal(size=(2, 3)), [rng.normal(size=2)], (0, 2), 0.1]
    again = arguments(", ".join(map(source, values)))
    assert trial.same(values, list(again))


# --- hints, without a process


def records(name, function):
    """What a student's function would leave behind."""
    found = []
    for case in EXERCISES[name].cases():
        try:
            with np.errstate(all="ignore"):
                answer = trial.encode(function(*arguments(case)))
            found.append({"answer": json.loads(json.dumps(answer))})
        except Exception as error:
            found.append({"error": str(error)})
    return found


def recognised(name, function):
    cases = EXERCISES[name].cases()
    expected = [EXERCISES[name].answer(*arguments(case)) for case in cases]
    return recognise(name, cases, expected, records(name, function))


@pytest.mark.parametrize("name", EXERCISES)
def test_every_known_mistake_is_told_from_the_truth_and_from_every_other(name):
    assert len({mistake.name for mistake in MISTAKES[name]}) >= 2
    for mistake in MISTAKES[name]:
        assert recognised(name, mistake.answer) is mistake


@pytest.mark.parametrize("name", EXERCISES)
def test_no_mistake_is_named_for_a_right_answer_or_one_wrong_in_another_way(name):
    right = EXERCISES[name].answer
    assert recognised(name, right) is None
    assert recognised(name, lambda *case: 0.123) is None
    assert recognised(name, lambda *case: 1 / 0) is None


# --- the fair teacher


@pytest.mark.parametrize(
    "kind, expected, got",
    [
        ("number", 0.5, np.float32(0.5)),
        ("number", 1.0, 1),
        ("number", 0.5, np.array(0.5)),
        ("number", 1.0, 1 + 1e-8),
        ("array", np.array([1.0, 2.0]), [1, 2]),
        ("array", np.array([1.0, 2.0]), (np.float64(1), 2.0)),
        ("three arrays", (np.ones(1),) * 3, [[1.0], (1,), np.ones(1)]),
        ("three arrays", (np.ones(2),) * 3, np.ones((3, 2))),
        ("ranking", [((0, 1), 0.5)], (([0, 1], 0.5),)),
        ("ranking", [((0, 1), 0.5)], [[{1, 0}, np.float64(0.5)]]),
        ("ranking", [((0, 1), 0.5)], [(np.array([0, 1]), 0.5)]),
        ("ranking", [((0, 1), 0.5)], [((0.0, np.int64(1)), 0.5)]),
        ("ranking", [((0, 1), 0.5), ((0, 2), 0.5)], [((0, 2), 0.5), ((0, 1), 0.5)]),
        ("ranking", [((0, 1), 0.5)], [((0, 1), 0.5), ((0, 2), 0)]),
    ],
)
def test_an_answer_counts_in_any_sensible_type(kind, expected, got):
    got = decode(json.loads(json.dumps(trial.encode(got))))
    assert difference(kind, expected, got) is None


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
        ("three arrays", (np.ones(1),) * 3, np.ones(1), "expected three arrays"),
        ("three arrays", (np.ones(1),) * 3, [[1], [2], [1]], "m: at [0] expected 1"),
        ("ranking", [((0, 1), 0.5)], {(0, 1): 0.5}, "got an object of type dict"),
        ("ranking", [((0, 1), 0.5)], [(0, 1)], "expected a tuple|such as"),
        ("ranking", [((0, 1), 0.5)], [((0, 1), 0.5, 1)], "a tuple of 3"),
        ("ranking", [((0, 1), 0.5)], [], "(0, 1) is missing"),
        ("ranking", [((0, 1), 0.5)], [((0, 1), 0.5)] * 2, "(0, 1) comes twice"),
        ("ranking", [((0, 1), 0.5)], [((0, 1), 0.5), ((1, 2), 1)], "should not be"),
        ("ranking", [((0, 1), 2), ((0, 2), 1)], [((0, 2), 1), ((0, 1), 2)], "order"),
        ("ranking", [((0, 1), 0.5)], [((0, 1), "a")], "expected a number"),
    ],
)
def test_a_wrong_answer_is_told_in_one_line(kind, expected, got, said):
    text = difference(kind, expected, decode(json.loads(json.dumps(trial.encode(got)))))
    assert "\n" not in text
    assert any(word in text for word in said.split("|"))


def test_large_and_strange_answers_cross_as_short_texts():
    loop = []
    loop.append(loop)
    strange = [np.zeros(10**6), [0] * 10**6, loop, "x" * 10**6, 10**5000, object()]
    for value in strange:
        text = json.dumps(trial.encode(value))
        assert len(text) < 2_000
        assert len(show(decode(json.loads(text)))) <= 400


def test_control_characters_do_not_reach_the_terminal():
    assert printable("a\x1b[31m\r\udc80b") == "a?[31m??b"


# --- the command: right, not done, and typically wrong


def test_all_solutions_are_right(capsys):
    assert command(SOLUTIONS, "--timeout", 60) == 0
    text = capsys.readouterr().out
    assert "total: 10 of 10 right" in text
    assert "problem" not in text


def test_all_stubs_are_not_done(capsys):
    status, report = graded(STUBS, capsys)
    assert status == 1
    assert {entry["status"] for entry in report["functions"]} == {"not done"}
    assert report["count"] == {"right": 0, "wrong": 0, "not done": 10}
    assert report["total"] == 10 and report["absent"] == []


# Written as students write, not as mistakes.py does: name of the mistake, body.
FIRST = {
    "mixed_difference": (
        "a product of single differences",
        """(f, interaction, a, b):
    result = np.ones(len(a))
    for i in interaction:
        c = a.copy()
        c[:, i] = b[:, i]
        result *= f(c) - f(a)
    return result""",
    ),
    "generalised_mean": (
        "signed weights",
        """(w, exponent):
    if exponent == np.inf: return max(w)
    if exponent == -np.inf: return min(w)
    if exponent == 0: return np.prod(w) ** (1 / len(w))
    return np.mean(w ** float(exponent)) ** (1 / exponent)""",
    ),
    "aggregated_weights": (
        "no output weights",
        """(weights):
    z = np.ones(weights[-1].shape[1])
    for W in weights[1:-1][::-1]:
        z = np.dot(z, abs(W))
    return z""",
    ),
    "strength": (
        "the mean in place of the minimum",
        """(W1, z, interaction):
    return [z[i] * np.mean([abs(W1[i, k]) for k in interaction])
            for i in range(len(z))]""",
    ),
    "greedy_ranking": (
        "top weights by signed value",
        """(W1, z):
    d = {}
    for r, w in enumerate(W1):
        for j in range(2, len(w) + 1):
            I = tuple(sorted(int(i) for i in np.argsort(w)[::-1][:j]))
            d[I] = d.get(I, 0) + z[r] * min(abs(w[i]) for i in I)
    return sorted(d.items(), key=lambda x: x[1], reverse=True)""",
    ),
    "prune_redundant": (
        "every subset dropped",
        """(ranking):
    return [(I, s) for I, s in ranking
            if not any(set(I) < set(J) for J, _ in ranking)]""",
    ),
    "l1_subgradient": (
        "sign at zero",
        """(W, constant):
    return constant * np.where(W < 0, -1.0, 1.0)""",
    ),
    "adam_step": (
        "no bias correction",
        """(theta, g, m, v, t, rate):
    m = 0.9 * m + 0.1 * g
    v = 0.999 * v + 0.001 * g * g
    return theta - rate * m / (v ** 0.5 + 1e-8), m, v""",
    ),
    "pairwise_auc": (
        "ties count nothing",
        """(strengths, interactions):
    p, right, all_ = len(strengths), 0, 0
    true = {(i, j) for I in interactions for i in I for j in I if i < j}
    pairs = {(i, j) for i in range(p) for j in range(i + 1, p)}
    for a in true:
        for b in pairs - true:
            right, all_ = right + (strengths[a] > strengths[b]), all_ + 1
    return right / all_""",
    ),
    "top_rank_recall": (
        "subsets counted as errors",
        """(ranking, interactions):
    k = 0
    while k < len(ranking) and ranking[k][0] in interactions:
        k += 1
    return k / len(interactions)""",
    ),
}
SECOND = {
    "mixed_difference": (
        "no alternating signs",
        """(f, interaction, a, b):
    total = 0
    for bits in range(2 ** len(interaction)):
        c = a.copy()
        for k, i in enumerate(interaction):
            if bits >> k & 1:
                c[:, i] = b[:, i]
        total = total + f(c)
    return total""",
    ),
    "generalised_mean": (
        "the sum in place of the mean",
        """(w, exponent):
    w = abs(w)
    if abs(exponent) == np.inf: return max(w) if exponent > 0 else min(w)
    if exponent == 0: return np.prod(w)
    return sum(w ** float(exponent)) ** (1 / exponent)""",
    ),
    "aggregated_weights": (
        "signed weights",
        """(weights):
    z = weights[-1]
    for W in weights[-2:0:-1]:
        z = z @ W
    return z.ravel()""",
    ),
    "strength": (
        "no outgoing weights z",
        """(W1, z, interaction):
    return np.min(np.abs(W1)[:, interaction], axis=1)""",
    ),
    "greedy_ranking": (
        "features counted from 1",
        """(W1, z):
    d = {}
    for w, z_r in zip(abs(W1), z):
        order = np.argsort(w)[::-1] + 1
        for j in range(2, len(w) + 1):
            I = tuple(sorted(order[:j]))
            d[I] = d.get(I, 0) + z_r * w[order[j - 1] - 1]
    return sorted(d.items(), key=lambda x: -x[1])""",
    ),
    "prune_redundant": (
        "overlap taken for a subset",
        """(ranking):
    kept = []
    for k, (I, s) in enumerate(ranking):
        if not any(set(I).intersection(J) for J, _ in ranking[:k]):
            kept.append((I, s))
    return kept""",
    ),
    "l1_subgradient": (
        "the constant forgotten",
        """(W, constant):
    return np.sign(W)""",
    ),
    "adam_step": (
        "no square root",
        """(theta, g, m, v, t, rate):
    m = 0.9 * m + 0.1 * g
    v = 0.999 * v + 0.001 * g * g
    return theta - rate * m / (1 - 0.9**t) / (v / (1 - 0.999**t) + 1e-8), m, v""",
    ),
    "pairwise_auc": (
        "features counted from 1",
        """(strengths, interactions):
    S, p = strengths, len(strengths)
    inside = np.zeros((p, p), bool)
    for I in interactions:
        for i in I:
            for j in I:
                inside[i - 1, j - 1] = True
    above = np.triu(np.ones((p, p), bool), 1)
    t, f = S[above & inside][:, None], S[above & ~inside][None]
    return ((t > f) + (t == f) / 2).mean()""",
    ),
    "top_rank_recall": (
        "no stop at the first false positive",
        """(ranking, interactions):
    return len({I for I, _ in ranking} & set(interactions)) / len(interactions)""",
    ),
}


@pytest.fixture(scope="module")
def wrong_reports(tmp_path_factory):
    """One file with ten wrong functions for each of the two lists of mistakes."""
    reports = []
    for mistakes in (FIRST, SECOND):
        file = tmp_path_factory.mktemp("wrong") / "student.py"
        functions = (f"def {name}{body}" for name, (_, body) in mistakes.items())
        file.write_text("import numpy as np\n\n" + "\n\n".join(functions))
        reports.append([vars(entry) for entry in grade(file, timeout=60)])
    return reports


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("name", EXERCISES)
def test_a_typical_mistake_is_wrong_and_named_with_a_failing_example(
    wrong_reports, name, which
):
    entry = next(e for e in wrong_reports[which] if e["function"] == name)
    assert entry["status"] == "wrong"
    assert entry["mistake"] == (FIRST, SECOND)[which][name][0]
    assert entry["hint"] and entry["got"] and entry["problem"]
    # The example can be pasted: it is Python, and gives what was expected.
    answer = {"np": np, name: EXERCISES[name].answer}
    ast.parse(entry["example"], mode="eval")
    assert show(eval(entry["example"], answer)) == entry["expected"]
    assert entry["cases_right"] < entry["cases"]


# --- the command: what must not break the other functions

INCIDENTS = {
    "mixed_difference": (
        "(f, interaction, a, b):\n    while True:\n        pass",
        "no end after 2 s (line",
    ),
    "generalised_mean": ("(w, exponent):\n    return 1 / int(0)", "ZeroDivisionError"),
    "aggregated_weights": (
        "(weights):\n    while True:\n        print('flood' * 1000)",
        "no end after 2 s (line",
    ),
    "strength": ("(W1, z, interaction):\n    os._exit(0)", "ended itself"),
    "greedy_ranking": ("(W1, z):\n    return {}", "got an object of type dict"),
    "prune_redundant": (
        "(ranking):\n    del ranking[1:]\n    return ranking",
        "changes its argument ranking",
    ),
    "l1_subgradient": (
        "(W, constant):\n    W[:] = constant * np.sign(W)\n    return W",
        "the answer is right, but it changes its argument W",
    ),
    "adam_step": (
        "(theta, g, m, v, t, rate):\n    print('\\x1b[31mhere')\n    sys.exit(0)",
        "SystemExit: 0 (line",
    ),
    "pairwise_auc": ("(s, i):\n    return pairwise_auc(s, i)", "RecursionError"),
    "top_rank_recall": ("(r, i):\n    return np.zeros(10**15)", "MemoryError"),
}


def test_no_incident_breaks_the_grading_of_the_functions_after_it(tmp_path, capsys):
    file = tmp_path / "student.py"
    functions = (f"def {name}{body}" for name, (body, _) in INCIDENTS.items())
    file.write_text("import os, sys\nimport numpy as np\n" + "\n\n".join(functions))
    status, report = graded(file, capsys, timeout=2)
    assert status == 1
    found = by_name(report)
    assert list(found) == list(EXERCISES)
    for name, (_, said) in INCIDENTS.items():
        assert found[name]["status"] == "wrong"
        assert said in found[name]["problem"]
        assert "\n" not in found[name]["problem"]
    assert len(found["aggregated_weights"]["printed"]) < 1_000
    # Only what was printed for the example; JSON escapes the control character.
    assert found["adam_step"]["printed"] == "\x1b[31mhere"


def test_a_file_that_fails_or_hangs_while_loaded_spoils_only_itself(tmp_path, capsys):
    right = (SOLUTIONS / "strength.py").read_text(encoding="utf-8")
    files = {
        "ends.py": right + "\nimport os\nos._exit(0)\n",
        "fails.py": right + "\nprint(strenght)\n",
        "hangs.py": right + "\nl1_subgradient = None\nwhile True:\n    pass\n",
        "main.py": right + "\nif __name__ == '__main__':\n    fail\n",
        "notes.py": "no Python at all",
        "syntax.py": right + "\nprint(\n",
        ".hidden.py": right,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    status, report = graded(tmp_path, capsys, timeout=2)
    assert status == 1
    problems = {e["file"]: e["problem"] for e in report["functions"]}
    assert problems.pop("main.py") is None
    assert "os._exit" in problems.pop("ends.py")
    assert "NameError: name 'strenght' is not defined" in problems.pop("fails.py")
    assert "no end after 2 s" in problems.pop("hangs.py")
    assert "SyntaxError" in problems.pop("syntax.py")
    assert not problems
    hanging = [e for e in report["functions"] if e["file"] == "hangs.py"]
    assert len(hanging) == 2 and len({e["problem"] for e in hanging}) == 1
    assert {e["function"] for e in report["functions"]}.isdisjoint(report["absent"])


def test_json_and_text_state_the_same_facts(tmp_path, capsys, wrong_reports):
    for entry in wrong_reports[0]:
        text = described(argparse.Namespace(**entry))
        for part in ("function", "status", "problem", "example", "expected", "hint"):
            assert entry[part] in text
    file = tmp_path / "mixed.py"
    file.write_text("def strength(W1, z, interaction):\n    return None\n")
    status, report = graded(file, capsys)
    assert command(file) == status == 1
    text = capsys.readouterr().out
    [entry] = report["functions"]
    for part in ("status", "problem", "example", "expected", "got"):
        assert entry[part] in text
    assert "total: 0 of 1 right (0 right, 1 wrong, 0 not done)" in text


# --- what cannot be graded


def test_input_that_holds_no_exercise_is_one_line_and_names_what_was_given(tmp_path):
    (tmp_path / "other.py").write_text("def unknown():\n    strength(1)\n")
    for path in (tmp_path / "missing", tmp_path, tmp_path / "other.py"):
        with pytest.raises(InputError) as error:
            find(path)
        assert str(path) in str(error.value) and "\n" not in str(error.value)


def test_finding_exercises_runs_nothing_and_ignores_imports(tmp_path):
    file = tmp_path / "student.py"
    file.write_text("from x import adam_step\nstrength = abs\nraise SystemExit")
    assert defined_exercises(file) == ["strength"]
    file.write_bytes(b"def strength(W1, z, I):\n    return '\xff'\n")
    assert defined_exercises(file) == ["strength"]


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "soon"])
def test_time_limit_must_be_a_positive_number(text, capsys):
    with pytest.raises(SystemExit):
        command(".", "--timeout", text)
    assert "expected seconds above 0" in capsys.readouterr().err
