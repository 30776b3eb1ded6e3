"""Which recipe? Trainings on random functions, so that F1 to F10 choose nothing.

    python benchmarks/recipe.py --functions 20 --agreed            # some hours
    python benchmarks/recipe.py --ways "epochs=100" --rows 15000 --noise 0.5

Functions are drawn from a grammar, with truths; rows in thirds (Sec. 5.1). Each way of
training is compared with RECIPE on the same function, rows, split and start: validation
error (the only one a user sees), pairwise AUC from the weights and confirmed by
Definition 1, whole interactions, processor time. A training's line is stored as soon as
it is there, so that a run that was cut off goes on.
"""

import argparse
import time
from dataclasses import replace

import timing  # before NumPy: a worker process keeps to one BLAS thread

# isort: split
import numpy as np
from agreement import counted, f1_score

from nidlite import detect_interactions
from nidlite.detector import SYNTHETIC_SPLIT
from nidlite.fast.backprop import responses
from nidlite.metrics import pairwise_auc
from nidlite.recipes import RECIPE, Recipe

CHANGES = {  # what is tried unless --ways says what, in the order of trying
    "penalty_constant": (5e-6, 1e-5, 5e-5, 1e-4),
    "epochs": (25, 100),
    "rate": (0.005, 0.02),
    "batch": (50, 200),
    "deviation": (0.05, 0.2),
    "rate_fall": (0.006, 0.1),
}
DEFAULT = ""  # the way that changes nothing
TITLES = {"mlp": "MLP", "mlp-m": "MLP-M"}
MEASURES = {"error": 1, "weights": 4, "confirmed": 4, "f1": 3, "dead": 1}  # digits
COLUMNS = ["way", "functions", "error, %", "AUC", "AUC confirmed", "F1", "dead", "time"]


def recipe_of(way) -> Recipe:
    """The default with the changes of a way: "epochs=60 rate=0.02"."""
    pairs = dict(change.split("=") for change in way.split())
    kinds = {name: type(getattr(RECIPE, name)) for name in pairs}
    return replace(RECIPE, **{name: kinds[name](pairs[name]) for name in pairs})


def work(kind, k) -> dict:
    """One training of function k, and its measures.

    kind is "mlp-m 30000 0.5 1 epochs=60": the architecture, rows, noise in deviations
    of y, whether two networks are asked (0 or 1), and the way.
    """
    architecture, rows, noise, agreed, way = kind.split(" ", 4)
    f = timing.random_of(k)
    X, y = timing.drawn(f, int(rows), k, float(noise))
    begun = time.process_time()
    found = detect_interactions(
        X,
        y,
        k,
        architecture=architecture,
        recipe=recipe_of(way),
        fractions=SYNTHETIC_SPLIT,
    )
    seconds = time.process_time() - begun
    confirmed, f1 = found.confirmed_pairwise_strengths(1000), np.nan
    if agreed == "1":  # the second network is trained in the same way
        claimed = [a.interaction for a in found.agreed()]
        f1 = f1_score(counted(claimed, f.interactions))
    measures = {
        "error": np.sqrt(found.fit.best.valid),  # of scaled y
        "weights": pairwise_auc(found.pairwise_strengths, f.interactions),
        "confirmed": pairwise_auc(confirmed, f.interactions),
        "f1": f1,
        "dead": dead_nets(found),
        "seconds": seconds,  # of the processor, of one network
    }
    measures = {name: round(float(value), 6) for name, value in measures.items()}
    return {"kind": kind, "case": k} | measures


def dead_nets(found) -> float:
    """How many univariate nets are constant on the validation rows."""
    network = found.fit.network
    if len(network.stacks) == 1:
        return np.nan
    each = responses(network, found.fit.theta, found.split.valid[0], 1)
    return float((np.ptp(each, axis=1) < 1e-9).sum())


def mean_and_error(values, digits) -> str:
    """+0.0123 +- 0.0045: mean and its standard error."""
    if len(values) < 2 or np.isnan(values).any():
        return "-"
    error = np.std(values, ddof=1) / np.sqrt(len(values))
    return f"{np.mean(values):+.{digits}f} +- {error:.{digits}f}"


def row(way, pairs) -> list[str]:
    """One row of the table, from (the way's line, the default's) of each function."""
    cells = []
    for name, digits in MEASURES.items():
        changes = [way_line[name] - base[name] for way_line, base in pairs]
        if name == "error":
            changes = [100 * (line[name] / base[name] - 1) for line, base in pairs]
        cells.append(mean_and_error(changes, digits))
    ratios = [line["seconds"] / base["seconds"] for line, base in pairs]
    return [way, len(pairs), *cells, f"{np.median(ratios):.2f}"]


def table(lines, setting) -> str:
    """The default's own means in a setting, and every way beside it."""
    by_way = {}
    for line in lines:
        if line["kind"].startswith(setting):
            way = line["kind"].removeprefix(setting)
            by_way.setdefault(way, {})[line["case"]] = line
    base = by_way.pop(DEFAULT)
    means = [f"{n} {np.mean([b[n] for b in base.values()]):.4g}" for n in MEASURES]
    architecture, rows, noise, _ = setting.split(" ", 3)
    rows_of = [
        row(way, [(found[k], base[k]) for k in found if k in base])
        for way, found in by_way.items()
    ]
    return (
        f"**{TITLES[architecture]}**, {rows} rows, noise {noise}. The default over "
        f"{len(base)} functions: {', '.join(means)}.\n\n"
        f"{timing.markdown(COLUMNS, rows_of)}\n"
    )


def main():
    """Train what is not stored yet, storing each; then print the tables."""
    parser = argparse.ArgumentParser(parents=[timing.flags])
    add = parser.add_argument
    add("--functions", type=int, default=20)
    add("--first", type=int, default=0, help="the first function's number (0)")
    add("--rows", type=int, default=30_000)
    add("--noise", type=float, default=0.0, help="in deviations of y (0)")
    add("--architectures", nargs="+", choices=TITLES, default=[*TITLES])
    add("--agreed", action="store_true", help="ask two networks, too")
    add("--ways", nargs="+", help='such as "epochs=60 rate=0.02"; not all of CHANGES')
    options = parser.parse_args()
    ways = [f"{name}={v:g}" for name, values in CHANGES.items() for v in values]
    settings = [
        f"{kind} {options.rows} {options.noise:g} {int(options.agreed)} "
        for kind in options.architectures
    ]
    todo = [
        (setting + way, k)
        for k in range(options.first, options.first + options.functions)
        for setting in settings
        for way in (DEFAULT, *(options.ways or ways))
    ]
    lines = timing.cases(options.out / "recipe.jsonl", todo, work, options.jobs)
    for setting in settings:
        print(table(lines, setting))


if __name__ == "__main__":
    main()
