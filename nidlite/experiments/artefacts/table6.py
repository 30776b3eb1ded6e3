"""Table 6: NID's and Shooter's precision and recall by order (App. H).

Of NID, Algorithm 1's ranking down to 1e-3, not pruned; of Shooter, what its last
regression selects. True are the products that its generator planted, by their order.
"""

import numpy as np

from ..numbers import averaged, beside, cell, deviation_of, paper_by
from .table5 import THRESHOLD, on_simulation, state

TITLE = "Table 6: precision and recall by order on the Shooter generator's data"
CLAIM = "NID's precision is fair and its recall low."
NOTE = """NID's half of this comparison cannot be repeated. The appendix gives no counts
of the planted products, and Shooter's printed shares do not fit ten of each order.
Fifteen readings were tried. In each MLP-M is at most 7 points of accuracy above the
features alone, and fewer than half of the pairs that it ranks were planted. What is
shown is one reading."""
ORDERS = (2, 3, 4, 5)
PRECISION, RECALL = "precision (percent)", "recall (percent)"
SHOOTERS = [PRECISION, RECALL, "predicted", *map(deviation_of, (PRECISION, RECALL))]


def run(preset, work):
    """A row for each order: means and deviations of all trials."""
    networks, rivals = on_simulation(preset, work, "shooter")
    found = [
        {i for i, strength in one.reading().ranking if strength > THRESHOLD}
        for one in networks
    ]
    selected = [{i for i, _ in one.ranking} for one in rivals]
    about = state(networks)
    for order in ORDERS:
        row = scores(order, found, [one.truths for one in networks]) | about
        theirs = scores(order, selected, [one.truths for one in rivals])
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
        theirs, line = printed[row["cardinality"]], {"": f"{row['cardinality']:.0f}"}
        for title in (PRECISION, RECALL):
            short = title.replace(" (percent)", ", %")
            line |= beside(row, theirs, f"Shooter {title}", 1, f"{short}: Shooter")
            line |= beside(row, theirs, title, 1, f"{short}: NID", f"NID {title}")
        line["predicted, of true"] = f"{row['predicted']:.1f} of {row['true']:.1f}"
        silent = row["trials"] - row["trials with precision"]
        table.append(line | {"trials without a prediction": f"{silent:.0f}"})
    return table


def verdict(rows):
    words = [
        f"{row['cardinality']:.0f} {cell(row, PRECISION, 1)}, {cell(row, RECALL, 1)}"
        for row in rows
    ]
    return None, (
        "The generator is not printed whole, and no reading of ours gives NID a signal: "
        f"its precision and recall in percent, by order, are {'; '.join(words)}."
    )
