"""Fig. 5: heat maps of pairwise strengths on the four real data sets (Sec. 5.2)."""

from itertools import combinations

import numpy as np

from ...plots import heat_map, new_grid
from ..numbers import pair_matrix, rows_by
from ..presets import REAL, real
from ..trainings import trained

TITLE = "Figure 5: pairwise strengths, real data"
CLAIM = "Longitude and latitude are housing's strongest pair."
PLACE = ("longitude", "latitude")


def run(preset, work):
    """A row for each pair of features, which count from 1: its strength."""
    for network in trained(work, real(preset, trials=1)):
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


def side_by_side(rows):
    table = []
    for name, pairs in rows_by(rows, "data").items():
        top = max(pairs, key=lambda row: row["strength"])
        shares = np.array([row["strength"] for row in pairs]) / (top["strength"] or 1)
        line = {"": name, "strongest pair": f"{top['feature i']} & {top['feature j']}"}
        line["its strength"] = f"{top['strength']:.3g}"
        line["% of it: median pair"] = f"{100 * np.median(shares):.0f}"
        line["weakest pair"] = f"{100 * shares.min():.0f}"
        table.append(line | {"rows used": pairs[0]["rows used"]})
    return table


def verdict(rows):
    lines = {line[""]: line for line in side_by_side(rows)}
    pair = lines[REAL["cal_housing"]]["strongest pair"]
    return set(pair.split(" & ")) == set(PLACE), (
        f"It is {pair}; letter's weakest pair, all of which interact in the paper, has "
        f"{lines[REAL['letter']]['weakest pair']} percent of the strongest one's "
        "strength."
    )


def figure(rows):
    axes = new_grid(2, 2, 6.4, 5.6)
    for ax, (title, pairs) in zip(axes.flat, rows_by(rows, "data").items()):
        names = {row[k]: row[f"feature {k}"] for row in pairs for k in "ij"}
        names = [names[i] for i in sorted(names)]
        heat_map(pair_matrix(pairs, "i", "j"), names=names, ax=ax, title=title)
    return axes[0, 0].figure
