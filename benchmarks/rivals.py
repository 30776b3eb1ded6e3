"""nidlite against rivals of today: which pairs interact, and at what cost?

    pip install ".[bench]"
    python benchmarks/rivals.py "suite noise 0.5" suite --cases 10

Each case is one function and one seed; all methods get the same 20,000 rows, scaled and
cut in two halves. The AUC of each method is kept in
FOLDER/rivals.jsonl; cases that are there are not done again. The trees' settings and
nidlite's reading were chosen on "random noise 0.5"; F1 to F10 chose nothing. FSII
is shapiq's from version 1.8 on, which needs Python 3.12; before it is left out.
"""

import argparse
import json
import sys
import time
from concurrent.futures import as_completed
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from nidlite.agreement import shared
from nidlite.agreement.confirm import Corners, row_pairs
from nidlite.agreement.halves import halves, mean_output
from nidlite.agreement.unseen import evident
from nidlite.command.workers import processes  # with one BLAS thread each
from nidlite.detector import detect
from nidlite.experiments.problems import Problem, draw
from nidlite.metrics import pairwise_auc, top_rank_recall
from nidlite.networks import Network
from nidlite.splits import split_of, stream
from nidlite.synthetic import SUITE

ROWS, HALVES = 20_000, (0.5, 0.5, 0.0)
KINDS = {"suite noise 0.5": 0.5, "suite": 0.0, "random noise 0.5": 0.5}
FIRST = 2000  # random2000 to random2009 have chosen
ASKED, PARTNERS = 5000, 4  # unseen rows of each network, and partners of each
POINTS, EXPLAINED = 60, 60  # rows for Friedman's H, and for SHAP and FSII
BACKGROUND = 60  # other rows, from which FSII takes what is absent
DEFAULT = {"rounds": 100}  # XGBoost's, as in its scikit-learn interface
TUNED = {"eta": 0.05, "max_depth": 4, "subsample": 0.5, "min_child_weight": 20}
TUNED |= {"rounds": 1500}
READINGS = 3  # raise it with every new reading: cases with fewer are done again


@dataclass(frozen=True)
class Rivals:
    """All methods on one problem."""

    problem: Problem
    seed: int
    readings: int = READINGS

    def work(self):
        """name -> (p, p) strengths; and recall NAME and seconds NAME, numbers."""
        table, truths = draw(self.problem, self.seed)
        parts = split_of(table, self.seed, HALVES)
        arrays = by_nidlite(table, truths, self.seed)
        both = [(parts.train, parts.valid), (parts.valid, parts.train)]
        arrays |= by_trees("XGBoost", both[:1], DEFAULT)
        arrays |= by_trees("XGBoost tuned", both, TUNED)
        return arrays | by_fast(parts)


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
    found = detect(table, seed, fractions=HALVES)
    one = clock(begun)
    arrays = {"weights": found.pairwise_strengths, "seconds weights": one}
    arrays["recall weights"] = top_rank_recall(found.ranking, truths)
    begun = clock()
    arrays["confirmed"] = found.confirmed_pairwise_strengths()
    arrays["seconds confirmed"] = one + clock(begun)
    said = [(i, share) for i, _, share in found.confirm()]
    arrays["recall confirmed"] = top_rank_recall(said, truths)
    begun = clock()
    opinion = found.opinion  # trains the others
    two = one + clock(begun)
    begun = clock()
    D = [differences(corners) for corners in opinion.pair]
    product, agreement = np.transpose([shared(*both) for both in zip(*D)])
    arrays["agreed share"] = square(product / 4 / opinion.variance, p)
    arrays["agreement"] = square(agreement, p)
    arrays["averaged"] = square(np.mean((D[0] + D[1]) ** 2, axis=1), p)
    for name in ("agreed share", "agreement", "averaged"):
        arrays[f"seconds {name}"] = two + clock(begun)
    begun = clock()
    arrays["support"], arrays["t of support"] = support(found)
    # Two estimates of one share, with errors of their own.
    arrays["both shares"] = arrays["support"] + arrays["agreed share"]
    held, t = "averaged, held down", arrays["t of support"]
    arrays[held] = evident(arrays["averaged"], t)
    for name in ("support", "t of support", "both shares", held):
        arrays[f"seconds {name}"] = two + clock(begun)
    said = [(a.interaction, a.share) for a in found.agreed()]
    arrays["recall agreed share"] = top_rank_recall(said, truths)
    return arrays


def support(found):
    """What unseen outcomes say of each pair: a share of the variance, and its t value.

    h is what of a network's f goes through the pair, between a row and a partner; h_m
    and h_n are of two partners. For an outcome y that f never saw the mean of
    (y - f) h_m + h_m h_n is 0 where h is an accident, and the variance of the pair and
    all that holds it where h is right.
    """
    q, network = len(found.columns), found.fit.network
    joint, rng, values = Network(network.stacks[:1]), stream(found.seed, "confirm"), []
    unseen = halves(found.split, rng)[::-1]
    for thetas, (X, y) in zip(found.second._thetas_of_halves(), unseen):
        rows = rng.permutation(len(y))[:ASKED]
        f, rest = mean_output(joint, thetas), y[rows]
        rest = rest - mean_output(network, thetas)(X[rows])
        total = squares = 0
        for _ in range(PARTNERS):
            partners = X[rng.choice(len(X), len(rows))]
            h = differences(Corners(f, X[rows], partners, found.columns))
            total, squares = total + h, squares + h**2
        crossed = (total**2 - squares) / (PARTNERS * (PARTNERS - 1))
        values.append(rest * total / PARTNERS + crossed)
    values = np.concatenate(values, axis=1)
    mean = values.mean(axis=1)
    error = values.std(axis=1) / np.sqrt(values.shape[1])
    return square(mean, q), square(mean / np.where(error, error, 1), q)


