"""Table 4: average pairwise AUC of MLP-M by regulariser (App. G).

The group penalties act on the first layer and L1 on the others. The paper tunes the two
apart; here one constant multiplies both.
"""

from dataclasses import replace

import numpy as np

from ...metrics import trimmed_mean
from ...synthetic import SUITE
from ..printed import paper_rows
from ..problems import Problem
from ..rows import preset_of, signed
from ..runner import at_once
from ..settings import rows_used
from ..units import Training
from .table2 import weights_auc
from .table3 import number

TITLE = "Table 4: pairwise AUC by regulariser"
# L1 has the default recipe's. The groups have L1's, as App. G tunes the L1 in them like
# that of its L1 experiments. L2 by the validation error on random functions, which
# hardly tells neighbouring constants apart (benchmarks/regularisers.py).
CONSTANTS = {
    "l1": 2e-5,
    "l2": 1e-4,
    "group_lasso_input": 2e-5,
    "group_lasso_unit": 2e-5,
    "sparse_group_lasso_input": 2e-5,
    "sparse_group_lasso_unit": 2e-5,
}
ROWS = {"paper": 100_000}  # App. G; other presets have their own number
LEAST = 0.93  # the least of the paper's six averages


def units(preset) -> list[Training]:
    """What must be trained: seed by seed, function by function, each regulariser.

    With more rows there are fewer epochs, so that the number of steps stays: 30 epochs
    of 333 batches at the preset "paper", for 100 epochs of 100. The preset "quick" has
    half the steps.
    """
    preset = preset_of(preset)
    rows = ROWS.get(preset.name, preset.rows)
    epochs = preset.epochs * preset.rows // rows
    epochs = epochs // 2 if preset.name == "quick" else epochs
    recipe = preset.recipe(epochs=epochs)
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


def run(preset, trained=at_once) -> list[dict]:
    """A row for each regulariser: AUCs of the functions, and their average."""
    preset = preset_of(preset)
    results = trained(units(preset))
    rows = []
    for penalty in CONSTANTS:
        own = [r for r in results.values() if r.unit.recipe.penalty == penalty]
        unit = own[0].unit
        row = {"regulariser": title(penalty), "constant": constant_of(own)}
        row |= {"rows used": rows_used(unit.problem), "epochs": unit.recipe.epochs}
        rows.append(signed(row | averages(own), preset, results.values()))
    return rows


def title(penalty) -> str:
    """The name in data/paper/table4.csv: group_lasso_input is group lasso input."""
    return penalty.replace("_", " ").replace("l1", "L1").replace("l2", "L2")


def constant_of(results) -> float | None:
    """The penalty's constant that all have, None if --tune gave them different ones."""
    constants = {result.unit.recipe.penalty_constant for result in results}
    return constants.pop() if len(constants) == 1 else None


def averages(results) -> dict:
    """As Table 2's last row: the means over functions of their trimmed trials."""
    trials = {
        name: [weights_auc(r) for r in results if r.unit.problem.name == name]
        for name in SUITE
    }
    means, deviations = zip(*map(trimmed_mean, trials.values()))
    return {
        "average AUC": float(np.mean(means)),
        "average AUC deviation": float(np.mean(deviations)),
        **dict(zip(SUITE, means)),
    }


def printed() -> dict[str, dict]:
    """The paper's rows by regulariser."""
    return {row["regulariser"]: row for row in paper_rows("table4")}


def side_by_side(rows) -> list[dict]:
    """The paper's averages and ours, mean +- deviation."""
    theirs = printed()
    return [
        {
            "": row["regulariser"],
            "AUC, paper": cell(theirs[row["regulariser"]]),
            "AUC, nidlite": cell(row),
            "constant": constant_text(row["constant"]),
            "rows": row["rows used"],
            "epochs": f"{row['epochs']:.0f}",
        }
        for row in rows
    ]


def cell(row) -> str:
    """0.940 +- 0.029, or a dash"""
    pair = row["average AUC"], row["average AUC deviation"]
    return " +- ".join(number(value, 3) for value in pair)


def constant_text(constant) -> str:
    """2e-05, or that each training has its own"""
    return "tuned" if constant is None else f"{constant:g}"


def verdict(rows) -> str:
    """How many averages are at least the paper's least, and which are below its own."""
    theirs = printed()
    reach = [row for row in rows if row["average AUC"] >= LEAST]
    lowest, highest = (
        f"{of(rows, key=auc_of)['regulariser']} ({auc_of(of(rows, key=auc_of)):.3f})"
        for of in (min, max)
    )
    below = [
        f"{row['regulariser']} {row['average AUC']:.3f} (paper {printed_auc:.2f})"
        for row in rows
        if round(row["average AUC"], 2)
        < (printed_auc := theirs[row["regulariser"]]["average AUC"])
    ]
    return (
        f"{len(reach)} of {len(rows)} averages are at least {LEAST}, the least of the "
        f"paper's; the highest is that of {highest}, the lowest of {lowest}. Below the "
        f"paper's own number, after rounding as it does: {', '.join(below) or 'none'}."
    )


def auc_of(row) -> float:
    """The average that regularisers are compared by."""
    return row["average AUC"]
