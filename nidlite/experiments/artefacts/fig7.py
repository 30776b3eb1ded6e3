"""Fig. 7: MLP-Cutoff's error as interactions are added, on real data (Sec. 5.3)."""

from ...interactions import label
from ...plots import new_grid
from ..settings import CLASSES, REAL, growths, real, rows_used
from .cells import listed, rows_by
from .fig6 import NONE, above_cutoff, bars, curve, ending

TITLE = "Figure 7: cutoff on the ranking, real data"


def units(preset):
    return growths(preset, real(preset, trials=1))


def run(preset, results):
    """A row for each data set and K: the error, and what was added, by names too."""
    for unit in units(preset):
        name, result = unit.problem.name, results[unit]
        measure = "cross-entropy" if name in CLASSES else "RMSE"
        names = [NONE, *(label(i, result.names) for i in result.candidates)]
        about = {"features": len(result.names), "rows used": rows_used(unit.problem)}
        for row, words in zip(curve(REAL[name], result, measure), names, strict=True):
            yield row | {"names": words} | about, [unit.seed]


def side_by_side(rows):
    table = []
    for name, own in rows_by(rows, "data").items():
        sizes = [row["interaction"].count(",") + 1 for row in above_cutoff(own)]
        line = {"": name} | ending(own) | {"features in each": listed(map(str, sizes))}
        table.append(line | {"rows used": own[0]["rows used"]})
    return table


def verdict(rows):
    data = rows_by(rows, "data")
    housing, letter = data[REAL["cal_housing"]], data[REAL["letter"]]
    before, after = housing[0], housing[:2][-1]  # the same where nothing was added
    sizes = [row["interaction"].count(",") + 1 for row in above_cutoff(letter)]
    return (
        f"Cal housing's first interaction is {after['interaction']} "
        f"({after['names']}), in the paper {{1,2}}: RMSE {before['error']:.3f} without "
        f"it, {after['error']:.3f} with it, MLP-M {before['MLP-M error']:.3f}. "
        f"Letter's largest has {max(sizes, default=0)} of {letter[0]['features']:.0f} "
        "features, in the paper 16."
    )


def figure(rows):
    return bars(rows, new_grid(2, 2, 4.8, 3.6))
