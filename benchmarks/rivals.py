"""nidlite against rivals of today: which pairs interact, and at what cost?

    pip install ".[bench]"
    python benchmarks/rivals.py "suite noise 0.5" suite --cases 10

Each case is one function and one seed; all methods get the same 20,000 rows, scaled and
cut in two halves. Each method's numbers go to FOLDER/rivals.jsonl, and cases that are
there are not done again. The trees' settings were chosen on "random noise 0.5"; F1 to
F10 chose nothing. ProxySPEX is shapiq's from version 1.8 on, which needs Python 3.12;
treefi needs 3.11, and treemind stops at 3.12; else they are left out. A method's whole
and false sets are counted among as many of its strongest as nidlite claims.
"""

import argparse
import sys
import time
from collections import Counter
from itertools import combinations

import timing  # before NumPy: a worker process keeps to one BLAS thread

# isort: split
import numpy as np
from agreement import counted, on_unit_cube, true_in

import nidlite
from nidlite.interactions import maximal
from nidlite.metrics import pairwise_auc
from nidlite.ranking import pairwise_ranking
from nidlite.synthetic import SUITE

ROWS, HALVES = 20_000, (0.5, 0.5, 0.0)
KINDS = {"suite noise 0.5": 0.5, "suite": 0.0, "random noise 0.5": 0.5}
KINDS["suite p 30"] = 0.0  # Diamond's setting: U(0, 1), and 20 features do nothing
FIRST = 2000  # random2000 to random2009 have chosen
POINTS, EXPLAINED = 60, 60  # rows for Friedman's H, and for SHAP
SPARSE, ABSENT, COALITIONS = 20, 10, 1000  # ProxySPEX's rows, others, and questions
ORDER = 5  # features of the largest true interactions
DEFAULT = {"rounds": 100}  # XGBoost's, as in its scikit-learn interface
TUNED = {"eta": 0.05, "max_depth": 4, "subsample": 0.5, "min_child_weight": 20}
TUNED |= {"rounds": 1500}


def clock(since=0.0):
    """Seconds of the processor since then."""
    return time.process_time() - since


def square(values, p) -> np.ndarray:
    """(p, p) of the values of all pairs, in order."""
    strengths = np.zeros((p, p))
    strengths[np.triu_indices(p, 1)] = values
    return strengths + strengths.T


def differences(f, a, b) -> np.ndarray:
    """The mixed differences of all pairs between rows a and b, (pairs, n)."""
    pairs = combinations(range(a.shape[1]), 2)
    return np.array([nidlite.mixed_difference(f, pair, a, b) for pair in pairs])


def by_nidlite(found, begun):
    """Weights, Definition 1 of one network, and two networks' readings."""
    answers = {"weights": found.pairwise_strengths, "seconds weights": clock(begun)}
    answers["sets weights"] = [i for i, _ in found.ranking]
    answers["confirmed"] = found.confirmed_pairwise_strengths()
    answers["seconds confirmed"] = clock(begun)
    answers["sets confirmed"] = [i for i, *_ in found.confirm()]
    begun += clock(begun) - answers["seconds weights"]  # two networks, not confirmed
    answers["averaged, held down"] = found.agreed_pairwise_strengths()
    answers["sets averaged, held down"] = [a.interaction for a in found.agreed()]
    answers["seconds averaged, held down"] = clock(begun)
    return answers


def by_trees(name, halved, settings):
    """What all readings say of trained trees, sums over the halves."""
    import xgboost

    D, strengths, seconds = [], {}, {}
    settings = settings | {"nthread": 1}
    rounds, stop = settings.pop("rounds"), {"early_stopping_rounds": 50}
    rows = halved[0][1][0]  # all are asked about the same ones
    for train, valid in halved:
        begun = clock()
        data = [xgboost.DMatrix(X, y) for X, y in (train, valid)]
        watched = {"evals": [(data[1], "valid")], "verbose_eval": False}
        trees = xgboost.train(settings, data[0], rounds, **watched, **stop)
        fitted = clock(begun)
        for what, ask in ASK.items():
            begun = clock()
            answer = ask(trees, rows)
            if what == "Definition 1":
                D.append(answer)
                answer = square(np.mean(answer**2, axis=1), rows.shape[1])
            key = f"{name}, {what}"
            strengths[key] = strengths[key] + answer if key in strengths else answer
            seconds[key] = seconds.get(key, 0) + fitted + clock(begun)
    if len(D) > 1:  # what the trees of both halves share, as nidlite's agreed share
        product = np.mean(D[0] * D[1], axis=1)
        strengths[f"{key}, agreed"] = square(product, rows.shape[1])
        seconds[f"{key}, agreed"] = seconds[key]
    return strengths | {f"seconds {key}": value for key, value in seconds.items()}


