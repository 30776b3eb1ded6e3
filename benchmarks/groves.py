"""Constants of Additive Groves, asked of random functions: alpha, trees and bags.

    python benchmarks/groves.py --rows 1500        # a minute or two for each line

Pairwise AUC of the restricted models' errors after each layer, one for each alpha, and
the alpha that the unrestricted models choose. F1 to F10 choose nothing: Table 2's
sizes (nidlite/experiments/presets.py) are from here. Seconds are of the processor.
"""

import argparse
import time
from itertools import combinations

import timing

# isort: split
import numpy as np

from nidlite.baselines.additive_groves import ALPHAS, layer_errors, quantiles
from nidlite.baselines.products import standardised, symmetric
from nidlite.experiments.problems import function
from nidlite.metrics import pairwise_auc

FIRST = 3000  # random3000 and on: no reported result is of these


def measured(name, rows, bags, trees, bins, alphas) -> list[str]:
    """The AUC of each layer on a function's rows, and the seconds."""
    f = function(name)
    X, y = f.sample(2 * rows, np.random.default_rng(0))
    codes, y = quantiles(X, bins), standardised(y)
    data = [(codes[:, k], y[k]) for k in (slice(rows), slice(rows, None))]
    started, rng = time.process_time(), np.random.default_rng(1)

    def errors(restricted=()):
        return layer_errors(*data, restricted, trees, alphas, bags, rng.spawn(1)[0])

    free, p = errors(), X.shape[1]
    by_layer = np.transpose([errors(pair) for pair in combinations(range(p), 2)])
    seconds = time.process_time() - started
    last = int(np.argmax([*(np.diff(free) >= 0), True]))
    aucs = [pairwise_auc(symmetric(own, p), f.interactions) for own in by_layer]
    sizes = map(str, (rows, bags, trees, bins))
    cells = [f"{auc:.3f}{' *' * (k == last)}" for k, auc in enumerate(aucs)]
    return [name, *sizes, f"{seconds:.0f}", *cells]


def main():
    """Print a line for each function as it is done, * where the error is the least."""
    parser = argparse.ArgumentParser(parents=[timing.flag])
    parser.add_argument("--functions", type=int, default=3)
    parser.add_argument("--rows", type=int, default=3000)
    parser.add_argument("--bags", type=int, default=8)
    parser.add_argument("--trees", type=int, default=8)
    parser.add_argument("--bins", type=int, default=32)
    parser.add_argument("--alphas", type=float, nargs="+", default=ALPHAS)
    options = parser.parse_args()
    size = options.rows, options.bags, options.trees, options.bins
    names = [f"random{FIRST + k}" for k in range(options.functions)]
    lines = []
    for name in names:
        lines.append(measured(name, *size, options.alphas))
        print(lines[-1], flush=True)
    head = ["function", "rows", "bags", "trees", "bins", "s", *map(str, options.alphas)]
    print(timing.markdown(head, lines))


if __name__ == "__main__":
    main()
