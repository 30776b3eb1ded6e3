"""What an exercise is, and its cases as text that a student can paste.

The cases worked by hand are in cases.csv, the hints of the known mistakes in hints.csv:
a teacher can add to both.
"""

import csv
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from .draws import random_case

RANDOM_CASES = 12  # for each exercise, from one seed


@dataclass(frozen=True)
class Exercise:
    """One function that students write."""

    arguments: str  # their names in `draws`
    answer: Callable  # the right one, with the arguments of the student's function
    compare: Callable  # expected, got -> None, or a DiffersError; see `compare`
    mistakes: dict[str, Callable]  # {its name: a function that makes the mistake}


@cache
def rows(file) -> list[list[str]]:
    """The rows of a CSV file of this folder, without its head."""
    with open(Path(__file__).with_name(file), encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream))[1:]


def case_texts(name, exercise, seed=0) -> list[str]:
    """The arguments of each case as Python source, first those worked by hand.

    Another seed draws other random cases, which students have not seen.
    """
    by_hand = [text for of, text in rows("cases.csv") if of == name]
    drawn = map(random_case, np.random.default_rng(seed).spawn(RANDOM_CASES))
    names = exercise.arguments.split()
    texts = [", ".join(source(case[name]) for name in names) for case in drawn]
    return [*by_hand, *sorted(texts, key=len)]


def values(case) -> tuple:
    """The arguments of a case, new ones each time."""
    return eval(f"({case},)", {"np": np})


def source(value) -> str:
    """The value as Python source, exactly; text is source already."""
    if isinstance(value, list) and any(isinstance(v, np.ndarray) for v in value):
        return f"[{', '.join(map(source, value))}]"
    array = isinstance(value, np.ndarray)
    return f"np.array({value.tolist()})" if array else f"{value}"
