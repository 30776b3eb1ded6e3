"""The marks of a class: a folder for each student, one table for all.

A student has one grade for each exercise. What is not handed in counts as not done; of
two functions of one name the better one counts.
"""

import csv
import html
import io
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ..errors import escaped
from . import grading
from .exercises import EXERCISES
from .grading import NOT_DONE, RIGHT, TIMEOUT, WRONG, Grade

SIGNS = {RIGHT: "+", WRONG: "-", NOT_DONE: "."}
ORDER = [NOT_DONE, WRONG, RIGHT]
PAGE = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>{title}</title>
<style>body {{ font-family: sans-serif; max-width: 60em; margin: auto }} pre {{
white-space: pre-wrap }} td, th {{ padding: 0 0.6em }}</style><h1>{title}</h1>{body}
"""


def student_folders(folder) -> list[Path]:
    """The folders of a class; a folder with exercises in it is one student's: none."""
    folder = Path(folder)
    if not folder.is_dir() or any(map(grading.defined_exercises, folder.glob("*.py"))):
        return []
    return [f for f in sorted(folder.iterdir()) if f.is_dir() and f.name[0] not in "._"]


def grade_student(path, timeout=TIMEOUT, seed=0, names=tuple(EXERCISES)) -> list[Grade]:
    """One grade for each exercise, from a file, or a folder and those inside it."""
    path = Path(path)
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    best = {name: Grade(name, len(grading.answer_key(name))) for name in names}
    for file in files:
        defined = [name for name in grading.defined_exercises(file) if name in names]
        for grade in grading.grade_file(file, defined, timeout, seed):
            old = best[grade.function]
            if not old.file or ORDER.index(grade.status) > ORDER.index(old.status):
                best[grade.function] = grade
    return list(best.values())


def grade_class(folders, jobs=1, **settings):
    """A generator of (student, grades) in the order of the folders.

    `jobs` students are graded at a time; the grades do not depend on it.
    """
    pool = ThreadPoolExecutor(jobs)  # each waits for processes of its own
    try:
        graded = pool.map(lambda folder: grade_student(folder, **settings), folders)
        yield from zip((folder.name for folder in folders), graded)
    finally:
        pool.shutdown(cancel_futures=True)


def count_right(grades) -> int:
    return sum(grade.status == RIGHT for grade in grades)


def class_csv(students) -> str:
    """A line for each student of {student: grades}: 1 for a right function, the sum."""
    text = io.StringIO()
    names = [grade.function for grades in students.values() for grade in grades]
    write = csv.writer(text, lineterminator="\n").writerow
    write(["student", *dict.fromkeys(names), "right"])
    for student, grades in students.items():
        # A spreadsheet takes a cell that begins so for a formula.
        name = f"'{student}" if student[0] in "=+-@" else student
        marks = [int(grade.status == RIGHT) for grade in grades]
        write([escaped(name), *marks, sum(marks)])
    return text.getvalue()


def class_html(students) -> str:
    """The table of a class as a page."""
    rows = csv.reader(io.StringIO(class_csv(students)))
    cells = ("".join(f"<td>{html.escape(cell)}" for cell in row) for row in rows)
    body = "".join(f"<tr>{row}" for row in cells)
    return PAGE.format(title="Exercises", body=f"<table>{body}</table>")


def student_html(student, grades) -> str:
    """A page for one student: what is right, and what went wrong in the others."""
    text = html.escape("\n".join(map(str, grades)))
    title = html.escape(escaped(f"Exercises of {student}"))
    return PAGE.format(
        title=title, body=f"<p>{count_right(grades)} right<pre>{text}</pre>"
    )


def class_table(students) -> str:
    """A line for each student, + for right, - for wrong; then a line per exercise."""
    wide = max([7, *map(len, students)])
    head = "".join(f"{k:>3}" for k in range(1, len(EXERCISES) + 1))
    lines = [f"{'student':{wide}}{head}   right"]
    for student, grades in students.items():
        signs = "".join(f"{SIGNS[grade.status]:>3}" for grade in grades)
        lines.append(f"{escaped(student):{wide}}{signs}   {count_right(grades)}")
    lines += ["", f"{'':23}right  wrong  not done   the most common mistake"]
    for k, grades in enumerate(zip(*students.values()), 1):
        count = Counter(grade.status for grade in grades)
        common = Counter(g.mistake for g in grades if g.mistake).most_common(1)
        mistake = "".join(f"{name} ({n})" for name, n in common)
        numbers = f"{count[RIGHT]:5}  {count[WRONG]:5}  {count[NOT_DONE]:8}"
        lines.append(f"{k:2} {grades[0].function:20}{numbers}   {mistake}".rstrip())
    return "\n".join(lines)
