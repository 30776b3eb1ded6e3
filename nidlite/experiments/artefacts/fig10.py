"""Fig. 10: a thousand features, of which 950 pairs interact (App. F)."""

import numpy as np

from ...metrics import roc_curve
from ...plots import roc
from ..rows import auc_of, averaged, cell, paper_rows
from ..trainings import Training, trained_networks

TITLE = "Fig. 10: ROC curve with 1000 features"
CLAIM = "With 1000 features a draw has AUC 0.984."
NOTE = "With the usual recipe the network learns the rows by heart; this has its own."
ROWS, DRAWS = 10_000, 5
HIDDEN = (500, 400, 300, 200, 100)
# With the usual recipe the univariate nets know all rows by heart before the main
# network has learned anything. Here all sums start small, batches are large, the rate
# is low, and L1 leaves few inputs: by the validation error on seed 100, not shown.
CHANGES = {"even": True, "batch": 1000, "rate": 1e-3, "rate_fall": 0.1}
CHANGES |= {"penalty_constant": 1.5e-3}


def run(preset, work):
    """A row for each point of each draw's curve, with the AUC of all of it."""
    recipe = preset.recipe(epochs=2 * preset.epochs, **CHANGES)
    rows, seeds = min(preset.rows, ROWS), preset.seeds[:DRAWS]
    case = Training("large_p", 0, rows, "mlp-m", recipe, hidden=HIDDEN)
    draws = [case._replace(seed=seed) for seed in seeds]
    for one in trained_networks(work, draws):
        about = {"draw": one.case.seed, "AUC": auc_of(one)}
        for false, true in thinned(*roc_curve(one.strengths, one.truths)):
            rates = {"false positive rate": false, "true positive rate": true}
            yield about | rates, seeds


def thinned(false, true, points=200) -> list[tuple[float, float]]:
    """Points on the curve, (0, 0) and (1, 1) too, evenly spaced in false + true.

    That sum grows along every ROC curve, where it is steep and where it is flat. The
    whole curve has half a million points.
    """
    places = np.linspace(0, 2, points)
    rates = (np.interp(places, false + true, rate).tolist() for rate in (false, true))
    return list(zip(*rates))


def verdict(rows):
    draws = rows.groupby("draw").first()
    printed = paper_rows("fig10").set_index("quantity")["value"]["AUC"]
    words = (
        f"The AUC is {cell(averaged('AUC', draws.AUC), 'AUC')} in {len(draws)} draws."
    )
    return draws.AUC.min() <= printed <= draws.AUC.max(), words


def figure(rows):
    curves = {}
    for draw, points in rows.groupby("draw"):
        rates = points["false positive rate"], points["true positive rate"]
        curves[f"MLP-M, draw {draw}"] = (*rates, points.AUC.iloc[0])
    return roc(curves).figure
