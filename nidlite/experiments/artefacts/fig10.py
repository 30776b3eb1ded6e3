"""Fig. 10: a thousand features, of which 950 pairs interact (App. F)."""

import numpy as np

from ...datasets.simulations import large_p_data
from ...detector import stream
from ...metrics import roc_curve
from ...plots import roc
from ..problems import Problem
from ..units import Training
from .cells import auc_of, paper_by

TITLE = "Fig. 10: ROC curve with 1000 features"
NOTE = """The recipe is this figure's own (`fig10.py`): with the usual one the network
learns the rows by heart. Its L1 constant, 1.5e-3, is three times the largest that the
paper names (Sec. 5.1), and one draw of the data is shown."""
ROWS, FEATURES = 10_000, 1000
HIDDEN = (500, 400, 300, 200, 100)
# With the usual recipe the univariate nets know all rows by heart before the main
# network has learned anything. Here all sums start small, batches are large, the rate
# is low, and L1 leaves few inputs: by the validation error on seed 100, not shown.
CHANGES = {"even": True, "batch": 1000, "rate": 1e-3, "rate_fall": 0.1}
CHANGES |= {"penalty_constant": 1.5e-3}
FAINT = 0.05
SMOKE = 200  # features, for seconds
POINTS = 200  # of the curve, which has half a million


def units(preset):
    features = SMOKE if preset.name == "smoke" else FEATURES
    problem = Problem("large_p", min(preset.rows, ROWS), features=features)
    recipe = preset.recipe(epochs=2 * preset.epochs, **CHANGES)
    return [Training(problem, 0, "mlp-m", recipe, HIDDEN)]


def run(preset, results):
    """A row for each point of the curve, with the AUC of all of it."""
    ((unit, result),) = results.items()
    about = {"features": len(result.names), "rows used": unit.problem.rows}
    about |= {"true pairs": len(result.truths), "AUC": auc_of(result)}
    about["faint"] = faint(unit)
    for false, true in thinned(*roc_curve(result.strengths, result.truths)):
        rates = {"false positive rate": false, "true positive rate": true}
        yield about | rates, [unit.seed]


def faint(unit) -> float:
    """The share of true pairs of which one coefficient in a_k is below FAINT.

    The coefficients are standard normal, so there always are some.
    """
    simulation = large_p_data(stream(unit.seed, "sample"), n=1, p=unit.problem.features)
    _, A = simulation.score.args
    i, j = np.transpose(simulation.interactions)
    smaller = np.minimum(np.abs(A[:, i]), np.abs(A[:, j])).max(axis=0)
    return float(np.mean(smaller < FAINT))


def thinned(false, true, points=POINTS) -> list[tuple[float, float]]:
    """Points on the curve, (0, 0) and (1, 1) too, evenly spaced in false + true.

    That sum grows along every ROC curve, where it is steep and where it is flat.
    """
    places = np.linspace(0, 2, points)
    rates = (np.interp(places, false + true, rate).tolist() for rate in (false, true))
    return list(zip(*rates))


def verdict(rows):
    row, printed = rows[0], paper_by("fig10", "quantity")["AUC"]["value"]
    return (
        f"AUC {row['AUC']:.5g} (paper {printed}) with {row['features']:.0f} features, "
        f"{row['rows used']:.0f} rows and {row['true pairs']:.0f} true pairs (paper "
        f"{FEATURES}, {ROWS} and 950); one trial. Of the true pairs {row['faint']:.1%} "
        f"have a coefficient below {FAINT:g}; who is blind to these, and finds all "
        f"others, has AUC {1 - row['faint'] / 2:.3f}."
    )


def figure(rows):
    both = ("false positive rate", "true positive rate")
    curve = *([row[name] for row in rows] for name in both), rows[0]["AUC"]
    return roc({f"MLP-M, p = {rows[0]['features']:.0f}": curve}).figure
