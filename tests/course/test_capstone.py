"""The capstone: a student's own functions train a network and find its interactions."""

import shutil
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

import numpy as np
import pytest

from nidlite.course import assembly, capstone
from nidlite.course.capstone import assemble, f5_rows, own_findings
from nidlite.course.exercises import EXERCISES
from nidlite.errors import InputError

SOLUTIONS = Path(__file__).parents[2] / "tutorials" / "solutions"


@pytest.fixture
def student(tmp_path, monkeypatch):
    """A folder of right functions; they get a few rows, if the test does not say so."""
    monkeypatch.setattr(capstone, "ROWS", 1_000)
    monkeypatch.setattr(capstone, "NEW_ROWS", 200)
    for name in capstone.NEEDED:
        shutil.copy(SOLUTIONS / f"{name}.py", tmp_path)
    return tmp_path


def test_right_functions_find_most_of_f5_and_every_true_pair(student, monkeypatch):
    monkeypatch.undo()
    text, answered = assemble(student)
    assert answered
    assert "+ x8 & x9 & x10" in text and "+ x6 & x7" in text and "+ x4 & x5" in text
    assert "you found 3 of 4; AUC of your pairs 1.000" in text
    assert "- " not in "\n".join(text.splitlines()[2:7])


def test_the_functions_may_stand_in_one_file_and_a_wrong_gradient_shows(student):
    """nid calls the student's own greedy ranking, from a file beside it."""
    whole = (student / "nid.py").read_text().replace("def nid", "def own")
    (student / "nid.py").unlink()
    texts = []
    for file in student.glob("*.py"):
        texts.append(file.read_text())
        file.unlink()
    (student / "helper.py").write_text(whole)
    texts.append("from helper import own\ndef nid(weights):\n    return own(weights)\n")
    right = "\n".join(texts)
    wrong = right.replace("up.T @ X,", "-up.T @ X,")
    assert wrong != right
    for text, found in ((right, "you found 3 of 4"), (wrong, "you found 0 of 4")):
        (student / "my exercises.py").write_text(text)
        said, answered = assemble(student)
        assert answered and found in said


def test_the_training_is_the_package_s_own_with_the_package_s_functions(monkeypatch):
    """One step by hand: the gradient, the subgradient and Adam of the package."""
    monkeypatch.setattr(assembly, "EPOCHS", 1)
    own = SimpleNamespace(**{n: EXERCISES[n].answer for n in EXERCISES})
    solutions = {n: run_path(SOLUTIONS / f"{n}.py")[n] for n in capstone.NEEDED}
    X, y, _, _ = f5_rows(3)
    one = assembly.train_own(own, X[:200], y[:200], 5)
    two = assembly.train_own(SimpleNamespace(**solutions), X[:200], y[:200], 5)
    assert all(np.allclose(a, b, rtol=1e-9, atol=1e-12) for a, b in zip(one, two))


@pytest.mark.parametrize(
    "name, body, said",
    [
        ("adam_step", "raise NotImplementedError", "in adam_step: NotImplementedError"),
        ("nid", "return [1, 2, 3]", "no ranking, or no strengths"),
        ("forward", "import nidlite", "in forward: "),
        ("backprop", "import os; os._exit(0)", "ended itself"),
    ],
)
def test_a_function_that_fails_is_named_in_one_line(
    student, monkeypatch, name, body, said
):
    monkeypatch.setattr(capstone, "ROWS", 100)
    (student / f"{name}.py").write_text(f"def {name}(*given):\n    {body}\n")
    text, answered = assemble(student)
    assert not answered and said in text and "\n" not in text
    assert "line 4" not in text


def test_a_missing_function_is_told_before_anything_runs(student):
    (student / "nid.py").unlink()
    with pytest.raises(InputError, match="lacks nid; --assemble needs forward"):
        assemble(student)


def test_findings_tell_true_from_false():
    S = np.ones((10, 10))
    text = own_findings(0.5, [((0, 3), 2.0), ((3, 4), 1.0)], S)
    assert "- x1 & x4" in text and "+ x4 & x5" in text
    assert "you found 0 of 4; AUC of your pairs 0.500" in text
