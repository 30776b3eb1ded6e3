"""The exercises: answers, cases, comparison, and mistakes that are named."""

import doctest
import inspect
import json
import signal
from collections import Counter
from pathlib import Path
from runpy import run_path

import autograd.numpy as np
import pytest
from autograd import grad
from test_interactions import footnote_2
from test_ranking import proposals

from nidlite import averaging, graph, influence, interactions, metrics, optimizers
from nidlite import ranking as rankings
from nidlite.agreement.opinion import shared
from nidlite.course import exercises, grading
from nidlite.course.child import as_json
from nidlite.course.compare import array, arrays, ranking, vertices
from nidlite.course.exercises import EXERCISES, answer_key, known_mistakes, rows
from nidlite.course.grading import NOT_DONE, RIGHT, WRONG, check, grade_function
from nidlite.cutoff.curve import Cutoff
from nidlite.errors import InputError
from nidlite.networks import mlp, output
from nidlite.penalties import l1
from nidlite.trained.models import rank_interactions

TUTORIALS = Path(__file__).parents[2] / "tutorials"
STUBS, SOLUTIONS = TUTORIALS / "exercises", TUTORIALS / "solutions"


def function(folder, name):
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)  # a step takes what the steps before have made
        return run_path(folder / f"{name}.py")[name]


def ranking_by_definition(W1, W2, w_y):
    """The pruned ranking: over all sets of features, and all paths to the output."""
    omega = Counter()
    for r, w in enumerate(W1):
        z = sum(abs(w_y[0, k] * W2[k, r]) for k in range(len(W2)))
        omega.update(proposals(w, z))  # a Counter adds up
    return footnote_2(omega.most_common())


def test_the_stored_ranking_is_that_of_the_definition_and_the_student_s_nid_has_it():
    stored = json.loads((STUBS / "stored_weights.json").read_text(encoding="utf-8"))
    weights = [np.array(W) for W in stored["weights"]]
    by_definition = ranking_by_definition(*weights)
    assert len(by_definition) > 20
    # The file has the strengths to six digits.
    assert not ranking(by_definition, stored["ranking"])
    assert not ranking(by_definition, function(SOLUTIONS, "nid")(weights))


def test_every_exercise_has_a_stub_a_lesson_and_a_solution_without_the_library():
    assert {f.stem for f in SOLUTIONS.glob("*.py")} == {*EXERCISES}
    assert {f.stem for f in STUBS.glob("*.py")} == {*EXERCISES, "on_f5"}
    assert "nidlite" not in exercises.PROGRAM
    # The exercises grow one program: two steps call `strength`.
    assert exercises.PROGRAM.count("strength(W1, z, ") == 3
    with_one = [f.name for f in TUTORIALS.glob("*.py") if grading.defined_exercises(f)]
    assert with_one == ["00_the_whole_paper.py"]
    readme = (STUBS / "README.md").read_text(encoding="utf-8")
    for name in EXERCISES:
        [[lesson, section]] = rows("lessons.csv", name)
        text = (TUTORIALS / f"{lesson}.py").read_text(encoding="utf-8")
        assert not section or f"\n# ## {section}\n" in text
        assert f"({name}.py) | {int(lesson[:2])}" in readme  # its first tutorial


@pytest.mark.parametrize("name", EXERCISES)
def test_the_solution_and_the_package_are_right_and_the_stub_is_not_done(name):
    stub, solution = function(STUBS, name), function(SOLUTIONS, name)
    assert inspect.signature(stub).parameters == inspect.signature(solution).parameters
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner(verbose=False)
    [test] = finder.find(stub, name, globs={"np": np, name: solution})
    assert test.examples and not runner.run(test, out=lambda text: None).failed
    for seed in range(5):
        assert grade_function(name, solution, seed).status == RIGHT
        assert grade_function(name, PACKAGE[name], seed).status == RIGHT
    assert grade_function(name, stub).status == NOT_DONE
    assert grade_function(name, lambda *case: stub(*case)).status == WRONG  # it is done


