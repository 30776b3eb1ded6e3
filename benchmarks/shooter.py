"""Which reading of Table 6's generator could give NID a signal? App. H prints none.

    python benchmarks/shooter.py           # 5 minutes of processor time

For each reading: how many labels are 1, how well logistic regression on the features
alone and MLP-M (Table 6's recipe) tell validation labels, and Algorithm 1's precision
and recall of the planted products, down to 1e-3. A label is
1 where the score is above its mean, so the true score tells all labels.
"""

import argparse

import timing  # before NumPy: it sets the threads

# isort: split
from dataclasses import replace

import numpy as np
from sklearn.linear_model import LogisticRegression

from nidlite.datasets.simulations import product_sum
from nidlite.detector import detect
from nidlite.experiments.artefacts.table5 import (
    BATCH,
    CONSTANTS,
    HIDDEN,
    RATE,
)
from nidlite.experiments.artefacts.table6 import THRESHOLD
from nidlite.recipes import RECIPE
from nidlite.tables.arrays import check_arrays

N, P = 10_000, 200
FEATURES = {
    "normal": lambda rng: rng.standard_normal((N, P)),
    "0 or 1": lambda rng: rng.integers(0, 2, (N, P)).astype(float),
    "-1 or 1": lambda rng: rng.choice([-1.0, 1.0], (N, P)),
    "1 in one of ten": lambda rng: (rng.random((N, P)) < 0.1).astype(float),
    "uniform in 0.5 to 1.5": lambda rng: rng.uniform(0.5, 1.5, (N, P)),
}


def planted(rng, count, shared):
    """Products of orders 1 to 5, each with a parent; shared: of `count` features."""
    pool = rng.permutation(P)[: 2 * count if shared else P].tolist()
    level = [(i,) for i in sorted(pool[:count])]
    products = list(level)
    for _ in range(2, 6):
        children = sorted({tuple(sorted({*q, i})) for q in level for i in pool})
        children = [q for q in children if q not in products]
        chosen = rng.permutation(len(children))[:count]
        level = [children[k] for k in sorted(chosen.tolist())]
        products += level
    return products


def measured(name, count, shared, seed=100) -> list[str]:
    """One line: shares of labels that are told, and what NID finds by order."""
    rng = np.random.default_rng(seed)
    products, X = planted(rng, count, shared), FEATURES[name](rng)
    score = product_sum(products, rng.standard_normal(len(products)), X)
    y = (score > score.mean()).astype(float)
    best = None
    for constant in CONSTANTS[::2]:
        recipe = replace(RECIPE, rate=RATE, batch=BATCH, penalty_constant=constant)
        sizes = {"hidden": HIDDEN, "univariate": ()}
        found = detect(check_arrays(X, y), seed, recipe=recipe, sizes=sizes)
        if best is None or found.fit.best.valid < best.fit.best.valid:
            best = found
    (A, a), (B, b) = best.split.train, best.split.valid
    main = LogisticRegression(max_iter=1000).fit(A, a).score(B, b)
    told = np.mean((best.f(B) > 0) == b)
    top = {i for i, strength in best.ranking if strength > THRESHOLD}
    line = [name, str(count), "yes" if shared else "no", f"{y.mean():.2f}"]
    line += [f"{main:.3f}", f"{told:.3f}"]
    for order in range(2, 6):
        ours, true = ({i for i in s if len(i) == order} for s in (top, products))
        right = len(ours & true)
        line.append(f"{right}/{len(ours)} of {len(true)}")
    return line


def main():
    """Print a row for each reading."""
    argparse.ArgumentParser(parents=[timing.flag]).parse_args()
    print("| features | of each order | shared | ones | main effects | MLP-M | 2 | 3 |")
    for name in FEATURES:
        for count, shared in ((10, False), (10, True), (3, False)):
            print(f"| {' | '.join(measured(name, count, shared))} |", flush=True)


if __name__ == "__main__":
    main()
