"""Table 4: average pairwise AUC of MLP-M by regulariser (App. G).

The group penalties act on the first layer and L1 on the others. The paper tunes the two
apart; here one constant multiplies both.
"""

from dataclasses import replace

from ...penalties import PENALTIES
from ...synthetic import SUITE
from ..rows import auc_of, over_suite, paper_rows
from ..trainings import Training, trained_networks

TITLE = "Table 4: pairwise AUC by regulariser"
CLAIM = "Each regulariser's average is at least 0.93."
AUC = "average AUC"
COLUMNS = ("regulariser", AUC, "constant", "rows used", "epochs")
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
    recipes = [
        replace(recipe, penalty=penalty, penalty_constant=constant)
        for penalty, constant in CONSTANTS.items()
    ]
    return [
        Training(name, seed, rows, "mlp-m", recipe)
        for seed in preset.seeds
        for name in SUITE
        for recipe in recipes
    ]


def run(preset, work):
    """A row for each regulariser: the average AUC over the functions."""
    every = trained_networks(work, cases_of(preset))
    for penalty in CONSTANTS:
        results = [one for one in every if one.case.recipe.penalty == penalty]
        case = results[0].case
        # group_lasso_input is group lasso input in the paper
        words = penalty.replace("_", " ").replace("l1", "L1").replace("l2", "L2")
        row = {"regulariser": words, "constant": CONSTANTS[penalty]}
        row |= {"rows used": case.rows, "epochs": case.recipe.epochs}
        row |= over_suite(AUC, results, auc_of, trim=False)  # App. G trims none
        yield row, preset.seeds


def verdict(rows):
    least = paper_rows("table4")[AUC].min()
    above = (rows[AUC] >= least).sum()
    words = f"{above} of {len(rows)} averages are at least {least}."
    return bool(above == len(rows)), words
