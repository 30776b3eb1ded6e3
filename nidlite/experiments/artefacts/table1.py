"""Table 1: the test suite, its interactions certified by Definition 1 (Sec. 2.3, 5.1).

Nothing is trained. Of each interaction the rows say that it is one, that no set with
one more feature is, hence no larger one either, and what share of var(y) it makes up.
"""

import numpy as np

from ...agreement.confirm import superset_importance
from ...interactions import mixed_difference
from ...splits import stream
from ...synthetic import SUITE
from ..rows import paper_rows

TITLE = "Table 1: the test suite, certified by Definition 1"
CLAIM = "All 41 interactions of its formulas are there."
POINTS = 200  # pairs of rows in each trial at which mixed differences are taken
ZERO = 1e-9  # rounding is below 1e-11, real mixed differences above 1e-2
SUPERSETS = "mixed difference of supersets"
COLUMNS = ("function", "formula", "interaction", "mixed difference", SUPERSETS)
COLUMNS += ("share of variance",)


def run(preset, work):
    """A row for each maximal interaction, from fresh rows in each trial."""
    for k, f in enumerate(SUITE.values()):
        draws = [fresh_rows(f, preset.rows, seed, k) for seed in preset.seeds]
        for interaction in f.interactions:
            yield certified(f, interaction, draws), preset.seeds


def fresh_rows(f, n, seed, k) -> tuple[np.ndarray, np.ndarray, float]:
    """Two independent sets of n rows, (n, p) each, and the variance of y over both."""
    rng = stream(seed, "confirm").spawn(k + 1)[k]
    (a, y), (b, y_too) = f.sample(n, rng), f.sample(n, rng)
    return a, b, float(np.var([y, y_too]))


def certified(f, interaction, draws) -> dict:
    """The row of one interaction, from [(a, b, variance of y), ...] of the trials."""
    a, b = (np.concatenate([d[side][:POINTS] for d in draws]) for side in (0, 1))

    def largest(interaction):
        return float(np.abs(mixed_difference(f, interaction, a, b)).max())

    larger = set(range(len(f.ranges))) - set(interaction)
    shares = [superset_importance(f, interaction, a, b) / v for a, b, v in draws]
    return {
        "function": f.name,
        "interaction": " ".join(str(i + 1) for i in interaction),
        "formula": " + ".join(t.name for t in f.terms if t.interaction == interaction),
        "mixed difference": largest(interaction),
        SUPERSETS: max(largest((*interaction, i)) for i in larger),
        "share of variance": float(np.mean(shares)),
    }


def is_certified(row):
    """Whether it is an interaction, and no set with one more feature is one."""
    return (row["mixed difference"] > ZERO) & (row[SUPERSETS] <= ZERO)


def verdict(rows):
    printed = {
        (row["function"], interaction)
        for _, row in paper_rows("table1").iterrows()
        for interaction in row["maximal interactions"].split("; ")
    }
    real = rows[is_certified(rows)]
    found = printed & set(zip(real["function"], real.interaction))
    words = f"{len(found)} of the {len(printed)} as real and maximal."
    return found == printed, f"Definition 1 certifies {words}"
