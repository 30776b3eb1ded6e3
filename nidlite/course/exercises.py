"""The eighteen exercises of `tutorials/exercises`: their cases and known mistakes.

The cases worked by hand are in cases.csv, the mistakes and their hints in mistakes.csv,
hints for any problem in hints.csv: a teacher can add to all. A mistake is the text of
answers.py with `right` changed to `wrong`. lessons.csv says where a tutorial explains
it, and has the published solution's fingerprint.
"""

import csv
from functools import cache
from inspect import getsource, isfunction, signature
from pathlib import Path

import numpy as np

from . import answers
from .compare import arrays, ranking, vertices
from .draws import random_case

RANDOM_CASES = 12  # for each exercise, from one seed
# {name: the right function}, in the order of the tutorials.
EXERCISES = {
    n[1:]: f for n, f in vars(answers).items() if n[0] == "_" and isfunction(f)
}
COMPARE = {"backprop": arrays, "adam_step": arrays, "common_descendants": vertices}
COMPARE |= dict.fromkeys(("greedy_ranking", "prune_redundant", "nid"), ranking)


def rows(file, name) -> list[list[str]]:
    """The exercise's rows of a CSV file of this folder, without its name."""
    text = Path(__file__).with_name(file).read_text(encoding="utf-8")
    table = csv.reader(text.splitlines(keepends=True))
    return [row for of, *row in table if name in of.split()]


@cache
def known_mistakes(name) -> list[tuple]:
    """(a mistake's name, a function that makes it, its hint) for each one."""
    found, text = [], getsource(answers)
    for mistake, right, wrong, hint in rows("mistakes.csv", name):
        module = dict(vars(answers))
        exec(text.replace(right, wrong), module)
        found.append((mistake, module[f"_{name}"], hint))
    return found


@cache
def answer_key(name, seed=0) -> list[tuple]:
    """(case, the right answer), first the cases worked by hand.

    A case is the arguments as Python source. Another seed draws other random cases,
    which students have not seen.
    """
    texts, arguments = [], signature(EXERCISES[name]).parameters
    for rng in np.random.default_rng(seed).spawn(RANDOM_CASES):
        case = random_case(rng)
        texts.append(", ".join(source(case[argument]) for argument in arguments))
    cases = [text for [text] in rows("cases.csv", name)] + sorted(texts, key=len)
    return [(case, EXERCISES[name](*values(case))) for case in cases]


def source(value) -> str:
    """The value as Python source, exactly; text is source already."""
    if isinstance(value, list):
        return f"[{', '.join(map(source, value))}]"
    array = isinstance(value, np.ndarray)
    return f"np.array({value.tolist()})" if array else f"{value}"


def values(case) -> tuple:
    """The arguments of a case, new ones each time."""
    return eval(f"({case},)", {"np": np})
