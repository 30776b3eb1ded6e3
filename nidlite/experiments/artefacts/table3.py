"""Table 3: what the top-K interactions add to MLP-Cutoff on test rows (Sec. 5.3)."""

import numpy as np

from ...interactions import maximal
from ...metrics import relative_improvement
from ..printed import paper_rows
from ..rows import preset_of, signed
from ..runner import at_once
from ..settings import CLASSES, REAL, growths, on_higgs, real, rows_used, suite
from ..units import Growth

TITLE = "Table 3: test improvement by the detected interactions"
SYNTHETIC = ("F3", "F5", "F7", "F10")
RELATIVE, ABSOLUTE = "relative improvement (percent)", "absolute improvement"
DEVIATION = {
    title: title.replace("ment", "ment deviation") for title in (RELATIVE, ABSOLUTE)
}


def units(preset) -> list[Growth]:
    """What must be trained, seed after seed."""
    preset = preset_of(preset)
    trainings = [*real(preset), *suite(preset, ("mlp-m",), SYNTHETIC)]
    return growths(preset, sorted(trainings, key=lambda unit: unit.seed))


def run(preset, trained=at_once) -> list[dict]:
    """A row for each data set: means and deviations of trials."""
    preset = preset_of(preset)
    results = trained(units(preset))
    rows = []
    for name in (*REAL, *SYNTHETIC):
        own = [result for u, result in results.items() if u.problem.name == name]
        grown = [result for result in own if isinstance(result.unit, Growth)]
        row = {"data": REAL.get(name, name), "features": len(grown[0].names)}
        tests = np.array([result.arrays["test"] for result in grown])
        row |= improvement(tests, name in CLASSES)
        row |= kept([identified(result) for result in grown])
        row["rows used"] = rows_used(grown[0].unit.problem)
        rows.append(signed(row, preset, own))
    return rows


def improvement(tests, classifies) -> dict:
    """Of tests (trials, 3): without interactions, with the top K, and MLP-M.

    No relative improvement where a trial of MLP-M has no advantage at all to share.
    """
    without, with_, full = tests.T
    relative = [np.nan]
    if np.all(without != full):
        relative = 100 * relative_improvement(without, with_, full)
    absolute = with_ - without if classifies else without - with_
    row = {}
    for title, values in ((RELATIVE, relative), (ABSOLUTE, absolute)):
        mean, deviation = (float(of(values)) for of in (np.mean, np.std))
        given = np.isfinite(mean)
        row |= {title: mean if given else None}
        row |= {DEVIATION[title]: deviation if given else None}
    row["measure"] = "AUC" if classifies else "RMSE"
    means = zip(("without", "with", "MLP-M"), tests.mean(axis=0))
    return row | {name: float(mean) for name, mean in means}


def identified(result) -> list[tuple]:
    """The interactions above the cutoff, without subsets of others."""
    return maximal(result.candidates[: int(result.arrays["K"])])


def kept(trials) -> dict:
    """Median K, and the mean cardinality of the interactions of all trials."""
    sizes = [len(interaction) for trial in trials for interaction in trial]
    return {
        "median K": float(np.median([len(trial) for trial in trials])),
        "mean cardinality": float(np.mean(sizes)) if sizes else None,
    }


def side_by_side(rows) -> list[dict]:
    """The paper's cells and ours."""
    printed = {row["data"]: row for row in paper_rows("table3")}
    table = []
    for row in rows:
        line = {"": row["data"]}
        for title, digits in ((RELATIVE, 1), (ABSOLUTE, 4)):
            short = title.replace(" (percent)", ", %")
            line[f"{short}, paper"] = cell(printed[row["data"]], title, digits)
            line[f"{short}, nidlite"] = cell(row, title, digits)
        line["measure"] = row["measure"]
        for title, digits in (("median K", 1), ("mean cardinality", 1)):
            line[f"{title}, paper"] = number(printed[row["data"]][title], digits)
            line[f"{title}, nidlite"] = number(row[title], digits)
        table.append(line)
    return table


def cell(row, title, digits) -> str:
    """99.0 +- 4.0"""
    pair = row[title], row[DEVIATION[title]]
    return " +- ".join(number(value, digits) for value in pair)


def number(value, digits) -> str:
    """The number, or a dash where there is none."""
    return "-" if value is None else f"{value:.{digits}f}"


def advantage(row) -> float:
    """How much better MLP-M is than MLP-Cutoff without interactions, on average."""
    gap = row["without"] - row["MLP-M"]
    return gap if row["measure"] == "RMSE" else -gap


def verdict(rows) -> str:
    """Whose gap to MLP-M the interactions close, and on which rows."""
    printed = {row["data"]: row for row in paper_rows("table3")}
    gap = [row for row in rows if advantage(row) > 0 and row[RELATIVE] is not None]
    closed = [row["data"] for row in gap if row[RELATIVE] >= 98]
    open_ = [
        f"{row['data']} ({row[RELATIVE]:.1f}, paper {printed[row['data']][RELATIVE]})"
        for row in gap
        if row[RELATIVE] < 98
    ]
    none = [row["data"] for row in rows if row not in gap]
    words = "The interactions close at least 98 percent of the gap to MLP-M, as they "
    words += f"do in the paper, in {len(closed)} of {len(rows)} data sets"
    words += f" ({', '.join(closed)})" if closed else ""
    if open_:
        words += f"; less in {', '.join(open_)}, where the growing often ends at a "
        words += "plateau, three additions that bring nothing, before MLP-M's error"
    words += f"; MLP-M has no advantage to share in {', '.join(none)}" if none else ""
    return f"{words}.{on_higgs(rows)}"
