"""What the paper trains on, by name and size (Sec. 5.1, App. F to H).

With this module one can turn a problem and a seed into a checked table, its true
interactions and its split, the same ones in every artefact that asks.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from ..datasets import load
from ..datasets.catalogue import DATASETS
from ..datasets.random_functions import random_function
from ..datasets.real import checked_file
from ..datasets.simulations import fhim_data, large_p_data, shooter_data
from ..detector import REAL_SPLIT, SYNTHETIC_SPLIT, stream
from ..interactions import Interaction
from ..synthetic import SUITE, SyntheticFunction
from ..tables.arrays import check_arrays
from ..tables.table import Table

DRAW = 2018  # random3 is random_function(default_rng([DRAW, 3]))
SIMULATIONS = {"large_p": large_p_data, "fhim": fhim_data, "shooter": shooter_data}


@dataclass(frozen=True)
class Problem:
    """A data set: a function, a simulation, or one of the real four."""

    name: str
    rows: int = 0  # to draw; of a real data set the first ones, 0 for all
    noise: float = 0.0  # deviation, on scaled features and outcome (Sec. 5.3)
    features: int = 0  # of a simulation, 0 for the paper's number

    @property
    def is_real(self) -> bool:
        """Whether it is one of the four real data sets."""
        return self.name in DATASETS

    @property
    def fractions(self) -> tuple[float, float, float]:
        """Training, validation and test part (Sec. 5.1).

        App. F and H give 1e4 rows and no parts. A third would be few rows for up to
        1000 features, so they are split as real data is: our choice.
        """
        return SYNTHETIC_SPLIT if function(self.name) else REAL_SPLIT

    @property
    def digest(self) -> str:
        """What tells one version of a real data set from another, else "".

        The SHA-256 of its file: the prefix of Higgs is another data set than the whole.
        """
        return _digest(self.name) if self.is_real else ""


@lru_cache
def _digest(name) -> str:
    return DATASETS[name].files[checked_file(name).name]


@lru_cache(maxsize=4)
def _real(name) -> Table:
    return load(name)


def function(name) -> SyntheticFunction | None:
    """F1 to F10, or "random3": the fourth random function of the benchmarks."""
    if name.startswith("random"):
        return random_function(np.random.default_rng([DRAW, int(name[6:])]))
    return SUITE.get(name)


def draw(problem, seed) -> tuple[Table, tuple[Interaction, ...] | None]:
    """The problem's table for this seed, and what truly interacts in it, if known.

    A function of the suite gives the rows that `nidlite detect F5 --seed SEED` has. A
    real data set has the same rows for every seed; its split depends on it.
    """
    if problem.is_real:
        table = _real(problem.name)
        if problem.rows:
            first = slice(problem.rows)
            table = replace(table, X=table.X[first], y=table.y[first])
        return table, None
    rng = stream(seed, "sample")
    if f := function(problem.name):
        return check_arrays(*f.sample(problem.rows, rng)), f.interactions
    sizes = {"p": problem.features} if problem.features else {}
    data = SIMULATIONS[problem.name](rng, n=problem.rows, **sizes)
    return check_arrays(data.X, data.y), data.interactions
