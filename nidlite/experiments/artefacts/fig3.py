"""Fig. 3: the six averaging functions on the same trained networks (Sec. 5.1).

Each ranks the interactions of Table 2's networks by Algorithm 1; what counts is how
many true ones stand before any false one, all ten functions together.
"""

import numpy as np

from ...averaging import MEANS
from ...metrics import correct_before_false
from ...plots import averaging_comparison
from ...synthetic import SUITE
from ..printed import paper_rows
from ..settings import NAMES, suite
from .cells import by_function, cell, rows_by

TITLE = "Figure 3: averaging functions"
TRUE = sum(len(f.interactions) for f in SUITE.values())


def units(preset):
    return suite(preset)


def run(preset, results):
    """A row for each architecture and mean: counts of correct interactions.

    Of all functions together the mean, the deviation (over n - 1) and each trial; of
    each function alone the mean of the trials.
    """
    for title in NAMES.values():
        own = [result for result in results.values() if result.unit.title == title]
        for mean in MEANS:

            def correct(result, mean=mean):
                return correct_before_false(result.reading(mean).ranking, result.truths)

            counts = by_function(own, correct)
            totals = np.sum(list(counts.values()), axis=0).tolist()
            spread = float(np.std(totals, ddof=1)) if len(totals) > 1 else None
            row = {"architecture": title, "mean": mean}
            row |= {"correct": float(np.mean(totals)), "deviation": spread}
            row |= {f"trial {seed}": n for seed, n in zip(preset.seeds, totals)}
            yield row | {k: float(np.mean(counts[k])) for k in SUITE}, preset.seeds


def side_by_side(rows):
    table = {mean: {"": mean.replace("_", " "), "paper": ""} for mean in MEANS}
    table["minimum"]["paper"] = f"place {paper_rows('fig3')[0]['value']:g}"
    for title, own in rows_by(rows, "architecture").items():
        ordered = sorted((row["correct"] for row in own), reverse=True)
        for row in own:
            words = cell(row | {"correct deviation": row["deviation"]}, "correct", 1)
            words += f", place {1 + ordered.index(row['correct'])}"  # the best of ties
            table[row["mean"]][f"{title}, nidlite"] = words
    return list(table.values())


def verdict(rows):
    *_, line = side_by_side(rows)
    words = [f"{k.removesuffix(', nidlite')} {line[k]}" for k in line if "nidlite" in k]
    return (
        f"Of {TRUE} interactions the minimum, in the paper in {line['paper']}, gets "
        f"right on average: {'; '.join(words)}."
    )


def figure(rows):
    counts = {}
    for row in rows:
        trials = [value for name, value in row.items() if name.startswith("trial ")]
        counts.setdefault(row["architecture"], {})[row["mean"]] = trials
    ax = averaging_comparison(counts)
    ax.set_ylabel(f"correct top interactions, of {TRUE}")
    return ax.figure
