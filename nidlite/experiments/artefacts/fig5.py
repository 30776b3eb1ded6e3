"""Fig. 5: heat maps of pairwise strengths on the four real data sets (Sec. 5.2)."""

from itertools import combinations

import numpy as np

from ...plots import heat_map, new_grid
from ..settings import REAL, real, rows_used
from .cells import pair_matrix, rows_by

TITLE = "Figure 5: pairwise strengths, real data"
PLACE = ("longitude", "latitude")


def units(preset):
    return real(preset, trials=1)


def run(preset, results):
    """A row for each pair of features, which count from 1: its strength."""
    for unit, result in results.items():
        strengths, names, used = result.strengths, result.names, rows_used(unit.problem)
        for i, j in combinations(range(len(names)), 2):
            row = {"data": REAL[unit.problem.name], "i": i + 1, "j": j + 1}
            row |= {"feature i": names[i], "feature j": names[j]}
            row |= {"strength": float(strengths[i, j]), "rows used": used}
            yield row, [unit.seed]


def side_by_side(rows):
    table = []
    for name, own in rows_by(rows, "data").items():
        top = max(own, key=lambda row: row["strength"])
        shares = np.array([row["strength"] for row in own]) / (top["strength"] or 1)
        line = {"": name, "strongest pair": f"{top['feature i']} & {top['feature j']}"}
        line["its strength"] = f"{top['strength']:.3g}"
        line["% of it: median pair"] = f"{100 * np.median(shares):.0f}"
        line["weakest pair"] = f"{100 * shares.min():.0f}"
        table.append(line | {"rows used": own[0]["rows used"]})
    return table


def verdict(rows):
    lines = {line[""]: line for line in side_by_side(rows)}
    weakest = {name: line["weakest pair"] for name, line in lines.items()}
    letter = weakest.pop(REAL["letter"])
    pair = lines[REAL["cal_housing"]]["strongest pair"]
    return (
        f"Cal housing's strongest pair is {pair} "
        f"(paper: {' & '.join(PLACE)}). Letter's weakest pair has {letter} percent of "
        f"the strongest one's strength ({', '.join(map(' '.join, weakest.items()))}); "
        "the paper sees all of letter's pairs interact."
    )


def figure(rows):
    axes = new_grid(2, 2, 6.4, 5.6)
    for ax, (title, own) in zip(axes.flat, rows_by(rows, "data").items()):
        names = {row[k]: row[f"feature {k}"] for row in own for k in "ij"}
        names = [names[i] for i in sorted(names)]
        heat_map(pair_matrix(own, "i", "j"), names=names, ax=ax, title=title)
    return axes[0, 0].figure
