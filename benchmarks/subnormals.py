"""What subnormal numbers cost: MLP-Cutoff's training with and without Adam.flush.

    python benchmarks/subnormals.py                     # some minutes

Its penalty, L2, shrinks the weights of dead units until they are subnormal, and with
such numbers a processor is many times slower. F5's data, all four true interactions;
the two take turns, and both end with the same validation error to six digits.
"""

import argparse
import time
from dataclasses import replace

import timing  # before NumPy: it sets the threads

# isort: split
import numpy as np

from nidlite.detector import SYNTHETIC_SPLIT
from nidlite.fast.step import Adam
from nidlite.networks import mlp_cutoff
from nidlite.recipes import CUTOFF_RECIPE
from nidlite.splits import split
from nidlite.synthetic import SUITE
from nidlite.training import fit


def main():
    """Train in turns, and print the table for the README."""
    add = (parser := argparse.ArgumentParser(parents=[timing.flag])).add_argument
    add("--epochs", type=int, default=CUTOFF_RECIPE.epochs)
    add("--runs", type=int, default=3)
    options = parser.parse_args()
    F5 = SUITE["F5"]
    X, y = F5.sample(30_000, np.random.default_rng(0))
    parts = split(X, y, np.random.default_rng(1), SYNTHETIC_SPLIT)
    network = mlp_cutoff(10, F5.interactions)
    recipe = replace(CUTOFF_RECIPE, epochs=options.epochs, patience=options.epochs)
    flush, seconds, errors = Adam.flush, {True: [], False: []}, {}
    for _ in range(options.runs):
        for flushing in (True, False):
            Adam.flush = flush if flushing else lambda adam, theta: None
            started, rng = time.perf_counter(), np.random.default_rng(2)
            fitted = fit(network, parts, "regression", rng, recipe)
            seconds[flushing].append(time.perf_counter() - started)
            errors[flushing] = fitted.best.valid
    np.testing.assert_allclose(errors[True], errors[False], rtol=1e-6)
    middle = {flushing: float(np.median(s)) for flushing, s in seconds.items()}
    rows = [
        ("flushed after every epoch", f"{middle[True]:.1f}", "1.0"),
        ("not", f"{middle[False]:.1f}", f"{middle[False] / middle[True]:.1f}"),
    ]
    head = [f"{options.epochs} epochs of MLP-Cutoff, K = 4", "s, median", "times"]
    print(timing.markdown(head, rows))


if __name__ == "__main__":
    main()
