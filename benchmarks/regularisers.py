"""Which constant for which regulariser of Table 4? Asked of random functions.

    python benchmarks/regularisers.py --jobs 2          # 10 minutes

Appendix G raises each regulariser's strength from zero until the validation error
worsens. Here this is done on random functions, so that F1 to F10 choose nothing: each
constant's validation error over the least one of the same function and regulariser,
geometric mean over the functions, and the mean AUC of the pairwise strengths, which is
what Table 4 compares. Finished trainings are stored. What
nidlite/experiments/artefacts/table4.py takes is said in README.md.
"""

import argparse
import sys
from pathlib import Path

import timing

# isort: split
import numpy as np

from nidlite.command.workers import processes  # noqa: E402
from nidlite.experiments.artefacts.cells import auc_of
from nidlite.experiments.problems import Problem
from nidlite.experiments.rows import PRESETS
from nidlite.experiments.runner import run
from nidlite.experiments.store import Store
from nidlite.experiments.tuning import valid_loss
from nidlite.experiments.units import Training
from nidlite.penalties import PENALTIES

CONSTANTS = {name: (5e-6, 1e-5, 2e-5, 5e-5, 1e-4) for name in PENALTIES}
CONSTANTS["l2"] = (2e-5, 6e-5, 2e-4, 6e-4, 2e-3)
del CONSTANTS["none"]


def training(function, penalty, constant) -> Training:
    """MLP-M on a random function, seed 0."""
    recipe = PRESETS["paper"].recipe(penalty=penalty, penalty_constant=constant)
    return Training(Problem(f"random{function}", 30_000), 0, "mlp-m", recipe)


def table(results, functions, penalties) -> str:
    """A line for each regulariser: constants, their relative errors, and their AUCs."""
    lines = []
    for penalty in penalties:
        constants = CONSTANTS[penalty]
        of = [[results[training(k, penalty, c)] for c in constants] for k in functions]
        errors = np.sqrt([[valid_loss(result) for result in own] for own in of])
        relative = np.exp(np.log(errors / errors.min(1, keepdims=True)).mean(0))
        aucs = np.mean([[auc_of(result) for result in own] for own in of], axis=0)
        every = zip(constants, relative, aucs)
        cells = [f"{c:g}: {error:.3f}, {auc:.3f}" for c, error, auc in every]
        lines.append([penalty, *cells])
    head = ["regulariser", "constant: error, AUC", *[""] * 4]
    return timing.markdown(head, lines)


def main():
    """Train what is not stored, then print the table."""
    here = Path(__file__).parent
    parser = argparse.ArgumentParser(parents=[timing.flag])
    parser.add_argument("--functions", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--penalties", nargs="+", default=CONSTANTS, choices=CONSTANTS)
    options = parser.parse_args()
    functions = range(options.functions)
    units = [
        training(k, penalty, c)
        for k in functions
        for penalty in options.penalties
        for c in CONSTANTS[penalty]
    ]
    store = Store(here.parent / "results" / "trainings")
    with processes(options.jobs) as pool:
        done = run(units, pool, store, lambda unit: print(unit, file=sys.stderr))
    print(table(done, functions, options.penalties))


if __name__ == "__main__":
    main()
