"""The eighteen exercises of `tutorials/exercises`, in the order of the tutorials.

The cases worked by hand are in cases.csv, the hints of the known mistakes in hints.csv:
a teacher can add to both.
"""

import csv
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .draws import random_case
from .on_networks import NETWORKS
from .on_rankings import RANKINGS

RANDOM_CASES = 12  # for each exercise, from one seed


class Exercise(NamedTuple):
    """One function that students write."""

    arguments: str  # their names in `draws`
    answer: Callable  # the right one, with the arguments of the student's function
    compare: Callable  # expected, got -> what differs in one line, or ""
    mistakes: dict[str, Callable]  # {its name: a function that makes the mistake}


def rows(file) -> list[list[str]]:
    """The rows of a CSV file of this folder, without its head."""
    text = Path(__file__).with_name(file).read_text(encoding="utf-8")
    return list(csv.reader(text.splitlines()))[1:]


EXERCISES = {name: Exercise(*of) for name, of in (NETWORKS | RANKINGS).items()}
HINTS = {(name, mistake): hint for name, mistake, hint in rows("hints.csv")}


def case_texts(name, seed=0) -> list[str]:
    """The arguments of each case as Python source, first those worked by hand.

    Another seed draws other random cases, which students have not seen.
    """
    by_hand = [text for of, text in rows("cases.csv") if of == name]
    names, texts = EXERCISES[name].arguments.split(), []
    for rng in np.random.default_rng(seed).spawn(RANDOM_CASES):
        case = random_case(rng)
        texts.append(", ".join(source(case[argument]) for argument in names))
    return [*by_hand, *sorted(texts, key=len)]


def source(value) -> str:
    """The value as Python source, exactly; text is source already."""
    if isinstance(value, list) and any(isinstance(v, np.ndarray) for v in value):
        return f"[{', '.join(map(source, value))}]"
    array = isinstance(value, np.ndarray)
    return f"np.array({value.tolist()})" if array else f"{value}"


def values(case) -> tuple:
    """The arguments of a case, new ones each time."""
    return eval(f"({case},)", {"np": np})