@pytest.mark.parametrize("name", EXERCISES)
def test_each_known_mistake_is_named_and_has_a_hint(name):
    """Every second one with other cases, that no student has seen."""
    for _, right, _, _ in rows("mistakes.csv", name):
        assert exercises.PROGRAM.count(right) == 1  # it is clear what changes
    for k, (mistake, wrong, _) in enumerate(known_mistakes(name)):
        with np.errstate(all="ignore"):  # a mistake may divide by 0
            grade = grade_function(name, wrong, seed=k % 2)
        assert (grade.status, grade.mistake) == (WRONG, mistake)
        assert grade.hint and grade.cases_right < grade.cases
        assert grade.example.startswith(f"{name}(") and grade.expected[0] in "[(-01234"
    # None is named for an answer that is wrong in another way.
    for other in (lambda *case: 0.123, lambda *case: 1 / 0):
        grade = grade_function(name, other)
        assert grade.status == WRONG and not grade.mistake


def cutoff_by_the_package(losses, reference, tolerance):
    added, errors = [(0, 1)] * (len(losses) - 1), list(np.array(losses)[:, None])
    return Cutoff(added, reference, tolerance=tolerance, errors=errors).K


def adam_by_the_package(theta, g, m, v, t, rate):
    theta, (_, m, v) = optimizers.adam(theta, g, (t - 1, m, v), rate)
    return theta, m, v


def forward_by_the_package(X, W1, b1, w_y, b_y):
    theta = np.concatenate([np.column_stack([W1, b1]).ravel(), np.append(w_y, b_y)])
    return output(theta, X, mlp(X.shape[1], hidden=b1.shape))


def mean_square(parameters, X, y):
    return np.mean((forward_by_the_package(X, *parameters) - y) ** 2)


OF_EXPONENT = dict(zip((np.inf, 2, 1, 0, -1, -np.inf), averaging.MEANS.values()))
HOMES = averaging, graph, influence, interactions, metrics, rankings
PACKAGE = {name: f for home in HOMES for name, f in vars(home).items()} | {
    "forward": forward_by_the_package,
    "backprop": lambda X, y, *parameters: grad(mean_square)(parameters, X, y),
    "l1_subgradient": lambda W, constant: constant * l1(W),
    "adam_step": adam_by_the_package,
    "cutoff": cutoff_by_the_package,
    "generalised_mean": lambda w, exponent: OF_EXPONENT[exponent](np.abs(w)),
    "shared_share": lambda a, b, I, v: np.divide(shared(a, b), (2 ** len(I) * v, 1)),
    "nid": lambda W: interactions.prune_redundant(rank_interactions(W)),
}


@pytest.mark.parametrize("name", EXERCISES)
def test_another_seed_draws_other_cases_and_the_same_one_the_same(name):
    by_hand = [text for [text] in rows("cases.csv", name)]
    keys = [answer_key.__wrapped__(name, seed) for seed in (0, 0, 1)]
    first, again, other = ([case for case, _ in key] for key in keys)
    assert first == again and first[: len(by_hand)] == by_hand
    cases = first[len(by_hand) :]
    assert len(cases) >= 10 and cases == sorted(cases, key=len)
    assert len({*cases} & {*other}) <= 4  # a few may be drawn by both


def compared(compare, expected, got):
    """The difference, when the answer comes as it does from a student's process."""
    return compare(expected, json.loads(json.dumps(as_json(got))))


