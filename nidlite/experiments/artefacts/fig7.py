"""Fig. 7: MLP-Cutoff's error as interactions are added, on real data (Sec. 5.3)."""

from ...interactions import label
from ...plots import new_grid
from ..numbers import listed
from ..presets import CLASSES, REAL, grown, real
from ..trainings import trained
from .fig6 import NONE, above_cutoff, bars, curve, ending, trials_of

TITLE = "Figure 7: cutoff on the ranking, real data"
CLAIM = (
    "Housing's first interaction is longitude and latitude, and letter's cutoff has all "
    "16 features."
)
NOTE = """The picture is of the first trial, the table's numbers are means of all, but
for dead nets, as in Fig. 6. Bike sharing was not grown again with slower starts."""


def run(preset, work):
    """A row for each trial, data set and K: the error, and what was added, by names."""
    cases = real(preset)
    seeds = sorted({case.seed for case in cases})
    for result in grown(work, preset, trained(work, cases)):
        problem = result.case.problem
        measure = "cross-entropy" if problem.name in CLASSES else "RMSE"
        names = [NONE, *(label(i, result.names) for i in result.candidates)]
        about = {"features": len(result.names), "rows used": problem.rows_used}
        lines = curve(REAL[problem.name], result, measure)
        for row, words in zip(lines, names, strict=True):
            yield row | {"names": words} | about, seeds


def side_by_side(rows):
    table = []
    for name, trials in trials_of(rows).items():
        line = {"": name} | ending(trials)
        sizes = (listed(map(str, sizes_of(own))) for own in trials)
        line["features in each"] = "; ".join(sizes)
        table.append(line | {"rows used": trials[0][0]["rows used"]})
    return table


def sizes_of(trial) -> list[int]:
    """How many features each interaction has that a trial identified."""
    return [row["interaction"].count(",") + 1 for row in above_cutoff(trial)]


def verdict(rows):
    data = trials_of(rows)
    housing, letter = data[REAL["cal_housing"]], data[REAL["letter"]]
    firsts = [trial[:2][-1]["interaction"] for trial in housing]  # "none" where K = 0
    largest = [max(sizes_of(trial), default=0) for trial in letter]
    right = firsts.count("{1,2}"), largest.count(16)
    return right == (len(housing), len(letter)), (
        f"Longitude and latitude come first in {right[0]} of {len(housing)} trials; "
        f"letter's cutoff has a set of all 16 features in {right[1]} of {len(letter)}."
    )


def figure(rows):
    return bars(rows, new_grid(2, 2, 4.8, 3.6))
