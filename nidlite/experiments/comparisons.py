"""A unit of work that is no network's: a baseline on the rows of a training."""

import time
from dataclasses import dataclass

import numpy as np

from ..baselines.methods import METHODS, compare, ranked
from ..splits import split_of, stream
from .finished import as_interactions
from .problems import Problem, draw
from .units import SIZES, as_text

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

    needs = None

    def work(self, needed=None) -> dict[str, np.ndarray]:
        """Run it on the training and the validation rows: it holds out its own."""
        table, truths = draw(self.problem, self.seed)
        parts = split_of(table, self.seed, self.problem.fractions, self.problem.noise)
        X, y = map(np.concatenate, zip(parts.train, parts.valid))
        rng, classes = stream(self.seed, "baseline"), table.task == "classification"
        started = time.process_time()
        found = compare(self.method, X, y, rng, classes, **dict(self.settings))
        seconds = time.process_time() - started
        ranking = dict(ranked(found))
        return {
            "strengths": found.strengths,
            "ranking": as_text(ranking),
            "ranking strengths": np.array([*ranking.values()]),
            "names": np.array(table.feature_names),
            "truths": as_text(truths),
            "seconds": np.array([seconds]),
        }

    title = property(lambda self: title_of(self.method, dict(self.settings)))

    @property
    def estimate(self) -> float:
        """About how many seconds it takes: exact only in proportion."""
        size = [value / USUAL[name] for name, value in self.settings if name in USUAL]
        size.append(len(dict(self.settings).get("shrinkage", (0,))))
        _, p = SIZES.get(self.problem.name, (0, 10))
        pairs = p * (p - 1) / 90 if self.method == "additive_groves" else 1
        return SECONDS[self.method] * pairs * float(np.prod(size))


# Measured on F5, AG on F3, the last two on App. H's data; what most of it goes with.
SECONDS = {"anova": 0.3, "hier_lasso": 1, "rulefit": 15, "additive_groves": 130}
SECONDS |= {"fhim": 60, "shooter": 60}
USUAL = {"rules": 2000, "rows": 2000, "bags": 8, "trees": 8}


def title_of(method, settings) -> str:
    """The method as the paper prints it; "validated" where settings are chosen."""
    return METHODS[method].title + " validated" * ("shrinkage" in settings)


def comparison(preset, problem, seed, method, **settings) -> Comparison:
    """The unit, by the preset's size of the method."""
    small = SMALLER.get(preset.name, {}).get(method, {})
    return Comparison(problem, seed, method, tuple(sorted((settings | small).items())))


def ranking_of(result) -> list:
    """[(interaction, strength), ...] of a comparison's result, strongest first."""
    interactions = as_interactions(result.arrays["ranking"])
    strengths = result.arrays["ranking strengths"].tolist()
    return list(zip(interactions, strengths, strict=True))
