"""How right are the whole interactions that two networks agree on?

    python benchmarks/agreement.py KIND ... --jobs 2

Each case is one detection on data whose interactions are known, with seeds that chose
nothing. Its counts are added to FOLDER/agreement.jsonl at once; cases that are there
are not done again, and the table at the end is of all of them.
"""

import argparse
import time
from math import erf
from pathlib import Path

import timing  # before NumPy: a worker process keeps to one BLAS thread

# isort: split
import numpy as np

import nidlite
from nidlite.agreement.confirm import row_pairs, superset_importance
from nidlite.datasets.random_functions import additive_function, random_function
from nidlite.detector import REAL_SPLIT, SYNTHETIC_SPLIT
from nidlite.experiments.artefacts.two_networks import counted, f1_score
from nidlite.experiments.problems import draw
from nidlite.losses import sigmoid
from nidlite.splits import stream
from nidlite.synthetic import SUITE
from nidlite.tables.arrays import check_arrays

SEED = 14_000  # of all tables that are drawn here; constants were chosen with others
ROWS = 30_000
# Random functions: the first one's number, the deviation of noise, rows. Constants were
# chosen on those from 1000 on, and with noise on those from 1100 on, too.
RANDOM = {
    "random": (1100, 0.0, ROWS),
    "random noise 0.5": (1200, 0.5, ROWS),
    "random 5,000 rows": (1100, 0.0, 5000),
}


def sizes(rng):
    """Rows and features of a table."""
    n = int(np.exp(rng.uniform(np.log(1000), np.log(30_000))))
    return n, rng.integers(5, 31)


def additive(rng, k):
    """A sum of main effects with noise: Gaussian, heavy, skewed, or two classes."""
    n, p = sizes(rng)
    f, noise, style = additive_function(rng, p), rng.uniform(0, 1), k % 4
    X, y = f.sample(n, rng)
    errors = rng.normal(size=n)
    if style == 1:
        errors = rng.standard_t(3, size=n) / np.sqrt(3)
    if style == 2:
        errors = (np.exp(errors) - np.exp(0.5)) / np.sqrt((np.e - 1) * np.e)
    y = y + noise * y.std() * errors
    if style == 3:
        logits = 2 * (f(X) - f(X).mean()) / f(X).std()
        y = (rng.random(n) < sigmoid(logits)).astype(int)
    return X, y, (), (SYNTHETIC_SPLIT, REAL_SPLIT)[k // 4 % 2]


def nothing(rng, k):
    """Features and an outcome that have nothing to do with each other."""
    n, p = sizes(rng)
    X, y = rng.uniform(-1, 1, (n, p)), rng.normal(size=n)
    y = (y > 0).astype(int) if k % 3 == 0 else y
    return X, y, (), (SYNTHETIC_SPLIT, REAL_SPLIT)[k % 2]


def copy(rng, k):
    """b = a + 0.1 noise and y = a^2 + c, with three features that do nothing."""
    X = rng.normal(size=(6000, 6))
    X[:, 1] = X[:, 0] + 0.1 * X[:, 1]
    return X, X[:, 0] ** 2 + X[:, 2], (), (SYNTHETIC_SPLIT, REAL_SPLIT)[k % 2]


def correlated(rng, k, r):
    """A random function of features with correlation r^|i - j|, each U(-1, 1)."""
    f = random_function(np.random.default_rng([SEED, 4, k]))
    Z = rng.normal(size=(ROWS, 10))
    for j in range(1, 10):
        Z[:, j] = r * Z[:, j - 1] + np.sqrt(1 - r**2) * Z[:, j]
    X = np.vectorize(erf)(Z / np.sqrt(2))
    return X, f(X), f.interactions, SYNTHETIC_SPLIT


TABLES = {
    "additive": additive,
    "nothing": nothing,
    "copy": copy,
    "correlation 0": lambda rng, k: correlated(rng, k, 0.0),
    "correlation 0.5": lambda rng, k: correlated(rng, k, 0.5),
    "correlation 0.7": lambda rng, k: correlated(rng, k, 0.7),
}
CASES = dict.fromkeys(RANDOM, 60) | {"suite": 100, "additive": 100, "nothing": 50}
CASES |= {"copy": 20, "correlation 0": 6, "correlation 0.5": 6, "correlation 0.7": 6}


def table_of(kind, k):
    """Case k of a kind: its table, its truths, the split and the detection's seed."""
    if kind in TABLES:
        rng = np.random.default_rng([SEED, [*TABLES].index(kind), k])
        X, y, truths, fractions = TABLES[kind](rng, k)
        return check_arrays(X, y), truths, fractions, k
    if kind == "suite":
        problem = [*SUITE][k % 10], k // 10, ROWS
    else:
        first, noise, rows = RANDOM[kind]
        problem = f"random{first + k}", 0, rows, noise
    return *draw(*problem), SYNTHETIC_SPLIT, problem[1]


def work(kind, k):
    """One case: counts of its claims, and the processor's seconds."""
    table, truths, fractions, seed = table_of(kind, k)
    begun = time.process_time()
    found = nidlite.detect(table, seed, fractions=fractions)
    alone = time.process_time() - begun
    claimed = [a.interaction for a in found.agreed()]
    line = {"kind": kind, "case": k, "claims": len(claimed), "alone": alone}
    line |= counted(claimed, truths)
    if kind == "suite":
        seen = visible([*SUITE.values()][k % 10])
        line |= {"visible": len(seen), "visible found": len(seen & {*claimed})}
    return line | {"seconds": time.process_time() - begun}


def visible(f, least=1e-4):
    """The interactions of f with more than this share of the variance."""
    rng = stream(0, "sample")
    X, y = f.sample(40_000, rng)
    a, b = row_pairs(X, 20_000, rng)
    pairs = f.interactions
    return {i for i in pairs if superset_importance(f, i, a, b) / y.var() > least}


def main():
    """Do the kinds that are asked for, and print the table of all that is done."""
    parser = argparse.ArgumentParser(parents=[timing.flag])
    parser.add_argument("kinds", nargs="*", help=f"of {', '.join(CASES)}")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("benchmarks/results"))
    options = parser.parse_args()
    todo = [(kind, k) for kind in options.kinds for k in range(CASES[kind])]
    lines = timing.cases(options.out / "agreement.jsonl", todo, work, options.jobs)
    rows, names = [], ("whole", "parts", "false", "missed")
    for kind in CASES:
        each = [line for line in lines if line["kind"] == kind]
        if not each:
            continue
        counts = {name: sum(line[name] for line in each) for name in names}
        some = sum(line["claims"] > 0 for line in each)
        cost = np.median([line["seconds"] / line["alone"] for line in each])
        numbers = *counts.values(), f"{f1_score(counts):.3f}", some, f"{cost:.2f}"
        rows.append([kind, len(each), *numbers])
        if kind == "suite":
            found = sum(line["visible found"] for line in each)
            visible_ones = sum(line["visible"] for line in each)
            print(f"suite, more than 1e-4 of var(y): {found} of {visible_ones}\n")
    head = ["on", "cases", *names, "F1", "with a claim", "cost"]
    print(timing.markdown(head, rows))


if __name__ == "__main__":
    main()
