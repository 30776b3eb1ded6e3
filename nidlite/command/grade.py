"""`nidlite grade PATH`: which of a student's, or of a class's, functions are right."""

import argparse
import json
import math
import os
from dataclasses import asdict
from pathlib import Path

from ..course import gradebook
from ..course.grading import RIGHT, TIMEOUT
from ..errors import InputError, escaped
from ..saving.whole import prepared_folder, save_text
from .arguments import positive, whole

PROTECTION = (
    "Each file runs in a process of its own, in a new folder, with limits of time "
    "and memory and without nidlite. This stops accidents and the usual ways to cheat, "
    "not an expert, and no copy of a right solution. Grade strangers' code in a "
    "container: tutorials/exercises/README.md has a recipe."
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
    add("--json", metavar="FILE", help="every grade whole, for a program")
    add("--csv", metavar="FILE", help="1 for each right function, a line a student")
    add("--html", metavar="FOLDER", help="the table, and a page for each student")
    add("--require-all", action="store_true", help="missing ones count as not done")
    add("--seed", type=whole, default=0, help="draws other random cases (0)")
    text = "students at a time (all processors)"
    add("--jobs", type=positive, default=os.cpu_count(), metavar="N", help=text)
    text = f"time limit for each function ({TIMEOUT:g})"
    add("--timeout", type=seconds, default=TIMEOUT, metavar="SECONDS", help=text)


def run(options) -> int:
    """Grade and print; 0 if every function is right, else 1. Raises InputError."""
    folders = gradebook.student_folders(options.path)
    if options.html:
        prepared_folder(options.html)
    settings = {"timeout": options.timeout, "seed": options.seed}
    students = {}
    if folders:
        for name, grades in gradebook.grade_class(folders, options.jobs, **settings):
            students[name] = grades
            print(f"{escaped(name)}: {gradebook.count_right(grades)} right", flush=True)
        print(f"\n{gradebook.class_table(students)}")
    else:
        grades = gradebook.grade_student(options.path, **settings)
        students[Path(options.path).resolve().stem] = grades
        handed_in = [g for g in grades if g.file]
        if not handed_in:
            raise InputError(f"{options.path} holds no function of an exercise")
        print("\n".join(str(g) for g in grades if g.file or options.require_all))
        print(f"total: {gradebook.count_right(grades)} of {len(handed_in)} right")
        absent = [g.function for g in grades if not g.file]
        if absent and Path(options.path).is_dir():
            print(f"not in this folder: {', '.join(absent)}")
    _write(options, students)
    counted = [g for s in students.values() for g in s if g.file or options.require_all]
    return 0 if all(g.status == RIGHT for g in counted) else 1


def _write(options, students):
    """The files that were asked for, each whole."""
    if options.csv:
        save_text(options.csv, gradebook.class_csv(students))
    if options.json:
        grades = {name: [asdict(g) for g in s] for name, s in students.items()}
        save_text(options.json, json.dumps(grades, indent=1))
    if options.html:
        save_text(Path(options.html, "index.html"), gradebook.class_html(students))
        for name, grades in students.items():
            page = gradebook.student_html(name, grades)
            save_text(Path(options.html, f"{name}.html"), page)
