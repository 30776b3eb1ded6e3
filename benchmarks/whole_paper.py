"""How well does the one file rank pairs, beside the package? AUC on F1 to F10.

    python benchmarks/whole_paper.py       # some three minutes of one core

One trial: the same 30,000 rows for both, a third each to train, to choose the epoch and
to test, as in Sec. 5.1. `tutorials/00_the_whole_paper.py` trains in batches of
200 rows, the package of 100. A line for each function, then the means; seconds are the
processor's.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import runpy
import time
from pathlib import Path

import numpy as np

import nidlite
from nidlite.detector import SYNTHETIC_SPLIT
from nidlite.metrics import pairwise_auc

FILE = Path(__file__).parents[1] / "tutorials" / "00_the_whole_paper.py"


def by_the_file(paper, X, y, seed):
    """The strength of every pair, (p, p), by the functions of the one file."""
    X, y = ((a - a.mean(axis=0)) / a.std(axis=0) for a in (X, y))
    train, valid, _ = zip(np.split(X, 3), np.split(y, 3))
    theta = paper["train"](train, valid, np.random.default_rng(seed))
    strengths = np.zeros((X.shape[1], X.shape[1]))
    W1, z = theta[0][0], paper["aggregated_weights"](theta)
    for (i, j), omega in paper["pairwise_strengths"](W1, z).items():
        strengths[i, j] = strengths[j, i] = omega
    return strengths


def by_the_package(X, y, seed):
    """The same by nidlite.detect_interactions."""
    found = nidlite.detect_interactions(X, y, seed=seed, fractions=SYNTHETIC_SPLIT)
    return found.pairwise_strengths


def main(seed=0):
    paper, rows = runpy.run_path(str(FILE)), []
    print("function  AUC: file  package   seconds: file  package")
    for name, function in nidlite.synthetic.SUITE.items():
        X, y = function.sample(30_000, np.random.default_rng(seed))
        started = time.process_time()
        file = by_the_file(paper, X, y, seed)
        between = time.process_time()
        package = by_the_package(X, y, seed)
        seconds = between - started, time.process_time() - between
        aucs = [pairwise_auc(s, function.interactions) for s in (file, package)]
        rows.append((*aucs, *seconds))
        print("{:8} {:10.4f} {:8.4f} {:15.1f} {:8.1f}".format(name, *rows[-1]))
    print("{:8} {:10.4f} {:8.4f} {:15.1f} {:8.1f}".format("mean", *np.mean(rows, 0)))


if __name__ == "__main__":
    main()
