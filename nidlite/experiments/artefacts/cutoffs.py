"""What interactions add to MLP-Cutoff: Table 3, Figs. 6 and 7 (Sec. 5.3)."""

import numpy as np

from ...interactions import mark, maximal
from ...plots import cutoff_bars, new_grid
from ..presets import grown_cutoffs, real, suite
from ..rows import averaged, grouped, paper_rows
from ..trainings import CLASSES, REAL, trained_networks

SYNTHETIC = ("F3", "F5", "F7", "F10")
RELATIVE, ABSOLUTE = "relative improvement (percent)", "absolute improvement"
table3_columns = ("data", RELATIVE, ABSOLUTE, "measure", "median K", "mean cardinality")
table3_columns += ("rows used",)


def table3(preset, work):
    """Table 3: test improvement by the detected interactions

    At most 25 interactions are added; on real data, with five trials, at most 50. Here
    K leaves out sets inside others above the cutoff; in Figs. 6 and 7 it counts them.
    """
    cases = [*real(preset), *suite(preset, ("mlp-m",), SYNTHETIC)]
    every = grown_cutoffs(work, preset, trained_networks(work, cases))
    for name, trials in grouped(every).items():
        row = {"data": trials[0].case.data, "rows used": trials[0].case.rows}
        row |= improvement(np.array([one.test for one in trials]), name in CLASSES)
        kept = [maximal(one.candidates[: one.K]) for one in trials]
        sizes = [len(interaction) for trial in kept for interaction in trial]
        row |= {"median K": float(np.median(list(map(len, kept))))}
        row |= {"mean cardinality": float(np.mean(sizes)) if sizes else None}
        yield row, [one.case.seed for one in trials]


def improvement(tests, classifies) -> dict:
    """Of tests (trials, 3): without interactions, with the top K, and MLP-M.

    The relative one is the share of the gap to MLP-M; None where a trial has no gap.
    """
    without, with_, full = tests.T
    gap = without - full
    relative = 100 * (without - with_) / gap if gap.all() else []
    absolute = with_ - without if classifies else without - with_
    row = averaged(RELATIVE, relative) | averaged(ABSOLUTE, absolute)
    return row | {"measure": "AUC" if classifies else "RMSE"}


def table3_verdict(rows):
    """Interactions close at least 98 percent of the gap to MLP-M in all data sets."""
    closed = rows[RELATIVE] >= paper_rows("table3")[RELATIVE].min()
    return bool(closed.all()), f"They do in {closed.sum()} of {len(rows)} data sets."


NONE = "none"  # what is added at K = 0
JUDGED = {"+ ": "true", "o ": "part", "- ": "false", "": NONE}
fig6_columns = ("data", "without", "with K", "MLP-M error", "measure", "median K")


def fig6(preset, work):
    """Figure 6: cutoff on the ranking, synthetic functions

    In this figure and in Figure 7 the picture shows the first trial. The table's
    numbers are means of all trials.
    """
    return curves(preset, work, suite(preset, ("mlp-m",)))


def fig7(preset, work):
    """Figure 7: cutoff on the ranking, real data"""
    return curves(preset, work, real(preset))


def braces(interaction) -> str:
    """(0, 2) as the paper writes it: {1,3}."""
    return f"{{{','.join(str(i + 1) for i in interaction)}}}"


def curves(preset, work, cases):
    """A row for each trial, data set and K: its validation error, and what came in."""
    seeds = sorted({case.seed for case in cases})
    for growth in grown_cutoffs(work, preset, trained_networks(work, cases)):
        classifies = growth.case.name in CLASSES
        measure, error = ("cross-entropy", float) if classifies else ("RMSE", np.sqrt)
        words = [NONE, *map(braces, growth.candidates)]
        marks = ["", *(mark(i, growth.truths) for i in growth.candidates)]
        for K, loss in enumerate(growth.losses):
            row = {"data": growth.case.data, "trial": growth.case.seed, "K": K}
            row |= {"interaction": words[K], "truth": JUDGED[marks[K]]}
            row |= {"error": float(error(loss)), "gain": int(K in growth.gains)}
            row |= {"measure": measure, "MLP-M error": float(error(growth.reference))}
            row |= {"chosen K": growth.K, "rows used": growth.case.rows}
            yield row, seeds


def above_cutoff(rows):
    """The rows of what was a gain, up to their trial's cutoff."""
    return rows[(rows.gain == 1) & (rows.K <= rows["chosen K"])]


def fig6_table(rows):
    """A row for each data set: where its curves end, as means of its trials."""
    firsts = rows[rows.K == 0].groupby("data", sort=False)
    table = firsts.first().assign(without=firsts.error.mean())
    table["with K"] = rows[rows.K == rows["chosen K"]].groupby("data").error.mean()
    table["MLP-M error"] = firsts["MLP-M error"].mean()
    table["median K"] = firsts["chosen K"].median()
    return table.reset_index()


def fig6_verdict(rows):
    """True interactions stand before each cutoff."""
    gains = above_cutoff(rows)
    some = gains[gains.truth == "true"].groupby(["data", "trial"]).ngroups
    every, trials = rows.groupby(["data", "trial"]).ngroups, rows.trial.nunique()
    true, false = ((gains.truth == one).sum() / trials for one in ("true", "false"))
    more = (rows[rows.K <= rows["chosen K"]].truth == "false").sum() / trials - false
    words = f"They do in {some} of {every} curves. The mean trial adds {true:.1f} true"
    words += f", {false:.1f} false that lower the error, {more:.1f} false that do not."
    return some == every, words


def fig7_verdict(rows):
    """First in housing are longitude and latitude; letter's cutoff has all 16."""
    housing, letter = (rows[rows["data"] == REAL[k]] for k in ("cal_housing", "letter"))
    first = housing[housing.K == 1].interaction.tolist().count("{1,2}")
    gains = above_cutoff(letter)
    every = gains[gains.interaction.str.count(",") == 15].trial.nunique()
    trials = rows.trial.nunique()  # of each data set
    words = f"The two come first in {first} of {trials} trials, all 16 are in {every}."
    return first == every == trials, words


def fig6_figure(rows):
    """Errors of each data set's first trial: others have other rankings."""
    n = rows["data"].nunique() // 2
    axes = new_grid(2, n, 15 / n, 3.5)
    for ax, (name, data) in zip(axes.flat, rows.groupby("data", sort=False)):
        trial = data[data.trial == 0]
        first, added, errors = trial.iloc[0], trial[1:], trial.error.tolist()
        words, true = added.interaction.tolist(), added.truth == "true"
        reference, K = first["MLP-M error"], int(first["chosen K"])
        cutoff_bars(words, errors, reference, true, K, first["measure"], ax)
        ax.set_title(name)
    return axes[0, 0].figure


fig7_columns, fig7_table, fig7_figure = fig6_columns, fig6_table, fig6_figure
