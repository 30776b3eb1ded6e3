"""Pairs: Tables 2 and 4, Figs. 4, 5 and 9 (Sec. 5.2, App. E and G)."""

from dataclasses import replace
from itertools import combinations

import numpy as np

from ...interactions import pairs_of
from ...metrics import roc_curve
from ...penalties import PENALTIES
from ...plots import heat_map, new_grid, roc
from ...synthetic import SUITE
from ..presets import real, rivals, suite
from ..rows import auc_of, deviation_of, grouped, over_suite, paper_rows
from ..trainings import CONSTANTS, REAL, TITLES, asked_pairs, trained_networks

# Each rival's method, trials at most, as they take long, and settings. Of AG the error
# still falls at the last layer; how many rows is for the time. The shrinkages are that
# of RuleFit's article and that of common boosting.
RIVALS = {
    "ANOVA": ("anova", 10, {}),
    "HierLasso": ("hier_lasso", 10, {}),
    "RuleFit": ("rulefit", 3, {}),
    "RuleFit validated": ("rulefit", 3, {"shrinkage": (0.01, 0.1)}),
    "AG": ("additive_groves", 3, {"bags": 8, "rows": 6000}),
}
NID = [*TITLES.values(), "MLP confirmed", "MLP-M confirmed", "MLP-M agreed"]
TUNED = "MLP-M tuned"  # of few trials, as rivals
table2_columns = ("function", *(f"{title} AUC" for title in (*RIVALS, *NID, TUNED)))


def table2(preset, work):
    """Table 2: AUC of pairwise interaction strengths

    Two readings are ours: confirmed, by Definition 1 on validation rows, and agreed,
    with another network. RuleFit, AG and tuned have three trials, and all three count.
    Tuned takes the L1 constant of least validation error among seven in the paper's
    range.
    """
    results = {}
    networks = grouped(trained_networks(work, suite(preset)), "title")
    for title in NID:
        architecture, _, reading = title.partition(" ")
        nets = networks[architecture]
        cases = [(one.case, reading) for one in nets]
        results[title] = work.each(asked_pairs, cases, given=nets) if reading else nets
    for title, (method, most, settings) in RIVALS.items():
        cases = suite(preset, ("mlp",), trials=most)
        results[title] = rivals(work, preset, cases, method, settings)
    few = suite(preset, ("mlp-m",), trials=3)
    results[TUNED] = trained_networks(work, few, CONSTANTS)
    for name in (*SUITE, "average"):
        row = {"function": name}
        for title in results:  # rivals' trials are too few to leave out two
            some = [one for one in results[title] if name in (one.case.name, "average")]
            row |= over_suite(f"{title} AUC", some, auc_of, trim=title in NID)
        yield row, preset.seeds


def table2_verdict(rows):
    """NID's averages are at least 0.92, and above those of all four rivals."""
    ours, theirs = (t.set_index("function") for t in (rows, paper_rows("table2")))
    nid = [f"{title} AUC" for title in TITLES.values()]
    least, printed = (table.loc["average", nid].min() for table in (ours, theirs))
    rival = max(ours.at["average", f"{title} AUC"] for title in RIVALS)
    words = f"NID's averages are at least {least:.3f}, the best rival's is {rival:.3f}."
    low = theirs[nid] - 2 * theirs[[*map(deviation_of, nid)]].to_numpy()
    lower = (ours[nid] < low).stack()
    lower = ", ".join(map(" ".join, lower[lower].index)) or "nothing"
    words += f" More than two deviations below the paper's: {lower}."
    return bool(least > rival and least >= printed), words


def fig9(preset, work):
    """Figure 9: ROC curves of MLP-M

    At each rate of false positives a curve is the mean of the trials that Table 2
    averages. So the area under it is Table 2's AUC.
    """
    networks = trained_networks(work, suite(preset, ("mlp-m",)))
    for name, results in grouped(networks).items():
        kept, p = sorted(results, key=auc_of)[1:-1] or results, len(SUITE[name].ranges)
        # A curve rises only between steps, one for each false pair; where pairs tie it
        # is a straight line, whose middles have the same mean.
        n = p * (p - 1) // 2 - len(SUITE[name].pairs)
        middles = (np.arange(n) + 0.5) / n
        curves = (roc_curve(one.strengths, one.truths) for one in kept)
        heights = np.mean([np.interp(middles, *curve) for curve in curves], axis=0)
        for false, true in zip(middles.tolist(), heights.tolist()):
            row = {"function": name, "false positive rate": false}
            yield row | {"true positive rate": true}, preset.seeds


def fig9_verdict(rows):
    """The areas under the curves are Table 2's, at least 0.7 for each function."""
    areas = rows.groupby("function", sort=False)["true positive rate"].mean()
    words = f"The smallest area is that of {areas.idxmin()}, {areas.min():.3f}."
    return bool(areas.min() >= paper_rows("table2")["MLP-M AUC"].min()), words


