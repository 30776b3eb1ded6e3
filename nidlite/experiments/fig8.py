"""Fig. 8: top-rank recall against noise (a), and how long NID takes (b) (Sec. 5.3).

The paper draws AG beside NID. Seconds are of one core, of the machine that made them.
"""

from dataclasses import replace

import numpy as np

from ..metrics import top_rank_recall, trimmed_mean
from ..plots import bands, new_grid, runtimes
from ..synthetic import SUITE
from .rows import preset_of, signature
from .runner import at_once
from .settings import (
    NAMES,
    REAL,
    first_trial,
    growths,
    on_higgs,
    real,
    rows_used,
    suite,
)
from .trainings import Growth, Training

TITLE = "Fig. 8: top-rank recall against noise, and runtimes"
NOISE = (0.0, 0.25, 0.5, 0.75, 1.0)
STEP = {"smoke": 4, "quick": 2}  # these presets take each second or fourth level
PARTS = ("training", "reading", "cutoff")
COLUMNS = ("part", "data", "architecture", "noise", "recall", "recall deviation")
COLUMNS += (*PARTS, "rows used")
SUITES = f"F1 to F{len(SUITE)}"


def noises(preset) -> tuple[float, ...]:
    """The preset's levels, the first and the last among them."""
    return NOISE[:: STEP.get(preset.name, 1)]


def noisy(preset) -> list[Training]:
    """The networks of (a), seed after seed; without noise they are Table 2's."""
    every = [
        replace(unit, confirm=0) if noise else unit
        for noise in noises(preset)
        for unit in suite(preset, noise=noise)
    ]
    return sorted(every, key=lambda unit: unit.seed)


def timed(preset) -> list[Growth]:
    """What is timed in (b): a trial of every data set, with the network it needs."""
    one = first_trial(preset)
    return growths(one, [*real(one), *suite(one, ("mlp-m",))])


def units(preset) -> list[Training | Growth]:
    """What must be trained."""
    preset = preset_of(preset)
    return [*noisy(preset), *timed(preset)]


def run(preset, trained=at_once) -> list[dict]:
    """A row for each architecture and noise (a), and for each data set (b)."""
    preset = preset_of(preset)
    results = trained(units(preset))
    seconds = sum(result.seconds for result in results.values())
    rows = []
    for architecture, title in NAMES.items():
        for noise in noises(preset):
            own = [
                (unit.problem.name, results[unit])
                for unit in noisy(preset)
                if (unit.architecture, unit.problem.noise) == (architecture, noise)
            ]
            row = {"part": "a", "data": SUITES, "architecture": title, "noise": noise}
            row |= recall(own)
            row["rows used"] = rows_used(own[0][1].unit.problem)
            rows.append((row, preset.seeds))
    for unit in timed(preset):
        name = unit.problem.name
        row = {"part": "b", "data": REAL.get(name, name), "architecture": "MLP-M"}
        row |= runtime(results[unit.needs], results[unit])
        rows.append((row | {"rows used": rows_used(unit.problem)}, [unit.seed]))
    return [
        {column: row.get(column) for column in COLUMNS}
        | signature(preset, seeds, seconds)
        for row, seeds in rows
    ]


def recall(results) -> dict:
    """Of [(function, result), ...]: trimmed by function, averaged over functions."""
    recalls = {}
    for name, result in results:
        one = top_rank_recall(result.reading().ranking, result.truths)
        recalls.setdefault(name, []).append(one)
    means, deviations = zip(*map(trimmed_mean, recalls.values()))
    return {
        "recall": float(np.mean(means)),
        "recall deviation": float(np.mean(deviations)),
    }


def runtime(training, growth) -> dict:
    """The seconds of NID's parts: reading is the ranking and all pairs."""
    train, read, _ = training.arrays["seconds"].tolist()
    return dict(zip(PARTS, (train, read, growth.seconds)))


def of(part, rows) -> list[dict]:
    """The rows of one of the two pictures."""
    return [row for row in rows if row["part"] == part]


def by_data(rows) -> dict[str, dict[str, float]]:
    """{part: {data set: seconds}}, F1 to F10 as their mean."""
    rows, mean = of("b", rows), f"mean of {SUITES}"
    seconds = {}
    for part in PARTS:
        seconds[part] = {r["data"]: r[part] for r in rows if r["data"] not in SUITE}
        average = np.mean([r[part] for r in rows if r["data"] in SUITE])
        seconds[part][mean] = float(average)
    return seconds


def side_by_side(rows) -> list[dict]:
    """Our numbers: the paper's are in its picture only."""
    table = []
    for noise in levels(rows):
        line = {"": f"noise {noise:g}"}
        for row in of("a", rows):
            if row["noise"] == noise:
                line[f"recall, {row['architecture']}"] = cell(row)
        table.append(line | {f"{part}, s": "" for part in PARTS})
    seconds = by_data(rows)
    for name in seconds[PARTS[0]]:
        line = {"": name} | {f"recall, {title}": "" for title in NAMES.values()}
        cells = {f"{part}, s": f"{seconds[part][name]:.3g}" for part in PARTS}
        table.append(line | cells)
    return table


def levels(rows) -> list[float]:
    """The noise levels, each once."""
    return list(dict.fromkeys(row["noise"] for row in of("a", rows)))


def cell(row) -> str:
    """0.62 +- 0.05"""
    return f"{row['recall']:.2f} +- {row['recall deviation']:.2f}"


def verdict(rows) -> str:
    """From which recall to which, how long, and on which rows."""
    words = []
    for title in NAMES.values():
        own = [row["recall"] for row in of("a", rows) if row["architecture"] == title]
        words.append(f"{title} {', '.join(f'{value:.2f}' for value in own)}")
    without, with_ = total(rows, PARTS[:2]), total(rows, PARTS)
    places = ", ".join(f"{noise:g}" for noise in levels(rows))
    return (
        f"The paper's numbers are in its picture only, and AG, its rival there, is not "
        f"among these rows. Top-rank recall at noise {places}: {'; '.join(words)}. "
        f"Without the cutoff NID takes {span(without)} on one core, with it "
        f"{span(with_)}.{on_higgs(of('b', rows))}"
    )


def total(rows, parts) -> list[float]:
    """The seconds of these parts together, for each data set."""
    seconds = by_data(rows)
    return [sum(seconds[part][name] for part in parts) for name in seconds[parts[0]]]


def span(seconds) -> str:
    """4.1 to 90 seconds"""
    return f"{min(seconds):.2g} to {max(seconds):.3g} seconds"


def figure(rows):
    """(a) lines with a band of the trials' deviation, (b) bars on a log axis."""
    left, right = new_grid(1, 2, 5, 3.8).flat
    curves = {
        title: [
            [row[column] for row in of("a", rows) if row["architecture"] == title]
            for column in ("noise", "recall", "recall deviation")
        ]
        for title in NAMES.values()
    }
    bands(curves, left).set(
        xlabel="noise (deviation; of scaled features and outcome)",
        ylabel="top-rank recall",
        title="(a)",
    )
    runtimes(by_data(rows), right).set_title("(b)")
    return left.figure
