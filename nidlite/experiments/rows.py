"""Rows of results as pandas' frames: our CSV files, the paper's, and their cells.

A mean stands in the column of its name, its deviation in that of `deviation_of(name)`.
"""

import numpy as np

from ..baselines.products import borrowed
from ..datasets.real import DATA
from ..metrics import pairwise_auc
from ..saving.whole import save_text
from .kept import USER, VERSIONS


def signed_rows(module, preset, work):
    """The artefact's rows, each with its trials; the seconds are of all its work."""
    work.seconds, rows = 0.0, []
    for row, seeds in module.run(preset, work):
        words = f"{min(seeds)} to {max(seeds)}" if len(seeds) > 1 else f"{min(seeds)}"
        rows.append(row | {"preset": preset.name, "trials": len(seeds), "seeds": words})
    frame = borrowed("pandas", USER).DataFrame(rows)
    return frame.assign(versions=VERSIONS, seconds=round(work.seconds, 1))


def save_rows(path, rows):
    """The rows as a CSV file, numbers to seven digits."""
    save_text(path, rows.to_csv(index=False, lineterminator="\n", float_format="%.7g"))


def load_rows(path):
    """The frame of a file of `save_rows`, or of one of the paper's; NaN where empty."""
    return borrowed("pandas", USER).read_csv(path)


def paper_rows(name):
    """The paper's numbers of one table or figure."""
    return load_rows(DATA / "paper" / f"{name}.csv")


def deviation_of(title) -> str:
    """The column of its deviation: "X deviation (percent)" of "X (percent)"."""
    name, bracket, unit = title.partition(" (")
    return f"{name} deviation{bracket}{unit}"


def averaged(title, values, trim=False) -> dict:
    """Columns of the mean and the deviation of trials; None where there is no value.

    trim leaves out one largest and one smallest of at least three trials (Sec. 5.2).
    The paper does not say which deviation; ours divides by the number of trials kept.
    """
    kept = sorted(values)[1:-1] if trim else list(values)
    deviation = float(np.std(kept)) if len(kept) > 1 else np.nan  # of one: unknown
    numbers = (float(np.mean(kept)), deviation) if kept else (None, None)
    return dict(zip((title, deviation_of(title)), numbers))


def grouped(results, by="name") -> dict:
    """The results of each function or data set, "title" or "recipe", in their order."""
    keys = dict.fromkeys(getattr(one.case, by) for one in results)
    return {k: [one for one in results if getattr(one.case, by) == k] for k in keys}


def over_suite(title, results, measure, trim) -> dict:
    """Columns of averages over the functions, each with the mean over its trials."""
    groups = grouped(results).values()
    rows = [averaged(title, map(measure, trials), trim) for trials in groups]
    return {name: float(np.mean([row[name] for row in rows])) for name in rows[0]}


def auc_of(result) -> float:
    """The AUC of a result's pairwise strengths, a network's or a baseline's."""
    return pairwise_auc(result.strengths, result.truths)


def cell(row, title) -> str:
    """A mean, and its deviation if there is one: 0.97 +- 0.009; a dash for NaN."""
    if isinstance(row[title], str):
        return row[title]
    both = row[title], round(row.get(deviation_of(title), np.nan), 12)  # no 1e-16
    known = [x for x in both if x == x]
    words = [f"{x:.3g}" if abs(x) < 100 else f"{round(x, 1):.12g}" for x in known]
    return " +- ".join(words) or "-"
