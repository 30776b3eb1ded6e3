"""Fig. 7: MLP-Cutoff's error as interactions are added, on real data (Sec. 5.3)."""

from ...interactions import label
from ...plots import new_grid
from ..presets import CLASSES, REAL, grown_cutoffs, real
from ..rows import beside
from ..trainings import trained_networks
from .fig6 import FORMS, NONE, above_cutoff, bars, curve, ending

TITLE = "Figure 7: cutoff on the ranking, real data"
CLAIM = (
    "Housing's first interaction is longitude and latitude, and letter's cutoff has "
    "all 16 features."
)
NOTE = """The picture is of the first trial, the table's numbers are means of all. Bike
sharing was not grown again with slower starts."""


def run(preset, work):
    """A row for each trial, data set and K: the error, and what was added, by names."""
    cases = real(preset)
    seeds = sorted({case.seed for case in cases})
    for result in grown_cutoffs(work, preset, trained_networks(work, cases)):
        problem = result.case.problem
        measure = "cross-entropy" if problem.name in CLASSES else "RMSE"
        names = [NONE, *(label(i, result.names) for i in result.candidates)]
        about = {"features": len(result.names), "rows used": problem.rows_used}
        lines = curve(REAL[problem.name], result, measure)
        for row, words in zip(lines, names, strict=True):
            yield row | {"names": words} | about, seeds


def side_by_side(rows):
    table = ending(rows).join(rows.groupby("data")["rows used"].first())
    return beside(table.reset_index(), "data", FORMS | {"rows used": ""})


def verdict(rows):
    data = dict(list(rows.groupby("data")))
    housing, letter = data[REAL["cal_housing"]], data[REAL["letter"]]
    first = housing[housing.K == 1].interaction.tolist().count("{1,2}")
    gains = above_cutoff(letter)
    every = gains[gains.interaction.str.count(",") == 15].trial.nunique()
    trials = housing.trial.nunique(), letter.trial.nunique()
    return (first, every) == trials, (
        f"Longitude and latitude come first in {first} of {trials[0]} trials; letter's "
        f"cutoff has a set of all 16 features in {every} of {trials[1]}."
    )


def figure(rows):
    return bars(rows, new_grid(2, 2, 4.8, 3.6))
