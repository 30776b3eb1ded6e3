"""nidlite against rivals of today: which pairs interact, and at what cost?

    pip install ".[bench]"
    python benchmarks/rivals.py "suite noise 0.5" suite --cases 10

Each case is one function and one seed; all methods get the same 20,000 rows, scaled and
cut in two halves. Each method's AUC goes to FOLDER/rivals.jsonl, and cases that are
there are not done again. The trees' settings were chosen on "random noise 0.5"; F1 to
F10 chose nothing. FSII is shapiq's from version 1.8 on, which needs Python 3.12; before
it is left out.
"""

import argparse
import sys
import time
from itertools import combinations
from pathlib import Path

import timing  # before NumPy: a worker process keeps to one BLAS thread

# isort: split
import numpy as np

import nidlite
from nidlite.agreement import shared
from nidlite.agreement.confirm import Corners, row_pairs
from nidlite.experiments.problems import draw
from nidlite.metrics import pairwise_auc, top_rank_recall
from nidlite.splits import split_of, stream
from nidlite.synthetic import SUITE

ROWS, HALVES = 20_000, (0.5, 0.5, 0.0)
KINDS = {"suite noise 0.5": 0.5, "suite": 0.0, "random noise 0.5": 0.5}
FIRST = 2000  # random2000 to random2009 have chosen
POINTS, EXPLAINED = 60, 60  # rows for Friedman's H, and for SHAP and FSII
BACKGROUND = 60  # other rows, from which FSII takes what is absent
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


def differences(corners) -> np.ndarray:
    """The mixed differences of all pairs, (pairs, n)."""
    pairs = combinations(range(len(corners.columns)), 2)
    return np.array([corners.part(pair) for pair in pairs])


def by_nidlite(table, truths, seed):
    """Weights, Definition 1 of one network, and two networks' readings."""
    begun, p = clock(), table.X.shape[1]
    found = nidlite.detect(table, seed, fractions=HALVES)
    answers = {"weights": found.pairwise_strengths, "seconds weights": clock(begun)}
    answers["recall weights"] = top_rank_recall(found.ranking, truths)
    answers["confirmed"] = found.confirmed_pairwise_strengths()
    answers["seconds confirmed"] = clock(begun)
    confirmed = [(i, share) for i, _, share in found.confirm()]
    answers["recall confirmed"] = top_rank_recall(confirmed, truths)
    begun += clock(begun) - answers["seconds weights"]  # two networks, not confirmed
    opinion = found.opinion  # trains the others
    D = [differences(corners) for corners in opinion.pair]
    product, agreement = np.transpose([shared(*of_pair) for of_pair in zip(*D)])
    answers["agreed share"] = square(product / 4 / opinion.variance, p)
    answers["agreement"] = square(agreement, p)
    answers["averaged"] = square(np.mean((D[0] + D[1]) ** 2, axis=1), p)
    for name in ("agreed share", "agreement", "averaged"):
        answers[f"seconds {name}"] = clock(begun)
    answers["averaged, held down"] = found.agreed_pairwise_strengths()
    answers["seconds averaged, held down"] = clock(begun)
    claimed = [(a.interaction, a.share) for a in found.agreed()]
    answers["recall agreed share"] = top_rank_recall(claimed, truths)
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
            strengths[key] = strengths.get(key, 0) + answer
            seconds[key] = seconds.get(key, 0) + fitted + clock(begun)
    if len(D) > 1:  # what the trees of both halves share, as nidlite's agreed share
        product = np.mean(D[0] * D[1], axis=1)
        strengths[f"{key}, agreed"] = square(product, rows.shape[1])
        seconds[f"{key}, agreed"] = seconds[key]
    return strengths | {f"seconds {key}": value for key, value in seconds.items()}


def output_of(trees):
    """f of (n, p): the trees up to the best round."""
    used = (0, trees.best_iteration + 1)
    return lambda X: trees.inplace_predict(
        np.ascontiguousarray(X), iteration_range=used
    )


def shap(trees, X) -> np.ndarray:
    """The mean magnitude of SHAP interaction values, (p, p)."""
    import xgboost

    rows, used = xgboost.DMatrix(X[:EXPLAINED]), (0, trees.best_iteration + 1)
    values = trees.predict(rows, pred_interactions=True, iteration_range=used)
    values = np.abs(values).mean(axis=0)[:-1, :-1]  # the last one is the constant
    return (values + values.T) / 2


