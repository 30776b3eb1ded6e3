"""Interactions of any order on the suite: Table 1, Figs. 3 and 8."""

import numpy as np

from ...agreement.confirm import superset_importance
from ...averaging import MEANS
from ...baselines.additive_groves import DEVIATIONS
from ...interactions import mixed_difference
from ...metrics import correct_before_false, top_rank_recall
from ...plots import averaging_comparison, new_grid
from ...splits import stream
from ...synthetic import SUITE
from ..presets import grown_cutoffs, real, rivals, suite
from ..rows import grouped, over_suite, paper_rows
from ..trainings import trained_networks
from .pairs import RIVALS

POINTS = 200  # pairs of rows in each trial at which mixed differences are taken
ZERO = 1e-9  # rounding is below 1e-11, real mixed differences above 1e-2
SUPERSETS = "mixed difference of supersets"
table1_columns = ("function", "formula", "interaction", "mixed difference", SUPERSETS)
table1_columns += ("share of variance",)


def table1(preset, work):
    """Table 1: the test suite, certified by Definition 1

    Nothing is trained. Each row says that its set is an interaction, that no set with
    one more feature is one (so no larger set is one, either), and what share of var(y)
    the interaction has.
    """
    for k, f in enumerate(SUITE.values()):
        draws = [fresh_rows(f, preset.rows, seed, k) for seed in preset.seeds]
        for interaction in f.interactions:
            yield certified(f, interaction, draws), preset.seeds


def fresh_rows(f, n, seed, k) -> tuple[np.ndarray, np.ndarray, float]:
    """Two independent sets of n rows, (n, p) each, and the variance of y over both."""
    rng = stream(seed, "confirm").spawn(k + 1)[k]
    (a, y), (b, y_too) = f.sample(n, rng), f.sample(n, rng)
    return a, b, float(np.var([y, y_too]))


def certified(f, interaction, draws) -> dict:
    """The row of one interaction, from [(a, b, variance of y), ...] of the trials."""
    a, b = (np.concatenate([d[side][:POINTS] for d in draws]) for side in (0, 1))

    def largest(interaction):
        return float(np.abs(mixed_difference(f, interaction, a, b)).max())

    larger = set(range(len(f.ranges))) - set(interaction)
    shares = [superset_importance(f, interaction, a, b) / v for a, b, v in draws]
    return {
        "function": f.name,
        "interaction": " ".join(str(i + 1) for i in interaction),
        "formula": " + ".join(t.name for t in f.terms if t.interaction == interaction),
        "mixed difference": largest(interaction),
        SUPERSETS: max(largest((*interaction, i)) for i in larger),
        "share of variance": float(np.mean(shares)),
    }


def table1_verdict(rows):
    """All 41 interactions of its formulas are there."""
    printed = paper_rows("table1").set_index("function")["maximal interactions"]
    printed = {(f, i) for f, listed in printed.items() for i in listed.split("; ")}
    # It is an interaction, and no set with one more feature is one.
    whole = rows[(rows["mixed difference"] > ZERO) & (rows[SUPERSETS] <= ZERO)]
    found = printed & set(zip(whole["function"], whole.interaction))
    return found == printed, f"Definition 1 certifies {len(found)} of {len(printed)}."


fig3_columns = ("architecture", "mean", "correct")


def fig3(preset, work):
    """Figure 3: averaging functions

    By each average Algorithm 1 ranks the interactions of Table 2's networks. Correct is
    the number of true ones before the first false one, added up over all ten functions.
    """
    networks = trained_networks(work, suite(preset))
    for title, of_title in grouped(networks, "title").items():
        for mean in MEANS:
            totals = dict.fromkeys((f"trial {seed}" for seed in preset.seeds), 0)
            for one in of_title:
                right = correct_before_false(one.reading(mean).ranking, one.truths)
                totals[f"trial {one.case.seed}"] += right
            correct = float(np.mean(list(totals.values())))
            row = {"architecture": title, "mean": mean, "correct": correct}
            yield row | totals, preset.seeds


def fig3_verdict(rows):
    """The minimum is the best of six averages."""
    best = rows.loc[rows.groupby("architecture").correct.idxmax()]
    words = " and ".join("the " + best["mean"] + " for " + best.architecture)
    return bool((best["mean"] == "minimum").all()), f"It is {words}."


