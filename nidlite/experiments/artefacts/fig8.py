"""Fig. 8: top-rank recall against noise (a), and runtimes (b), NID and AG (Sec. 5.3).

AG tests sets of up to five features of the suite, pairs of the real data. Seconds are
of one core, of the machine that made them.
"""

from dataclasses import replace
from itertools import takewhile

import numpy as np

from ...baselines.additive_groves import DEVIATIONS
from ...baselines.methods import METHODS
from ...metrics import top_rank_recall, trimmed_mean
from ...plots import bands, new_grid, runtimes
from ...synthetic import SUITE
from ..comparisons import Comparison, comparison, ranking_of
from ..problems import Problem
from ..rows import preset_of, signature
from ..runner import at_once
from ..settings import (
    NAMES,
    REAL,
    baselines,
    first_trial,
    growths,
    on_higgs,
    real,
    rows_used,
    suite,
)
from ..units import Growth, Training

TITLE = "Fig. 8: top-rank recall against noise, and runtimes"
NOISE = (0.0, 0.25, 0.5, 0.75, 1.0)
STEP = {"smoke": 4, "quick": 2}  # these presets take each second or fourth level
# AG's sizes, for the time; on the suite (b) has Table 2's.
WITH_NOISE = {"rows": 1000, "bags": 2, "trees": 4, "largest": 5}
ON_REAL = {"bags": 2}  # pairs only, of which there are up to 435
AG_STEP = {"paper": 4}  # of the levels above: AG takes minutes for each function
PARTS = ("training", "reading", "cutoff")
AG = METHODS["additive_groves"].title
COLUMNS = ("part", "data", "architecture", "noise", "recall", "recall deviation")
COLUMNS += (*PARTS, AG, "rows used")
RECALLS = [f"recall, {title}" for title in (*NAMES.values(), AG)]
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


def groves(preset) -> list[Comparison]:
    """AG on the suite with some of the noise: one trial, as in the paper."""
    return [
        comparison(
            preset,
            Problem(name, preset.rows, noise),
            0,
            "additive_groves",
            **WITH_NOISE,
        )
        for noise in noises(preset)[:: AG_STEP.get(preset.name, 1)]
        for name in SUITE
    ]


def rival(preset, growth) -> Comparison:
    """AG on the data of a growth: what (b) sets beside it."""
    name = growth.problem.name
    if name in REAL:
        return comparison(preset, growth.problem, 0, "additive_groves", **ON_REAL)
    (unit,) = baselines(first_trial(preset), ("additive_groves",), (name,))
    return unit


def units(preset) -> list[Training | Growth | Comparison]:
    """What must be trained."""
    preset = preset_of(preset)
    rivals = [rival(preset, growth) for growth in timed(preset)]
    return [*noisy(preset), *timed(preset), *rivals, *groves(preset)]


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
    for noise in dict.fromkeys(unit.problem.noise for unit in groves(preset)):
        own = [results[u] for u in groves(preset) if u.problem.noise == noise]
        row = {"part": "a", "data": SUITES, "architecture": AG, "noise": noise}
        row["recall"] = float(np.mean([recall_of(found(r), r) for r in own]))
        row["rows used"] = rows_used(own[0].unit.problem)
        rows.append((row, {r.unit.seed for r in own}))
    for unit in timed(preset):
        name = unit.problem.name
        row = {"part": "b", "data": REAL.get(name, name), "architecture": "MLP-M"}
        row |= runtime(results[unit.needs], results[unit])
        row[AG] = results[rival(preset, unit)].seconds
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
        one = recall_of(result.reading().ranking, result)
        recalls.setdefault(name, []).append(one)
    means, deviations = zip(*map(trimmed_mean, recalls.values()))
    return {
        "recall": float(np.mean(means)),
        "recall deviation": float(np.mean(deviations)),
    }


def recall_of(ranking, result) -> float:
    """The top-rank recall of a ranking of the result's data."""
    return top_rank_recall(ranking, result.truths)


def found(result) -> list:
    """AG's ranking down to its three deviations."""
    return list(takewhile(lambda entry: entry[1] > DEVIATIONS, ranking_of(result)))


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
    for part in (*PARTS, AG):
        seconds[part] = {r["data"]: r[part] for r in rows if r["data"] not in SUITE}
        average = np.mean([r[part] for r in rows if r["data"] in SUITE])
        seconds[part][mean] = float(average)
    return seconds


def side_by_side(rows) -> list[dict]:
    """Our numbers: the paper's are in its picture only."""
    table = []
    for noise in levels(rows):
        line = {"": f"noise {noise:g}", **dict.fromkeys(RECALLS, "")}
        for row in of("a", rows):
            if row["noise"] == noise:
                line[f"recall, {row['architecture']}"] = cell(row)
        table.append(line | {f"{part}, s": "" for part in (*PARTS, AG)})
    seconds = by_data(rows)
    for name in seconds[PARTS[0]]:
        line = {"": name, **dict.fromkeys(RECALLS, "")}
        cells = {f"{part}, s": f"{seconds[part][name]:.3g}" for part in seconds}
        table.append(line | cells)
    return table


def levels(rows) -> list[float]:
    """The noise levels, each once."""
    return list(dict.fromkeys(row["noise"] for row in of("a", rows)))


def cell(row) -> str:
    """0.62 +- 0.05, or 0.62 of a single trial"""
    deviation = row["recall deviation"]
    return f"{row['recall']:.2f}" + (f" +- {deviation:.2f}" if deviation else "")


def verdict(rows) -> str:
    """From which recall to which, how long, and on which rows."""
    words = []
    for title in (*NAMES.values(), AG):
        own = [row for row in of("a", rows) if row["architecture"] == title]
        recalls = [f"{row['recall']:.2f} ({row['noise']:g})" for row in own]
        words.append(f"{title} {', '.join(recalls)}")
    without, with_, ag = total(rows, PARTS[:2]), total(rows, PARTS), total(rows, [AG])
    times = [slow / fast for slow, fast in zip(ag, without)]
    return (
        f"The paper's numbers are in its picture only. Top-rank recall (noise): "
        f"{'; '.join(words)}; AG in one trial. "
        f"Without the cutoff NID takes {span(without)} on one core, with it "
        f"{span(with_)}; AG {span(ag)}, {min(times):.2g} to {max(times):.2g} times as "
        f"long as NID without cutoff. {size_of_ag(rows)}{on_higgs(of('b', rows))}"
    )


def size_of_ag(rows) -> str:
    """How far from the published program's size AG is."""
    if rows[0]["preset"] != "paper":
        return "AG is much smaller here than at the preset paper."
    return (
        "AG is small here: (a) two bags of 1,000 training rows and four trees, (b) two "
        "bags of 3,000 rows and eight trees on the suite, of 1,000 rows and pairs only "
        "on the real data, where the published program takes 60 bags of all rows."
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
        for title in (*NAMES.values(), AG)
    }
    # a single trial has no deviation: no band
    curves[AG][-1] = [0.0] * len(curves[AG][-1])
    bands(curves, left).set(
        xlabel="noise (deviation; of scaled features and outcome)",
        ylabel="top-rank recall",
        title="(a)",
    )
    runtimes(by_data(rows), right).set_title("(b)")
    return left.figure
