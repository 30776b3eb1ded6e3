"""Which of a student's functions are right, and what went wrong in the others?

`nidlite grade FILE_OR_FOLDER` grades a file, or every file of a folder, that defines
functions of `exercises`. Each function runs in a process of its own with a time limit
(`attempts`). So an endless loop, an exception, os._exit or a flood of output or memory
spoils no other function's grade. Only text comes back.

The process knows no answers, and `guard` closes nidlite, other processes and all files
but the submission's own to it. That stops accidents and the usual ways to cheat. It is
no wall against an expert: grade strangers' code inside a container, as the tutorials'
exercises README says.
"""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from .answers import difference
from .attempts import attempt
from .exercises import EXERCISES, values
from .mistakes import recognise
from .shown import printable, shortened
from .submissions import find

RIGHT, WRONG, NOT_DONE = "right", "wrong", "not done"
TIMEOUT = 10.0  # seconds for all cases of one function
LONGEST_PROBLEM = 1000  # letters
PRINTED_LINES = 5  # of the student's own output, shown with a wrong function


@dataclass(frozen=True)
class Grade:
    """What became of one function; the texts are for the student, or None."""

    file: str
    function: str
    status: str  # RIGHT, WRONG or NOT_DONE
    cases: int
    cases_right: int = 0
    problem: str | None = None  # one line: what is wrong
    example: str | None = None  # the smallest failing call
    expected: str | None = None
    got: str | None = None
    mistake: str | None = None  # the name of a recognised mistake
    hint: str | None = None
    printed: str | None = None


@cache
def answer_key(name, seed) -> tuple[list[str], list]:
    """The cases of an exercise, and the right answers."""
    cases = EXERCISES[name].cases(seed)
    return cases, [EXERCISES[name].answer(*values(case)) for case in cases]


def grade_records(grade, records, seed=0) -> Grade:
    """The grade of what a function did with its cases, a record for each."""
    name = grade.function
    exercise, (cases, expected) = EXERCISES[name], answer_key(name, seed)
    if records[0].get("not_done"):
        return replace(grade, status=NOT_DONE)
    problems = [_problem(exercise, e, record) for e, record in zip(expected, records)]
    grade = replace(grade, cases_right=problems.count(None))
    first = next((k for k, problem in enumerate(problems) if problem), None)
    if first is None:
        return replace(grade, status=RIGHT)
    record, mistake = records[first], recognise(name, cases, expected, records)
    return replace(
        grade,
        # The student's code may have written the record itself.
        problem=" ".join(problems[first].split())[:LONGEST_PROBLEM],
        example=f"{name}({cases[first]})",
        expected=shortened(expected[first]),
        got=None if record["error"] else shortened(record["answer"]),
        mistake=mistake and mistake.name,
        hint=mistake and mistake.hint,
        printed=_beginning(record["printed"]),
    )


def _problem(exercise, expected, record) -> str | None:
    if record["error"]:
        return record["error"]
    names = enumerate(exercise.written.parameters)
    changed = ", ".join(name for k, name in names if k in record["changed"])
    problem = difference(exercise.written.returns, expected, record["answer"])
    if changed and problem:
        return f"{problem}; and it changes its argument {changed}: work on a copy"
    if changed:
        return f"the answer is right, but it changes its argument {changed}: copy first"
    return problem


def _beginning(printed) -> str | None:
    lines = printed.splitlines()
    more = ["..."] if len(lines) > PRINTED_LINES else []
    return "\n".join(line[:100] for line in lines[:PRINTED_LINES] + more) or None


def absent(name) -> Grade:
    return Grade("", name, NOT_DONE, len(answer_key(name, 0)[0]))


def grade(path, timeout=TIMEOUT, seed=0):
    """A generator of Grade, one for each function in a file or folder.

    The seed draws the random cases. Raises InputError when there is no function.
    """
    yield from grade_found(find(path), timeout, seed)


def grade_found(found, timeout=TIMEOUT, seed=0):
    """A generator of Grade, one for each (file, exercise)."""
    broken: dict[Path, str] = {}  # files that cannot be loaded, tried only once
    for file, name in found:
        result = replace(absent(name), file=file.name, status=WRONG)
        if file in broken:
            yield replace(result, problem=broken[file])
            continue
        try:
            loaded, records = attempt(file, name, answer_key(name, seed)[0], timeout)
            if loaded:
                result = grade_records(result, records, seed)
            else:
                [record] = records
                broken[file] = f"the file stops while it is loaded: {record['error']}"
                printed = _beginning(record["printed"])
                result = replace(result, problem=broken[file], printed=printed)
        except Exception as error:  # a fault of the grader is a row, not the end
            what = " ".join(f"{type(error).__name__}: {error}"[:300].split())
            result = replace(result, problem=f"this could not be graded: {what}")
        yield result


def grade_text(grade) -> str:
    """The grade as a person reads it: one line, and what is wrong below it."""
    word = f"{grade.function:20} {grade.status:9}"
    lines = [f"{word} {grade.cases_right} of {grade.cases} cases    {grade.file}"]
    hint = grade.hint and f"{grade.mistake}; {grade.hint}"
    for title in ("problem", "example", "expected", "got", "hint", "printed"):
        text = hint if title == "hint" else getattr(grade, title)
        for line in (text or "").splitlines():
            lines.append(f"    {title + ':':10}{line}")
    return "\n".join(map(printable, lines))
