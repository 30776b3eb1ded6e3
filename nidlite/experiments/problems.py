"""The problems by name: their rows and true interactions, drawn anew where needed."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from ..datasets import load
from ..datasets.random_functions import additive_function, random_function
from ..datasets.simulations import fhim_data, large_p_data, shooter_data
from ..detector import REAL_SPLIT, SYNTHETIC_SPLIT
from ..splits import stream
from ..synthetic import SUITE, SyntheticFunction
from ..tables.arrays import check_arrays

# As Table 3 prints them.
REAL = {"cal_housing": "cal housing", "bike_sharing": "bike sharing"}
REAL |= {"higgs": "higgs boson", "letter": "letter"}
CLASSES = ("higgs", "letter")  # of two classes: AUC and cross-entropy
DRAW = 2018  # random3 is random_function(default_rng([DRAW, 3])), additive3 the like
RANDOM = {"random": random_function, "additive": additive_function}
SIMULATIONS = {"large_p": large_p_data, "fhim": fhim_data, "shooter": shooter_data}
real_table = lru_cache(maxsize=4)(load)


def function(name) -> SyntheticFunction | None:
    """F1 to F10; "random3" or "additive3" is the fourth random function of its kind."""
    kind = name.rstrip("0123456789")
    if kind in RANDOM:
        return RANDOM[kind](np.random.default_rng([DRAW, int(name[len(kind) :])]))
    return SUITE.get(name)


def fractions(name) -> tuple[float, float, float]:
    """Training, validation and test part (Sec. 5.1); of App. F and H our choice."""
    return SYNTHETIC_SPLIT if function(name) else REAL_SPLIT


def draw(name, seed, rows, outcome_noise=0.0):
    """The problem's table for this seed, and its true interactions, None if unknown.

    F5 gives the rows that `nidlite detect F5 --seed SEED` has. Real data always are the
    same first rows, "all" or so many: their split depends on the seed. outcome_noise is
    on the outcome of a function, in its deviations.
    """
    if name in REAL:
        table = real_table(name)
        kept = slice(None if rows == "all" else rows)
        return replace(table, X=table.X[kept], y=table.y[kept]), None
    rng = stream(seed, "sample")
    if f := function(name):
        X, y = f.sample(rows, rng)
        if outcome_noise:
            y = y + outcome_noise * y.std() * rng.normal(size=len(y))
        return check_arrays(X, y), f.interactions
    data = SIMULATIONS[name](rng, n=rows)
    return check_arrays(data.X, data.y), data.interactions
