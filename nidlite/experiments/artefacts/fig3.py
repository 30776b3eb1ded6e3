"""Fig. 3: the six averaging functions on the same trained networks (Sec. 5.1).

Each ranks the interactions of Table 2's networks by Algorithm 1; what counts is how
many true ones stand before any false one, all ten functions together.
"""

import numpy as np

from ...averaging import MEANS
from ...metrics import correct_before_false
from ...plots import averaging_comparison
from ...synthetic import SUITE
from ..numbers import by_function, cell, rows_by
from ..presets import suite
from ..printed import paper_rows
from ..trainings import TITLES, trained

TITLE = "Figure 3: averaging functions"
CLAIM = "The minimum is the best of six averages."
TRUE = sum(len(f.interactions) for f in SUITE.values())


def run(preset, work):
    """A row for each architecture and mean: counts of correct interactions.

    Of all functions together the mean, the deviation (over n - 1) and each trial; of
    each function alone the mean of the trials.
    """
    networks = trained(work, suite(preset))
    for title in TITLES.values():
        results = [one for one in networks if one.case.title == title]
        for mean in MEANS:

            def correct(result, mean=mean):
                return correct_before_false(result.reading(mean).ranking, result.truths)

            counts = by_function(results, correct)
            totals = np.sum(list(counts.values()), axis=0).tolist()
            spread = float(np.std(totals, ddof=1)) if len(totals) > 1 else None
            row = {"architecture": title, "mean": mean}
            row |= {"correct": float(np.mean(totals)), "deviation": spread}
            row |= {f"trial {seed}": n for seed, n in zip(preset.seeds, totals)}
            yield row | {k: float(np.mean(counts[k])) for k in SUITE}, preset.seeds


def side_by_side(rows):
    table = {mean: {"": mean.replace("_", " "), "paper": ""} for mean in MEANS}
    table["minimum"]["paper"] = f"place {paper_rows('fig3')[0]['value']:g}"
    for title, lines in rows_by(rows, "architecture").items():
        for row in lines:
            words = cell(row | {"correct deviation": row["deviation"]}, "correct", 1)
            table[row["mean"]][f"{title}, nidlite"] = words
    return list(table.values())


def verdict(rows):
    found = {
        title: max(lines, key=lambda row: row["correct"])
        for title, lines in rows_by(rows, "architecture").items()
    }
    words = [f"{k}'s is the {r['mean']}, {r['correct']:.1f}" for k, r in found.items()]
    holds = all(row["mean"] == "minimum" for row in found.values())
    return holds, (
        f"By how many of {TRUE} interactions stand before any false one the best of "
        f"{', of '.join(words)}."
    )


def figure(rows):
    counts = {}
    for row in rows:
        trials = [value for name, value in row.items() if name.startswith("trial ")]
        counts.setdefault(row["architecture"], {})[row["mean"]] = trials
    ax = averaging_comparison(counts)
    ax.set_ylabel(f"correct top interactions, of {TRUE}")
    return ax.figure
