"""`nidlite grade PATH`: which of a student's, or of a class's, functions are right."""

import argparse
import json
import math
import os
from dataclasses import asdict
from pathlib import Path

from ..course.capstone import assemble
from ..course.exercises import EXERCISES
from ..course.feedback import feedback_page, gradescope
from ..course.gradebook import (
    Student,
    as_student,
    class_table,
    graded_class,
    marks_csv,
    marks_json,
    read_points,
    student_folders,
)
from ..course.grading import (
    NOT_DONE,
    RIGHT,
    TIMEOUT,
    WRONG,
    grade,
    grade_text,
    printable,
)
from ..errors import InputError
from ..saving.whole import prepared_folder, save_text
from .arguments import positive, whole

PROTECTION = (
    "Each function runs in a process of its own, in an empty folder, with limits of "
    "time and memory. nidlite, other processes, the network and all files but the "
    "submission's own are closed to it, and it knows no answers. This stops accidents "
    "and the usual ways to cheat, not an expert, and no copy of a right solution. "
    "Grade strangers' code in a container: tutorials/exercises/README.md has a recipe."
)


def seconds(text) -> float:
    """A positive number of seconds, at most a day."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"expected seconds above 0, got {text!r}")
    return value


def add_arguments(parser):
    """What `nidlite grade` takes."""
    add = parser.add_argument
    text = "a student's file or folder, or a folder with one for each student"
    add("path", metavar="PATH", help=text)
    text = "JSON for a program, into FILE or printed"
    add("--json", nargs="?", const="-", metavar="FILE", help=text)
    add("--csv", metavar="FILE", help="points, a line for each student")
    add("--html", metavar="FOLDER", help="a page of feedback for each student")
    add("--gradescope", metavar="FILE", help="one student's results.json")
    add("--points", metavar="FILE", help="lines of exercise,points: only these count")
    text = (
        "train a network on F5 by the student's own functions, and show what it finds"
    )
    add("--assemble", action="store_true", help=text)
    text = "an exercise that is missing counts as not done"
    add("--require-all", action="store_true", help=text)
    add("--seed", type=whole, default=0, help="draws other random cases (0)")
    text = "submissions at a time (all processors)"
    add("--jobs", type=positive, default=os.cpu_count(), metavar="N", help=text)
    text = f"time limit for each function ({TIMEOUT:g})"
    add("--timeout", type=seconds, default=TIMEOUT, metavar="SECONDS", help=text)
    parser.epilog = PROTECTION


def run(options) -> int:
    """Grade and print; 0 if every function is right, else 1. Raises InputError."""
    if options.assemble:
        text, answered = assemble(options.path, options.seed)
        print(text)
        return 0 if answered else 1
    points = dict.fromkeys(EXERCISES, 1.0)
    if options.points:
        points = read_points(options.points)
    if options.html:
        prepared_folder(options.html, remedy="name another with --html")
    folders = student_folders(options.path)
    if folders and options.gradescope:
        raise InputError("--gradescope takes one student's folder; grade each alone")
    if folders:
        return _class(options, folders, points)
    return _one(options, points)


def _class(options, folders, points) -> int:
    """A table for all; what is graded is written even if the run is interrupted."""
    students, order = [], (options.timeout, options.seed, options.jobs)
    try:
        for student in graded_class(folders, list(points), *order):
            students.append(student)
            if options.json != "-":
                score = student.points(points)
                print(f"{printable(student.name)}: {score:g} points", flush=True)
    finally:
        _write(options, students, points, marks_json(students, points, options.seed))
        if options.json != "-":
            print(f"\n{class_table(students, points)}")
    grades = [g for s in students for g in s.grades.values()]
    if not options.require_all:  # only what was handed in
        grades = [g for g in grades if g.file]
    return 0 if all(g.status == RIGHT for g in grades) else 1


def _one(options, points) -> int:
    """A student's functions, one below the other."""
    grades = []
    for result in grade(options.path, options.timeout, options.seed):
        if result.function not in points:
            continue
        grades.append(result)
        if options.json != "-":
            print(grade_text(result), flush=True)
    student = as_student(Path(options.path).resolve().stem, grades, list(points))
    absent = [name for name, g in student.grades.items() if not g.file]
    if options.require_all:
        missing = [student.grades[name] for name in absent]
        if options.json != "-":
            print(*map(grade_text, missing), sep="\n")
        grades += missing
    statuses = [g.status for g in grades]
    count = {status: statuses.count(status) for status in (RIGHT, WRONG, NOT_DONE)}
    total = {"total": len(grades), "count": count, "absent": absent}
    report = total | {"functions": [asdict(g) for g in grades]}
    _write(options, [student], points, report)
    if options.json != "-":
        words = ", ".join(f"{n} {status}" for status, n in count.items())
        print(f"total: {count[RIGHT]} of {len(grades)} right ({words})")
        if absent and not options.require_all and Path(options.path).is_dir():
            print(f"not in this folder: {', '.join(absent)}")
    return 0 if count[RIGHT] == len(grades) else 1


def _write(options, students: list[Student], points, report):
    """The files that were asked for, each whole."""
    if options.csv:
        save_text(options.csv, marks_csv(students, points))
    if options.html:
        for student in students:
            page = Path(options.html, f"{student.name}.html")
            save_text(page, feedback_page(student, points))
    if options.gradescope:
        text = json.dumps(gradescope(students[0], points), indent=1)
        save_text(options.gradescope, text)
    if options.json == "-":
        print(json.dumps(report, indent=1))
    elif options.json:
        save_text(options.json, json.dumps(report, indent=1))
