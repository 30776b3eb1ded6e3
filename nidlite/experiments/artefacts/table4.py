"""Table 4: average pairwise AUC of MLP-M by regulariser (App. G).

The group penalties act on the first layer and L1 on the others. The paper tunes the two
apart; here one constant multiplies both.
"""

from dataclasses import replace

import numpy as np

from ...penalties import PENALTIES
from ...synthetic import SUITE
from ..numbers import (
    auc_of,
    beside,
    by_function,
    listed,
    mean_and_deviation,
    over_suite,
    paper_by,
)
from ..problems import Problem
from ..trainings import Training, trained

TITLE = "Table 4: pairwise AUC by regulariser"
CLAIM = "Each regulariser's average is at least 0.93."
AUC = "average AUC"
# L1 has the default recipe's. The groups' are by the AUC on six random functions, L2's
# by the validation error on two.
CONSTANTS = {name: 2e-5 for name in PENALTIES if name != "none"} | {"l2": 2e-4}
ROWS = {"paper": 100_000}  # App. G; other presets have their own number


def cases_of(preset) -> list[Training]:
    """Seed by seed, function by function, each regulariser.

    With more rows there are fewer epochs, so that the number of steps stays: 30 times
    333 at the preset "paper", for 100 times 100. The preset "quick" has half of them.
    """
    rows = ROWS.get(preset.name, preset.rows)
    epochs = preset.epochs * preset.rows // rows
    recipe = preset.recipe(epochs=epochs // 2 if preset.name == "quick" else epochs)
    return [
        Training(
            Problem(name, rows),
            seed,
            "mlp-m",
            replace(recipe, penalty=penalty, penalty_constant=constant),
        )
        for seed in preset.seeds
        for name in SUITE
        for penalty, constant in CONSTANTS.items()
    ]


def run(preset, work):
    """A row for each regulariser: AUCs of the functions, and their average."""
    every = trained(work, cases_of(preset))
    for penalty in CONSTANTS:
        results = [one for one in every if one.case.recipe.penalty == penalty]
        aucs, case = by_function(results, auc_of), results[0].case
        row = {"regulariser": as_printed(penalty), "constant": constant_of(results)}
        row |= {"rows used": case.problem.rows_used, "epochs": case.recipe.epochs}
        row |= over_suite(AUC, aucs, mean_and_deviation)  # App. G trims nothing
        row |= {name: float(np.mean(aucs[name])) for name in SUITE}
        yield row, preset.seeds


def as_printed(penalty) -> str:
    """The name in data/paper/table4.csv: group_lasso_input is group lasso input."""
    return penalty.replace("_", " ").replace("l1", "L1").replace("l2", "L2")


def constant_of(results) -> float | None:
    """The penalty's constant that all have, None if they have different ones."""
    constants = {result.case.recipe.penalty_constant for result in results}
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
    least = min(row[AUC] for row in paper_by("table4", "regulariser").values())
    less = [f"{row['regulariser']} {row[AUC]:.3f}" for row in rows if row[AUC] < least]
    return not less, (
        f"{len(rows) - len(less)} of {len(rows)} averages are at least {least}; less "
        f"have {listed(less)}."
    )
