"""The exercises for other systems: Otter's tests and nbgrader's notebook.

Both ask `check`, so nidlite has to be installed where they grade. They run a student's
code in a process or a container of their own; `check` itself guards against nothing.
"""

import json
from dataclasses import replace
from pathlib import Path

from .attempts import record
from .exercises import EXERCISES
from .grading import RIGHT, WRONG, Grade, absent, answer_key, grade_records, grade_text
from .trial import answer

ASK = "from nidlite.course.adapters import check"


def graded_here(function, seed=0) -> Grade:
    """The grade of a function in this process; its name says which exercise it is."""
    name = function.__name__
    # As from another process: what is right does not depend on who grades.
    lines = (
        json.dumps(answer(function, case, function.__code__.co_filename))
        for case in answer_key(name, seed)[0]
    )
    records = [*map(record, lines)]
    return grade_records(replace(absent(name), status=WRONG), records, seed)


def check(function, seed=0):
    """Nothing if the function is right; else AssertionError with what is wrong."""
    grade = graded_here(function, seed)
    if grade.status != RIGHT:
        raise AssertionError(grade_text(grade))


def otter_test(name, points=1.0, seed=0) -> str:
    """The text of Otter's tests/NAME.py, in its format for doctests."""
    code = f">>> {ASK}\n>>> check({name}, seed={seed})"
    suite = {"type": "doctest", "scored": True, "setup": "", "teardown": ""}
    suite["cases"] = [{"code": code, "hidden": False, "locked": False}]
    test = {"name": name, "points": points, "suites": [suite]}
    return f"OK_FORMAT = True\n\ntest = {test!r}\n"


def nbgrader_notebook(folder, points=None, seed=0) -> dict:
    """A notebook for nbgrader: the stubs in the folder, a graded cell below each.

    points is {exercise: its points}, 1 for each if not given. Save it with json.dump.
    """
    cells = []
    for name, most in (points or dict.fromkeys(EXERCISES, 1.0)).items():
        stub = Path(folder, f"{name}.py").read_text(encoding="utf-8")
        about = {"grade": False, "locked": False, "solution": True}
        cells.append(_cell(f"{name}-answer", stub, about))
        about = {"grade": True, "locked": True, "solution": False, "points": most}
        cells.append(_cell(name, f"{ASK}\n\ncheck({name}, seed={seed})", about))
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    about = {"kernelspec": kernel}
    return {"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5}


def _cell(grade_id, source, about) -> dict:
    own = {"grade_id": grade_id, "schema_version": 3, "task": False, **about}
    cell = {"cell_type": "code", "execution_count": None, "outputs": []}
    cell |= {"id": grade_id.replace("_", "-"), "metadata": {"nbgrader": own}}
    return cell | {"source": source}
