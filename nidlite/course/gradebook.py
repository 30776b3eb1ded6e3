"""The marks of a class: a folder for each student, one table for all.

A student has one grade for each exercise that counts. An exercise that is not handed in
counts as not done; of two functions of one name the better one counts.
"""

import csv
import io
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path

from ..errors import InputError, show, suggest
from .exercises import EXERCISES
from .grading import NOT_DONE, RIGHT, TIMEOUT, WRONG, Grade, absent, grade_found
from .shown import printable
from .submissions import defined_exercises, python_files

SIGNS = {RIGHT: "+", WRONG: "-", NOT_DONE: "."}


@dataclass(frozen=True)
class Student:
    """A student's grades, {exercise: Grade} in the order of the exercises."""

    name: str
    grades: dict[str, Grade]

    def earned(self, points) -> dict[str, float]:
        """{exercise: its points, if it is right}, of {exercise: its points}."""
        return {n: points[n] * (g.status == RIGHT) for n, g in self.grades.items()}

    def points(self, points) -> float:
        """Their sum."""
        return sum(self.earned(points).values())


def graded_student(folder, names, timeout=TIMEOUT, seed=0) -> Student:
    """A student's grades in these exercises, from the folder or those inside it."""
    files = [*python_files(folder), *python_files(folder, "*/**/*.py")]
    found = [(f, n) for f in files for n in defined_exercises(f) if n in names]
    return as_student(folder.name, grade_found(found, timeout, seed), names)


def as_student(name, grades, names) -> Student:
    """The student with one grade for each of the exercises in names."""
    best = {n: absent(n) for n in names}
    order = [NOT_DONE, WRONG, RIGHT]
    for grade in grades:
        if grade.function in best:
            old = best[grade.function]
            if not old.file or order.index(grade.status) > order.index(old.status):
                best[grade.function] = grade
    return Student(name, best)


def graded_class(folders, names, timeout=TIMEOUT, seed=0, jobs=1):
    """A generator of Student, in the order of the folders; jobs are graded at a time.

    The grades do not depend on the number of jobs.
    """
    pool = ThreadPoolExecutor(jobs)  # each waits for processes of its own
    try:
        yield from pool.map(lambda f: graded_student(f, names, timeout, seed), folders)
    finally:
        pool.shutdown(cancel_futures=True)


def read_points(path) -> dict[str, float]:
    """{exercise: points} from lines of `exercise,points`; only these count.

    Raises InputError for an unknown exercise, and for what is no number from 0 on.
    """
    points = {}
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read the points in {path}: {error}") from None
    for k, row in enumerate(csv.reader(text.splitlines()), 1):
        cells = [cell.strip() for cell in row]
        if not any(cells) or (k == 1 and cells == ["exercise", "points"]):
            continue
        where = f"line {k} of {path}"
        if len(cells) != 2:
            raise InputError(f"{where}: expected exercise,points; got {show(row)}")
        name, number = cells
        if name not in EXERCISES:
            near = suggest(name, EXERCISES)
            raise InputError(f"{where}: there is no exercise {show(name)}; {near}")
        try:
            points[name] = float(number)
        except ValueError:
            points[name] = -1.0
        if not 0 <= points[name] < inf:
            what = f"points are a number from 0 on; got {show(number)}"
            raise InputError(f"{where}: {what}")
    if not points:
        raise InputError(f"{path} gives no exercise any points: exercise,points a line")
    return {name: points[name] for name in EXERCISES if name in points}


def marks_csv(students, points) -> str:
    """A line for each student: the points in each exercise, their sum, the most."""
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\n").writerow
    write(["student", *points, "total", "most"])
    for s in students:
        # A spreadsheet takes a cell that begins so for a formula.
        name = f"'{s.name}" if s.name[0] in "=+-@" else s.name
        own = s.earned(points).values()
        numbers = f"{sum(own):g}", f"{sum(points.values()):g}"
        write([printable(name), *(f"{n:g}" for n in own), *numbers])
    return text.getvalue()


def marks_json(students, points, seed) -> dict:
    """The same and each grade whole, for a program."""
    rows = [
        {"student": s.name, "points": s.points(points)}
        | {"functions": [asdict(grade) for grade in s.grades.values()]}
        for s in students
    ]
    most = sum(points.values())
    return {"seed": seed, "points": points, "most": most, "students": rows}


def class_table(students, points) -> str:
    """A line for each student, + for right, - for wrong; then a line per exercise."""
    wide = max([7, *(len(printable(s.name)) for s in students)])
    head = "".join(f"{k:>3}" for k in range(1, len(points) + 1))
    lines = [f"{'student':{wide}}{head}   points"]
    for s in students:
        signs = "".join(f"{SIGNS[g.status]:>3}" for g in s.grades.values())
        total = f"{s.points(points):g} of {sum(points.values()):g}"
        lines.append(f"{printable(s.name):{wide}}{signs}   {total}")
    lines += ["", f"{'':23}right  wrong  not done   the most common mistake"]
    for k, name in enumerate(points, 1):
        grades = [s.grades[name] for s in students]
        count = Counter(g.status for g in grades)
        common = Counter(g.mistake for g in grades if g.mistake).most_common(1)
        said = "".join(f"{mistake} ({n})" for mistake, n in common)
        numbers = f"{count[RIGHT]:5}  {count[WRONG]:5}  {count[NOT_DONE]:8}"
        lines.append(f"{k:2} {name:20}{numbers}   {said}".rstrip())
    return "\n".join(lines)