def by_trees(name, halved, settings):
    """What all readings say of trained trees, sums over the halves."""
    import xgboost

    how, D, said, seconds = dict(settings, nthread=1), [], {}, {}
    rounds, stop = how.pop("rounds"), {"early_stopping_rounds": 50}
    rows = halved[0][1][0]  # all are asked about the same ones
    for train, valid in halved:
        begun = clock()
        data = [xgboost.DMatrix(X, y) for X, y in (train, valid)]
        watched = {"evals": [(data[1], "valid")], "verbose_eval": False}
        trees = xgboost.train(how, data[0], rounds, **watched, **stop)
        fitted = clock(begun)
        for what, ask in ASK.items():
            begun = clock()
            answer = ask(trees, rows)
            if what == "Definition 1":
                D.append(answer)
                answer = square(np.mean(answer**2, axis=1), rows.shape[1])
            key = f"{name}, {what}"
            said[key] = said.get(key, 0) + answer
            seconds[key] = seconds.get(key, 0) + fitted + clock(begun)
    if len(D) > 1:  # what the trees of both halves share, as nidlite's agreed share
        said[f"{key}, agreed"] = square(np.mean(D[0] * D[1], axis=1), rows.shape[1])
        seconds[f"{key}, agreed"] = seconds[key]
    return said | {f"seconds {key}": value for key, value in seconds.items()}


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
    how = {"index": "FSII", "min_order": 2, "max_order": 2, "backend": "shapiq"}
    how |= {"mode": "interventional", "reference_dataset": absent}
    values = TreeExplainer(trees[: trees.best_iteration + 1], **how).explain_X(rows)
    pairs = combinations(range(X.shape[1]), 2)
    said = [np.abs(values.values.get(pair, 0)).mean() for pair in pairs]
    return square(said, X.shape[1])


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
    said = dict(measure_interactions(X, y, init_score=model.fit(X, y, bags=bags)))
    p = X.shape[1]
    values = [said.get(pair, 0.0) for pair in combinations(range(p), 2)]
    return {"FAST": square(values, p), "seconds FAST": clock(begun)}


def work(kind, k):
    """One case: AUC, recall and seconds of each method."""
    drawn = kind.startswith("random")
    name = f"random{FIRST + k % 10}" if drawn else [*SUITE][k % 10]
    unit = Rivals(Problem(name, ROWS, outcome_noise=KINDS[kind]), k // 10)
    _, truths = draw(unit.problem, unit.seed)
    arrays = {key: np.array(value) for key, value in unit.work().items()}
    line = {"kind": kind, "case": k, "function": name, "readings": READINGS}
    for key, value in arrays.items():
        number = pairwise_auc(value, truths) if value.ndim else float(value)
        line[f"AUC {key}" if value.ndim else key] = round(number, 4)
    return line


def main():
    """Do the cases that are asked for, and print the tables of all that are done."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kinds", nargs="*", help=f"of {', '.join(KINDS)}")
    parser.add_argument("--cases", type=int, default=10, help="ten for each seed")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("benchmarks/results"))
    options = parser.parse_args()
    path = options.out / "rivals.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    done = [*map(json.loads, path.read_text().splitlines())]
    done = [line for line in done if line.get("readings") == READINGS]
    known = {(line["kind"], line["case"]) for line in done}
    todo = [(kind, k) for kind in options.kinds for k in range(options.cases)]
    with processes(options.jobs) as pool:
        cases = [case for case in todo if case not in known]
        futures = [pool.submit(work, *case) for case in cases]
        for future in as_completed(futures):
            done.append(future.result())
            with open(path, "a") as file:
                file.write(json.dumps(done[-1]) + "\n")
    for kind in KINDS:
        own = [line for line in done if line["kind"] == kind]
        if own:
            print_table(kind, sorted(own, key=lambda line: line["case"]))


def print_table(kind, own):
    """Methods by functions: AUC, its mean, recall of any order, and seconds."""
    heads = [line["function"] for line in own]
    print(f"\n**{kind}**\n\n| | {' | '.join(heads)} | mean | any order | s |")
    print(f"| --- |{' ---: |' * (len(own) + 3)}")
    for name in [key[4:] for key in own[0] if key.startswith("AUC ")]:
        each = [line[f"AUC {name}"] for line in own]
        recall = np.mean([line.get(f"recall {name}", np.nan) for line in own])
        seconds = np.mean([line[f"seconds {name}"] for line in own])
        cells = [*(f"{auc:.3f}" for auc in each), f"**{np.mean(each):.3f}**"]
        cells += ["" if np.isnan(recall) else f"{recall:.2f}", f"{seconds:.1f}"]
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
