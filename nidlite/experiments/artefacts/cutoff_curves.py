"""Figs. 6 and 7: MLP-Cutoff's error as interactions are added (Sec. 5.3)."""

from types import SimpleNamespace

import numpy as np

from ...interactions import mark
from ...plots import cutoff_bars, new_grid
from ..presets import CLASSES, REAL, grown_cutoffs, real, suite
from ..trainings import trained_networks

NOTE = "The picture is of the first trial, the table's numbers are means of all."
NONE = "none"  # what is added at K = 0
JUDGED = {"+ ": "true", "o ": "part", "- ": "false", "": NONE}
COLUMNS = ("data", "without", "with K", "MLP-M error", "measure", "median K")


def braces(interaction) -> str:
    """(0, 2) as the paper writes it: {1,3}."""
    return f"{{{','.join(str(i + 1) for i in interaction)}}}"


def curves(preset, work, cases):
    """A row for each trial, data set and K: its validation error, and what came in."""
    seeds = sorted({case.seed for case in cases})
    for growth in grown_cutoffs(work, preset, trained_networks(work, cases)):
        name = growth.case.name
        measure = "cross-entropy" if name in CLASSES else "RMSE"
        error = float if name in CLASSES else np.sqrt
        words = [NONE, *map(braces, growth.candidates)]
        marks = ["", *(mark(i, growth.truths) for i in growth.candidates)]
        for K, loss in enumerate(growth.losses):
            row = {"data": REAL.get(name, name), "trial": growth.case.seed, "K": K}
            row |= {"interaction": words[K], "truth": JUDGED[marks[K]]}
            row |= {"error": float(error(loss)), "gain": int(K in growth.gains)}
            row |= {"measure": measure, "MLP-M error": float(error(growth.reference))}
            row |= {"chosen K": growth.K, "rows used": growth.case.rows}
            yield row, seeds


def above_cutoff(rows):
    """The rows of what was a gain, up to their trial's cutoff."""
    return rows[(rows.gain == 1) & (rows.K <= rows["chosen K"])]


def ending(rows):
    """A row for each data set: where its curves end, as means of its trials."""
    firsts = rows[rows.K == 0].groupby("data", sort=False)
    table = firsts.first().assign(without=firsts.error.mean())
    table["with K"] = rows[rows.K == rows["chosen K"]].groupby("data").error.mean()
    table["MLP-M error"] = firsts["MLP-M error"].mean()
    table["median K"] = firsts["chosen K"].median()
    return table.reset_index()


def true_ones_come_in(rows):
    gains = above_cutoff(rows)
    some = gains[gains.truth == "true"].groupby(["data", "trial"]).ngroups
    every = rows.groupby(["data", "trial"]).ngroups
    return some == every, f"They do in {some} of {every} trials of all functions."


def place_and_all_sixteen(rows):
    housing, letter = (rows[rows["data"] == REAL[k]] for k in ("cal_housing", "letter"))
    first = housing[housing.K == 1].interaction.tolist().count("{1,2}")
    gains = above_cutoff(letter)
    every = gains[gains.interaction.str.count(",") == 15].trial.nunique()
    trials = housing.trial.nunique(), letter.trial.nunique()
    return (first, every) == trials, (
        f"Longitude and latitude come first in {first} of {trials[0]} trials; letter's "
        f"cutoff has a set of all 16 features in {every} of {trials[1]}."
    )


def bars(rows, axes):
    """A data set's errors on each axes, with crosses under what is known to be true.

    Of its first trial: others have other rankings.
    """
    for ax, (name, data) in zip(axes.flat, rows.groupby("data", sort=False)):
        trial = data[data.trial == 0]
        first, added = trial.iloc[0], trial[1:]
        reference, K = first["MLP-M error"], int(first["chosen K"])
        words, errors = added.interaction.tolist(), trial.error.tolist()
        true = added.truth == "true"
        cutoff_bars(words, errors, reference, true, K, first["measure"], ax)
        ax.set_title(name)
    return axes[0, 0].figure


FIG6 = SimpleNamespace(
    TITLE="Figure 6: cutoff on the ranking, synthetic functions",
    CLAIM="True interactions stand before each cutoff.",
    NOTE=NOTE,
    COLUMNS=COLUMNS,
    run=lambda preset, work: curves(preset, work, suite(preset, ("mlp-m",))),
    side_by_side=ending,
    verdict=true_ones_come_in,
    figure=lambda rows: bars(rows, new_grid(2, 5, 3, 3.4)),
)
FIG7 = SimpleNamespace(
    TITLE="Figure 7: cutoff on the ranking, real data",
    CLAIM="Housing's first interaction is longitude and latitude, and letter's cutoff "
    "has all 16 features.",
    NOTE=NOTE,
    COLUMNS=(*COLUMNS, "rows used"),
    run=lambda preset, work: curves(preset, work, real(preset)),
    side_by_side=ending,
    verdict=place_and_all_sixteen,
    figure=lambda rows: bars(rows, new_grid(2, 2, 4.8, 3.6)),
)
