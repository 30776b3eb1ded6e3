"""Whatever a submission does is its own row; a class has one table in three formats."""

import csv
import io
import json
import os
import shutil
from pathlib import Path
from unittest.mock import Mock

import pytest
from processes import ended, python

from nidlite.command.grade import files_in, grade_student, run
from nidlite.command.parser import command_parser
from nidlite.course import child
from nidlite.course.exercises import EXERCISES
from nidlite.course.grading import NOT_DONE, RIGHT, WRONG, defined_exercises, grade_file
from nidlite.errors import InputError

TUTORIALS = Path(__file__).parents[2] / "tutorials"
PACKAGE = Path(child.__file__).parents[1]


def command(*words):
    """The exit status of `nidlite grade` with these words."""
    words = ["grade", *map(str, words), "--timeout", "60"]
    return run(command_parser().parse_args(words))


def graded(path, timeout=60):
    return {g.function: g for g in grade_file(path, timeout)}


RIGHT_STRENGTH = """
def strength(W1, z, interaction):
    return z * np.abs(W1[:, interaction]).min(axis=1)
"""
# Above each function stands what its row must say.
INCIDENTS = f"""import builtins, ctypes, os, posixpath
import subprocess, sys, threading, time, numpy as np
from contextlib import suppress
def tell(line):  # what the grader may take for an answer
    for number in range(3, 20):
        with suppress(OSError): os.write(number, line)
# import of nidlite halted
def forward(X, W1, b1, w_y, b_y):
    import nidlite
# closed to a submission
def backprop(X, y, W1, b1, w_y, b_y):
    builtins.isinstance, posixpath.abspath = lambda a, b: False, lambda path: "/"
    return open({str(PACKAGE / "ranking.py")!r}).read()
# expected numbers, got True
def l1_subgradient(W, constant):
    print('{{"answer": [[1, -1]]}}')
    tell(b'{{"answer": true}}\\n')
# No module named 'nidlite.metrics'
def shared_share(D_a, D_b, interaction, variance):
    from nidlite.metrics import variance
# no answer
def prune_redundant(ranking):
    tell(b'{{"error": ""}}\\n' * 30)
    os._exit(0)
# the process ended with status 0
def cutoff(*case):
    tell(b'{{"answer": 2, "error": ""}}\\n')  # right, of the first case
    os._exit(0)
# no end after 1 s
def mixed_difference(f, interaction, a, b):
    while True:
        print("flood" * 1000)
# MemoryError
def common_descendants(weights, interaction):
    return np.ones(10**10)
# os.kill is closed
def generalised_mean(w, exponent):
    os.kill(os.getppid(), 9)
# this open is closed
def pairwise_strengths(W1, z):
    return open("linked.py").read()
# subprocess.Popen is closed
def pairwise_auc(strengths, interactions):
    start = lambda: sys.audit("os.startfile")  # of Windows
    for way in (start, os.fork, lambda: os.system("ls"), lambda: ctypes.CDLL(None)):
        with suppress(PermissionError): sys.exit(way())
    subprocess.run(["ls"])
# no end after 1 s
def aggregated_weights(weights):
    return 9 ** 9 ** 9  # no other thread of Python's runs meanwhile
# the process ended with status -6
def cross_coefficient(alpha1, alpha2):
    os.abort()
# RecursionError
def greedy_ranking(W1, z):
    return greedy_ranking(W1, z)
# changes its arguments
def top_rank_recall(ranking, interactions):
    found, seen = 0, 0
    while ranking:
        I, _ = ranking.pop(0)
        if I in interactions: found += 1
        elif not any(set(I) < set(t) for t in interactions): break
    return found / len(interactions)
# ZeroDivisionError
def nid(weights):
    threading.Thread(target=time.sleep, args=(600,)).start()
    raise ZeroDivisionError("\\n\\x1b[31m" * 200)
"""


def test_whatever_a_function_does_is_its_own_row(tmp_path, monkeypatch):
    file, lines = tmp_path / "all\x1b.py", INCIDENTS.splitlines()
    file.write_text(f"{INCIDENTS + RIGHT_STRENGTH}\n1 / 0  # below all functions")
    (tmp_path / "linked.py").symlink_to(TUTORIALS / "solutions" / "nid.py")
    monkeypatch.setenv("PYTHONPATH", str(PACKAGE.parent))
    grades = graded(file, 1)
    pairs = [(a[2:], b) for a, b in zip(lines, lines[1:]) if a.startswith("# ")]
    says = {b.split()[1].split("(")[0]: words for words, b in pairs}
    assert len(says) == 16 and {*grades} == {*says, "strength"}
    for name, words in says.items():
        grade = grades[name]
        assert grade.status == WRONG and words in grade.problem, (name, grade.problem)
        assert ("nidlite" in words) == ("is yours" in grade.hint)
        assert "\n" not in grade.problem and len(grade.problem) <= 500
        assert str(grade).replace("\n", "").isprintable()  # what a teacher sees
    assert grades["strength"].status == RIGHT


