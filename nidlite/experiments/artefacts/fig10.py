"""Fig. 10: a thousand features, of which 950 pairs interact (App. F)."""

import numpy as np

from ...datasets.simulations import large_p_data
from ...metrics import auc, roc_curve
from ...plots import roc
from ...splits import stream
from ..numbers import auc_of, averaged, cell, paper_by, rows_by
from ..problems import Problem
from ..trainings import Training, trained

TITLE = "Fig. 10: ROC curve with 1000 features"
CLAIM = "With 1000 features a draw has AUC 0.984."
NOTE = """The recipe is this figure's own (`fig10.py`): with the usual one the network
learns the rows by heart. Its L1 constant, 1.5e-3, is three times the largest that the
paper names (Sec. 5.1). The curves are those of the draws. A true pair with a
coefficient below 0.05 is invisible; the second AUC leaves these pairs out."""
ROWS, FEATURES, DRAWS = 10_000, 1000, 5
HIDDEN = (500, 400, 300, 200, 100)
# With the usual recipe the univariate nets know all rows by heart before the main
# network has learned anything. Here all sums start small, batches are large, the rate
# is low, and L1 leaves few inputs: by the validation error on seed 100, not shown.
CHANGES = {"even": True, "batch": 1000, "rate": 1e-3, "rate_fall": 0.1}
CHANGES |= {"penalty_constant": 1.5e-3}
FAINT = 0.05
AUCS = AUC, VISIBLE = "AUC", "AUC among visible pairs"
SMOKE = 200  # features, for seconds
POINTS = 200  # of the curve, which has half a million


def cases_of(preset) -> list[Training]:
    """A training for each draw of the data."""
    features = SMOKE if preset.name == "smoke" else FEATURES
    problem = Problem("large_p", min(preset.rows, ROWS), features=features)
    recipe = preset.recipe(epochs=2 * preset.epochs, **CHANGES)
    seeds = preset.seeds[:DRAWS]
    return [Training(problem, seed, "mlp-m", recipe, HIDDEN) for seed in seeds]


def run(preset, work):
    """A row for each point of each draw's curve, with the AUCs of all of it."""
    for result in trained(work, cases_of(preset)):
        hidden = faint(result.case)
        about = {"draw": result.case.seed, "features": len(result.names)}
        about |= {"rows used": result.case.problem.rows}
        about |= {"true pairs": len(result.truths), AUC: auc_of(result)}
        about |= {VISIBLE: auc_without(result, hidden)}
        about["faint"] = len(hidden) / len(result.truths)
        for false, true in thinned(*roc_curve(result.strengths, result.truths)):
            rates = {"false positive rate": false, "true positive rate": true}
            yield about | rates, preset.seeds[:DRAWS]


def faint(case) -> list[tuple]:
    """The true pairs of which one coefficient in a_k is below FAINT.

    The coefficients are standard normal, so there always are some.
    """
    simulation = large_p_data(stream(case.seed, "sample"), n=1, p=case.problem.features)
    _, A = simulation.score.args
    i, j = np.transpose(simulation.interactions)
    smaller = np.minimum(np.abs(A[:, i]), np.abs(A[:, j])).max(axis=0)
    return list(zip(i[smaller < FAINT].tolist(), j[smaller < FAINT].tolist()))


def auc_without(result, pairs) -> float:
    """The AUC of a result's strengths if these pairs are not looked at."""
    labels = np.zeros(result.strengths.shape)
    for value, some in ((1, result.truths), (np.nan, pairs)):
        for pair in some:
            labels[pair] = value
    upper = np.triu(~np.isnan(labels), 1)
    return auc(result.strengths[upper], labels[upper].astype(int))


def thinned(false, true, points=POINTS) -> list[tuple[float, float]]:
    """Points on the curve, (0, 0) and (1, 1) too, evenly spaced in false + true.

    That sum grows along every ROC curve, where it is steep and where it is flat.
    """
    places = np.linspace(0, 2, points)
    rates = (np.interp(places, false + true, rate).tolist() for rate in (false, true))
    return list(zip(*rates))


def verdict(rows):
    draws = [points[0] for points in rows_by(rows, "draw").values()]
    printed = paper_by("fig10", "quantity")["AUC"]["value"]
    aucs = [row[AUC] for row in draws]
    means = averaged(AUC, aucs) | averaged(VISIBLE, [row[VISIBLE] for row in draws])
    return min(aucs) <= printed <= max(aucs), (
        f"The AUC is {cell(means, AUC, 4)} over {len(draws)} draws, among visible pairs "
        f"{cell(means, VISIBLE, 4)}, with {draws[0]['features']:.0f} features, "
        f"{draws[0]['rows used']:.0f} rows and {draws[0]['true pairs']:.0f} true pairs."
    )


def figure(rows):
    names, curves = ("false positive rate", "true positive rate"), {}
    for draw, points in rows_by(rows, "draw").items():
        rates = ([row[name] for row in points] for name in names)
        curves[f"MLP-M, draw {draw:.0f}"] = (*rates, points[0][AUC])
    return roc(curves).figure
