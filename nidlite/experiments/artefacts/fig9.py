"""Figure 9: ROC curves of MLP-M's pairwise strengths, those of Table 2 (App. E).

A curve is the mean over the trials that Table 2 averages, all but the best and the
worst: at each rate of false positives the mean rate of true ones. So the area under it
is Table 2's AUC.
"""

import numpy as np

from ... import plots
from ...metrics import pairwise_auc, roc_curve
from ...synthetic import SUITE
from ..printed import paper_rows
from ..rows import preset_of, signed
from ..runner import at_once
from ..settings import suite
from ..units import Training

TITLE = "Figure 9: ROC curves of MLP-M"


def units(preset) -> list[Training]:
    """What must be trained: Table 2's MLP-Ms."""
    return suite(preset_of(preset), ("mlp-m",))


def run(preset, trained=at_once) -> list[dict]:
    """A row for each step of each function's curve, one step for each false pair.

    The rate of false positives is the step's middle.
    """
    preset = preset_of(preset)
    results = trained(units(preset))
    rows = []
    for name in SUITE:
        own = [results[unit] for unit in suite(preset, ("mlp-m",), (name,))]
        kept = sorted(own, key=auc_of)[1:-1] or own
        heights = np.mean([steps(r) for r in kept], axis=0)
        for k, height in enumerate(heights.tolist()):
            point = {
                "function": name,
                "false positive rate": (k + 0.5) / len(heights),
                "true positive rate": height,
            }
            rows.append(signed(point, preset, results.values()))
    return rows


def auc_of(result) -> float:
    """Table 2's AUC of one network."""
    return pairwise_auc(result.reading().pairwise_strengths, result.truths)


def steps(result) -> np.ndarray:
    """The true positive rate between one false positive and the next, (false pairs,).

    A curve rises only where a false pair is passed, so the middles say all; where pairs
    tie it is a straight line, whose middles have the same mean.
    """
    false, true = roc_curve(result.reading().pairwise_strengths, result.truths)
    p = len(result.names)
    pairs = SUITE[result.unit.problem.name].pairs
    n = p * (p - 1) // 2 - len(pairs)
    return np.interp((np.arange(n) + 0.5) / n, false, true)


def curves(rows) -> dict[str, np.ndarray]:
    """{function: heights of its steps}."""
    heights = {row["function"]: [] for row in rows}
    for row in rows:
        heights[row["function"]].append(row["true positive rate"])
    return {name: np.array(h) for name, h in heights.items()}


def side_by_side(rows) -> list[dict]:
    """The areas under the paper's curves (Table 2) and ours, and where ours begin."""
    printed = {row["function"]: row["MLP-M AUC"] for row in paper_rows("table2")}
    return [
        {
            "": name,
            "AUC, paper": f"{printed[name]:.3f}",
            "AUC, nidlite": f"{heights.mean():.3f}",
            "true pairs above all false ones": f"{heights[0]:.0%}",
        }
        for name, heights in curves(rows).items()
    ]


def verdict(rows) -> str:
    """Which curves are perfect, and which lies lowest."""
    areas = {name: heights.mean() for name, heights in curves(rows).items()}
    perfect = [name for name, area in areas.items() if area > 1 - 1e-9]
    lowest = min(areas, key=areas.get)
    return (
        f"The paper prints no numbers here but Table 2's AUCs. Perfect curves: "
        f"{', '.join(perfect) or 'none'}; the lowest is {lowest}'s, AUC "
        f"{areas[lowest]:.3f}."
    )


def figure(rows):
    """Fig. 9 from the rows: a curve for each function, its AUC above."""
    grid = plots.new_grid(2, 5, 2.6, 2.6)
    for ax, (name, heights) in zip(grid.flat, curves(rows).items(), strict=True):
        edges = np.arange(len(heights) + 1) / len(heights)
        levels = np.repeat(heights, 2)
        curve = np.repeat(edges, 2), np.r_[0, levels, 1], heights.mean()
        plots.roc({name: curve}, ax).get_legend().remove()
        ax.set_title(f"{name}, AUC {heights.mean():.3f}")
    return grid[0, 0].figure