ONE, THREE = [((0, 1), 0.5)], (np.ones(1),) * 3
SENSIBLE = [
    (array, 0.5, np.float32(0.5)),
    (array, 1.0, 1 + 1e-8),
    (array, np.array([1.0, 2.0]), (np.float64(1), 2)),
    (arrays, THREE, [[1.0], (1,), np.ones(1)]),
    (ranking, ONE, [[{1, 0}, np.float64(0.5)]]),
    (ranking, ONE, ((np.array([0.0, 1]), 0.5),)),
    (ranking, [((0, 1), 0.5), ((0, 2), 0.5)], [((0, 2), 0.5), ((0, 1), 0.5)]),
    (ranking, [*ONE, ((1, 2), 0.0)], [((0, 1), 0.5), ((0, 2), 0)]),
    (vertices, [(1, 0), (2, 1)], {(2, 1), (1, 0)}),
]
TOLD = [
    (array, 1.0, 1 + 1e-5, "expected 1, got 1.00001"),
    (array, 0.5, None, "is there a return?"),
    (array, 0.5, "0.5", "type str"),
    (array, 0.5, [10**300], "type int"),  # Python writes at most 4300 digits
    (array, np.ones(2), np.array([1, np.nan]), "at [1] expected 1, got nan"),
    (array, np.ones((2, 2)), [[1, 1], [1]], "expected numbers"),
    (array, np.ones(2), [0.0] * 10**5, "object of type list"),
    (arrays, THREE, np.ones(1), "expected 3 arrays"),
    (arrays, THREE, [[1], [2], [1]], "number 2 of 3: at [0] expected 1, got 2"),
    (array, np.array([3]), [[3]], "the numbers are right, only the axes are not"),
    (array, np.array([3]), [[4]], "expected shape (1,), got (1, 1)"),
    (ranking, ONE, {(0, 1): 0.5}, "object of type dict"),
    (ranking, ONE, [(0, 1)], "list of (interaction, strength)"),
    (ranking, ONE, [], "(0, 1) is missing"),
    (ranking, ONE, [((0, 1), 0.5)] * 2, "(0, 1) should not be"),
    (ranking, ONE, [((0, 1), 0.7)], "expected 0.5, got 0.7"),
    (ranking, [((0, 1), 2), ((0, 2), 1)], [((0, 2), 1), ((0, 1), 2)], "got 1"),
    (ranking, ONE, [((0, 1), np.nan)], "nan"),
    (vertices, [(1, 0)], [(0, 1)], "(1, 0) is missing"),
    (vertices, [(1, 0)], [1], "expected a list of (layer, unit), got [1]"),
]


@pytest.mark.parametrize("compare, expected, got", SENSIBLE)
def test_an_answer_counts_in_any_sensible_form(compare, expected, got):
    assert compared(compare, expected, got) == ""


@pytest.mark.parametrize("compare, expected, got, line", TOLD)
def test_a_wrong_answer_is_told_in_one_line(compare, expected, got, line):
    text = compared(compare, expected, got)
    assert line in text and "\n" not in text


def test_check_is_silent_about_what_is_right_else_says_what_grade_says(tmp_path):
    assert check("strength", function(SOLUTIONS, "strength")) is None
    mean = "import numpy as np\ndef strength(W1, z, I):\n    x = np.abs(W1[:, I])\n"
    (tmp_path / "strength.py").write_text(f"{mean}    return z * x.mean(axis=1)\n")
    [grade] = grading.grade_file(tmp_path / "strength.py")
    assert "mean in place of the minimum" in grade.mistake and grade.hint and grade.got
    with pytest.raises(AssertionError) as error:
        check("strength", function(tmp_path, "strength"))
    assert str(error.value).splitlines()[1:] == str(grade).splitlines()[1:]
    with pytest.raises(AssertionError, match="not done"):
        check("strength", function(STUBS, "strength"))
    assert "one place off" in grade_function("forward", lambda X, *_: X[1:, 0]).hint
    with pytest.raises(KeyboardInterrupt):
        check("strength", lambda *case: signal.raise_signal(signal.SIGINT))
    with pytest.raises(InputError, match="exercise must be one of .*; got 'strenght'"):
        check("strenght", abs)