def test_a_file_that_fails_while_loaded_spoils_only_itself(tmp_path):
    for name, text in {
        "ends.py": "import os\nos._exit(3)\n" + RIGHT_STRENGTH,
        "hangs.py": "while True: pass\n" + RIGHT_STRENGTH,
        "syntax.py": RIGHT_STRENGTH + "print(\n",
        "early.py": f"[][0]\n{RIGHT_STRENGTH}",
        "helped.py": "from beside import np, check" + RIGHT_STRENGTH + "check('', 0)",
        "beside.py": "import numpy as np\nfrom nidlite.course.grading import check\n",
    }.items():
        (tmp_path / name).write_text(text)
    [ends] = graded(tmp_path / "ends.py").values()
    assert ends.problem == "the process ended with status 3"
    [hangs] = graded(tmp_path / "hangs.py", 1).values()
    assert hangs.problem.startswith("no end after 1 s") and "__main__" in hangs.hint
    [early] = graded(tmp_path / "early.py").values()
    assert "(line 1, in <module>)" in early.problem and "outside the fun" in early.hint
    [syntax] = graded(tmp_path / "syntax.py").values()
    assert syntax.problem.startswith("SyntaxError") and "% or !" in syntax.hint
    assert [g.status for g in graded(tmp_path / "helped.py").values()] == [RIGHT]


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """Three students and what grading them left behind."""
    folder = tmp_path_factory.mktemp("school")
    right = f"import numpy as np{RIGHT_STRENGTH}"
    published = (TUTORIALS / "solutions" / "cutoff.py").read_text().replace(" = ", "=")
    for name, text in {
        "ann/all.py": f"{right}\n{published}  # it's mine".replace('"""', "'''"),
        "=bob/strength.py": right.replace("np.abs(", "("),
        "<i>eve/deep/notes.txt": "nothing yet",
        ".git/strength.py": RIGHT_STRENGTH,
    }.items():
        file = folder / "class" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    words = ["--csv", folder / "a.csv", "--json", folder / "a.json", "--jobs", 3]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", printed := io.StringIO())
        assert command(folder / "class", *words, "--html", folder / "a.html") == 1
    return folder, printed.getvalue()


def test_a_class_has_one_table_in_three_formats(school):
    folder, printed = school
    rows = [*csv.DictReader(io.StringIO((folder / "a.csv").read_text()))]
    marks = {row["student"]: (row["strength"], row["right"]) for row in rows}
    assert marks == {"<i>eve": ("0", "0"), "'=bob": ("0", "0"), "ann": ("1", "2")}
    assert [*rows[0]] == ["student", *EXERCISES, "right"]
    report = json.loads((folder / "a.json").read_text())
    [bob] = [g for g in report["=bob"] if g["function"] == "strength"]
    assert bob["mistake"] == "signed weights" and bob["hint"]
    page = (folder / "a.html").read_text()
    assert '<th scope="row">=bob<td>0' in page and "mistake:  signed weights" in page
    assert "&lt;i&gt;eve" in page and "<i>eve" not in page
    assert page.count('<th scope="col">') == len(rows[0]) and '"row">ann<td>' in page
    bobs = page[page.index("<h2>=bob") : page.index("<h2>ann")]
    assert "0 of 1 right; not done: forward, " in bobs and bobs.count("<h3>") == 1
    assert "(W1[:, interaction]).min(axis=1)</pre>" in bobs  # his own function
    assert 'tutorials/06_strength_and_ranking.py">06_strength_and_ranking: The' in bobs
    common = "strength             1 of 2 right, signed weights (1)"
    assert "\ncutoff               1 of 1 right; as published: ann\n" in printed
    assert {"ann: 2 of 2 right", "<i>eve: none found", common} <= {*printed.split("\n")}


def test_the_better_of_two_functions_of_one_name_counts(tmp_path):
    # Who hands in the whole project has not solved it.
    shutil.copytree(PACKAGE, tmp_path / "project" / "nidlite")
    shutil.copytree(TUTORIALS / "solutions", tmp_path / "project" / "solutions")
    shutil.copy(TUTORIALS / "00_the_whole_paper.py", tmp_path / "project")
    shutil.copy(TUTORIALS / "solutions" / "cutoff.py", tmp_path / "project" / "a.py")
    (tmp_path / "b.py").write_text("cutoff = lambda: 1\ncross_coefficient = lambda: 1")
    (tmp_path / "c.py").write_text(f"import numpy as np{RIGHT_STRENGTH}")
    (tmp_path / "d.py").write_text("cross_coefficient = lambda a, b: 0 * a * b")
    shutil.copy(TUTORIALS / "exercises" / "forward.py", tmp_path / "e.py")
    found = {(g.function, g.file, g.status) for g in grade_student(tmp_path) if g.file}
    right = {("cutoff", "project/a.py", RIGHT), ("strength", "c.py", RIGHT)}
    # Of two wrong ones the better counts as well: marks may be partial.
    wrong = {("cross_coefficient", "d.py", WRONG), ("forward", "e.py", NOT_DONE)}
    assert found == right | wrong  # and a stub is one that was found


