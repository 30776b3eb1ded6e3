"""The eighteen exercises of `tutorials/exercises`: their cases and known mistakes.

The right functions are those of `tutorials/solutions`, which tests hold equal to the
package's. tutorials/exercises/README.md says what to add to the CSV files here.
"""

import csv
import re
from functools import cache
from inspect import signature
from pathlib import Path

import numpy as np

from ..influence import aggregated_weights
from ..ranking import greedy_ranking
from .compare import array, arrays, ranking, vertices

RANDOM_CASES = 12  # for each exercise, from one seed
TRUTHS = [(0, 1, 2), (3, 4)], [(0, 3), (1, 4), (1, 2)], [(0, 1, 2, 3)]
# An installed package carries the solutions inside (setup.py), a checkout beside it.
INSIDE = Path(__file__).resolve().parents[1] / "solutions"
FOLDER = INSIDE if INSIDE.is_dir() else INSIDE.parents[1] / "tutorials" / "solutions"


def lines_of(file) -> list[list[str]]:
    """The rows of a CSV file of this folder, without its head."""
    text = Path(__file__).with_name(file).read_text(encoding="utf-8")
    return [*csv.reader(text.splitlines(keepends=True))][1:]


def rows(file, name) -> list[list[str]]:
    """The exercise's rows of a CSV file of this folder, without its name."""
    return [row for of, *row in lines_of(file) if name in of.split()]


def names_in(program) -> dict:
    """{name: what it is} of all that a program defines."""
    module = {}
    exec(program, module)
    return module


ORDER = [name for name, *_ in lines_of("lessons.csv")]
TEXTS = [(FOLDER / f"{name}.py").read_text(encoding="utf-8") for name in ORDER]
# One program: what a solution imports from a step before it is in it already.
PROGRAM = re.sub(r"(?m)^from (\w+) import \1\n", "", "\n".join(TEXTS))
# {name: the right function}, in the order of the tutorials.
EXERCISES = {name: f for name, f in names_in(PROGRAM).items() if name in ORDER}
COMPARE = dict.fromkeys(EXERCISES, array) | {"common_descendants": vertices}
COMPARE |= {"backprop": arrays, "adam_step": arrays}
COMPARE |= dict.fromkeys(("greedy_ranking", "prune_redundant", "nid"), ranking)


@cache
def known_mistakes(name) -> list[tuple]:
    """(a mistake's name, a function that makes it, its hint) for each one."""
    return [
        (mistake, names_in(PROGRAM.replace(right, wrong))[name], hint)
        for mistake, right, wrong, hint in rows("mistakes.csv", name)
    ]


@cache
def answer_key(name, seed=0) -> list[tuple]:
    """(arguments as Python source, the right answer), first the hand-worked cases."""
    texts, arguments = [], signature(EXERCISES[name]).parameters
    for rng in np.random.default_rng(seed).spawn(RANDOM_CASES):
        case = random_case(rng)
        if name == "common_descendants":  # with few edges not all features meet
            case["weights"] = case["sparse"]
        texts.append(", ".join(source(case[argument]) for argument in arguments))
    cases = [text for [text] in rows("cases.csv", name)] + sorted(texts, key=len)
    return [(case, EXERCISES[name](*values(case))) for case in cases]


def source(value) -> str:
    """The value as Python source, exactly; text is source already."""
    if isinstance(value, list):
        return f"[{', '.join(map(source, value))}]"
    is_array = isinstance(value, np.ndarray)
    return f"np.array({value.tolist()})" if is_array else str(value)


def values(case) -> tuple:
    """The arguments of a case, new ones each time."""
    return eval(f"({case},)", {"np": np})


def random_case(rng) -> dict:
    """{an argument's name: its value}; text is Python source."""
    p = int(rng.integers(3, 5))
    # Every other W1 is square: there a transposed matrix goes unnoticed.
    units = p if rng.integers(2) else int(rng.integers(1, 5))
    weights, shapes = _network(rng, p, units), [(3, p), (2, 3), (1, 2)]
    true = TRUTHS[rng.integers(3)]
    losses = rng.uniform(0.2, 1, rng.integers(2, 7)).round(2).tolist()
    upper = np.triu(rng.integers(0, 6, (5, 5)), 1)
    case = {
        "weights": weights,
        "sparse": [rng.choice([-1.0, 0.0, 0.0, 1.0], shape) for shape in shapes],
        "W1": weights[0],
        "W": weights[0],
        "z": np.round(aggregated_weights(weights), 2),
        "interaction": _features(rng, p),
        # With these X and b1 no unit's ReLU is at its kink.
        "X": np.round(_numbers(rng, 3, p)) + 0.0,
        "b1": np.round(_numbers(rng, units) + 0.05, 2),
        "w_y": _numbers(rng, units),
        "constant": 0.2,
        "v": _numbers(rng, 2, low=0.1),
        "t": int(rng.integers(2, 6)),
        "rate": 0.01,
        "f": "lambda X: X[:, 0] * np.exp(X[:, 1] - X[:, 2])",
        "exponent": ("np.inf", 2, 1, 0, -1, "-np.inf")[rng.integers(6)],
        "variance": round(rng.uniform(0.5, 4), 1),
        "interactions": true,
        "ranking": _ranking(rng, true),
        "strengths": (upper + upper.T) / 10,
        "losses": losses,
        "reference": [losses[-1], 0.1][rng.integers(2)],
        "tolerance": float(rng.choice([0.033, 0.173])),  # no fall is just as large
    }
    sizes = {"y": 3, "w": p, "theta": 2, "g": 2, "m": 2, "D_a": 3, "D_b": 3}
    case |= {name: _numbers(rng, size) for name, size in sizes.items()}
    case |= {name: float(_numbers(rng)) for name in ("b_y", "alpha1", "alpha2")}
    return case | {name: _numbers(rng, 2, p) for name in "ab"}


def _numbers(rng, *shape, low=-2.0):
    """Random numbers with one decimal."""
    return np.round(rng.uniform(low, 2, shape), 1) + 0.0  # + 0.0: no -0.0


def _features(rng, p) -> tuple:
    """A random interaction of 2 to 4 of p features."""
    size = rng.integers(2, min(p, 4) + 1)
    return tuple(sorted(rng.choice(p, size, replace=False).tolist()))


def _network(rng, p, units) -> list:
    """The weights of one or two hidden layers; no sizes or strengths tie."""
    while True:
        sizes = rng.permuted(np.tile(np.arange(20) / 10, (units, 1)), axis=1)[:, :p]
        weights = [sizes * rng.choice([-1, 1], (units, p)) + 0.0]
        if rng.integers(2):
            weights.append(_numbers(rng, 2, units))
        weights.append(_numbers(rng, 1, len(weights[-1])))
        found = greedy_ranking(weights[0], aggregated_weights(weights))
        if len({round(omega, 6) for _, omega in found}) == len(found) > 0:
            return weights


def _ranking(rng, true) -> list:
    """A ranking with the truth, parts of it, and what is false, in any order."""
    sets = [*true, *(I[:-1] for I in true if len(I) > 2)]
    sets += [_features(rng, 5) for _ in range(2)]
    order = dict.fromkeys(sets[k] for k in rng.permutation(len(sets)))
    return [(I, round(0.9 - 0.05 * k, 2)) for k, I in enumerate(order)]
