"""Fig. 4: heat maps of MLP-M's pairwise strengths on F1 to F10 (Sec. 5.2).

Of one network for each function, Table 2's of the first trial; a cross is a true pair.
"""

from itertools import combinations

from ...interactions import pairs_of
from ...plots import heat_map, new_grid
from ...synthetic import SUITE
from ..numbers import listed, pair_matrix, rows_by
from ..presets import suite
from ..printed import paper_rows
from ..trainings import trained

TITLE = "Figure 4: pairwise strengths of MLP-M on F1 to F10"
CLAIM = "Most of the crosses, the true pairs, are at the top."


def run(preset, work):
    """A row for each pair of each function, its features counted from 1."""
    for network in trained(work, suite(preset, ("mlp-m",), trials=1)):
        strengths, true = network.strengths, pairs_of(network.truths)
        for i, j in combinations(range(len(strengths)), 2):
            row = {"function": network.case.problem.name, "feature": i + 1}
            row |= {"other feature": j + 1, "strength": float(strengths[i, j])}
            yield row | {"true pair": int((i, j) in true)}, [network.case.seed]


def crosses(pairs) -> tuple[int, int]:
    """Of one function: how many of its n strongest pairs are true, where n are; n."""
    ordered = sorted(pairs, key=lambda row: -row["strength"])
    n = int(sum(row["true pair"] for row in ordered))
    return int(sum(row["true pair"] for row in ordered[:n])), n


def side_by_side(rows):
    words = {
        r["about"].split(",")[0]: r["words of the paper"] for r in paper_rows("fig4")
    }
    return [
        {"": name, "paper": words.get(name, "")}
        | {"crosses among the strongest pairs": "{} of {}".format(*crosses(pairs))}
        for name, pairs in rows_by(rows, "function").items()
    ]


def verdict(rows):
    counts = {name: crosses(own) for name, own in rows_by(rows, "function").items()}
    hits, n = map(sum, zip(*counts.values()))
    full = [name for name, (found, of) in counts.items() if found == of]
    return hits > n / 2, (
        f"{hits} of {n} crosses, {hits / n:.0%}, are among the strongest pairs of their "
        f"function, as many pairs as it has crosses: all for {listed(full)}."
    )


def figure(rows):
    axes = new_grid(2, 5, 3.2, 2.7)
    for ax, (name, pairs) in zip(axes.flat, rows_by(rows, "function").items()):
        strengths = pair_matrix(pairs, "feature", "other feature")
        heat_map(strengths, SUITE[name].pairs, ax=ax, title=name)
    return axes[0, 0].figure
