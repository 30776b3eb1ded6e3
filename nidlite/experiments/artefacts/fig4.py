"""Fig. 4: heat maps of MLP-M's pairwise strengths on F1 to F10 (Sec. 5.2).

Of one network for each function, Table 2's of the first trial; a cross is a true pair.
"""

from itertools import combinations

from ...interactions import pairs_of
from ...plots import heat_map, new_grid
from ...synthetic import SUITE
from ..printed import paper_rows
from ..settings import suite
from .cells import listed, pair_matrix, rows_by

TITLE = "Figure 4: pairwise strengths of MLP-M on F1 to F10"
WEAK = {(8, 9), (8, 10), (9, 10)}  # of F6, as the paper says


def units(preset):
    return suite(preset, ("mlp-m",), trials=1)


def run(preset, results):
    """A row for each pair of each function, its features counted from 1."""
    for unit, result in results.items():
        strengths, true = result.strengths, pairs_of(result.truths)
        for i, j in combinations(range(len(strengths)), 2):
            row = {"function": unit.problem.name, "feature": i + 1}
            row |= {"other feature": j + 1, "strength": float(strengths[i, j])}
            yield row | {"true pair": int((i, j) in true)}, [unit.seed]


def crosses(own) -> tuple[int, int]:
    """Of one function: how many of its n strongest pairs are true, where n are; n."""
    ordered = sorted(own, key=lambda row: -row["strength"])
    n = int(sum(row["true pair"] for row in own))
    return int(sum(row["true pair"] for row in ordered[:n])), n


def side_by_side(rows):
    printed, table = paper_rows("fig4"), []
    said = {row["about"].split(",")[0]: row["words of the paper"] for row in printed}
    for name, own in rows_by(rows, "function").items():
        line = {"": name, "paper": said.get(name, "")}
        found, n = crosses(own)
        table.append(line | {"crosses among the strongest pairs": f"{found} of {n}"})
    return table


def verdict(rows):
    data = rows_by(rows, "function")
    counts = {name: crosses(own) for name, own in data.items()}
    hits, n = map(sum, zip(*counts.values()))
    full = [name for name, (found, of) in counts.items() if found == of]
    ordered = sorted(data["F6"], key=lambda row: -row["strength"])
    pairs = [(row["feature"], row["other feature"]) for row in ordered]
    places = [k for k, pair in enumerate(pairs) if pair in WEAK]
    share = ordered[places[0]]["strength"] / (ordered[0]["strength"] or 1)
    right, of = counts["F7"]
    return (
        f"{hits} of {n} crosses, {hits / n:.0%}, are among the strongest pairs of "
        "their function, as many pairs as it has crosses (paper: normally high): all "
        f"for {listed(full)}. F6's {{8, 9, 10}}, in the paper weak or negligible, are "
        f"in places {', '.join(str(k + 1) for k in places)} of {len(pairs)}, with at "
        f"most {share:.0%} of the strongest; F7, in the paper erroneous, has "
        f"{of - right} false pairs among its {of} strongest."
    )


def figure(rows):
    axes = new_grid(2, 5, 3.2, 2.7)
    for ax, (name, own) in zip(axes.flat, rows_by(rows, "function").items()):
        strengths = pair_matrix(own, "feature", "other feature")
        heat_map(strengths, SUITE[name].pairs, ax=ax, title=name)
    return axes[0, 0].figure
