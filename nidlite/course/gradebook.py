"""The marks of a class: a folder for each student, one table for all.

A student has one grade for each exercise. What is not handed in counts as not done; of
two functions of one name the better one counts.
"""

import csv
import io
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from html import escape
from pathlib import Path

from ..errors import escaped
from .exercises import EXERCISES, answer_key
from .grading import (
    NOT_DONE,
    RIGHT,
    TIMEOUT,
    WRONG,
    Grade,
    defined_exercises,
    grade_file,
)

HEAD = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Exercises</title>
<style>body { font-family: sans-serif } td { padding: 0 0.6em }
pre { white-space: pre-wrap }</style><h1>Exercises</h1><table>"""


def student_folders(folder) -> list[Path]:
    """The folders of a class; a folder with exercises in it is one student's: none."""
    folder = Path(folder)
    if not folder.is_dir() or any(map(defined_exercises, folder.glob("*.py"))):
        return []
    return [f for f in sorted(folder.iterdir()) if f.is_dir() and f.name[0] not in "._"]


def grade_student(path, timeout=TIMEOUT, seed=0) -> list[Grade]:
    """One grade for each exercise, from a file, or a folder and those inside it."""
    path, order = Path(path), [RIGHT, WRONG, NOT_DONE]
    grades = [Grade(name, len(answer_key(name, seed))) for name in EXERCISES]
    for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
        grades += grade_file(file, defined_exercises(file), timeout, seed)
    grades.sort(key=lambda grade: (order.index(grade.status), grade.file == ""))
    return [next(g for g in grades if g.function == name) for name in EXERCISES]


def grade_class(folders, jobs=1, **settings):
    """A generator of (student, grades) in the order of the folders.

    `jobs` students are graded at a time; the grades do not depend on it.
    """
    with ThreadPoolExecutor(jobs) as pool:  # each waits for processes of its own
        graded = pool.map(lambda folder: grade_student(folder, **settings), folders)
        yield from zip((folder.name for folder in folders), graded)


def count_right(grades) -> int:
    return sum(grade.status == RIGHT for grade in grades)


def marks(students) -> list[list]:
    """A head, and a row for each of {student: grades}: 1 for a right one, the sum."""
    table = [["student", *EXERCISES, "right"]]
    for student, grades in students.items():
        # A spreadsheet takes a cell that begins so for a formula.
        name = f"'{student}" if student[0] in "=+-@" else student
        right = [int(grade.status == RIGHT) for grade in grades]
        table.append([escaped(name), *right, sum(right)])
    return table


def class_csv(students) -> str:
    """The marks as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(marks(students))
    return text.getvalue()


def class_html(students) -> str:
    """A page: the marks, and for each student what went wrong."""
    rows = ("<td>".join(map(escape, map(str, row))) for row in marks(students))
    page = f"{HEAD}<tr><td>{'<tr><td>'.join(rows)}</table>"
    for student, grades in students.items():
        text = escape("\n".join(map(str, grades)))
        page += f"<h2>{escape(escaped(student))}</h2><pre>{text}</pre>"
    return page


def common_mistakes(students) -> str:
    """A line for each exercise: how many are right, and the most common mistake."""
    lines = []
    for grades in zip(*students.values()):
        common = Counter(g.mistake for g in grades if g.mistake).most_common(1)
        mistake = "".join(f", {name} ({n})" for name, n in common)
        lines.append(f"{grades[0].function:20} {count_right(grades)} right{mistake}")
    return "\n".join(lines)
