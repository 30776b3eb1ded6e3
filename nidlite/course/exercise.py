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

RANDOM_CASES = 12  # for each exercise, from one seed


@dataclass(frozen=True)
class Exercise:
    """One function that students write."""

    answer: Callable  # the right one, with the arguments of the student's function
    compare: Callable  # expected, got -> None, or a DiffersError; see `compare`
    draw: Callable  # np.random.Generator -> the arguments of a random case
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
    rngs = np.random.default_rng(seed).spawn(RANDOM_CASES)
    texts = (", ".join(map(source, exercise.draw(rng))) for rng in rngs)
    return [*by_hand, *sorted(texts, key=len)]


def values(case) -> tuple:
    """The arguments of a case, new ones each time."""
    return eval(f"({case},)", {"np": np})


def source(value) -> str:
    """The value as Python source, exactly; text is source already."""
    if isinstance(value, list) and any(isinstance(v, np.ndarray) for v in value):
        return f"[{', '.join(map(source, value))}]"
    return (
        f"np.array({value.tolist()})" if isinstance(value, np.ndarray) else f"{value}"
    )


def numbers(rng, *shape, low=-2.0):
    """Random numbers with one decimal, which stay readable."""
    return np.round(rng.uniform(low, 2, shape), 1) + 0.0  # + 0.0: no -0.0


def some_features(rng, p, most=None):
    """A random interaction of 2 to `most` of p features."""
    size = rng.integers(2, (most or p) + 1)
    return tuple(sorted(rng.choice(p, size, replace=False).tolist()))


def less_one(interaction):
    """The features of an interaction as if they counted from 1."""
    return tuple(i - 1 for i in interaction)
