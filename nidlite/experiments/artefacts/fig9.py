"""Figure 9: ROC curves of MLP-M's pairwise strengths, those of Table 2 (App. E).

A curve is the mean of the trials that Table 2 averages, at each rate of false
positives: so the area under it is Table 2's AUC.
"""

import numpy as np

from ...metrics import roc_curve
from ...plots import new_grid, roc
from ...synthetic import SUITE
from ..settings import suite
from .cells import auc_of, beside, listed, paper_by, placed, rows_by, told

TITLE = "Figure 9: ROC curves of MLP-M"
AUC = "MLP-M AUC"  # Table 2's column
FIRST = "true pairs above all false ones"


def units(preset):
    return suite(preset, ("mlp-m",))


def run(preset, results):
    """A row for each step of each function's curve, one step for each false pair.

    The rate of false positives is the step's middle. A curve rises only between steps;
    where pairs tie it is a straight line, whose middles have the same mean.
    """
    for name, f in SUITE.items():
        own = [r for r in results.values() if r.unit.problem.name == name]
        trimmed = sorted(own, key=auc_of)[1:-1] or own
        p = len(f.ranges)
        n = p * (p - 1) // 2 - len(f.pairs)
        middles = (np.arange(n) + 0.5) / n
        curves = (roc_curve(r.strengths, r.truths) for r in trimmed)
        heights = np.mean([np.interp(middles, *curve) for curve in curves], axis=0)
        for false, true in zip(middles.tolist(), heights.tolist()):
            row = {"function": name, "false positive rate": false}
            yield row | {"true positive rate": true}, preset.seeds


def heights_of(rows) -> dict[str, np.ndarray]:
    """{function: heights of its curve's steps}"""
    return {
        name: np.array([row["true positive rate"] for row in own])
        for name, own in rows_by(rows, "function").items()
    }


def side_by_side(rows):
    printed = paper_by("table2", "function")
    return [
        {"": name}
        | beside({AUC: heights.mean()}, {AUC: printed[name][AUC]}, AUC, words="AUC")
        | {FIRST: f"{heights[0]:.0%}"}
        for name, heights in heights_of(rows).items()
    ]


def verdict(rows):
    lines = side_by_side(rows)
    perfect = [line[""] for line in lines if line[FIRST] == "100%"]
    lowest = min(lines, key=lambda line: float(line["AUC, nidlite"]))
    return (
        f"Perfect curves: {listed(perfect)}; the lowest is that of "
        f"{told(lowest, 'AUC')}. The paper prints no numbers here but Table 2's AUCs; "
        f"ours are {placed(lines, 'AUC')}."
    )


def figure(rows):
    grid = new_grid(2, 5, 2.6, 2.6)
    for ax, (name, heights) in zip(grid.flat, heights_of(rows).items(), strict=True):
        edges = np.arange(len(heights) + 1) / len(heights)
        curve = np.repeat(edges, 2), np.r_[0, np.repeat(heights, 2), 1], heights.mean()
        roc({name: curve}, ax).get_legend().remove()
        ax.set_title(f"{name}, AUC {heights.mean():.3f}")
    return grid[0, 0].figure
