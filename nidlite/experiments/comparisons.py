"""A baseline on the rows of a training, as one plain function, to be kept."""

import time
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

from ..baselines.methods import METHODS, compare, ranked
from ..splits import stream
from .problems import Problem, draw, parts_of

# Smaller than the methods' own defaults: for seconds, and for minutes.
SMALLER = {
    "smoke": {
        "hier_lasso": {"steps": 8, "tol": 1e-4},
        "rulefit": {"rules": 40, "rows": 100},
        "additive_groves": {"rows": 100, "bags": 1, "trees": 1, "repeats": 2}
        | {"alphas": (0.5, 0.2), "largest": 2},
        "fhim": {"penalties": (0.1, 0.03), "most": 2},
        "shooter": {"max_order": 2},
    },
    "quick": {"additive_groves": {"rows": 1000, "bags": 2, "trees": 4}},
}


@dataclass(frozen=True)
class Comparison:
    """A baseline on one problem; trial k has the rows of the trainings of seed k."""

    problem: Problem
    seed: int
    method: str  # its name in baselines.methods
    settings: tuple[tuple[str, object], ...] = ()  # of its function, sorted

    title = property(lambda self: title_of(self.method, dict(self.settings)))


def baseline(case) -> SimpleNamespace:
    """Run it on the training and the validation rows: it holds out its own."""
    table, truths = draw(case.problem, case.seed)
    parts = parts_of(case.problem, case.seed, table)
    X, y = map(np.concatenate, zip(parts.train, parts.valid))
    rng, classes = stream(case.seed, "baseline"), table.task == "classification"
    started = time.process_time()
    found = compare(case.method, X, y, rng, classes, **dict(case.settings))
    seconds = time.process_time() - started
    return SimpleNamespace(
        case=case,
        strengths=found.strengths,  # of every pair, (p, p)
        ranking=list(ranked(found)),
        truths=truths,
        seconds=seconds,
    )


def title_of(method, settings) -> str:
    """The method as the paper prints it; "validated" where settings are chosen."""
    return METHODS[method].title + " validated" * ("shrinkage" in settings)


def comparison(preset, problem, seed, method, **settings) -> Comparison:
    """The comparison, by the preset's size of the method."""
    small = SMALLER.get(preset.name, {}).get(method, {})
    return Comparison(problem, seed, method, tuple(sorted((settings | small).items())))
