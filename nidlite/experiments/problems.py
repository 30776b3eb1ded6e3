"""What the paper trains on, by name and size (Sec. 5.1, App. F to H)."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from ..datasets import load
from ..datasets.catalogue import DATASETS
from ..datasets.random_functions import additive_function, random_function
from ..datasets.real import PART, checked_file
from ..datasets.simulations import fhim_data, large_p_data, shooter_data
from ..detector import REAL_SPLIT, SYNTHETIC_SPLIT
from ..interactions import Interaction
from ..splits import Split, split_of, stream
from ..synthetic import SUITE, SyntheticFunction
from ..tables.arrays import check_arrays
from ..tables.table import Table

DRAW = 2018  # random3 is random_function(default_rng([DRAW, 3])), additive3 the like
RANDOM = {"random": random_function, "additive": additive_function}
SIMULATIONS = {"large_p": large_p_data, "fhim": fhim_data, "shooter": shooter_data}
_load = lru_cache(maxsize=4)(load)


@dataclass(frozen=True)
class Problem:
    """A data set: a function, a simulation, or one of the real four."""

    name: str
    rows: int = 0  # to draw; of a real data set the first ones, 0 for all
    noise: float = 0.0  # deviation, on scaled features and outcome (Sec. 5.3)
    features: int = 0  # of a simulation, 0 for the paper's number
    outcome_noise: float = 0.0  # on the outcome alone, in its deviations
    sha256: str = ""  # of a real data set's file, of which there may be two

    is_real = property(lambda self: self.name in DATASETS)

    @property
    def fractions(self) -> tuple[float, float, float]:
        """Training, validation and test part (Sec. 5.1); of App. F and H our choice."""
        return SYNTHETIC_SPLIT if function(self.name) else REAL_SPLIT

    @property
    def rows_used(self) -> str:
        """Which rows of a data set: all, its first ones, or the part that is here."""
        if self.rows:
            return f"{'the first ' if self.is_real else ''}{self.rows:,} rows"
        part = DATASETS[self.name].part_sha256
        return PART if part and self.sha256 == part else "all"


def real_problem(name, rows=0) -> Problem:
    """A real data set, by the file that is here; InputError if there is none."""
    return Problem(name, rows, sha256=DATASETS[name].files[checked_file(name).name])


def function(name) -> SyntheticFunction | None:
    """F1 to F10; "random3" or "additive3" is the fourth random function of its kind."""
    kind = name.rstrip("0123456789")
    if kind in RANDOM:
        return RANDOM[kind](np.random.default_rng([DRAW, int(name[len(kind) :])]))
    return SUITE.get(name)


def draw(problem, seed) -> tuple[Table, tuple[Interaction, ...] | None]:
    """The problem's table for this seed, and its true interactions, if known.

    F5 gives the rows that `nidlite detect F5 --seed SEED` has. Real data always are the
    same rows: their split depends on the seed.
    """
    if problem.is_real:
        table = _load(problem.name)
        if problem.rows:
            first = slice(problem.rows)
            table = replace(table, X=table.X[first], y=table.y[first])
        return table, None
    rng = stream(seed, "sample")
    if f := function(problem.name):
        X, y = f.sample(problem.rows, rng)
        if problem.outcome_noise:
            y = y + problem.outcome_noise * y.std() * rng.normal(size=len(y))
        return check_arrays(X, y), f.interactions
    sizes = {"p": problem.features} if problem.features else {}
    data = SIMULATIONS[problem.name](rng, n=problem.rows, **sizes)
    return check_arrays(data.X, data.y), data.interactions


def parts_of(problem, seed, table) -> Split:
    """The training, validation and test rows of this seed, as `detect` splits them."""
    return split_of(table, seed, problem.fractions, problem.noise)