def output_of(trees):
    """f of (n, p): the trees up to the best round."""
    used = trees[: trees.best_iteration + 1]
    return lambda X: used.inplace_predict(np.ascontiguousarray(X))


def shap(trees, X) -> np.ndarray:
    """The mean magnitude of SHAP interaction values, (p, p)."""
    import xgboost

    rows, used = xgboost.DMatrix(X[:EXPLAINED]), (0, trees.best_iteration + 1)
    values = trees.predict(rows, pred_interactions=True, iteration_range=used)
    values = np.abs(values).mean(axis=0)[:-1, :-1]  # the last one is the constant
    return (values + values.T) / 2


def arch_detect(trees, X) -> np.ndarray:
    """ArchDetect (Tsang, Rambhatla & Liu, 2020) of rows against the mean row, (p, p).

    The squared mixed differences, beside the row's other features and the mean row's.
    """
    f, rows = output_of(trees), X[:1000]
    mean = np.broadcast_to(X.mean(axis=0), rows.shape)
    squares = [differences(f, a, b) ** 2 for a, b in ((rows, mean), (mean, rows))]
    return square(np.mean(squares, axis=(0, 2)), X.shape[1])


def D_of(trees, X) -> np.ndarray:
    """All pairs' mixed differences, between the same rows for both halves' trees."""
    a, b = np.split(np.random.default_rng(0).permutation(X)[:2000], 2)
    return differences(output_of(trees), a, b)


def friedman_h(trees, X) -> np.ndarray:
    """Friedman & Popescu (2008), Eq. 44, not over the pair's variance, (p, p).

    Over it, faint pairs of faint features are strong: it was worse on all settings.
    """
    f, X = output_of(trees), X[:POINTS]
    n, p = X.shape

    def dependence(features):
        grid = np.tile(X, (n, 1))
        grid[:, features] = np.repeat(X[:, features], n, axis=0)
        values = f(grid).reshape(n, n).mean(axis=1)
        return values - values.mean()

    one = [dependence([j]) for j in range(p)]
    pairs = combinations(range(p), 2)
    parts = [dependence([i, j]) - one[i] - one[j] for i, j in pairs]
    return square(np.mean(np.square(parts), axis=1), p)


def treefi_gain(trees, X) -> Counter:
    """treefi's expected gain of the features along paths, {set: gain}."""
    from treefi import feature_interactions

    used = trees[: trees.best_iteration + 1]
    rows = feature_interactions(used, max_interaction_depth=ORDER - 1)
    gains = Counter()
    for name, gain in zip(rows["interaction"], rows["expected_gain"]):
        features = sorted(int(feature[1:]) for feature in name.split("|"))
        gains[tuple(features)] += gain
    return gains


def proxy_spex(trees, X) -> Counter:
    """The magnitude of k-SII by shapiq's ProxySPEX, with its own grid's XGBoost."""
    from shapiq import TabularExplainer
    from shapiq.approximator import ProxySPEX
    from xgboost import XGBRegressor

    p, shared = X.shape[1], {"index": "k-SII", "max_order": ORDER, "random_state": 0}
    proxy = XGBRegressor(n_estimators=500, max_depth=3, learning_rate=0.1, n_jobs=1)
    spex = ProxySPEX(n=p, proxy_model=proxy, **shared)
    rows, absent = X[:SPARSE], X[SPARSE : SPARSE + ABSENT]
    shared |= {"approximator": spex, "sample_size": ABSENT}
    explainer = TabularExplainer(output_of(trees), absent, **shared)
    sums = Counter()
    for row in rows:
        values = explainer.explain(row, budget=COALITIONS)
        for features in values.interaction_lookup:
            sums[features] += abs(values[features])
    return sums


ASK = {"H": friedman_h, "SHAP": shap, "ArchDetect": arch_detect}
if sys.version_info >= (3, 11):
    ASK["treefi"] = treefi_gain
if sys.version_info >= (3, 12):  # older ones get a shapiq that cannot do it
    ASK["ProxySPEX"] = proxy_spex
ASK |= {"Definition 1": D_of}  # last: its product of both halves follows


def by_fast(parts):
    """FAST (interpret) on what a model of main effects leaves; bags are the halves."""
    from interpret.glassbox import ExplainableBoostingRegressor
    from interpret.utils import measure_interactions

    begun = clock()
    X, y = (np.concatenate(v).astype(float) for v in zip(parts.train, parts.valid))
    bag = np.repeat([1, -1], [len(parts.train[1]), len(parts.valid[1])])
    bags = np.stack([bag, -bag], axis=1).astype(np.int8)
    model = ExplainableBoostingRegressor(interactions=0, outer_bags=2, n_jobs=1)
    strength = dict(measure_interactions(X, y, init_score=model.fit(X, y, bags=bags)))
    p = X.shape[1]
    values = [strength.get(pair, 0.0) for pair in combinations(range(p), 2)]
    return {"FAST": square(values, p), "seconds FAST": clock(begun)}


