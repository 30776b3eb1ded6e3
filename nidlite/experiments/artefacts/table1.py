"""Table 1: the test suite, its interactions certified by Definition 1 (Sec. 2.3, 5.1).

Nothing is trained. Of each interaction the rows say that it is one, that no set with
one more feature is, hence no larger one either, and what share of var(y) it makes up.
"""

import time

import numpy as np

from ...confirm import superset_importance
from ...detector import stream
from ...interactions import mixed_difference
from ...synthetic import SUITE
from ..printed import paper_rows
from ..rows import preset_of, signature
from ..runner import at_once

TITLE = "Table 1: the test suite, certified by Definition 1"
POINTS = 200  # pairs of rows in each trial at which mixed differences are taken
INVISIBLE = 1e-4  # share of var(y) below which the verdict names an interaction


def units(preset) -> list:
    """Nothing to train."""
    return []


def run(preset, trained=at_once) -> list[dict]:
    """A row for each maximal interaction of F1 to F10, from fresh rows in each trial.

    A share is the mean of the trials, its deviation theirs; the certificates hold over
    all trials.
    """
    preset, rows, started = preset_of(preset), [], time.perf_counter()
    for k, f in enumerate(SUITE.values()):
        draws = [draw(f, preset.rows, seed, k) for seed in preset.seeds]
        rows += [certified(f, i, draws) for i in f.interactions]
    made = signature(preset, preset.seeds, time.perf_counter() - started)
    return [row | made for row in rows]


def draw(f, n, seed, k) -> tuple[np.ndarray, np.ndarray, float]:
    """Two independent sets of n rows, (n, p) each, and the variance of y over both."""
    rng = stream(seed, "confirm").spawn(k + 1)[k]
    (a, y), (b, y_too) = f.sample(n, rng), f.sample(n, rng)
    return a, b, float(np.var([y, y_too]))


def certified(f, interaction, draws) -> dict:
    """The row of one interaction, from [(a, b, variance of y), ...] of the trials."""
    a, b = (np.concatenate([d[side][:POINTS] for d in draws]) for side in (0, 1))
    others = [i for i in range(len(f.ranges)) if i not in interaction]
    larger = [tuple(sorted((*interaction, i))) for i in others]
    shares = [superset_importance(f, interaction, a, b) / v for a, b, v in draws]
    return {
        "function": f.name,
        "interaction": " ".join(str(i + 1) for i in interaction),
        "formula": " + ".join(t.name for t in f.terms if t.interaction == interaction),
        "mixed difference": largest(f, interaction, a, b),
        "mixed difference of supersets": max(largest(f, i, a, b) for i in larger),
        "rounding": rounding(f, len(interaction) + 1, a, b),
        "share of variance": float(np.mean(shares)),
        "share deviation": float(np.std(shares)),
    }


def largest(f, interaction, a, b) -> float:
    """The largest mixed difference in magnitude between the rows of a and b."""
    return float(np.abs(mixed_difference(f, interaction, a, b)).max())


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


def printed() -> dict[str, list[str]]:
    """The maximal interactions by function, read off the paper's formulas."""
    table = paper_rows("table1")
    return {row["function"]: row["maximal interactions"].split("; ") for row in table}


def side_by_side(rows) -> list[dict]:
    """The paper's interactions, their certificates and their shares."""
    known = printed()

    def is_known(row):
        return row["interaction"] in known[row["function"]]

    return [
        {
            "": f"{row['function']}, `{row['formula']}`",
            "paper": row["interaction"] if is_known(row) else "none",
            "nidlite": row["interaction"],
            "mixed difference": f"{row['mixed difference']:.1e}",
            "of its supersets": f"{row['mixed difference of supersets']:.1e}",
            "share of var(y)": f"{row['share of variance']:.1e} +- "
            f"{row['share deviation']:.0e}",
        }
        for row in rows
    ]


def verdict(rows) -> str:
    """How many interactions are certified and the paper's, and which hide."""
    sure = sum(map(is_certified, rows))
    ours = {(row["function"], row["interaction"]) for row in rows}
    theirs = {(name, i) for name, known in printed().items() for i in known}
    same = "the same as" if ours == theirs else "NOT the same as"
    hidden = ", ".join(
        f"{row['function']} {{{row['interaction']}}} {row['share of variance']:.0e}"
        for row in sorted(rows, key=lambda row: row["share of variance"])
        if row["share of variance"] < INVISIBLE
    )
    return (
        f"Definition 1 certifies {sure} of {len(rows)} interactions as real and "
        f"maximal; they are {same} those in the paper's formulas. Nearly invisible, "
        f"with a share of var(y) below {INVISIBLE:.0e}: {hidden or 'none'}."
    )
