"""Table 6: NID's and Shooter's precision and recall by order (App. H).

Of NID, Algorithm 1's ranking down to 1e-3, not pruned; of Shooter, what its last
regression selects. True are the products that its generator planted, by their order.
"""

import numpy as np

from ..comparisons import ranking_of
from .cells import averaged, beside, deviation_of, paper_by, placed
from .table5 import THRESHOLD, chosen, circumstances, on_simulation, state

TITLE = "Table 6: precision and recall by order on the Shooter generator's data"
NOTE = """NID's half of this comparison cannot be repeated. The appendix gives no counts
of the planted products, and Shooter's printed shares do not fit ten of each order.
Fifteen readings were tried (`benchmarks/shooter.py`, table in `benchmarks/README.md`).
In each MLP-M is at most 7 points of accuracy above the features alone, and fewer than
half of the pairs that it ranks were planted. What is shown is one reading."""
ORDERS = (2, 3, 4, 5)
PRECISION, RECALL = "precision (percent)", "recall (percent)"
SHOOTERS = [PRECISION, RECALL, "predicted", *map(deviation_of, (PRECISION, RECALL))]


def units(preset):
    return on_simulation(preset, "shooter")


def run(preset, results):
    """A row for each order: means and deviations of all trials."""
    networks, rivals = chosen(results)
    found = [
        {i for i, strength in result.reading().ranking if strength > THRESHOLD}
        for result in networks
    ]
    selected = [{i for i, _ in ranking_of(result)} for result in rivals]
    about = state(networks)
    for order in ORDERS:
        row = scores(order, found, [r.truths for r in networks]) | about
        theirs = scores(order, selected, [r.truths for r in rivals])
        row |= {f"Shooter {name}": theirs[name] for name in SHOOTERS}
        yield row | {"Shooter trials": len(rivals)}, preset.seeds


def scores(order, found, truths) -> dict:
    """Of one order, from the predictions and the truths of each trial.

    A trial that predicts nothing of this order has recall 0 and no precision; it does
    not count in the mean of the precisions, which is None if no trial predicts any.
    """
    of_order = [[{i for i in s if len(i) == order} for s in t] for t in (found, truths)]
    trials = list(zip(*of_order, strict=True))
    right = [(len(ours & true), len(ours), len(true)) for ours, true in trials]
    return (
        {"cardinality": order}
        | averaged(PRECISION, [100 * k / n for k, n, _ in right if n])
        | averaged(RECALL, [100 * k / n for k, _, n in right])
        | {"trials with precision": sum(n > 0 for _, n, _ in right)}
        | {"predicted": float(np.mean([n for _, n, _ in right]))}
        | {"true": float(np.mean([n for _, _, n in right]))}
    )


def side_by_side(rows):
    printed, table = paper_by("table6", "cardinality"), []
    for row in rows:
        both = row, printed[row["cardinality"]]
        line = {"": f"{row['cardinality']:.0f}"}
        for title in (PRECISION, RECALL):
            short = title.replace(" (percent)", ", %")
            line |= beside(*both, f"Shooter {title}", 1, f"{short}: Shooter")
            line |= beside(*both, title, 1, f"{short}: NID", f"NID {title}")
        line["predicted, of true"] = f"{row['predicted']:.1f} of {row['true']:.1f}"
        silent = row["trials"] - row["trials with precision"]
        table.append(line | {"trials without a prediction": f"{silent:.0f}"})
    return table


def verdict(rows):
    lines = side_by_side(rows)
    words = [name.removesuffix(", paper") for name in lines[0] if ", paper" in name]
    return (
        "Orders above and below the paper's number, by more than two of its deviations "
        "where it has them: "
        f"{', '.join(f'{name} ({placed(lines, name)})' for name in words)}. "
        f"{circumstances(rows[0])}"
    )