def fig3_figure(rows):
    trials = [name for name in rows if name.startswith("trial ")]
    groups = rows.set_index("mean").groupby("architecture", sort=False)
    counts = {title: means[trials].T.to_dict("list") for title, means in groups}
    return averaging_comparison(counts).figure


NOISE = (0.0, 0.25, 0.5, 0.75, 1.0)
GROVES = {"bags": 2, "largest": 5, "rows": 1000, "trees": 4}  # of (a), for the time
PARTS = ("training", "cutoff", "AG")  # of (b)
fig8_columns = ("architecture", "noise", "recall", "rows used")


def fig8(preset, work):
    """Fig. 8: top-rank recall against noise, and runtimes

    AG is small and has one trial. In (a) it has two bags of 1,000 training rows, four
    trees, and the least and the most noise only. In (b) it is Table 2's on the suite,
    and on real data it has two bags and pairs only. The paper prints no numbers of
    either. Seconds are the processor's, beside other work.
    """

    def recall_of(result, least=0.0):
        ranking = [entry for entry in result.ranking if entry[1] > least]
        return top_rank_recall(ranking, result.truths)

    for noise in NOISE:
        row = {"part": "a", "noise": noise, "rows used": f"{preset.rows:,} rows"}
        networks = trained_networks(work, suite(preset, noise=noise))
        for title, trials in grouped(networks, "title").items():
            recalls = over_suite("recall", trials, recall_of, trim=True)
            yield row | {"architecture": title} | recalls, preset.seeds
        if noise in (NOISE[0], NOISE[-1]):
            cases = suite(preset, ("mlp",), noise=noise, trials=1)
            groves = rivals(work, preset, cases, "additive_groves", GROVES)
            recall = float(np.mean([recall_of(one, DEVIATIONS) for one in groves]))
            rows = (GROVES | preset.rivals.get("additive_groves", {}))["rows"]
            row["rows used"] = f"{rows:,} of {row['rows used']}"
            yield row | {"architecture": "AG", "recall": recall}, [0]
    on_real, on_suite = real(preset, trials=1), suite(preset, ("mlp-m",), trials=1)
    networks = trained_networks(work, on_real + on_suite)
    growths = grown_cutoffs(work, preset, networks)
    groves = rivals(work, preset, on_real, "additive_groves", {"bags": 2})
    cases, (method, _, settings) = suite(preset, ("mlp",), trials=1), RIVALS["AG"]
    groves += rivals(work, preset, cases, method, settings)  # on Table 2's rows
    for network, *rest in zip(networks, growths, groves):
        case, took = network.case, [one.seconds for one in (network, *rest)]
        row = {"part": "b", "data": case.data, "rows used": case.rows}
        yield row | {"architecture": "MLP-M"} | dict(zip(PARTS, took)), [0]


def fig8_table(rows):
    """The rows of (a); (b) is in the picture and in the file."""
    return rows[rows["part"] == "a"]


def fig8_verdict(rows):
    """MLP-M's recall falls with every step of noise."""
    recalls = rows[(rows["part"] == "a") & (rows.architecture == "MLP-M")].recall
    words = f"It falls from {recalls.iloc[0]:.2f} to {recalls.iloc[-1]:.2f}."
    return recalls.is_monotonic_decreasing and recalls.is_unique, words


def fig8_figure(rows):
    left, right = new_grid(1, 2, 5, 3.8).flat
    groups = fig8_table(rows).groupby("architecture")
    for style, (name, one) in zip(("^:", "o-", "s--"), groups):  # AG, MLP, MLP-M
        spread = one["recall deviation"]  # NaN of a single trial: no whisker
        left.errorbar(one.noise, one.recall, spread, fmt=style, capsize=3, label=name)
    words = "noise (deviation; of scaled features and outcome)"
    left.set(xlabel=words, ylabel="top-rank recall", title="(a)", ylim=(0, 1.05))
    left.legend(fontsize=8, title="mean, deviation of trials")
    times = rows[rows["part"] == "b"].set_index("data")[[*PARTS]]
    on_suite = times.index.isin(SUITE)
    times = times[~on_suite].T.assign(**{"F1 to F10": times[on_suite].mean()}).T
    averaging_comparison(times.to_dict(), right)
    right.set(xlabel="data set", ylabel="seconds", yscale="log", title="(b)")
    right.legend(fontsize=8)
    return left.figure
