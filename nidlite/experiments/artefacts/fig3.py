"""Fig. 3: the six averaging functions on the same trained networks (Sec. 5.1).

Each ranks the interactions of Table 2's networks by Algorithm 1; what counts is how
many true ones stand before any false one, all ten functions together.
"""

import numpy as np

from ... import plots
from ...averaging import MEANS
from ...metrics import correct_before_false
from ...synthetic import SUITE
from ..printed import paper_rows
from ..rows import preset_of, signed
from ..runner import at_once
from ..settings import NAMES, suite
from ..units import Training

TITLE = "Figure 3: averaging functions"
TRUE = sum(len(f.interactions) for f in SUITE.values())


def units(preset) -> list[Training]:
    """What must be trained: Table 2's networks."""
    return suite(preset_of(preset))


def run(preset, trained=at_once) -> list[dict]:
    """A row for each architecture and mean: counts of correct interactions.

    Of all functions together the mean, the deviation (over n - 1) and each trial; of
    each function alone the mean of the trials.
    """
    preset = preset_of(preset)
    results = trained(units(preset))
    rows = []
    for architecture, title in NAMES.items():
        for mean in MEANS:
            row = {"architecture": title, "mean": mean}
            counts = {
                name: [
                    correct(results[unit], mean)
                    for unit in suite(preset, (architecture,), (name,))
                ]
                for name in SUITE
            }
            row |= columns(counts, preset.seeds)
            rows.append(signed(row, preset, results.values()))
    return rows


def correct(result, mean) -> int:
    """The interactions that one network's ranking by this mean gets right."""
    return correct_before_false(result.reading(mean).ranking, result.truths)


def columns(counts, seeds) -> dict:
    """{function: counts of the trials} as a row's numbers."""
    totals = np.sum(list(counts.values()), axis=0).tolist()
    deviation = float(np.std(totals, ddof=1)) if len(totals) > 1 else None
    return (
        {"correct": float(np.mean(totals)), "deviation": deviation}
        | {f"trial {seed}": total for seed, total in zip(seeds, totals)}
        | {name: float(np.mean(of)) for name, of in counts.items()}
    )


def of_trials(row) -> list[float]:
    """The totals of all trials."""
    return [value for name, value in row.items() if name.startswith("trial ")]


def place(row, rows) -> int:
    """Its place among the means of its architecture, the best for a tie."""
    own = [r for r in rows if r["architecture"] == row["architecture"]]
    return 1 + sum(r["correct"] > row["correct"] for r in own)


def side_by_side(rows) -> list[dict]:
    """The paper's place of the minimum, and our counts and places."""
    said = {"minimum": f"place {paper_rows('fig3')[0]['value']:g}"}
    table = []
    for mean in MEANS:
        line = {"": mean.replace("_", " "), "paper": said.get(mean, "")}
        for row in rows:
            if row["mean"] == mean:
                line[f"{row['architecture']}, nidlite"] = cell(row, rows)
        table.append(line)
    return table


def cell(row, rows) -> str:
    """24.3 +- 1.2, place 1"""
    spread = "" if row["deviation"] is None else f" +- {row['deviation']:.1f}"
    return f"{row['correct']:.1f}{spread}, place {place(row, rows)}"


def verdict(rows) -> str:
    """Whether the minimum is first of six, as the paper says."""
    words, leads = [], []
    for row in rows:
        if row["mean"] == "minimum":
            own = [r for r in rows if r["architecture"] == row["architecture"]]
            best = max((r for r in own if r is not row), key=lambda r: r["correct"])
            leads.append(row["correct"] - best["correct"])
            words.append(
                f"{row['architecture']} {row['correct']:.1f} of {TRUE}, the best other "
                f"mean ({best['mean'].replace('_', ' ')}) {best['correct']:.1f}"
            )
    if min(leads) > 0:
        head = "The minimum recovers the most, as in the paper"
    elif min(leads) == 0:
        head = "No mean recovers more than the minimum, but it shares the first place"
    else:
        head = "The minimum does NOT recover the most, unlike in the paper"
    return f"{head}. Correct interactions on average: {'; '.join(words)}."


def figure(rows):
    """Fig. 3 from the rows: bars with the deviation of the trials."""
    counts = {row["architecture"]: {} for row in rows}
    for row in rows:
        counts[row["architecture"]][row["mean"]] = of_trials(row)
    ax = plots.averaging_comparison(counts)
    ax.set_ylabel(f"correct top interactions, of {TRUE}")
    return ax.figure