def fsii(trees, X) -> np.ndarray:
    """The mean magnitude of the Faith-Shap index of order 2, by shapiq, (p, p).

    Its k-SII of order 2, by the trees' own paths, is twice the values of shap.
    """
    from shapiq import TreeExplainer

    rows, absent = X[:EXPLAINED], X[EXPLAINED : EXPLAINED + BACKGROUND]
    settings = {"index": "FSII", "min_order": 2, "max_order": 2, "backend": "shapiq"}
    settings |= {"mode": "interventional", "reference_dataset": absent}
    used = trees[: trees.best_iteration + 1]
    values = TreeExplainer(used, **settings).explain_X(rows).values
    pairs = combinations(range(X.shape[1]), 2)
    means = [np.abs(values.get(pair, 0)).mean() for pair in pairs]
    return square(means, X.shape[1])


def arch_detect(trees, X) -> np.ndarray:
    """ArchDetect (Tsang, Rambhatla & Liu, 2020) of rows against the mean row, (p, p).

    The squared mixed differences, beside the row's other features and the mean row's.
    """
    f, columns = output_of(trees), [(j,) for j in range(X.shape[1])]
    rows = X[:1000]
    mean = np.broadcast_to(X.mean(axis=0), rows.shape)
    contexts = Corners(f, rows, mean, columns), Corners(f, mean, rows, columns)
    squares = [differences(corners) ** 2 for corners in contexts]
    return square(np.mean(squares, axis=(0, 2)), X.shape[1])


def D_of(trees, X) -> np.ndarray:
    """All pairs' mixed differences, between the same rows for both halves' trees."""
    a, b = row_pairs(X, 1000, stream(0, "confirm"))
    return differences(
        Corners(output_of(trees), a, b, [(j,) for j in range(X.shape[1])])
    )


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


ASK = {"H": friedman_h, "SHAP": shap, "ArchDetect": arch_detect}
if sys.version_info >= (3, 12):  # older ones get a shapiq that cannot do it
    ASK["FSII"] = fsii
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


def work(kind, k):
    """One case: AUC, recall and seconds of each method."""
    drawn, seed = kind.startswith("random"), k // 10
    name = f"random{FIRST + k % 10}" if drawn else [*SUITE][k % 10]
    table, truths = draw(name, seed, ROWS, KINDS[kind])
    parts = split_of(table, seed, HALVES)
    answers = by_nidlite(table, truths, seed)
    halves = [(parts.train, parts.valid), (parts.valid, parts.train)]
    answers |= by_trees("XGBoost", halves[:1], DEFAULT)
    answers |= by_trees("XGBoost tuned", halves, TUNED)
    answers |= by_fast(parts)
    line = {"kind": kind, "case": k, "function": name}
    for key, value in answers.items():
        if np.ndim(value):
            key, value = f"AUC {key}", pairwise_auc(value, truths)
        line[key] = round(float(value), 4)
    return line


def main():
    """Do the cases that are asked for, and print the tables of all that are done."""
    parser = argparse.ArgumentParser(parents=[timing.flag])
    parser.add_argument("kinds", nargs="*", help=f"of {', '.join(KINDS)}")
    parser.add_argument("--cases", type=int, default=10, help="ten for each seed")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("benchmarks/results"))
    options = parser.parse_args()
    todo = [(kind, k) for kind in options.kinds for k in range(options.cases)]
    lines = timing.cases(options.out / "rivals.jsonl", todo, work, options.jobs)
    for kind in KINDS:
        each = [line for line in lines if line["kind"] == kind]
        if each:
            print(f"\n**{kind}**\n\n{table_of(each)}")


def table_of(lines) -> str:
    """Methods by functions: AUC, its mean, recall of any order, and seconds."""
    rows = []
    for name in [key[4:] for key in lines[0] if key.startswith("AUC ")]:
        each = [line[f"AUC {name}"] for line in lines]
        recall = np.mean([line.get(f"recall {name}", np.nan) for line in lines])
        seconds = np.mean([line[f"seconds {name}"] for line in lines])
        cells = [*(f"{auc:.3f}" for auc in each), f"**{np.mean(each):.3f}**"]
        cells += ["" if np.isnan(recall) else f"{recall:.2f}", f"{seconds:.1f}"]
        rows.append([name, *cells])
    heads = [line["function"] for line in lines]
    return timing.markdown(["", *heads, "mean", "any order", "s"], rows)


if __name__ == "__main__":
    main()
