"""`nidlite grade PATH`: which of a student's, or of a class's, functions are right."""

import argparse
import json
import math
import os
from dataclasses import asdict
from functools import partial
from pathlib import Path

from ..course import gradebook
from ..course.capstone import assemble
from ..course.exercises import EXERCISES
from ..course.feedback import feedback_page, gradescope
from ..course.grading import NOT_DONE, RIGHT, TIMEOUT, WRONG, grade, grade_text
from ..course.shown import printable
from ..course.submissions import student_folders
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
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"expected seconds above 0, got {text!r}")
    return value


def add_arguments(parser):
    parser.epilog, add = PROTECTION, parser.add_argument
    add("path", metavar="PATH", help="a student's file or folder, or a class's")
    text = "JSON for a program, into FILE or printed"
    add("--json", nargs="?", const="-", metavar="FILE", help=text)
    add("--csv", metavar="FILE", help="points, a line for each student")
    add("--html", metavar="FOLDER", help="a page of feedback for each student")
    add("--gradescope", metavar="FILE", help="one student's results.json")
    add("--points", metavar="FILE", help="lines of exercise,points: only these count")
    text = "train a network on F5 by the student's own functions, and show what it "
    add("--assemble", action="store_true", help=f"{text}finds")
    add("--require-all", action="store_true", help="missing ones count as not done")
    add("--seed", type=whole, default=0, help="draws other random cases (0)")
    text = "submissions at a time (all processors)"
    add("--jobs", type=positive, default=os.cpu_count(), metavar="N", help=text)
    text = f"time limit for each function ({TIMEOUT:g})"
    add("--timeout", type=seconds, default=TIMEOUT, metavar="SECONDS", help=text)


def run(options) -> int:
    """Grade and print; 0 if every function is right, else 1. Raises InputError."""
    if options.assemble:
        text, answered = assemble(options.path, options.seed)
        print(text)
        return 0 if answered else 1
    points = dict.fromkeys(EXERCISES, 1.0)
    if options.points:
        points = gradebook.read_points(options.points)
    if options.html:
        prepared_folder(options.html, remedy="name another with --html")
    folders = student_folders(options.path)
    if folders and options.gradescope:
        raise InputError("--gradescope takes one student's folder; grade each alone")
    # JSON that is printed stands alone.
    say = (lambda *_: None) if options.json == "-" else partial(print, flush=True)
    if folders:
        grades = _class(options, folders, points, say)
    else:
        grades = _one(options, points, say)
    return 0 if all(g.status == RIGHT for g in grades) else 1


def _class(options, folders, points, say) -> list:
    """A table for all; what is graded is written even if the run is interrupted."""
    students, how = [], (options.timeout, options.seed, options.jobs)
    try:
        for student in gradebook.graded_class(folders, list(points), *how):
            students.append(student)
            say(f"{printable(student.name)}: {student.points(points):g} points")
    finally:
        report = gradebook.marks_json(students, points, options.seed)
        _write(options, students, points, report)
        say(f"\n{gradebook.class_table(students, points)}")
    grades = [g for s in students for g in s.grades.values()]
    return [g for g in grades if g.file or options.require_all]


def _one(options, points, say) -> list:
    """A student's functions, one below the other."""
    grades = []
    for result in grade(options.path, options.timeout, options.seed):
        if result.function in points:
            grades.append(result)
            say(grade_text(result))
    name = Path(options.path).resolve().stem
    student = gradebook.as_student(name, grades, list(points))
    absent = {name: g for name, g in student.grades.items() if not g.file}
    if options.require_all:
        grades += absent.values()
        say("\n".join(map(grade_text, absent.values())))
    statuses = [g.status for g in grades]
    count = {status: statuses.count(status) for status in (RIGHT, WRONG, NOT_DONE)}
    report = {"total": len(grades), "count": count, "absent": list(absent)}
    report["functions"] = [asdict(g) for g in grades]
    _write(options, [student], points, report)
    words = ", ".join(f"{n} {status}" for status, n in count.items())
    say(f"total: {count[RIGHT]} of {len(grades)} right ({words})")
    if absent and not options.require_all and Path(options.path).is_dir():
        say(f"not in this folder: {', '.join(absent)}")
    return grades


def _write(options, students, points, report):
    """The files that were asked for, each whole."""
    if options.csv:
        save_text(options.csv, gradebook.marks_csv(students, points))
    for student in students if options.html else ():
        page = Path(options.html, f"{student.name}.html")
        save_text(page, feedback_page(student, points))
    if options.gradescope:
        result = gradescope(students[0], points)
        save_text(options.gradescope, json.dumps(result, indent=1))
    text = json.dumps(report, indent=1)
    if options.json == "-":
        print(text)
    elif options.json:
        save_text(options.json, text)