def fig9_figure(rows):
    grid = new_grid(2, 5, 2.6, 2.6)
    curves = rows.groupby("function", sort=False)
    for ax, (name, curve) in zip(grid.flat, curves, strict=True):
        true = curve["true positive rate"]
        roc({name: (curve["false positive rate"], true, true.mean())}, ax)
    return grid[0, 0].figure


def fig4(preset, work):
    """Figure 4: pairwise strengths of MLP-M on F1 to F10

    Each map is of one network, that of the first trial; a cross is a true pair.
    """
    return pair_rows(work, suite(preset, ("mlp-m",), trials=1))


def fig5(preset, work):
    """Figure 5: pairwise strengths, real data"""
    return pair_rows(work, real(preset, trials=1))


def pair_rows(work, cases):
    """A row for each pair, of features that are counted from 1."""
    for one in trained_networks(work, cases):
        strengths, true = one.strengths, pairs_of(one.truths or ())
        for i, j in combinations(range(len(strengths)), 2):
            row = {"data": one.case.data, "i": i + 1, "j": j + 1}
            row |= {"feature i": one.names[i], "feature j": one.names[j]}
            row |= {"strength": strengths[i, j], "true pair": int((i, j) in true)}
            yield row | {"rows used": one.case.rows}, [one.case.seed]


def fig4_verdict(rows):
    """Most of the crosses, the true pairs, are at the top."""
    hits, n = 0, rows["true pair"].sum()
    for _, pairs in rows.groupby("data"):
        ordered = pairs.sort_values("strength", ascending=False, kind="stable")
        hits += int(ordered["true pair"][: pairs["true pair"].sum()].sum())
    words = "Of each function's strongest pairs, as many as it has crosses,"
    return bool(hits > n / 2), f"{words} {hits} of {n} are true."


def fig5_verdict(rows):
    """Longitude and latitude are housing's strongest pair."""
    strengths = rows[rows["data"] == REAL["cal_housing"]].strength
    pair = rows.loc[strengths.idxmax(), ["feature i", "feature j"]]
    return {*pair} == {"longitude", "latitude"}, f"It is {' & '.join(pair)}."


def fig4_figure(rows):
    n = rows["data"].nunique() // 2
    axes = new_grid(2, n, 16 / n, 13.5 / n)
    for ax, (name, pairs) in zip(axes.flat, rows.groupby("data", sort=False)):
        true = SUITE[name].pairs if name in SUITE else ()
        names = [pairs["feature i"].iloc[0], *pairs["feature j"].unique()]
        strengths = np.zeros((len(names), len(names)))
        strengths[pairs.i - 1, pairs.j - 1] = pairs.strength
        heat_map(strengths + strengths.T, true, names, ax, name)
    return axes[0, 0].figure


fig5_figure = fig4_figure

# Of each regulariser. L1 has the default recipe's. The groups' are by the AUC on six
# random functions, L2's by the validation error on two.
OF_PENALTY = {name: 2e-5 for name in PENALTIES if name != "none"} | {"l2": 2e-4}
AUC = "average AUC"
table4_columns = ("regulariser", AUC, "constant", "rows used", "epochs")


def table4(preset, work):
    """Table 4: pairwise AUC by regulariser

    The group penalties act on the first layer and L1 on the others. The paper tunes the
    two apart; here one constant multiplies both.
    """
    # App. G has 100,000 rows: fewer epochs, so that the number of steps stays. The
    # preset "quick" has half of them, and its own number of rows.
    rows = 100_000 if preset.name == "paper" else preset.rows
    epochs = preset.epochs * preset.rows // rows // (1 + (preset.name == "quick"))
    recipe, cases = preset.recipe(epochs=epochs), []
    for case in suite(preset, ("mlp-m",)):
        for penalty, constant in OF_PENALTY.items():
            penalised = replace(recipe, penalty=penalty, penalty_constant=constant)
            cases.append(case._replace(rows=rows, recipe=penalised))
    for used, trials in grouped(trained_networks(work, cases), "recipe").items():
        # group_lasso_input is group lasso input in the paper
        words = used.penalty.replace("_", " ").replace("l1", "L1").replace("l2", "L2")
        row = {"regulariser": words, "constant": used.penalty_constant}
        row |= {"rows used": rows, "epochs": epochs}
        yield row | over_suite(AUC, trials, auc_of, trim=False), preset.seeds


def table4_verdict(rows):
    """Each regulariser's average is at least 0.93."""
    above = rows[AUC] >= paper_rows("table4")[AUC].min()
    return bool(above.all()), f"{above.sum()} of {len(rows)} averages are."
