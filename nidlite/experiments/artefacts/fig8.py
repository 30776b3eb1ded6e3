"""Fig. 8a: top-rank recall against noise, of NID and of AG (Sec. 5.3)."""

import numpy as np

from ...baselines.additive_groves import DEVIATIONS
from ...metrics import top_rank_recall
from ...plots import bands
from ...synthetic import SUITE
from ..presets import suite
from ..rows import over_suite
from ..trainings import TITLES, Rival, baseline, trained_networks

TITLE = "Fig. 8a: top-rank recall against noise"
CLAIM = "MLP-M's recall falls with every step of noise."
NOTE = "AG is small here, with two bags of 1,000 training rows, four trees, one trial."
COLUMNS = ("architecture", "noise", "recall", "rows used")
NOISE = (0.0, 0.25, 0.5, 0.75, 1.0)
GROVES = (("bags", 2), ("largest", 5), ("rows", 1000), ("trees", 4))  # for the time


def run(preset, work):
    """A row for each method and noise; AG has the least and the most noise only."""
    for noise in NOISE:
        networks = trained_networks(work, suite(preset, noise=noise))
        for title in TITLES.values():
            trials = [one for one in networks if one.case.title == title]
            recalls = over_suite("recall", trials, recall_of)
            yield row_of(preset, title, noise) | recalls, preset.seeds
        if noise in (NOISE[0], NOISE[-1]):
            settings = preset.rows, "additive_groves", GROVES, noise
            rivals = work.each(baseline, [(Rival(n, 0, *settings),) for n in SUITE])
            # one trial, of which none can be left out
            recall = float(np.mean(list(map(recall_of, rivals))))
            yield row_of(preset, "AG", noise) | {"recall": recall}, [0]


def row_of(preset, title, noise) -> dict:
    about = {"part": "a", "architecture": title, "noise": noise}
    return about | {"rows used": f"{preset.rows:,} rows"}


def recall_of(result) -> float:
    """The top-rank recall of NID's ranking, or of AG's down to three deviations."""
    if result.case.title == "AG":
        ranking = [entry for entry in result.ranking if entry[1] > DEVIATIONS]
    else:
        ranking = result.reading().ranking
    return top_rank_recall(ranking, result.truths)


def side_by_side(rows):
    """The rows without deviations; a file of another version has runtimes as well."""
    return rows[rows["part"] == "a"].drop(columns="recall deviation")


def verdict(rows):
    recalls = rows[(rows["part"] == "a") & (rows.architecture == "MLP-M")].recall
    return recalls.is_monotonic_decreasing and recalls.is_unique, (
        f"It falls from {recalls.iloc[0]:.2f} to {recalls.iloc[-1]:.2f}."
    )


def figure(rows):
    columns = ["noise", "recall", "recall deviation"]
    curves = {  # a single trial has no deviation: no band
        title: trials[columns].fillna(0.0).to_numpy().T
        for title, trials in rows[rows["part"] == "a"].groupby("architecture")
    }
    words = "noise (deviation; of scaled features and outcome)"
    return bands(curves).set(xlabel=words, ylabel="top-rank recall")[0].figure
