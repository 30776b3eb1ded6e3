"""Table 6: NID's and Shooter's precision and recall by order (App. H).

Of NID, Algorithm 1's ranking down to 1e-3, not pruned; of Shooter, what its last
regression selects. True are the products that its generator planted, by their order.
"""

import numpy as np

from ..rows import averaged, beside, cell, deviation_of
from .table5 import on_simulation

TITLE = "Table 6: precision and recall by order on the Shooter generator's data"
CLAIM = "NID's precision is fair and its recall low."
NOTE = """NID's half of this comparison cannot be repeated. The appendix gives no counts
of the planted products, and Shooter's printed shares do not fit ten of each order.
Fifteen readings were tried. In each MLP-M is at most 7 points of accuracy above the
features alone, and fewer than half of the pairs that it ranks were planted. What is
shown is one reading."""
ORDERS = (2, 3, 4, 5)
THRESHOLD = 1e-3  # App. H: a strength that is not above it is no interaction
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
    for order in ORDERS:
        row = scores(order, found, [one.truths for one in networks])
        theirs = scores(order, selected, [one.truths for one in rivals])
        row |= {f"Shooter {name}": theirs[name] for name in SHOOTERS}
        yield row, preset.seeds


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
        | {"predicted": float(np.mean([n for _, n, _ in right]))}
        | {"true": float(np.mean([n for _, _, n in right]))}
    )


def side_by_side(rows):
    titles = PRECISION, RECALL, f"Shooter {PRECISION}", f"Shooter {RECALL}"
    columns = dict.fromkeys((*titles, "predicted", "true"), ".1f")
    paper = {title: f"NID {title}" for title in (PRECISION, RECALL)}
    return beside(rows, "cardinality", columns, "table6", paper)


def verdict(rows):
    words = [
        f"{row.cardinality}: {cell(row, PRECISION, '.1f')}, {cell(row, RECALL, '.1f')}"
        for _, row in rows.iterrows()
    ]
    return None, (
        "The generator is not printed whole, and no reading of ours shows a signal: "
        f"precision and recall in percent, by order, are {'; '.join(words)}."
    )
