"""`nidlite grade PATH`: which of a student's, or of a class's, functions are right."""

import json
import os
from dataclasses import asdict
from pathlib import Path

from ..course import gradebook
from ..course.grading import RIGHT, TIMEOUT
from ..errors import InputError, escaped
from ..saving.whole import save_text
from .arguments import positive, whole

PROTECTION = (
    "Each file runs in a process of its own, with limits of time and memory and "
    "without nidlite. This stops accidents and the usual ways to cheat, not an expert: "
    "grade strangers' code in a container, as in tutorials/exercises/README.md."
)


def add_arguments(parser):
    parser.epilog, add = PROTECTION, parser.add_argument
    add("path", metavar="PATH", help="a student's file or folder, or a class's")
    add("--json", metavar="FILE", help="every grade whole, for a program")
    add("--csv", metavar="FILE", help="1 for each right function, a line a student")
    add("--html", metavar="FILE", help="the table, and what went wrong, as a page")
    add("--require-all", action="store_true", help="missing ones count as not done")
    add("--seed", type=whole, default=0, help="draws other random cases (0)")
    text = "students at a time (all processors)"
    add("--jobs", type=positive, default=os.cpu_count(), metavar="N", help=text)
    text = f"time limit for each function ({TIMEOUT})"
    add("--timeout", type=positive, default=TIMEOUT, metavar="SECONDS", help=text)


def run(options) -> int:
    """Grade and print; 0 if every function is right, else 1. Raises InputError."""
    settings, students = {"timeout": options.timeout, "seed": options.seed}, {}
    if folders := gradebook.student_folders(options.path):
        for name, grades in gradebook.grade_class(folders, options.jobs, **settings):
            students[name] = grades
            print(f"{escaped(name)}: {gradebook.count_right(grades)} right", flush=True)
        print(f"\n{gradebook.common_mistakes(students)}")
    else:
        grades = gradebook.grade_student(options.path, **settings)
        students[Path(options.path).resolve().stem] = grades
        handed_in = [g for g in grades if g.file]
        if not handed_in:
            raise InputError(f"{options.path} holds no function of an exercise")
        print("\n".join(str(g) for g in grades if g.file or options.require_all))
        print(f"total: {gradebook.count_right(grades)} of {len(handed_in)} right")
    if options.csv:
        save_text(options.csv, gradebook.class_csv(students))
    if options.json:
        everything = {name: [asdict(g) for g in s] for name, s in students.items()}
        save_text(options.json, json.dumps(everything, indent=1))
    if options.html:
        save_text(options.html, gradebook.class_html(students))
    counted = [g for s in students.values() for g in s if g.file or options.require_all]
    return 0 if all(g.status == RIGHT for g in counted) else 1
