"""Fig. 6: MLP-Cutoff's error as interactions are added, on the suite (Sec. 5.3)."""

import numpy as np

from ...interactions import mark
from ...plots import cutoff_bars, new_grid
from ..presets import grown_cutoffs, suite
from ..rows import beside, listed
from ..trainings import trained_networks

TITLE = "Figure 6: cutoff on the ranking, synthetic functions"
CLAIM = "True interactions stand before each cutoff."
NOTE = "The picture is of the first trial, the table's numbers are means of all."
NONE = "none"  # what is added at K = 0
JUDGED = {"+ ": "true", "o ": "part", "- ": "false"}  # of a true interaction
FORMS = dict.fromkeys(("without", "with K", "MLP-M error"), ".3f")
FORMS |= {"measure": "", "median K": "g"}


def run(preset, work):
    """A row for each trial, function and K: its error, and if what came in is true."""
    networks = trained_networks(work, suite(preset, ("mlp-m",)))
    for growth in grown_cutoffs(work, preset, networks):
        truths = [JUDGED[mark(i, growth.truths)] for i in growth.candidates]
        lines = curve(growth.case.problem.name, growth)
        for row, truth in zip(lines, [NONE, *truths], strict=True):
            yield row | {"truth": truth}, preset.seeds


def curve(data, growth, measure="RMSE") -> list[dict]:
    """A row for each K of a growth: its error on validation rows."""
    error = np.sqrt if measure == "RMSE" else float
    added = [NONE, *map(braces, growth.candidates)]
    about = {"measure": measure, "MLP-M error": float(error(growth.reference))}
    about |= {"chosen K": growth.K, "ended": growth.ended}
    return [
        {"data": data, "trial": growth.case.seed, "K": K, "interaction": words}
        | {"error": float(error(loss)), "gain": int(K in growth.gains)}
        | about
        for K, (words, loss) in enumerate(zip(added, growth.losses, strict=True))
    ]


def braces(interaction) -> str:
    """(0, 2) as the paper writes it: {1,3}."""
    return f"{{{','.join(str(i + 1) for i in interaction)}}}"


def above_cutoff(rows):
    """The rows of what was a gain, up to their trial's cutoff."""
    return rows[(rows.gain == 1) & (rows.K <= rows["chosen K"])]


def ending(rows):
    """A row for each data set: where its curves end, as means of its trials."""
    firsts = rows[rows.K == 0].groupby("data", sort=False)
    table = firsts.agg({"measure": "first", "error": "mean", "MLP-M error": "mean"})
    chosen = rows[rows.K == rows["chosen K"]].groupby("data").error.mean()
    table = table.rename(columns={"error": "without"}).assign(**{"with K": chosen})
    return table.assign(**{"median K": firsts["chosen K"].median()})


def side_by_side(rows):
    table, gains = ending(rows), above_cutoff(rows)
    for word in JUDGED.values():
        counts = (gains.truth == word).groupby(gains["data"]).sum()
        table[word] = counts / rows.groupby("data").trial.nunique()
    forms = dict.fromkeys(JUDGED.values(), ".1f")
    return beside(table.reset_index(), "data", FORMS | forms)


def verdict(rows):
    gains = above_cutoff(rows)
    some = gains[gains.truth == "true"].groupby(["data", "trial"]).ngroups
    every = rows.groupby(["data", "trial"]).ngroups
    false = set(gains[gains.truth == "false"]["data"])
    clean = [name for name in rows["data"].unique() if name not in false]
    return some == every, (
        f"They do in {some} of {every} trials of all functions, with nothing false "
        f"before it in {listed(clean)}."
    )


def figure(rows):
    return bars(rows, new_grid(2, 5, 3, 3.4))


def bars(rows, axes):
    """A data set's errors on each axes, with crosses under what is known to be true.

    Of its first trial: others have other rankings.
    """
    for ax, (name, data) in zip(axes.flat, rows.groupby("data", sort=False)):
        trial = data[data.trial == 0]
        first, added = trial.iloc[0], trial[1:]
        true = [truth == "true" for truth in added.get("truth", added.interaction)]
        words, errors = added.interaction.tolist(), trial.error.tolist()
        reference, K = first["MLP-M error"], int(first["chosen K"])
        cutoff_bars(words, errors, reference, true, K, first["measure"], ax)
        ax.set_title(name)
    return axes[0, 0].figure
