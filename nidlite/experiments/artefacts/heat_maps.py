"""Figs. 4 and 5: heat maps of MLP-M's pairwise strengths (Sec. 5.2).

Each is of one network, that of the first trial; a cross is a true pair.
"""

from itertools import combinations
from types import SimpleNamespace

import numpy as np

from ...interactions import pairs_of
from ...plots import heat_map, new_grid
from ...synthetic import SUITE
from ..presets import REAL, real, suite
from ..trainings import trained_networks

PLACE = ("longitude", "latitude")


def synthetic_pairs(preset, work):
    """A row for each pair of each function, its features counted from 1."""
    for one in trained_networks(work, suite(preset, ("mlp-m",), trials=1)):
        true, strengths = pairs_of(one.truths), one.strengths
        for i, j in combinations(range(len(strengths)), 2):
            row = {"function": one.case.name, "feature": i + 1, "other feature": j + 1}
            row |= {"strength": strengths[i, j], "true pair": int((i, j) in true)}
            yield row, [one.case.seed]


def real_pairs(preset, work):
    """A row for each pair of features of each data set."""
    for one in trained_networks(work, real(preset, trials=1)):
        names, strengths = one.names, one.strengths
        for i, j in combinations(range(len(strengths)), 2):
            row = {"data": REAL[one.case.name], "i": i + 1, "j": j + 1}
            row |= {"feature i": names[i], "feature j": names[j]}
            row |= {"strength": strengths[i, j], "rows used": one.case.rows}
            yield row, [one.case.seed]


def crosses(pairs) -> tuple[int, int]:
    """Of one function: how many of its n strongest pairs are true, where n are; n."""
    n = int(pairs["true pair"].sum())
    ordered = pairs.sort_values("strength", ascending=False, kind="stable")
    return int(ordered["true pair"][:n].sum()), n


def most_at_the_top(rows):
    hits, n = map(sum, zip(*(crosses(pairs) for _, pairs in rows.groupby("function"))))
    words = f"{hits} of {n} crosses are among as many strongest pairs as there are."
    return hits > n / 2, words


def place_is_strongest(rows):
    top = rows.loc[rows.groupby("data", sort=False).strength.idxmax()]
    pairs = dict(zip(top["data"], zip(top["feature i"], top["feature j"])))
    words = ", ".join(f"{' & '.join(pair)} in {data}" for data, pair in pairs.items())
    holds = set(pairs[REAL["cal_housing"]]) == set(PLACE)
    return holds, f"The strongest pairs are {words}."


def maps(rows, axes):
    """A map on each axes; the first columns are the data and a pair, counted from 1."""
    data, i, j = rows.columns[:3]
    for ax, (name, pairs) in zip(axes.flat, rows.groupby(data, sort=False)):
        true, names = SUITE[name].pairs if name in SUITE else (), None
        if "feature i" in pairs:
            names = [pairs["feature i"].iloc[0], *pairs["feature j"].unique()]
        strengths = np.zeros((pairs[j].max(),) * 2)
        strengths[pairs[i] - 1, pairs[j] - 1] = pairs.strength
        heat_map(strengths + strengths.T, true, names, ax, name)
    return axes[0, 0].figure


FIG4 = SimpleNamespace(
    TITLE="Figure 4: pairwise strengths of MLP-M on F1 to F10",
    CLAIM="Most of the crosses, the true pairs, are at the top.",
    run=synthetic_pairs,
    verdict=most_at_the_top,
    figure=lambda rows: maps(rows, new_grid(2, 5, 3.2, 2.7)),
)
FIG5 = SimpleNamespace(
    TITLE="Figure 5: pairwise strengths, real data",
    CLAIM="Longitude and latitude are housing's strongest pair.",
    run=real_pairs,
    verdict=place_is_strongest,
    figure=lambda rows: maps(rows, new_grid(2, 2, 6.4, 5.6)),
)
