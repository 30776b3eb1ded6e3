"""Fig. 3: the six averaging functions on the same trained networks (Sec. 5.1).

Each ranks the interactions of Table 2's networks by Algorithm 1; what counts is how
many true ones stand before any false one, all ten functions together.
"""

import numpy as np

from ...averaging import MEANS
from ...metrics import correct_before_false
from ...plots import averaging_comparison
from ...synthetic import SUITE
from ..presets import suite
from ..trainings import TITLES, trained_networks

TITLE = "Figure 3: averaging functions"
CLAIM = "The minimum is the best of six averages."
COLUMNS = ("architecture", "mean", "correct")
TRUE = sum(len(f.interactions) for f in SUITE.values())


def run(preset, work):
    """A row for each architecture and mean: counts of correct interactions.

    Of all functions together, the mean of the trials and each trial.
    """
    networks = trained_networks(work, suite(preset))
    for title in TITLES.values():
        for mean in MEANS:
            totals = dict.fromkeys((f"trial {seed}" for seed in preset.seeds), 0)
            for one in networks:
                if one.case.title == title:
                    right = correct_before_false(one.reading(mean).ranking, one.truths)
                    totals[f"trial {one.case.seed}"] += right
            row = {"architecture": title, "mean": mean}
            row |= {"correct": float(np.mean(list(totals.values())))} | totals
            yield row, preset.seeds


def verdict(rows):
    best = rows.loc[rows.groupby("architecture").correct.idxmax()]
    words = f"Of {TRUE} interactions most stand before any false one by"
    for _, row in best.iterrows():
        words += f", for {row.architecture} the {row['mean']}, {row.correct:.1f}"
    return bool((best["mean"] == "minimum").all()), f"{words}."


def figure(rows):
    trials = [name for name in rows if name.startswith("trial ")]
    counts = {
        title: {row["mean"]: row[trials].tolist() for _, row in means.iterrows()}
        for title, means in rows.groupby("architecture", sort=False)
    }
    return averaging_comparison(counts).figure
