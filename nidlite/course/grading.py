"""Which of a student's functions are right, and what went wrong in the others?

In a notebook, `check("strength", strength)` is silent about a right function, and says
of another one what `nidlite grade` says. It runs the function here, without a limit.
"""

import re
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ..errors import check_choice, escaped
from .child import answer, ask
from .compare import in_words
from .exercises import COMPARE, EXERCISES, answer_key, known_mistakes, rows, values

STATUSES = RIGHT, WRONG, NOT_DONE = "right", "wrong", "not done"
CHANGED = "the function changes its arguments: work on a copy"
TIMEOUT = 10  # seconds for all cases of one function


@dataclass
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
    code: str = ""  # the student's function

    def __str__(self):
        word = f"{self.function:20} {self.status:9}"
        lines = [f"{word} {self.cases_right} of {self.cases} cases    {self.file}"]
        for title in ("problem", "example", "expected", "got", "mistake", "hint"):
            if text := getattr(self, title):
                lines.append(f"    {title + ':':10}{text}")
        return "\n".join(map(escaped, lines))


def grade_records(name, records, seed) -> Grade:
    """The grade of what a function did with its cases, a record for each."""
    key = answer_key(name, seed)
    grade = Grade(name, len(key))
    if records[0].get("not_done"):
        return grade
    grade.status = RIGHT
    for (case, right), record in zip(key, records):
        problem = str(record.get("error") or "no answer")
        if "answer" in record:
            problem = COMPARE[name](right, record["answer"])
            if record.get("changed"):
                problem = f"{problem}; {CHANGED}".removeprefix("; ")
        if problem and grade.status == RIGHT:
            grade.status, grade.problem = WRONG, " ".join(problem.split())[:500]
            grade.example, grade.expected = f"{name}({case})", in_words(right)
            grade.got = in_words(record["answer"]) if "answer" in record else ""
            grade.mistake, grade.hint = recognised(name, key, records, problem)
        grade.cases_right += not problem
    return grade


def recognised(name, key, records, problem) -> tuple[str, str]:
    """The known mistake that does what the function did, or "", and a hint, or ""."""
    with np.errstate(all="ignore"):  # a mistake may divide by 0
        for mistake, wrong, hint in known_mistakes(name):
            pairs = zip(key, records)
            if all(_alike(name, wrong, case, record) for (case, _), record in pairs):
                return mistake, hint
    hints = rows("hints.csv", "any")
    return "", next((hint for words, hint in hints if re.search(words, problem)), "")


def _alike(name, wrong, case, record) -> bool:
    """Does a mistake answer a case, or raise the same words, as the student's did?"""
    theirs = answer(wrong, values(case))
    if "answer" in theirs and "answer" in record:
        return not COMPARE[name](theirs["answer"], record["answer"])
    return str(record.get("error")).startswith(theirs.get("error", "-"))


def grade_function(name, function, seed=0) -> Grade:
    """The grade of a function in this process."""
    file = getattr(getattr(function, "__code__", None), "co_filename", "")
    cases = [case for case, _ in answer_key(name, seed)]
    return grade_records(name, [answer(function, values(c), file) for c in cases], seed)


def check(name, function, seed=0):
    """AssertionError with what is wrong, if anything; InputError for another name."""
    check_choice("an exercise", name, EXERCISES)
    grade = grade_function(name, function, seed)
    if grade.status != RIGHT:
        raise AssertionError(str(grade))


def grade_file(file, timeout=TIMEOUT, seed=0):
    """The grades of a file's functions, each in a process without nidlite."""
    for name, code in defined_exercises(file).items():
        records = ask(file, name, [case for case, _ in answer_key(name, seed)], timeout)
        yield replace(grade_records(name, records, seed), code=code)


def defined_exercises(path) -> dict[str, str]:
    """{exercise: lines}, by "def NAME", "NAME = lambda", of UTF-16 too; none is run."""
    text = Path(path).read_text("utf-8-sig", "ignore").replace("\0", "")
    found = re.finditer(r"(?ms)^(def +|(?=\w+ = lambda))(\w+).*?(?=^[^\s)#]|\Z)", text)
    codes = {function[2]: function[0].rstrip() for function in found}
    return {name: codes[name] for name in EXERCISES if name in codes}
