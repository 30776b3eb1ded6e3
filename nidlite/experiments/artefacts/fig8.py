"""Fig. 8: top-rank recall against noise (a), and runtimes (b), of NID and of AG."""

import numpy as np

from ...baselines.additive_groves import DEVIATIONS
from ...metrics import top_rank_recall
from ...plots import averaging_comparison, bands, new_grid
from ...synthetic import SUITE
from ..presets import REAL, grown_cutoffs, real, suite
from ..rows import over_suite
from ..trainings import TITLES, Rival, baseline, train_network, trained_networks
from . import table2

TITLE = "Fig. 8: top-rank recall against noise, and runtimes"
CLAIM = "MLP-M's recall falls with every step of noise."
NOTE = """AG is small, with one trial: (a) two bags of 1,000 training rows, four trees,
(b) Table 2's AG on the suite, and two bags, pairs only on real data. The paper shows
both in its picture only. Seconds are the processor's, beside other work."""
COLUMNS = ("architecture", "noise", "recall", "rows used")
NOISE = (0.0, 0.25, 0.5, 0.75, 1.0)
GROVES = (("bags", 2), ("largest", 5), ("rows", 1000), ("trees", 4))  # for the time
ON_REAL = (("bags", 2),)  # pairs only, of which there are up to 435
PARTS = ("training", "cutoff", "AG")  # of (b)


def run(preset, work):
    """A row for each method and noise; AG has the least and the most noise only."""
    for noise in NOISE:
        row = {"part": "a", "architecture": "AG", "noise": noise}
        row |= {"rows used": f"{preset.rows:,} rows"}
        networks = trained_networks(work, suite(preset, noise=noise))
        for title in TITLES.values():
            trials = [one for one in networks if one.case.title == title]
            recalls = over_suite("recall", trials, recall_of, trim=True)
            yield row | {"architecture": title} | recalls, preset.seeds
        if noise in (NOISE[0], NOISE[-1]):
            settings = preset.rows, "additive_groves", GROVES, noise
            rivals = work.each(baseline, [(Rival(n, 0, *settings),) for n in SUITE])
            # one trial, of which none can be left out
            recall = float(np.mean(list(map(recall_of, rivals))))
            yield row | {"recall": recall}, [0]
    yield from runtimes(preset, work)


def runtimes(preset, work):
    """A row of (b) for each data set: seconds of one trial, and of AG on its rows."""
    cases = real(preset, trials=1) + suite(preset, ("mlp-m",), trials=1)
    rivals = [
        Rival(c.name, 0, c.rows, "additive_groves", ON_REAL if c.name in REAL else ag)
        for c in cases
        for ag in [table2.GROVES if preset.name == "paper" else table2.SMALL]
    ]
    networks = work.each(train_network, [(case,) for case in cases])
    seconds = [work.each_took]
    grown_cutoffs(work, preset, networks)
    seconds.append(work.each_took)
    work.each(baseline, [(rival,) for rival in rivals])
    for case, *took in zip(cases, *seconds, work.each_took):
        row = {"part": "b", "data": REAL.get(case.name, case.name)}
        row |= {"rows used": f"{case.rows:,} rows", "architecture": "MLP-M"}
        yield row | dict(zip(PARTS, took)), [0]


def recall_of(result) -> float:
    """The top-rank recall of NID's ranking, or of AG's down to three deviations."""
    if result.case.title == "AG":
        ranking = [entry for entry in result.ranking if entry[1] > DEVIATIONS]
    else:
        ranking = result.reading().ranking
    return top_rank_recall(ranking, result.truths)


def side_by_side(rows):
    """The rows of (a) without deviations; (b) is in the picture and in the file."""
    return rows[rows["part"] == "a"].drop(columns="recall deviation")


def verdict(rows):
    recalls = rows[(rows["part"] == "a") & (rows.architecture == "MLP-M")].recall
    words = f"It falls from {recalls.iloc[0]:.2f} to {recalls.iloc[-1]:.2f}."
    return recalls.is_monotonic_decreasing and recalls.is_unique, words


def figure(rows):
    columns = ["noise", "recall", "recall deviation"]
    curves = {  # a single trial has no deviation: no band
        title: trials[columns].fillna(0.0).to_numpy().T
        for title, trials in rows[rows["part"] == "a"].groupby("architecture")
    }
    left, right = new_grid(1, 2, 5, 3.8).flat
    words = "noise (deviation; of scaled features and outcome)"
    bands(curves, left).set(xlabel=words, ylabel="top-rank recall", title="(a)")
    times = rows[rows["part"] == "b"].set_index("data")[[*PARTS]]
    on_suite = times.index.isin(SUITE)
    times = times[~on_suite].T.assign(**{"F1 to F10": times[on_suite].mean()}).T
    averaging_comparison(times.to_dict(), right)
    right.set(xlabel="data set", ylabel="seconds", yscale="log", title="(b)")
    right.legend(fontsize=8)
    return left.figure
