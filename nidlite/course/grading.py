"""Which of a student's functions are right, and what went wrong in the others?

In a notebook or another grader, `check("strength", strength)` is silent about a right
function, and says of another one what `nidlite grade` says. It runs the function where
it is called, without any limit.
"""

import ast
import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ..errors import InputError, escaped
from .answering import ask
from .child import answer
from .compare import difference, in_words
from .exercise import case_texts, rows, values
from .exercises import EXERCISES

RIGHT, WRONG, NOT_DONE = "right", "wrong", "not done"
TIMEOUT = 10.0  # seconds for all cases of one function
LONGEST_PROBLEM = 500  # letters


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
    printed: str = ""

    def __str__(self):
        word = f"{self.function:20} {self.status:9}"
        lines = [f"{word} {self.cases_right} of {self.cases} cases    {self.file}"]
        for title in (
            "problem",
            "example",
            "expected",
            "got",
            "mistake",
            "hint",
            "printed",
        ):
            if text := getattr(self, title):
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
        problem=" ".join(str(problems[first]).split())[:LONGEST_PROBLEM],
        example=f"{name}({case})",
        expected=in_words(right),
        got=in_words(record["answer"]) if "answer" in record else "",
        mistake=mistake,
        hint="".join(hints),
        printed="\n".join(str(record.get("printed", "")).splitlines()[:5])[
            :LONGEST_PROBLEM
        ],
    )


def _problem(name, right, record) -> str:
    if "answer" not in record:
        return record.get("error", "no answer")
    wrong = difference(EXERCISES[name], right, record["answer"]) or ""
    if record.get("changed"):
        wrong = wrong or "the answer is right"
        return f"{wrong}, but the function changes its arguments: work on a copy"
    return wrong


def recognised(name, key, records) -> str:
    """The first known mistake that gives the student's answers on all cases, or "".

    Cases in which the student's function raised tell nothing; of the others at least
    one must be wrong.
    """
    exercise = EXERCISES[name]
    rows = [
        (c, r, found["answer"])
        for (c, r), found in zip(key, records)
        if "answer" in found
    ]
    if all(difference(exercise, right, got) is None for _, right, got in rows):
        return ""
    for mistake, wrong in exercise.mistakes.items():
        try:
            if not any(
                difference(exercise, wrong(*values(c)), got) for c, _, got in rows
            ):
                return mistake
        except Exception:  # where the mistake cannot answer, the student did
            continue
    return ""


def grade_function(name, function, seed=0) -> Grade:
    """The grade of a function in this process."""
    file = getattr(getattr(function, "__code__", None), "co_filename", "")
    records = [
        answer(function, values(case), file) for case, _ in answer_key(name, seed)
    ]
    return grade_records(Grade(name, len(records)), records, seed)


def check(name, function, seed=0):
    """Nothing if the function is right; else AssertionError with what is wrong.

    Raises InputError for a name that no exercise has.
    """
    if name not in EXERCISES:
        raise InputError(
            f"there is no exercise {name!r}; one of {', '.join(EXERCISES)}"
        )
    grade = grade_function(name, function, seed)
    if grade.status != RIGHT:
        raise AssertionError(str(grade))


def grade_file(file, names, timeout=TIMEOUT, seed=0) -> list[Grade]:
    """The grades of a file's functions, each run in a process without nidlite."""
    cases = {name: [case for case, _ in answer_key(name, seed)] for name in names}
    records = ask(Path(file), cases, timeout)
    grades = [Grade(name, len(cases[name]), file.name) for name in names]
    return [grade_records(g, records[g.function], seed) for g in grades]


def defined_exercises(path) -> list[str]:
    """The exercises that a Python file defines, found without running it.

    A file with a syntax error counts too, by its lines "def NAME". Raises InputError
    for a file that cannot be read.
    """
    try:
        text = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    try:
        body = ast.parse(text).body
        names = {node.name for node in body if isinstance(node, ast.FunctionDef)}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        names = set(re.findall(r"(?m)^def +(\w+)", text.decode(errors="replace")))
    return [name for name in EXERCISES if name in names]