def test_the_number_of_jobs_changes_nothing_and_marks_may_be_partial(school, capsys):
    folder, printed = school
    words = "--json", folder / "b.json", "--csv", folder / "b.csv", "--partial"
    assert command(folder / "class", *words, "--jobs", 1) == 1
    assert capsys.readouterr().out == printed
    assert (folder / "b.json").read_text() == (folder / "a.json").read_text()
    rows = csv.DictReader(io.StringIO((folder / "b.csv").read_text()))
    with pytest.raises(InputError, match="b.csv"):
        command(folder / "class", "--csv", folder / "b.csv" / "c.csv")
    assert capsys.readouterr().out == ""  # nobody has graded for nothing
    eve, bob, ann = (float(row["strength"]) for row in rows)
    assert eve == 0 < bob < ann == 1


def test_what_is_missing_counts_only_where_all_are_required(tmp_path, capsys):
    (tmp_path / "a.py").write_text(f"import numpy as np{RIGHT_STRENGTH}")
    (tmp_path / "a.link").symlink_to("a.py")
    assert command(tmp_path, "--csv", tmp_path / "a.csv") == 0
    [one, _, missing, total] = capsys.readouterr().out.splitlines()
    assert missing.startswith("not done: forward, backprop, ")  # the course's order
    assert total == "total: 1 of 1 right" and one.startswith("one student: the best ")
    for option in ("--csv", "--json", "--html"):  # which comes before any grade
        for place in (tmp_path, tmp_path / "a.py", tmp_path / "a.link"):
            with pytest.raises(InputError, match="(is not a file|would be ov)"):
                command(tmp_path, option, place)
    assert capsys.readouterr().out == ""
    assert command(tmp_path, "--require-all", "--csv", tmp_path / "a.csv") == 1
    assert command(tmp_path / "a.py") == 0
    assert "not done: nothing" in capsys.readouterr().out


@pytest.mark.long
def test_two_students_with_all_solutions_are_right(tmp_path, capsys):
    for k in range(2):
        shutil.copytree(TUTORIALS / "solutions", tmp_path / f"student{k}")
    assert command(tmp_path, "--jobs", 2) == 0
    assert capsys.readouterr().out.count(": 18 of 18 right") == 2


def test_the_student_s_program_grows_and_finds_most_of_f5(tmp_path):
    for names in ("solutions/*.py", "exercises/on_f5.py", "exercises/st*"):
        for file in TUTORIALS.glob(names):  # copied without its mode: read-only, say
            shutil.copyfile(file, tmp_path / file.name)
    status, found, problem = ended(python("on_f5.py", cwd=tmp_path))
    assert status == 1 and problem == "next: strength.py is not done yet\n"
    assert "9. Unit" in found and "10." not in found
    shutil.copyfile(TUTORIALS / "solutions" / "strength.py", tmp_path / "strength.py")
    status, found, problem = ended(python("on_f5.py", cwd=tmp_path))
    assert status == 0, problem
    assert "stand 75% of the true ones" in found
    assert "The AUC of your pairs: 1.000" in found and "cutoff is " in found
    assert "Your NID has the authors' ranking of the stored weights" in found
    (tmp_path / "forward.py").write_text("forward = print")
    assert "forward.py gives None" in ended(python("on_f5.py", cwd=tmp_path))[2]


def test_without_an_exercise_one_line_names_the_input(school, tmp_path, monkeypatch):
    (tmp_path / "other.py").write_text("def unknown():\n    strength(1)\n")
    for path in (tmp_path / "missing", tmp_path, tmp_path / "other.py"):
        with pytest.raises((InputError, OSError), match=rf"^.*{path}('| has no).*\Z"):
            command(path)
    # A full disk is no mistake of a student's, and loses nobody else's grades.
    monkeypatch.setattr("shutil.copy", Mock(side_effect=[None, OSError(28, "full")]))
    with pytest.raises(OSError, match="full"):
        command(school[0] / "class", "--jobs", 1, "--csv", tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text().count("\n") == 3  # the head, eve and bob


def test_finding_exercises_runs_nothing(tmp_path, monkeypatch):
    file = tmp_path / "student.PY"
    file.write_text("from x import adam_step\nstrength = lambda x: x\nraise SystemExit")
    assert defined_exercises(file) == {"strength": "strength = lambda x: x"}
    text = "def strength(W1, z, I):\n    return '\xff'\n"
    for encoding in ("utf-8-sig", "latin-1", "utf-16"):
        file.write_text(text, encoding)
        assert [*defined_exercises(file)] == ["strength"]
    (tmp_path / "folder.py").mkdir()
    os.mkfifo(tmp_path / "folder.py" / "pipe.py")  # it would be waited for
    (tmp_path / "huge.py").write_bytes(bytes(child.FILE_SIZE + 1))
    (tmp_path / "secret.py").touch()
    monkeypatch.setattr(os, "access", lambda path, _: path.stem != "secret")
    assert files_in(tmp_path) == files_in(tmp_path, "**/") == [file]
