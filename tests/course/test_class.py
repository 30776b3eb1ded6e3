"""A class of students: one table, marks, pages of feedback, Gradescope's file."""

import csv
import io
import json
import time
from contextlib import redirect_stdout

import pytest
from at_once import command, in_this_process

from nidlite.course import gradebook, grading
from nidlite.course.adapters import graded_here
from nidlite.course.exercises import EXERCISES, values
from nidlite.course.feedback import feedback_page, gradescope
from nidlite.course.gradebook import Student, marks_csv, read_points
from nidlite.course.grading import NOT_DONE, RIGHT, WRONG, Grade
from nidlite.errors import InputError

STRENGTH = """
import numpy as np
def strength(W1, z, interaction):
    return z * {mu}(np.abs(W1[:, list(interaction)]), axis=1)
"""
L1 = """
import numpy as np
def l1_subgradient(W, constant):
    return constant * np.sign(W)
"""


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """Four students, the points, and what grading them left behind."""
    folder = tmp_path_factory.mktemp("school")
    files = {
        "ann/all.py": STRENGTH.format(mu="np.min") + L1,
        "=bob/strength.py": STRENGTH.format(mu="np.mean"),
        "<i>eve/deep/strength.py": STRENGTH.format(mu="np.min"),
        "<i>eve/l1.py": "raise SystemExit\ndef l1_subgradient(W, c): pass",
        "zoe/notes.txt": "nothing yet",
        ".git/l1.py": L1,
    }
    for name, text in files.items():
        file = folder / "class" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    points = "exercise,points\nl1_subgradient, 1\n\nstrength,2.5\n"
    (folder / "points.csv").write_text(points)
    words = ["--points", folder / "points.csv", "--timeout", 60, "--seed", 5]
    words += ["--csv", folder / "a.csv", "--json", folder / "a.json"]
    words += ["--html", folder / "html", "--jobs", 3]
    with redirect_stdout(io.StringIO()) as printed:
        assert command(folder / "class", *words) == 1
    (folder / "printed.txt").write_text(printed.getvalue())
    return folder


def test_the_marks_are_what_the_students_did(school):
    rows = list(csv.reader(io.StringIO((school / "a.csv").read_text())))
    assert rows == [
        ["student", "l1_subgradient", "strength", "total", "most"],
        ["<i>eve", "0", "2.5", "2.5", "3.5"],
        ["'=bob", "0", "0", "0", "3.5"],
        ["ann", "1", "2.5", "3.5", "3.5"],
        ["zoe", "0", "0", "0", "3.5"],
    ]


def test_the_number_of_jobs_changes_nothing(monkeypatch):
    def slow_at_first(number, *_):
        time.sleep(0.02 * (3 - number))
        return number

    monkeypatch.setattr(gradebook, "graded_student", slow_at_first)
    for jobs in (1, 3):
        assert [*gradebook.graded_class(range(4), [], jobs=jobs)] == [0, 1, 2, 3]


def test_json_holds_each_grade_whole(school):
    report = json.loads((school / "a.json").read_text())
    assert report["seed"] == 5 and report["most"] == 3.5
    grades = {s["student"]: s["functions"] for s in report["students"]}
    assert grades["=bob"][1]["mistake"] == "the mean in place of the minimum"
    assert [g["status"] for g in grades["zoe"]] == ["not done", "not done"]
    assert "while it is loaded: SystemExit" in grades["<i>eve"][0]["problem"]


def test_a_page_tells_each_student_alone_and_takes_nothing_for_markup(school):
    pages = {f.name: f.read_text() for f in (school / "html").iterdir()}
    assert set(pages) == {"ann.html", "=bob.html", "<i>eve.html", "zoe.html"}
    assert "the mean in place of the minimum" in pages["=bob.html"]
    assert "3.5 of 3.5 points" in pages["ann.html"] and "bob" not in pages["ann.html"]
    assert "<i>" not in pages["<i>eve.html"] and "&lt;i&gt;eve" in pages["<i>eve.html"]
    evil = Grade("a.py", "strength", WRONG, 3, problem="<script>x</script>")
    page = feedback_page(Student("x", {"strength": evil}), {"strength": 1.0})
    assert "<script>x" not in page and "&lt;script&gt;x" in page


