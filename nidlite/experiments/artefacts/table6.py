"""Table 6: NID's and Shooter's precision and recall by order (App. H).

Of NID, Algorithm 1's ranking, not pruned, down to a strength of 1e-3; of Shooter, what
its last regression selects. True are the products that Shooter's generator planted,
each order by itself. The paper gives no counts of them: simulations.py has our reading.
"""

from itertools import takewhile

import numpy as np

from ..comparisons import Comparison, ranking_of
from ..printed import paper_rows
from ..rows import preset_of, signed
from ..runner import at_once
from ..units import Training
from .table3 import number
from .table5 import THRESHOLD, chosen, circumstances, logistic, rival, state

TITLE = "Table 6: precision and recall by order on the Shooter generator's data"
ORDERS = (2, 3, 4, 5)
PRECISION, RECALL = "precision (percent)", "recall (percent)"
SHOOTERS = [PRECISION, RECALL, "predicted"]
SHOOTERS += ["precision deviation (percent)", "recall deviation (percent)"]


def units(preset) -> list[Training | Comparison]:
    """What must be trained, and Shooter."""
    preset = preset_of(preset)
    return [*logistic(preset, "shooter"), *rival(preset, "shooter")]


def run(preset, trained=at_once) -> list[dict]:
    """A row for each order: means and deviations of all trials."""
    preset = preset_of(preset)
    results = trained(units(preset))
    own, others = chosen(results), [results[u] for u in rival(preset, "shooter")]
    found = [above(result.reading().ranking) for result in own]
    selected = [{i for i, _ in ranking_of(result)} for result in others]
    about, rows = state(own), []
    for order in ORDERS:
        row = scores(order, found, truths(own)) | about
        theirs = scores(order, selected, truths(others))
        row |= {f"Shooter {name}": theirs[name] for name in SHOOTERS}
        row["Shooter trials"] = len(others)
        rows.append(signed(row, preset, [*own, *others]))
    return rows


def truths(results) -> list[set]:
    """The true interactions of each."""
    return [set(result.truths) for result in results]


def above(ranking) -> set:
    """The interactions with a strength above the threshold."""
    return {i for i, _ in takewhile(lambda entry: entry[1] > THRESHOLD, ranking)}


def scores(order, found, truths) -> dict:
    """Of one order, from a set of predictions and one of truths for each trial.

    A trial that predicts nothing of this order has recall 0 and no precision; it does
    not count in the mean of the precisions, which is None if no trial predicts any.
    """
    of_order = [[{i for i in s if len(i) == order} for s in t] for t in (found, truths)]
    trials = list(zip(*of_order, strict=True))
    right = [(len(ours & true), len(ours), len(true)) for ours, true in trials]
    return (
        {"cardinality": order}
        | columns(PRECISION, [100 * k / n for k, n, _ in right if n])
        | columns(RECALL, [100 * k / n for k, _, n in right])
        | {"trials with precision": sum(n > 0 for _, n, _ in right)}
        | {"predicted": float(np.mean([n for _, n, _ in right]))}
        | {"true": float(np.mean([n for _, _, n in right]))}
    )


def columns(title, values) -> dict:
    """Mean and deviation, None of no values."""
    pair = [float(of(values)) if values else None for of in (np.mean, np.std)]
    return {title: pair[0], title.replace(" (", " deviation ("): pair[1]}


def side_by_side(rows) -> list[dict]:
    """The paper's percentages and ours, mean +- deviation."""
    printed = {row["cardinality"]: row for row in paper_rows("table6")}
    table = []
    for row in rows:
        theirs = printed[row["cardinality"]]
        line = {"features": f"{row['cardinality']:.0f}"}
        for title in (PRECISION, RECALL):
            short = title.replace(" (percent)", ", %")
            line[f"{short}: Shooter, paper"] = number(theirs[f"Shooter {title}"], 1)
            line[f"{short}: Shooter, nidlite"] = cell(row, f"Shooter {title}")
            line[f"{short}: NID, paper"] = cell(theirs, f"NID {title}")
            line[f"{short}: NID, nidlite"] = cell(row, title)
        table.append(line | {"predicted, of true": counts(row)})
    return table


def cell(row, title) -> str:
    """90.0 +- 11.0, or dashes"""
    pair = row[title], row[title.replace(" (", " deviation (")]
    return " +- ".join(number(value, 1) for value in pair)


def counts(row) -> str:
    """12.5 of 10.0"""
    return f"{row['predicted']:.1f} of {row['true']:.1f}"


def verdict(rows) -> str:
    """Where precision and recall stand to the paper's, on what data."""
    printed = {row["cardinality"]: row for row in paper_rows("table6")}
    words = [against("NID", title, rows, printed) for title in (PRECISION, RECALL)]
    theirs = [against("Shooter", name, rows, printed) for name in (PRECISION, RECALL)]
    empty = [
        f"{row['cardinality']:.0f} ({row['trials'] - row['trials with precision']:.0f})"
        for row in rows
        if row["trials with precision"] < row["trials"]
    ]
    none = f" Orders (trials) with no prediction, so no precision: {', '.join(empty)}."
    return (
        f"By our reading of the generator NID's {words[0]}, {words[1]}; Shooter's "
        f"{theirs[0]}, {theirs[1]}. NID: {circumstances(rows[0])}"
        f"{none if empty else ''}"
    )


def against(method, title, rows, printed) -> str:
    """precision by order is at least the paper's for 2, 3, below it for 4, ..."""
    orders = {"at least the paper's": [], "below it": [], "undefined": []}
    for row in rows:
        ours = row[title if method == "NID" else f"{method} {title}"]
        theirs = printed[row["cardinality"]][f"{method} {title}"]
        how = "undefined" if ours is None else "at least the paper's"
        how = "below it" if ours is not None and ours < theirs else how
        orders[how].append(f"{row['cardinality']:.0f}")
    places = [f"{how} for {', '.join(of) or 'none'}" for how, of in orders.items()]
    kept = places if orders["undefined"] else places[:2]
    return f"{title.removesuffix(' (percent)')} by order is {', '.join(kept)}"
