"""Fig. 10: a thousand features, of which 950 pairs interact (App. F)."""

import numpy as np

from ... import plots
from ...datasets.simulations import large_p_data
from ...detector import stream
from ...metrics import pairwise_auc, roc_curve
from ..printed import paper_rows
from ..problems import Problem
from ..rows import preset_of, signed
from ..runner import at_once
from ..settings import first_trial
from ..units import Training

TITLE = "Fig. 10: ROC curve with 1000 features"
ROWS, FEATURES = 10_000, 1000
HIDDEN = (500, 400, 300, 200, 100)
# With the usual recipe the 1000 univariate nets know all rows by heart before the main
# network has learned anything. Here all sums start small, batches are large and the
# rate is low, and L1 is strong enough to leave few inputs: by the validation error on
# seed 100, which is not shown.
CHANGES = {"even": True, "batch": 1000, "rate": 1e-3, "rate_fall": 0.1}
CHANGES |= {"penalty_constant": 1.5e-3}
FAINT = 0.05
SMOKE = 200  # features, for seconds
POINTS = 200  # of the curve, which has half a million


def units(preset) -> list[Training]:
    """What must be trained: one network."""
    preset = first_trial(preset_of(preset))
    features = SMOKE if preset.name == "smoke" else FEATURES
    problem = Problem("large_p", min(preset.rows, ROWS), features=features)
    recipe = preset.recipe(epochs=2 * preset.epochs, **CHANGES)
    return [Training(problem, seed, "mlp-m", recipe, HIDDEN) for seed in preset.seeds]


def run(preset, trained=at_once) -> list[dict]:
    """A row for each point of the curve, with the AUC of all of it."""
    preset = first_trial(preset_of(preset))
    results = trained(units(preset))
    (result,) = results.values()
    strengths = result.reading().pairwise_strengths
    about = {
        "features": len(result.names),
        "rows used": result.unit.problem.rows,
        "true pairs": len(result.truths),
        "AUC": pairwise_auc(strengths, result.truths),
        "faint": faint(result.unit),
    }
    return [
        signed(
            about | {"false positive rate": false, "true positive rate": true},
            preset,
            results.values(),
        )
        for false, true in thinned(*roc_curve(strengths, result.truths))
    ]


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
    way = false + true
    places = np.linspace(0, 2, points)
    rates = (np.interp(places, way, rate).tolist() for rate in (false, true))
    return list(zip(*rates))


def said() -> dict[str, float]:
    """{quantity: value} of the paper's words on the figure."""
    return {row["quantity"]: row["value"] for row in paper_rows("fig10")}


def side_by_side(rows) -> list[dict]:
    """The AUC and the data's sizes."""
    names = {"AUC": "AUC", "true pairs": "true pairs", "features": "features"}
    names["rows"] = "rows used"
    return [
        {"": name, "paper": f"{said()[name]:g}", "nidlite": f"{rows[0][own]:.5g}"}
        for name, own in names.items()
    ]


def verdict(rows) -> str:
    """Whether the AUC is at least the paper's, where the data is of the same size."""
    row, printed = rows[0], said()
    auc = row["AUC"]
    data = f"{row['features']:.0f} features, {row['rows used']:.0f} rows and "
    data += f"{row['true pairs']:.0f} true pairs"
    if not is_papers(row):
        return f"AUC {auc:.3f} with {data}: not the size of the paper's problem."
    how = "at least" if round(auc, 3) >= printed["AUC"] else "below"
    share = row["faint"]
    return (
        f"AUC {auc:.3f} with {data}: {how} the paper's {printed['AUC']}; one trial. "
        f"In {100 * share:.1f} percent of the true pairs one of the coefficients "
        f"is below {FAINT:g}; who finds all others and is blind to these has AUC "
        f"{1 - share / 2:.3f}. The recipe is this figure's own (`fig10.py`): with the "
        "usual one the network learns the rows by heart."
    )


def is_papers(row) -> bool:
    """Whether the data has the paper's size."""
    return (row["features"], row["rows used"]) == (FEATURES, ROWS)


def figure(rows):
    """The ROC curve."""
    false, true = (
        [row[f"{name} positive rate"] for row in rows] for name in ("false", "true")
    )
    name = f"MLP-M, p = {rows[0]['features']:.0f}"
    return plots.roc({name: (false, true, rows[0]["AUC"])}).figure
