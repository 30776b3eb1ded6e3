"""Table 4: average pairwise AUC of MLP-M by regulariser (App. G).

The group penalties act on the first layer and L1 on the others. The paper tunes the two
apart; here one constant multiplies both.
"""

from dataclasses import replace

import numpy as np

from ...penalties import PENALTIES
from ...synthetic import SUITE
from ..problems import Problem
from ..settings import rows_used
from ..units import Training
from .cells import (
    auc_of,
    beside,
    by_function,
    mean_and_deviation,
    over_suite,
    paper_by,
    told,
)

TITLE = "Table 4: pairwise AUC by regulariser"
AUC = "average AUC"
# L1 has the default recipe's. The groups' are by the AUC on six random functions, L2's
# by the validation error on two (benchmarks/regularisers.py).
CONSTANTS = {name: 2e-5 for name in PENALTIES if name != "none"} | {"l2": 2e-4}
ROWS = {"paper": 100_000}  # App. G; other presets have their own number


def units(preset):
    """Seed by seed, function by function, each regulariser.

    With more rows there are fewer epochs, so that the number of steps stays: 30 times
    333 at the preset "paper", for 100 times 100. The preset "quick" has half of them.
    """
    rows = ROWS.get(preset.name, preset.rows)
    epochs = preset.epochs * preset.rows // rows
    recipe = preset.recipe(epochs=epochs // 2 if preset.name == "quick" else epochs)
    recipes = [
        replace(recipe, penalty=penalty, penalty_constant=constant)
        for penalty, constant in CONSTANTS.items()
    ]
    return [
        Training(Problem(name, rows), seed, "mlp-m", recipe)
        for seed in preset.seeds
        for name in SUITE
        for recipe in recipes
    ]


def run(preset, results):
    """A row for each regulariser: AUCs of the functions, and their average."""
    for penalty in CONSTANTS:
        own = [r for r in results.values() if r.unit.recipe.penalty == penalty]
        aucs, unit = by_function(own, auc_of), own[0].unit
        row = {"regulariser": as_printed(penalty), "constant": constant_of(own)}
        row |= {"rows used": rows_used(unit.problem), "epochs": unit.recipe.epochs}
        row |= over_suite(AUC, aucs, mean_and_deviation)  # App. G trims nothing
        row |= {name: float(np.mean(aucs[name])) for name in SUITE}
        yield row, preset.seeds


def as_printed(penalty) -> str:
    """The name in data/paper/table4.csv: group_lasso_input is group lasso input."""
    return penalty.replace("_", " ").replace("l1", "L1").replace("l2", "L2")


def constant_of(results) -> float | None:
    """The penalty's constant that all have, None if --tune gave them different ones."""
    constants = {result.unit.recipe.penalty_constant for result in results}
    return constants.pop() if len(constants) == 1 else None


def constant_text(constant) -> str:
    return "tuned" if constant is None else f"{constant:g}"


def side_by_side(rows):
    printed = paper_by("table4", "regulariser")
    return [
        {"": row["regulariser"]}
        | beside(row, printed[row["regulariser"]], AUC, words="AUC")
        | {"constant": constant_text(row["constant"]), "rows": row["rows used"]}
        | {"epochs": f"{row['epochs']:.0f}"}
        for row in rows
    ]


def verdict(rows):
    printed = {k: r[AUC] for k, r in paper_by("table4", "regulariser").items()}
    least, ours = min(printed.values()), {row["regulariser"]: row[AUC] for row in rows}
    below = [name for name, auc in ours.items() if round(auc, 2) < printed[name]]
    return (
        f"{sum(auc >= least for auc in ours.values())} of {len(ours)} averages are at "
        f"least {least}, the least of the paper's: "
        f"{', '.join(told(line, 'AUC') for line in side_by_side(rows))}. Below the "
        f"paper's own number, after rounding as it does: {', '.join(below) or 'none'}."
    )
