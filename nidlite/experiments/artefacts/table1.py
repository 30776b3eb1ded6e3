"""Table 1: the test suite, its interactions certified by Definition 1 (Sec. 2.3, 5.1).

Nothing is trained. Of each interaction the rows say that it is one, that no set with
one more feature is, hence no larger one either, and what share of var(y) it makes up.
"""

import numpy as np

from ...agreement.confirm import superset_importance
from ...interactions import mixed_difference
from ...splits import stream
from ...synthetic import SUITE
from ..numbers import listed, paper_by

TITLE = "Table 1: the test suite, certified by Definition 1"
CLAIM = "All 41 interactions of its formulas are there."
POINTS = 200  # pairs of rows in each trial at which mixed differences are taken
INVISIBLE = 1e-4  # share of var(y) below which the verdict names an interaction


def run(preset, work):
    """A row for each maximal interaction of F1 to F10, from fresh rows in each trial."""
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
    """The row of one interaction, from [(a, b, variance of y), ...] of the trials.

    A share is the mean of the trials, its deviation theirs; the mixed differences are
    the largest over all trials.
    """
    a, b = (np.concatenate([d[side][:POINTS] for d in draws]) for side in (0, 1))

    def largest(interaction):
        return float(np.abs(mixed_difference(f, interaction, a, b)).max())

    p = len(f.ranges)
    larger = [(*interaction, i) for i in range(p) if i not in interaction]
    shares = [superset_importance(f, interaction, a, b) / v for a, b, v in draws]
    return {
        "function": f.name,
        "interaction": " ".join(str(i + 1) for i in interaction),
        "formula": " + ".join(t.name for t in f.terms if t.interaction == interaction),
        "mixed difference": largest(interaction),
        "mixed difference of supersets": max(map(largest, larger)),
        "rounding": rounding(f, len(interaction) + 1, a, b),
        "share of variance": float(np.mean(shares)),
        "share deviation": float(np.std(shares)),
    }


def rounding(f, size, a, b) -> float:
    """What the mixed difference of `size` features can be where it should be 0.

    The sum of T terms is rounded at every corner by up to T eps S, S the largest sum of
    the terms' magnitudes. Each of the size subtractions doubles that and adds a
    rounding; the factor 4 is for the terms' own last bits, and for a corner beyond S.
    """
    T = len(f.terms)
    S = sum(np.abs(term(np.concatenate([a, b]))) for term in f.terms).max()
    return float(4 * 2**size * (T + size) * np.finfo(float).eps * S)


def is_certified(row) -> bool:
    """Whether it is an interaction, and no set with one more feature is one."""
    least = row["rounding"]
    return row["mixed difference"] > least >= row["mixed difference of supersets"]


def side_by_side(rows):
    return [
        {
            "": f"{row['function']}, `{row['formula']}`",
            "interaction": row["interaction"],
            "mixed difference": f"{row['mixed difference']:.1e}",
            "of its supersets": f"{row['mixed difference of supersets']:.1e}",
            "share of var(y)": f"{row['share of variance']:.1e} +- "
            f"{row['share deviation']:.0e}",
        }
        for row in rows
    ]


def verdict(rows):
    printed = {
        (name, interaction)
        for name, row in paper_by("table1", "function").items()
        for interaction in row["maximal interactions"].split("; ")
    }
    found = {(r["function"], r["interaction"]) for r in rows if is_certified(r)}
    faint = sorted(
        (row["share of variance"], f"{row['function']} {{{row['interaction']}}}")
        for row in rows
        if row["share of variance"] < INVISIBLE
    )
    return printed <= found, (
        f"Definition 1 certifies {len(found & printed)} of the {len(printed)} as real "
        f"and maximal; nearly invisible, with a share of var(y) below {INVISIBLE:.0e}, "
        f"are {listed(f'{words} {share:.0e}' for share, words in faint)}."
    )
