"""Figure 9: ROC curves of MLP-M's pairwise strengths, those of Table 2 (App. E).

A curve is the mean of the trials that Table 2 averages, at each rate of false
positives: so the area under it is Table 2's AUC.
"""

import numpy as np

from ...metrics import roc_curve
from ...plots import new_grid, roc
from ...synthetic import SUITE
from ..presets import suite
from ..rows import auc_of, paper_rows
from ..trainings import trained_networks

TITLE = "Figure 9: ROC curves of MLP-M"
CLAIM = "The areas under the curves are Table 2's, at least 0.7 for each function."


def run(preset, work):
    """A row for each step of each function's curve, one step for each false pair.

    The rate of false positives is the step's middle. A curve rises only between steps;
    where pairs tie it is a straight line, whose middles have the same mean.
    """
    networks = trained_networks(work, suite(preset, ("mlp-m",)))
    for name, f in SUITE.items():
        results = [one for one in networks if one.case.name == name]
        kept = sorted(results, key=auc_of)[1:-1] or results
        p = len(f.ranges)
        n = p * (p - 1) // 2 - len(f.pairs)
        middles = (np.arange(n) + 0.5) / n
        curves = (roc_curve(one.strengths, one.truths) for one in kept)
        heights = np.mean([np.interp(middles, *curve) for curve in curves], axis=0)
        for false, true in zip(middles.tolist(), heights.tolist()):
            row = {"function": name, "false positive rate": false}
            yield row | {"true positive rate": true}, preset.seeds


def verdict(rows):
    curves = rows.groupby("function", sort=False)["true positive rate"]
    areas, theirs = curves.mean(), paper_rows("table2")["MLP-M AUC"].min()
    words = f"The smallest area is that of {areas.idxmin()}, {areas.min():.3f}."
    return bool(areas.min() >= theirs), words


def figure(rows):
    grid = new_grid(2, 5, 2.6, 2.6)
    curves = rows.groupby("function", sort=False)["true positive rate"]
    for ax, (name, heights) in zip(grid.flat, curves, strict=True):
        edges = np.arange(len(heights) + 1) / len(heights)
        curve = np.repeat(edges, 2), np.r_[0, np.repeat(heights, 2), 1], heights.mean()
        roc({name: curve}, ax).get_legend().remove()
        ax.set_title(f"{name}, AUC {heights.mean():.3f}")
    return grid[0, 0].figure
