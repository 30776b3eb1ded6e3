"""Which constant for which regulariser of Table 4? Asked of random functions.

    python benchmarks/regularisers.py --jobs 2          # 10 minutes

Appendix G raises each regulariser's strength from zero until the validation error
worsens. Here this is done on functions drawn from grammar.py, so that F1 to F10 choose
nothing: each constant's validation error over the least one of the same function and
regulariser, geometric mean over the functions. Finished trainings are stored. What
nidlite/experiments/artefacts/table4.py takes is said in README.md.
"""

import argparse
import sys
from pathlib import Path

import timing

# isort: split
import numpy as np

from nidlite.command.workers import processes  # noqa: E402
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


def table(results, functions) -> str:
    """A line for each regulariser: constants and their relative errors."""
    lines = []
    for penalty, constants in CONSTANTS.items():
        losses = [
            [valid_loss(results[training(k, penalty, c)]) for c in constants]
            for k in range(functions)
        ]
        errors = np.sqrt(losses)
        relative = np.exp(np.log(errors / errors.min(1, keepdims=True)).mean(0))
        cells = [f"{c:g}: {r:.3f}" for c, r in zip(constants, relative)]
        lines.append([penalty, f"{constants[relative.argmin()]:g}", *cells])
    head = ["regulariser", "best", *[f"constant {k}: error" for k in range(1, 6)]]
    return timing.markdown(head, lines)


def main():
    """Train what is not stored, then print the table."""
    here = Path(__file__).parent
    parser = argparse.ArgumentParser(parents=[timing.flag])
    parser.add_argument("--functions", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    units = [
        training(k, penalty, c)
        for k in range(options.functions)
        for penalty, constants in CONSTANTS.items()
        for c in constants
    ]
    store = Store(here.parent / "results" / "trainings")
    with processes(options.jobs) as pool:
        done = run(units, pool, store, lambda unit: print(unit, file=sys.stderr))
    print(table(done, options.functions))


if __name__ == "__main__":
    main()
