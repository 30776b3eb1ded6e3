"""Fig. 5: heat maps of pairwise strengths on the four real data sets (Sec. 5.2)."""

import numpy as np

from ...plots import heat_map, new_grid
from ..rows import preset_of, signed
from ..runner import at_once
from ..settings import REAL, by_data, first_trial, on_higgs, real, rows_used
from ..units import Training

TITLE = "Figure 5: pairwise strengths, real data"
PLACE = ("longitude", "latitude")


def units(preset) -> list[Training]:
    """What must be trained."""
    return real(first_trial(preset_of(preset)))


def run(preset, trained=at_once) -> list[dict]:
    """A row for each pair of features, which count from 1: its strength."""
    preset = first_trial(preset_of(preset))
    results = trained(units(preset))
    rows = []
    for unit in units(preset):
        found, used = results[unit].reading(), rows_used(unit.problem)
        for i, j in zip(*np.triu_indices(len(found.feature_names), 1)):
            row = {"data": REAL[unit.problem.name], "i": int(i) + 1, "j": int(j) + 1}
            row |= {"feature i": found.feature_names[i]}
            row |= {"feature j": found.feature_names[j]}
            row |= {"strength": float(found.pairwise_strengths[i, j])}
            rows.append(signed(row | {"rows used": used}, preset, results.values()))
    return rows


def strongest(own) -> dict:
    """The strongest pair's row."""
    return max(own, key=lambda row: row["strength"])


def shares(own) -> list[float]:
    """The weakest and the median pair, in percent of the strongest one's strength."""
    strengths = [row["strength"] for row in own]
    weakest, median, most = np.quantile(strengths, (0, 0.5, 1))
    return [100 * float(part / (most or 1)) for part in (weakest, median)]


def side_by_side(rows) -> list[dict]:
    """Each data set's strongest pair, and how even the map is; the paper has none."""
    table = []
    for name, own in by_data(rows).items():
        top, (weakest, median) = strongest(own), shares(own)
        line = {"": name, "strongest pair": f"{top['feature i']} & {top['feature j']}"}
        line |= {
            "its strength": f"{top['strength']:.3g}",
            "% of it: median pair": f"{median:.0f}",
        }
        line |= {"weakest pair": f"{weakest:.0f}"}
        table.append(line | {"rows used": own[0]["rows used"]})
    return table


def verdict(rows) -> str:
    """Is cal housing's strongest pair the place, and do all of letter's interact?"""
    data = by_data(rows)
    top = strongest(data[REAL["cal_housing"]])
    pair, place = f"{top['feature i']} & {top['feature j']}", " & ".join(PLACE)
    least = {name: shares(own)[0] for name, own in data.items()}
    letter = least.pop(REAL["letter"])
    others = ", ".join(f"{name} {share:.0f}" for name, share in least.items())
    even = "more" if letter > max(least.values()) else "no more"
    return (
        f"Cal housing's strongest pair is {pair}, "
        f"{'as in the paper' if pair == place else 'paper: ' + place}. Letter's "
        f"weakest pair has {letter:.0f} percent of the strongest one's strength, "
        f"{even} than elsewhere ({others}); the paper sees all its pairs interact."
        f"{on_higgs(rows)}"
    )


def figure(rows):
    """A map for each data set, with the columns' names."""
    axes = new_grid(2, 2, 6.4, 5.6)
    for ax, (name, own) in zip(axes.flat, by_data(rows).items()):
        strengths, names = as_matrix(own)
        heat_map(strengths, names=names, ax=ax, title=name)
    return axes[0, 0].figure


def as_matrix(own):
    """The strengths (p, p) and the p names of one data set's rows."""
    names = {int(row[k]) - 1: row[f"feature {k}"] for row in own for k in "ij"}
    strengths = np.zeros((len(names), len(names)))
    for row in own:
        i, j = int(row["i"]) - 1, int(row["j"]) - 1
        strengths[i, j] = strengths[j, i] = row["strength"]
    return strengths, [names[i] for i in range(len(names))]
