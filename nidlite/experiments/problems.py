"""The problems by name: their rows and true interactions, drawn anew where needed."""

from dataclasses import replace
from functools import lru_cache

from ..datasets import load
from ..datasets.simulations import fhim_data, large_p_data, shooter_data
from ..detector import REAL_SPLIT, SYNTHETIC_SPLIT
from ..splits import stream
from ..synthetic import SUITE
from ..tables.arrays import check_arrays

# As Table 3 prints them.
REAL = {"cal_housing": "cal housing", "bike_sharing": "bike sharing"}
REAL |= {"higgs": "higgs boson", "letter": "letter"}
CLASSES = ("higgs", "letter")  # of two classes: AUC and cross-entropy
SIMULATIONS = {"large_p": large_p_data, "fhim": fhim_data, "shooter": shooter_data}
real_table = lru_cache(maxsize=4)(load)


def fractions(name) -> tuple[float, float, float]:
    """Training, validation and test part (Sec. 5.1); of App. F and H our choice."""
    return SYNTHETIC_SPLIT if name in SUITE else REAL_SPLIT


def draw(name, seed, rows):
    """The problem's table for this seed, and its true interactions, None if unknown.

    F5 gives the rows that `nidlite detect F5 --seed SEED` has. Real data always are the
    same first rows, "all" or so many: their split depends on the seed.
    """
    if name in REAL:
        table = real_table(name)
        kept = slice(None if rows == "all" else rows)
        return replace(table, X=table.X[kept], y=table.y[kept]), None
    rng = stream(seed, "sample")
    if name in SUITE:
        return check_arrays(*SUITE[name].sample(rows, rng)), SUITE[name].interactions
    data = SIMULATIONS[name](rng, n=rows)
    return check_arrays(data.X, data.y), data.interactions
