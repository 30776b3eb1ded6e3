"""Fig. 7: MLP-Cutoff's error as interactions are added, on real data (Sec. 5.3)."""

from ...interactions import label
from ...plots import new_grid
from ..settings import CLASSES, REAL, growths, real, rows_used
from .cells import listed
from .fig6 import NONE, above_cutoff, bars, curve, ending, numbered, trials_of

TITLE = "Figure 7: cutoff on the ranking, real data"
NOTE = """The picture is of the first trial, the table's numbers are means of all, but
for dead nets, as in Fig. 6. Bike sharing was not grown again with slower starts."""


def units(preset):
    return growths(preset, real(preset))


def run(preset, results):
    """A row for each trial, data set and K: the error, and what was added, by names."""
    every = units(preset)
    for unit in every:
        name, result = unit.problem.name, results[unit]
        seeds = [other.seed for other in every if other.problem == unit.problem]
        measure = "cross-entropy" if name in CLASSES else "RMSE"
        names = [NONE, *(label(i, result.names) for i in result.candidates)]
        about = {"features": len(result.names), "rows used": rows_used(unit.problem)}
        for row, words in zip(curve(REAL[name], result, measure), names, strict=True):
            yield row | {"names": words} | about, seeds


def side_by_side(rows):
    table = []
    for name, trials in trials_of(rows).items():
        line = {"": name} | ending(trials)
        sizes = (listed(map(str, sizes_of(own))) for own in trials)
        line["features in each"] = "; ".join(sizes)
        table.append(line | {"rows used": trials[0][0]["rows used"]})
    return table


def sizes_of(own) -> list[int]:
    """How many features each interaction has that a trial identified."""
    return [row["interaction"].count(",") + 1 for row in above_cutoff(own)]


def verdict(rows):
    data = trials_of(rows)
    housing, letter = data[REAL["cal_housing"]], data[REAL["letter"]]
    ones = [own[:2][-1] for own in housing]  # K = 0 where nothing was added
    gap = sum(own[0]["error"] - own[0]["MLP-M error"] for own in housing)
    closed = sum(own[0]["error"] - one["error"] for own, one in zip(housing, ones))
    first = numbered(f"{one['interaction']}: {one['names']}" for one in ones)
    largest = numbered(str(max(sizes_of(own), default=0)) for own in letter)
    alone = f"{100 * closed / gap:.0f} percent"
    return (
        f"Cal housing's first interaction, in {len(housing)} trials, is {first} "
        f"(paper: {{1,2}}). It alone closes {alone} of the gap to MLP-M on validation "
        f"rows. Letter's largest interactions have {largest} of "
        f"{letter[0][0]['features']:.0f} features, in the paper 16."
    )


def figure(rows):
    return bars(rows, new_grid(2, 2, 4.8, 3.6))
