"""`nidlite grade PATH`: which of a student's, or of a class's, functions are right.

A class is a folder with one for each student. Of a function's versions the best counts.
"""

import json
import os
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from html import escape
from pathlib import Path
from string import Template

from ..course import grading
from ..course.child import files_in
from ..course.exercises import EXERCISES, PROGRAM, answer_key, rows
from ..course.grading import NOT_DONE, RIGHT, STATUSES, TIMEOUT, WRONG, Grade
from ..errors import InputError, escaped
from ..saving.whole import csv_text, prepared_folder, save_text
from .parser import positive, whole

CONTAINER = "Grade strangers' code in a container, as in tutorials/exercises/README.md."
OURS = {"solutions", "tests", "00_the_whole_paper.py"}  # who hands in the whole project
SPARED = re.compile(r"""(?s)("{3}|'{3}|["']).*?\1|#[^\n]*|\s""")  # and texts
PUBLISHED, SHORT = SPARED.sub("", PROGRAM), 100  # letters: many write such code alike
PAGE = Path(grading.__file__).with_name("class.html").read_text(encoding="utf-8")


def add_arguments(parser):
    parser.epilog, add = CONTAINER, parser.add_argument
    add("path", metavar="PATH", help="a student's file or folder, or a class's")
    add("--json", metavar="FILE", help="all grades in full, for a program")
    add("--csv", metavar="FILE", help="a line for each student, 1 for a right function")
    add("--html", metavar="FILE", help="the table, and what went wrong, as a page")
    add("--partial", action="store_true", help="marks by cases: 0.5 for half of them")
    add("--require-all", action="store_true", help="missing ones count as not done")
    add("--seed", type=whole, default=0, metavar="N", help="other random cases (0)")
    add("--jobs", type=positive, default=os.cpu_count(), help="students at once (all)")
    text = f"time limit for each function ({TIMEOUT})"
    add("--timeout", type=positive, default=TIMEOUT, metavar="SECONDS", help=text)


def run(options) -> int:
    """Grade and print; 0 if every function is right, else 1. Raises InputError."""
    grade = partial(grade_student, timeout=options.timeout, seed=options.seed)
    students, path = {}, Path(options.path)
    for kind in ("csv", "json", "html"):
        if file := getattr(options, kind):  # one of its kind may be of an earlier run
            source = "" if Path(file).resolve().suffix == f".{kind}" else path
            prepared_folder(Path(file).parent, [Path(file).name], source)  # at once
    try:
        if folders := student_folders(path):
            print(f"a class: {len(folders)} folders, one for each student", flush=True)
            with ThreadPoolExecutor(options.jobs) as pool:  # each waits for a process
                for folder, grades in zip(folders, pool.map(grade, folders)):
                    students[folder.name] = grades
                    print(f"{escaped(folder.name)}: {right_of_found(grades)}")
            print("", *common_mistakes(students), sep="\n")
        else:
            grades = grade(path)
            if not (handed_in := [g for g in grades if g.file]):
                line = f"{path} has no .py with an exercise such as strength; for a zip"
                raise InputError(f"{line} or notebook: tutorials/exercises/README.md")
            students[path.resolve().name.removesuffix(".py")] = grades
            if path.is_dir():
                print("one student: the best version counts; a class has a folder each")
            shown = [str(g) for g in handed_in if g.status != NOT_DONE]
            print("\n".join([*shown, not_done(grades if path.is_dir() else handed_in)]))
            print(f"total: {right_of_found(grades)}")
    finally:  # where a full disk ends it, say, what is graded is written
        grid = marks(students, options.partial)
        texts = {options.csv: csv_text(grid), options.html: class_page(students, grid)}
        texts[options.json] = json.dumps(students, indent=1, default=vars)
        for file in filter(None, students and texts):
            save_text(file, texts[file])
    counted = [g for s in students.values() for g in s if g.file or options.require_all]
    return 0 if all(g.status == RIGHT for g in counted) else 1


def student_folders(path) -> list[Path]:
    """The folders of a class; a folder with exercises in it is one student's: none."""
    if not path.is_dir() or any(map(grading.defined_exercises, files_in(path))):
        return []
    return [f for f in sorted(path.iterdir()) if f.is_dir() and f.name[0] not in "._"]


def grade_student(path, timeout=TIMEOUT, seed=0) -> list[Grade]:
    """The best grade of each exercise; of the project's own files none other counts."""
    grades = [Grade(name, len(answer_key(name, seed))) for name in EXERCISES]
    packages = {file.parent for file in path.rglob("__init__.pyi")}  # nidlite has one
    for file in files_in(path, "**/") if path.is_dir() else [path]:
        inside = file.relative_to(path) if path.is_dir() else Path(file.name)
        if OURS.isdisjoint(inside.parts) and packages.isdisjoint(file.parents):
            graded = grading.grade_file(file, timeout, seed)
            grades += [replace(grade, file=inside.as_posix()) for grade in graded]
    grades.sort(key=lambda g: (-g.cases_right, STATUSES.index(g.status), not g.file))
    return [next(g for g in grades if g.function == name) for name in EXERCISES]


def right_of_found(grades) -> str:
    """How many are right of those in .py files; no zip and no notebook is opened."""
    found = [grade.status for grade in grades if grade.file]
    return f"{found.count(RIGHT)} of {len(found)} right" if found else "none found"


def not_done(grades) -> str:
    """What is still to do, in one line."""
    names = [grade.function for grade in grades if grade.status == NOT_DONE]
    return f"not done: {', '.join(names) or 'nothing'}"


def marks(students, partial) -> list[list]:
    """A head, and a row of marks and their sum for each of {student: grades}."""
    table = [["student", *EXERCISES, "right"]]
    for student, grades in students.items():
        shares = [grade.cases_right / grade.cases for grade in grades]
        right = [round(share, 2) if partial else int(share) for share in shares]
        table.append([escaped(student), *right, round(sum(right), 2)])
    return table


def class_page(students, table) -> str:
    """The table of marks, and for each student what to do next, in HTML."""
    head, *lines = ["<td>".join(escape(str(cell)) for cell in row) for row in table]
    titles = head.replace("<td>", '<th scope="col">')
    below = "\n".join(f'<tr><th scope="row">{line}' for line in lines)
    parts = "".join(feedback(*student) for student in students.items())
    return Template(PAGE).substitute(titles=titles, marks=below, students=parts)


def feedback(student, grades) -> str:
    """What to do next: each wrong function, first the one to begin with, in HTML."""
    text = f"<h2>{escape(escaped(student))}</h2>"
    text += f"<p>{right_of_found(grades)}; {not_done(grades)}</p>"
    for grade in (g for g in grades if g.status == WRONG):
        [[lesson, section]] = rows("lessons.csv", grade.function)
        place = f"{lesson}: {section}".removesuffix(": ")
        problem = escape(f"{grade}\n\n{grade.code}")
        text += f"<h3>{grade.function}</h3><pre>{problem}</pre><p>Read again: "
        text += f'<a href="tutorials/{lesson}.py">{escape(place)}</a></p>'
    return text


def common_mistakes(students):
    """For each exercise: how many are right, the top mistake, who copied a solution."""
    for grades in zip(*students.values()):
        line = f"{grades[0].function:20} {right_of_found(grades)}"
        for name, n in Counter(g.mistake for g in grades if g.mistake).most_common(1):
            line += f", {name} ({n})"
        codes = {s: SPARED.sub("", g.code) for s, g in zip(students, grades)}
        if who := [s for s, c in codes.items() if len(c) > SHORT and c in PUBLISHED]:
            line += f"; as published: {escaped(', '.join(who))}"
        yield line
