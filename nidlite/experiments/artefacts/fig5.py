"""Fig. 5: heat maps of pairwise strengths on the four real data sets (Sec. 5.2)."""

from itertools import combinations

from ...plots import heat_map, new_grid
from ..presets import REAL, real
from ..trainings import trained_networks
from .fig4 import pair_matrix

TITLE = "Figure 5: pairwise strengths, real data"
CLAIM = "Longitude and latitude are housing's strongest pair."
PLACE = ("longitude", "latitude")


def run(preset, work):
    """A row for each pair of features, which count from 1: its strength."""
    for network in trained_networks(work, real(preset, trials=1)):
        strengths, names, problem = (
            network.strengths,
            network.names,
            network.case.problem,
        )
        for i, j in combinations(range(len(names)), 2):
            row = {"data": REAL[problem.name], "i": i + 1, "j": j + 1}
            row |= {"feature i": names[i], "feature j": names[j]}
            row |= {"strength": float(strengths[i, j]), "rows used": problem.rows_used}
            yield row, [network.case.seed]


def verdict(rows):
    top = rows.loc[rows.groupby("data", sort=False).strength.idxmax()]
    names = zip(top["feature i"], top["feature j"], top["data"])
    pairs = {data: (one, other) for one, other, data in names}
    letter = rows[rows["data"] == REAL["letter"]].strength
    words = [f"{' & '.join(pair)} in {data}" for data, pair in pairs.items()]
    return set(pairs[REAL["cal_housing"]]) == set(PLACE), (
        f"The strongest pairs are {', '.join(words)}; letter's weakest one has "
        f"{letter.min() / letter.max():.0%} of its strongest, where the paper sees all "
        "pairs interact."
    )


def figure(rows):
    axes = new_grid(2, 2, 6.4, 5.6)
    for ax, (title, pairs) in zip(axes.flat, rows.groupby("data", sort=False)):
        names = dict(zip(pairs.i, pairs["feature i"]))
        names = [*(names | dict(zip(pairs.j, pairs["feature j"]))).values()]
        heat_map(pair_matrix(pairs, "i", "j"), names=names, ax=ax, title=title)
    return axes[0, 0].figure
