"""`nidlite grade FILE_OR_FOLDER`: which of a student's functions are right."""

import argparse
import json
import math
from dataclasses import asdict
from pathlib import Path

from ..course.exercises import EXERCISES
from ..course.grading import NOT_DONE, RIGHT, TIMEOUT, WRONG, grade, grade_text


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
    parser.add_argument("path", metavar="FILE_OR_FOLDER", help="the student's file(s)")
    parser.add_argument("--json", action="store_true", help="print JSON for a program")
    parser.add_argument(
        "--timeout",
        type=seconds,
        default=TIMEOUT,
        metavar="SECONDS",
        help=f"time limit for each function ({TIMEOUT:g})",
    )


def run(options) -> int:
    """Grade and print; 0 if every function is right, else 1. Raises InputError."""
    grades = []
    for result in grade(options.path, options.timeout):
        grades.append(result)
        if not options.json:
            print(grade_text(result), flush=True)
    statuses = [g.status for g in grades]
    count = {status: statuses.count(status) for status in (RIGHT, WRONG, NOT_DONE)}
    absent = [name for name in EXERCISES if name not in {g.function for g in grades}]
    if options.json:
        functions = [asdict(g) for g in grades]
        total = {"total": len(grades), "count": count, "absent": absent}
        print(json.dumps(total | {"functions": functions}, indent=1))
    else:
        words = ", ".join(f"{n} {status}" for status, n in count.items())
        print(f"total: {count[RIGHT]} of {len(grades)} right ({words})")
        if absent and Path(options.path).is_dir():
            print(f"not in this folder: {', '.join(absent)}")
    return 0 if count[RIGHT] == len(grades) else 1
