"""More rows or more bags for Additive Groves, in one time? Asked of random functions.

    python benchmarks/groves.py            # 7 minutes for each function

Table 2's sizes (nidlite/experiments/settings.py) are chosen by this, so that F1 to F10
choose nothing. The seconds are of the processor.
"""

import argparse
import time

import timing

# isort: split
import numpy as np

from nidlite.baselines.additive_groves import additive_groves
from nidlite.experiments.problems import function
from nidlite.metrics import pairwise_auc

SIZES = ({"rows": 1000, "bags": 6}, {"rows": 3000, "bags": 2})


def measured(name, size) -> list[str]:
    """Seconds and pairwise AUC on 20,000 rows of a function."""
    f = function(name)
    X, y = f.sample(20_000, np.random.default_rng(0))
    started = time.process_time()
    found = additive_groves(X, y, np.random.default_rng(1), **size)
    seconds = time.process_time() - started
    auc = pairwise_auc(found.strengths, f.interactions)
    return [name, *map(str, size.values()), f"{seconds:.0f}", f"{auc:.3f}"]


def main():
    """Print a line for each function and size."""
    parser = argparse.ArgumentParser(parents=[timing.flag])
    parser.add_argument("--functions", type=int, default=1)
    options = parser.parse_args()
    names = [f"random{k}" for k in range(options.functions)]
    lines = [measured(name, size) for name in names for size in SIZES]
    print(timing.markdown(["function", "rows", "bags", "s", "AUC"], lines))


if __name__ == "__main__":
    main()