def by_treemind(X, y):
    """treemind's importance of pairs in LightGBM: it reads XGBoost's roots only."""
    from lightgbm import LGBMRegressor
    from treemind import Explainer

    begun, p = clock(), X.shape[1]
    trees = LGBMRegressor(n_jobs=1, verbose=-1).fit(X, y)
    rows = Explainer(trees).explain(degree=2).importance()
    strengths = np.zeros((p, p))
    for *names, value in rows.itertuples(index=False):
        i, j = (int(name.removeprefix("Column_")) for name in names)
        strengths[i, j] = strengths[j, i] = value
    return {"LightGBM, treemind": strengths, "seconds LightGBM, treemind": clock(begun)}


def strongest(sets, count) -> list:
    """The first of the sets, without those inside others, until count are left."""
    chosen = []
    for features in sets:
        if len(chosen) == count:
            break
        chosen = maximal([*chosen, features])
    return chosen


def numbers_of(name, answers, truths, count) -> dict:
    """AUC, whole and false sets and seconds of one method."""
    strengths, p = answers[name], len(answers["weights"])
    if isinstance(strengths, Counter):  # of sets of any order
        sets = [features for features, _ in strengths.most_common() if features[1:]]
        strengths = square([strengths[i] for i in combinations(range(p), 2)], p)
    else:
        sets = [pair for pair, _ in pairwise_ranking(strengths)]
    counts = counted(strongest(answers.get(f"sets {name}", sets), count), truths)
    return {
        f"AUC {name}": round(float(pairwise_auc(strengths, truths)), 4),
        f"whole {name}": counts["whole"],
        f"false {name}": counts["false"],
        f"seconds {name}": round(answers[f"seconds {name}"], 4),
    }


def work(kind, k):
    """One case: AUC, whole and false sets and seconds of each method."""
    drawn, seed = kind.startswith("random"), k // 10
    name = f"random{FIRST + k % 10}" if drawn else [*SUITE][k % 10]
    f = timing.random_of(FIRST + k % 10) if drawn else SUITE[name]
    truths = f.interactions
    if kind == "suite p 30":
        f = on_unit_cube(f)
        truths = true_in(f)
    X, y = timing.drawn(f, ROWS, seed, KINDS[kind])
    begun = clock()
    found = nidlite.detect_interactions(X, y, seed=seed, fractions=HALVES)
    parts, answers = found.split, by_nidlite(found, begun)
    halves = [(parts.train, parts.valid), (parts.valid, parts.train)]
    answers |= by_trees("XGBoost", halves[:1], DEFAULT)
    answers |= by_trees("XGBoost tuned", halves, TUNED)
    answers |= by_fast(parts)
    answers |= by_treemind(*parts.train) if sys.version_info < (3, 13) else {}
    line = {"kind": kind, "case": k, "function": name, "true": len(truths)}
    line["claims"] = len(answers["sets averaged, held down"])
    for key in answers:
        if f"seconds {key}" in answers:
            line |= numbers_of(key, answers, truths, line["claims"])
    return line


def main():
    """Do the cases that are asked for, and print the tables of all that are done."""
    parser = argparse.ArgumentParser(parents=[timing.flags])
    parser.add_argument("kinds", nargs="*", help=f"of {', '.join(KINDS)}")
    parser.add_argument("--cases", type=int, default=10, help="ten for each seed")
    options = parser.parse_args()
    todo = [(kind, k) for kind in options.kinds for k in range(options.cases)]
    lines = timing.cases(options.out / "rivals.jsonl", todo, work, options.jobs)
    for kind in KINDS:
        each = [line for line in lines if line["kind"] == kind]
        if each:
            print(f"\n**{kind}**\n\n{table_of(each)}")


def table_of(lines) -> str:
    """Methods by functions: AUC, its mean, whole and false sets of all, and seconds."""
    rows = []
    for name in [key[4:] for key in lines[0] if key.startswith("AUC ")]:
        each = [line[f"AUC {name}"] for line in lines]
        cells = [*(f"{auc:.3f}" for auc in each), f"**{np.mean(each):.3f}**"]
        for count in ("whole", "false"):
            cells.append(sum(line[f"{count} {name}"] for line in lines))
        seconds = np.mean([line[f"seconds {name}"] for line in lines])
        rows.append([name, *cells, f"{seconds:.1f}"])
    heads = [line["function"] for line in lines]
    claims, true = (sum(line[key] for line in lines) for key in ("claims", "true"))
    table = timing.markdown(["", *heads, "mean", "whole", "false", "s"], rows)
    return f"{true} true interactions; {claims} sets of each are asked\n\n{table}"


if __name__ == "__main__":
    main()