def test_the_table_shows_all_at_a_glance(school):
    lines = (school / "printed.txt").read_text().splitlines()
    assert "ann      +  +   3.5 of 3.5" in lines
    assert "=bob     .  -   0 of 3.5" in lines
    row = "2 strength 2 1 1 the mean in place of the minimum (1)".split()
    assert row in [line.split() for line in lines]


def test_one_easy_exercise_alone_is_not_enough_where_all_are_required(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(grading, "attempt", in_this_process)
    ann, bob = tmp_path / "class" / "ann", tmp_path / "class" / "bob"
    ann.mkdir(parents=True)
    (ann / "l1.py").write_text(L1)
    assert command(ann) == 0
    assert command(ann, "--require-all") == 1
    assert f"{len(EXERCISES) - 1} not done" in capsys.readouterr().out
    (tmp_path / "one.csv").write_text("l1_subgradient,1\n")
    one = ["--points", tmp_path / "one.csv"]
    assert command(ann, *one, "--require-all") == 0
    # Who hands in nothing fails only where all are required.
    bob.mkdir()
    assert command(ann.parent, *one) == 0
    assert command(ann.parent, *one, "--require-all") == 1
    (bob / "strength.py").write_text(STRENGTH.format(mu="np.mean"))
    assert command(bob, *one, "--require-all") == 1


def test_answers_written_down_fail_on_other_cases():
    """The public cases by heart: right for the seed 0, wrong for any other."""
    exercise, known = EXERCISES["strength"], {}
    for case in map(values, exercise.cases()):
        known[repr(case)] = exercise.answer(*case)

    def strength(W1, z, interaction):
        return known[repr((W1, z, interaction))]

    by_heart, hidden = graded_here(strength), graded_here(strength, seed=1)
    assert by_heart.status == RIGHT
    assert hidden.status == WRONG and hidden.cases_right == len(exercise.written.cases)


def test_the_better_of_two_functions_of_one_name_counts():
    right, wrong = (Grade("a.py", "strength", s, 3) for s in (RIGHT, WRONG))
    for pair in ([right, wrong], [wrong, right]):
        student = gradebook.as_student("ann", pair, ["strength"])
        assert student.grades["strength"] is right


@pytest.mark.parametrize(
    "text, said",
    [
        ("strenght,1", "did you mean 'strength'?"),
        ("strength", "expected exercise,points"),
        ("strength,-1", "a number from 0 on"),
        ("strength,inf", "a number from 0 on"),
        ("strength,many", "a number from 0 on"),
        ("", "gives no exercise any points"),
    ],
)
def test_points_that_make_no_sense_are_told_in_one_line(tmp_path, text, said):
    file = tmp_path / "points.csv"
    file.write_text(text)
    with pytest.raises(InputError) as error:
        read_points(file)
    assert said in str(error.value) and "\n" not in str(error.value)


def test_gradescope_s_file_has_its_fields_and_adds_up(tmp_path, monkeypatch):
    monkeypatch.setattr(grading, "attempt", in_this_process)
    (tmp_path / "strength.py").write_text(STRENGTH.format(mu="np.mean"))
    (tmp_path / "l1.py").write_text(L1)
    out = tmp_path / "results.json"
    assert command(tmp_path, "--gradescope", out) == 1
    result = json.loads(out.read_text())
    assert set(result) == {"score", "tests", "stdout_visibility"}
    assert result["score"] == sum(t["score"] for t in result["tests"]) == 1
    for test in result["tests"]:
        assert set(test) == set("name score max_score status output visibility".split())
        assert test["status"] == ("passed" if test["score"] else "failed")
    assert sum(t["max_score"] for t in result["tests"]) == len(EXERCISES)
    (tmp_path / "class" / "ann").mkdir(parents=True)
    with pytest.raises(InputError, match="one student's folder"):
        command(tmp_path / "class", "--gradescope", out)


def test_csv_of_a_class_without_students_has_its_head_only():
    assert marks_csv([], {"strength": 1.0}) == "student,strength,total,most\n"
    student = Student("a", {"strength": Grade("", "strength", NOT_DONE, 3)})
    assert gradescope(student, {"strength": 2.0})["tests"][0]["max_score"] == 2.0
