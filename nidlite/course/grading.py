"""Which of a student's functions are right, and what went wrong in the others?

In a notebook or another grader, `check("strength", strength)` is silent about a right
function, and says of another one what `nidlite grade` says. It runs the function where
it is called, without any limit.
"""

import re
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

from ..errors import InputError, escaped
from .answering import ask
from .child import answer
from .compare import difference, in_words
from .exercise import case_texts, rows, values
from .exercises import EXERCISES

RIGHT, WRONG, NOT_DONE = "right", "wrong", "not done"
TIMEOUT = 10  # seconds for all cases of one function


@dataclass(frozen=True)
class Grade:
    """What became of one function; the texts are for the student."""

    function: str
    cases: int
    file: str = ""
    status: str = NOT_DONE
    cases_right: int = 0
    problem: str = ""  # one line: what is wrong
    example: str = ""  # the smallest failing call
    expected: str = ""
    got: str = ""
    mistake: str = ""  # the name of a recognised mistake
    hint: str = ""

    def __str__(self):
        word = f"{self.function:20} {self.status:9}"
        lines = [f"{word} {self.cases_right} of {self.cases} cases    {self.file}"]
        for title, text in [*asdict(self).items()][5:]:
            if text:
                lines.append(f"    {title + ':':10}{escaped(text)}")
        return "\n".join(lines)


@cache
def answer_key(name, seed=0) -> list[tuple]:
    """(case, the right answer) of an exercise."""
    cases = case_texts(name, EXERCISES[name], seed)
    return [(case, EXERCISES[name].answer(*values(case))) for case in cases]


def grade_records(grade, records, seed=0) -> Grade:
    """The grade of what a function did with its cases, a record for each."""
    name, key = grade.function, answer_key(grade.function, seed)
    if records[0].get("not_done"):
        return grade
    problems = [_problem(name, right, r) for (_, right), r in zip(key, records)]
    grade = replace(grade, cases_right=problems.count(""), status=WRONG)
    if grade.cases_right == len(key):
        return replace(grade, status=RIGHT)
    first = next(k for k, problem in enumerate(problems) if problem)
    record, (case, right) = records[first], key[first]
    mistake = recognised(name, key, records)
    hints = [hint for *of, hint in rows("hints.csv") if of == [name, mistake]]
    return replace(
        grade,
        problem=" ".join(str(problems[first]).split())[:500],
        example=f"{name}({case})",
        expected=in_words(right),
        got=in_words(record["answer"]) if "answer" in record else "",
        mistake=mistake,
        hint="".join(hints),
    )


def _problem(name, right, record) -> str:
    if "answer" not in record:
        return str(record.get("error"))
    if wrong := difference(EXERCISES[name], right, record["answer"]):
        return wrong
    changed = "the function changes its arguments: work on a copy"
    return changed if record.get("changed") else ""


def recognised(name, key, records) -> str:
    """The first known mistake that gives the student's answers on all cases, or "".

    Cases in which the student's function raised tell nothing; of the others at least
    one must be wrong.
    """
    exercise, pairs = EXERCISES[name], zip(key, records)
    answers = [(*of, found["answer"]) for of, found in pairs if "answer" in found]

    if not any(difference(exercise, right, got) for _, right, got in answers):
        return ""
    for mistake, wrong in exercise.mistakes.items():
        try:
            given = [(wrong(*values(case)), got) for case, _, got in answers]
        except Exception:  # where the mistake cannot answer, the student did
            continue
        if not any(difference(exercise, expected, got) for expected, got in given):
            return mistake
    return ""


def grade_function(name, function, seed=0) -> Grade:
    """The grade of a function in this process."""
    file = getattr(getattr(function, "__code__", None), "co_filename", "")
    key = answer_key(name, seed)
    records = [answer(function, values(case), file) for case, _ in key]
    return grade_records(Grade(name, len(records)), records, seed)


def check(name, function, seed=0):
    """Nothing if the function is right; else AssertionError with what is wrong.

    Raises InputError for a name that no exercise has.
    """
    if name not in EXERCISES:
        names = ", ".join(EXERCISES)
        raise InputError(f"there is no exercise {name!r}; one of {names}")
    grade = grade_function(name, function, seed)
    if grade.status != RIGHT:
        raise AssertionError(str(grade))


def grade_file(file, names, timeout=TIMEOUT, seed=0) -> list[Grade]:
    """The grades of a file's functions, each in a process without nidlite."""
    grades = []
    for name in names:
        cases = [case for case, _ in answer_key(name, seed)]
        records = ask(Path(file), name, cases, timeout)
        grades.append(grade_records(Grade(name, len(cases), file.name), records, seed))
    return grades


def defined_exercises(path) -> list[str]:
    """The exercises that a Python file defines, by its lines "def NAME".

    Nothing is run. Raises InputError for a file that cannot be read.
    """
    try:
        text = Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    names = re.findall(r"(?m)^def +(\w+)", text)
    return [name for name in EXERCISES if name in names]
