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
def student(tmp_path):
    for name in capstone.NEEDED:
        shutil.copy(SOLUTIONS / f"{name}.py", tmp_path)
    return tmp_path


def test_right_functions_find_most_of_f5_and_every_true_pair(student):
    text, answered = assemble(student)
    assert answered
    assert "+ x8 & x9 & x10" in text and "+ x6 & x7" in text and "+ x4 & x5" in text
    assert "you found 3 of 4; AUC of your pairs 1.000" in text
    assert "- " not in "\n".join(text.splitlines()[2:7])


def test_the_functions_may_stand_in_one_file_and_import_one_another(student):
    """nid calls the student's own greedy ranking, from a file beside it."""
    whole = (student / "nid.py").read_text().replace("def nid", "def own")
    (student / "helper.py").write_text(whole)
    (student / "nid.py").unlink()
    texts = [f.read_text() for f in student.glob("*.py") if f.stem != "helper"]
    for f in student.glob("*.py"):
        if f.stem != "helper":
            f.unlink()
    last = "from helper import own\ndef nid(weights):\n    return own(weights)\n"
    (student / "my exercises.py").write_text("\n".join([*texts, last]))
    text, answered = assemble(student)
    assert answered and "you found 3 of 4" in text


def test_the_training_is_the_package_s_own_with_the_package_s_functions():
    """One step by hand: the gradient, the subgradient and Adam of the package."""
    own = SimpleNamespace(**{n: EXERCISES[n].answer for n in EXERCISES})
    solutions = {n: run_path(SOLUTIONS / f"{n}.py")[n] for n in capstone.NEEDED}
    X, y, _, _ = f5_rows(3)
    before = assembly.EPOCHS
    try:
        assembly.EPOCHS = 1
        one = assembly.train_own(own, X[:200], y[:200], 5)
        two = assembly.train_own(SimpleNamespace(**solutions), X[:200], y[:200], 5)
    finally:
        assembly.EPOCHS = before
    assert all(np.allclose(a, b, rtol=1e-9, atol=1e-12) for a, b in zip(one, two))


def test_a_wrong_gradient_shows(student):
    text = (student / "backprop.py").read_text()
    wrong = text.replace("up.T @ X,", "-up.T @ X,")
    assert wrong != text
    (student / "backprop.py").write_text(wrong)
    found, answered = assemble(student)
    assert not answered or "you found 0 of 4" in found


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
    student, tmp_path, monkeypatch, name, body, said
):
    # Two epochs in place of all are enough to come to each function.
    text = Path(assembly.__file__).read_text()
    short = tmp_path / "short.txt"
    short.write_text(text.replace(f"= 80, {assembly.EPOCHS},", "= 80, 2,"))
    assert short.read_text() != text
    monkeypatch.setattr(assembly, "__file__", str(short))
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
