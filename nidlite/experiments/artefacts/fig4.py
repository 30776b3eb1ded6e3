"""Fig. 4: heat maps of MLP-M's pairwise strengths on F1 to F10 (Sec. 5.2).

Of one network for each function, Table 2's of the first trial; a cross is a true pair.
"""

from itertools import combinations

import numpy as np

from ...interactions import pairs_of
from ...plots import heat_map, new_grid
from ...synthetic import SUITE
from ..presets import suite
from ..rows import listed
from ..trainings import trained_networks

TITLE = "Figure 4: pairwise strengths of MLP-M on F1 to F10"
CLAIM = "Most of the crosses, the true pairs, are at the top."


def run(preset, work):
    """A row for each pair of each function, its features counted from 1."""
    for network in trained_networks(work, suite(preset, ("mlp-m",), trials=1)):
        strengths, true = network.strengths, pairs_of(network.truths)
        for i, j in combinations(range(len(strengths)), 2):
            row = {"function": network.case.problem.name, "feature": i + 1}
            row |= {"other feature": j + 1, "strength": float(strengths[i, j])}
            yield row | {"true pair": int((i, j) in true)}, [network.case.seed]


def crosses(pairs) -> tuple[int, int]:
    """Of one function: how many of its n strongest pairs are true, where n are; n."""
    n = int(pairs["true pair"].sum())
    ordered = pairs.sort_values("strength", ascending=False, kind="stable")
    return int(ordered["true pair"][:n].sum()), n


def pair_matrix(pairs, i, j) -> np.ndarray:
    """Strengths (p, p), a row for each pair of features; i and j count them from 1."""
    strengths = np.zeros((pairs[j].max(),) * 2)
    strengths[pairs[i] - 1, pairs[j] - 1] = pairs.strength
    return strengths + strengths.T


def verdict(rows):
    counts = {name: crosses(own) for name, own in rows.groupby("function", sort=False)}
    hits, n = map(sum, zip(*counts.values()))
    full = [name for name, (found, of) in counts.items() if found == of]
    return hits > n / 2, (
        f"{hits} of {n} crosses, {hits / n:.0%}, are among as many strongest pairs as "
        f"their function has crosses: all for {listed(full)}."
    )


def figure(rows):
    axes = new_grid(2, 5, 3.2, 2.7)
    for ax, (name, pairs) in zip(axes.flat, rows.groupby("function", sort=False)):
        strengths = pair_matrix(pairs, "feature", "other feature")
        heat_map(strengths, SUITE[name].pairs, ax=ax, title=name)
    return axes[0, 0].figure
