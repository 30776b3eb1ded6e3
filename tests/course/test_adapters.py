"""Otter's tests and nbgrader's notebook say what `nidlite grade` says."""

import doctest
import json
from pathlib import Path
from runpy import run_path

import numpy as np
import pytest
from at_once import MISTAKES

from nidlite.course.adapters import check, nbgrader_notebook, otter_test
from nidlite.course.exercises import EXERCISES

TUTORIALS = Path(__file__).parents[2] / "tutorials"


def solution(name):
    return run_path(TUTORIALS / "solutions" / f"{name}.py")[name]


def wrong(name):
    mistake = MISTAKES[name][0]
    namespace = {"mistake": mistake.answer}
    exec(f"def {name}(*case):\n    return mistake(*case)\n", namespace)
    return namespace[name], mistake.name


@pytest.mark.parametrize("name", EXERCISES)
def test_check_is_silent_about_what_is_right_and_names_a_mistake(name):
    assert check(solution(name)) is None
    assert check(solution(name), seed=4) is None
    function, mistake = wrong(name)
    with pytest.raises(AssertionError) as error:
        check(function)
    assert mistake in str(error.value) and "example:" in str(error.value)
    stub = run_path(TUTORIALS / "exercises" / f"{name}.py")[name]
    with pytest.raises(AssertionError, match="not done"):
        check(stub)


@pytest.mark.parametrize("name", ["strength", "nid"])
def test_otter_s_test_passes_the_right_function_only(tmp_path, name):
    file = tmp_path / f"{name}.py"
    file.write_text(otter_test(name, points=2.0))
    found = run_path(file)
    assert found["OK_FORMAT"] is True
    test = found["test"]
    assert set(test) == {"name", "points", "suites"} and test["points"] == 2.0
    [suite] = test["suites"]
    assert suite["type"] == "doctest" and suite["scored"] is True
    [case] = suite["cases"]
    assert set(case) == {"code", "hidden", "locked"}
    for function, failed in ((solution(name), 0), (wrong(name)[0], 1)):
        given = case["code"], {name: function}, name, None, 0
        example = doctest.DocTestParser().get_doctest(*given)
        runner = doctest.DocTestRunner(verbose=False)
        assert runner.run(example, out=lambda text: None).failed == failed


def test_nbgrader_s_notebook_is_one_and_its_graded_cells_judge():
    book = nbgrader_notebook(TUTORIALS / "exercises")
    nbformat = pytest.importorskip("nbformat")
    nbformat.validate(nbformat.reads(json.dumps(book), as_version=4))
    cells = [(c["metadata"]["nbgrader"], c["source"]) for c in book["cells"]]
    assert len(cells) == 2 * len(EXERCISES)
    assert len({about["grade_id"] for about, _ in cells}) == len(cells)
    for (own, stub), (about, test) in zip(cells[::2], cells[1::2]):
        assert own["solution"] and not own["grade"] and not own["locked"]
        assert about["grade"] and about["locked"] and about["points"] == 1
        name = about["grade_id"]
        namespace = {"np": np}
        exec(stub, namespace)
        with pytest.raises(AssertionError, match="not done"):
            exec(test, namespace)
        exec(test, {name: solution(name)})
    some = nbgrader_notebook(TUTORIALS / "exercises", {"nid": 5.0})
    own, test = (c["metadata"]["nbgrader"] for c in some["cells"])
    assert (own["grade_id"], test["grade_id"]) == ("nid-answer", "nid")
    assert test["points"] == 5.0
