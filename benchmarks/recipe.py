"""Which recipe? Trainings on random functions, so that F1 to F10 choose nothing.

    python benchmarks/recipe.py --functions 20                     # an afternoon
    python benchmarks/recipe.py --ways "epochs=60 fall=linear" --rows 15000

Functions are drawn from a grammar, with truths; rows in thirds (Sec. 5.1). Each way of
training is compared with RECIPE on the same function, rows, split and start: validation
error (the only one a user sees), pairwise AUC from the weights and confirmed by
Definition 1, whole interactions, processor time. A training's line is stored as soon as
it is there, so that a run that was cut off goes on.
"""

import argparse
import csv
import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path

import timing  # before NumPy: a worker process keeps to one BLAS thread

# isort: split
import numpy as np

from nidlite import detect_interactions
from nidlite.datasets.random_functions import random_function
from nidlite.detector import SYNTHETIC_SPLIT
from nidlite.fast.backprop import responses
from nidlite.metrics import pairwise_auc
from nidlite.recipes import RECIPE, Recipe
from nidlite.splits import stream

DRAW = 2018  # functions are random_function(default_rng([DRAW, k])), k = 0, 1, ...
CHANGES = {  # what is tried unless --ways says what, in the order of trying
    "penalty_constant": (5e-6, 1e-5, 2e-5, 5e-5, 1e-4),
    "epochs": (50, 100, 200),
    "rate": (0.005, 0.01, 0.02),
    "batch": (50, 100, 200),
    "deviation": (0.05, 0.1, 0.2),
    "rate_fall": (0.006, 0.02, 0.1),
}
L1 = [f"penalty_constant={value:g}" for value in CHANGES["penalty_constant"]]
DEFAULT = ""  # the way that changes nothing
TITLES = {"mlp": "MLP", "mlp-m": "MLP-M"}
COLUMNS = ["way", "functions", "error, %", "AUC", "AUC confirmed", "F1", "dead", "time"]


@dataclass(frozen=True)
class Job:
    """One training: function k, which is also its seed, and a way: "epochs=60"."""

    function: int
    rows: int
    noise: float  # deviation of what is added to y, in y's deviations
    architecture: str
    way: str
    agreed: int  # whether the two networks are asked


@dataclass(frozen=True)
class Result(Job):
    """What came of it; nan for what was not asked."""

    error: float  # root of the mean square, validation rows, scaled y
    weights: float  # pairwise AUC
    confirmed: float
    dead: float  # univariate nets that are constant on the validation rows
    f1: float  # of the whole interactions that agreed() claims
    best_epoch: int
    seconds: float  # of the processor, of one network

    @property
    def job(self) -> Job:
        """The training that this is the result of."""
        return Job(*astuple(self)[: len(fields(Job))])


HEAD = [field.name for field in fields(Result)]


def recipe_of(way) -> Recipe:
    """The default with the changes of a way: "epochs=60 fall=linear"."""
    pairs = dict(change.split("=") for change in way.split())
    kinds = {name: type(getattr(RECIPE, name)) for name in pairs}
    return replace(RECIPE, **{name: kinds[name](pairs[name]) for name in pairs})


def train(job) -> Result:
    """One training and its measures."""
    f = random_function(np.random.default_rng([DRAW, job.function]))
    X, y = f.sample(job.rows, stream(job.function, "sample"))
    rng = np.random.default_rng([DRAW, job.function, 1])
    y = y + job.noise * y.std() * rng.normal(size=len(y))
    begun = time.process_time()
    found = detect_interactions(
        X,
        y,
        job.function,
        architecture=job.architecture,
        recipe=recipe_of(job.way),
        fractions=SYNTHETIC_SPLIT,
    )
    seconds = time.process_time() - begun
    confirmed = pairwise_auc(found.confirmed_pairwise_strengths(1000), f.interactions)
    weights = pairwise_auc(found.pairwise_strengths, f.interactions)
    f1 = f1_of(found, f.interactions) if job.agreed else np.nan
    best = found.fit.best
    measures = np.sqrt(best.valid), weights, confirmed, dead_nets(found), f1
    measures = (round(float(m), 6) for m in measures)
    return Result(*astuple(job), *measures, best.epoch, round(seconds, 2))


def dead_nets(found) -> float:
    """How many univariate nets are constant on the validation rows."""
    network = found.fit.network
    if len(network.stacks) == 1:
        return np.nan
    each = responses(network, found.fit.theta, found.split.valid[0], 1)
    return float((np.ptp(each, axis=1) < 1e-9).sum())


def f1_of(found, truths) -> float:
    """2 w / (2 w + parts + false + missed), as benchmarks/agreement.py has it."""
    claimed = {a.interaction for a in found.agreed()}
    whole = claimed & set(truths)
    return 2 * len(whole) / (len(claimed) + len(truths))


def wanted(options) -> list[Job]:
    """All trainings, function by function, the default first: all is compared to it."""
    ways = [f"{name}={v:g}" for name, values in CHANGES.items() for v in values]
    ways = [way for way in options.ways or ways if recipe_of(way) != RECIPE]
    numbers = range(options.first, options.first + options.functions)
    return [
        Job(k, options.rows, options.noise, kind, way, int(options.agreed))
        for k in numbers
        for way in (DEFAULT, *ways)
        for kind in options.architectures
    ]


def stored(path) -> list[Result]:
    """The results so far; half a last line, of a run that was killed, is cut off."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(",".join(HEAD) + "\n", encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    if not text.endswith("\n"):
        text = text[: text.rfind("\n") + 1]
        path.write_text(text, encoding="utf-8")
    head, *lines = csv.reader(text.splitlines())
    if head != HEAD:
        raise SystemExit(f"{path} has other columns; give another --out")
    kinds = [field.type for field in fields(Result)]
    return [Result(*(kind(word) for kind, word in zip(kinds, row))) for row in lines]


def store(path, result):
    """One more line, on the disk when this returns."""
    with open(path, "a", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerow(astuple(result))
        file.flush()
        os.fsync(file.fileno())


def mean_and_error(values, digits) -> str:
    """+0.0123 +- 0.0045: mean and its standard error."""
    if len(values) < 2 or np.isnan(values).any():
        return "-"
    error = np.std(values, ddof=1) / np.sqrt(len(values))
    return f"{np.mean(values):+.{digits}f} +- {error:.{digits}f}"


def comparison(result, base) -> tuple:
    """What the way made of one function: error, two AUCs, F1, dead nets, time."""
    return (
        100 * (result.error / base.error - 1),
        result.weights - base.weights,
        result.confirmed - base.confirmed,
        result.f1 - base.f1,
        result.dead - base.dead,
        result.seconds / base.seconds,
    )


def line(title, pairs) -> list[str]:
    """One row of the table, from (result, the default's result) of each function."""
    if not pairs:
        return [title, 0, *["-"] * 6]
    *changes, seconds = np.transpose([comparison(*pair) for pair in pairs])
    cells = [mean_and_error(c, d) for c, d in zip(changes, (1, 4, 4, 3, 1))]
    return [title, len(pairs), *cells, f"{np.median(seconds):.2f}"]


def tuned(jobs, by_job, k) -> Result | None:
    """Of function k's results for all L1 constants the least error (Sec. 5.1)."""
    its = [by_job[job] for job in jobs if job.function == k]
    complete = len(its) == len(CHANGES["penalty_constant"])
    return min(its, key=lambda r: r.error) if complete else None


def report(results, jobs) -> str:
    """For each architecture the default's own measures, then every way beside it."""
    by_job, parts = {result.job: result for result in results}, []
    for kind in dict.fromkeys(job.architecture for job in jobs):
        done = [job for job in jobs if job.architecture == kind and job in by_job]
        base = {job.function: by_job[job] for job in done if job.way == DEFAULT}
        lines = []
        for way in dict.fromkeys(job.way for job in done if job.way != DEFAULT):
            pairs = [
                (by_job[job], base[job.function])
                for job in done
                if job.way == way and job.function in base
            ]
            lines.append(line(way, pairs))
        l1 = [job for job in done if job.way in (DEFAULT, *L1)]
        pairs = [(tuned(l1, by_job, k), base[k]) for k in base]
        if pairs := [pair for pair in pairs if pair[0]]:
            lines.append(line("L1 tuned", pairs))
        parts += [f"**{TITLES[kind]}**", means([*base.values()])]
        parts.append(timing.markdown(COLUMNS, lines))
    return "\n\n".join(parts)


def means(results) -> str:
    """The measures of the default itself."""
    if not results:
        return "Nothing yet."
    error, weights, confirmed, f1, dead, seconds = np.mean(
        [(r.error, r.weights, r.confirmed, r.f1, r.dead, r.seconds) for r in results],
        axis=0,
    )
    return (
        f"Means of the default over {len(results)} functions: validation error "
        f"{error:.4f}, AUC {weights:.4f}, AUC confirmed {confirmed:.4f}, F1 {f1:.3f}, "
        f"dead nets {dead:.2f}, {seconds:.1f} s. Against it:"
    )


def main():
    """Train what is not stored yet, storing each; then print the table."""
    here = Path(__file__).parent
    parser = argparse.ArgumentParser(parents=[timing.flag])
    add = parser.add_argument
    add("--functions", type=int, default=20)
    add("--first", type=int, default=0, help="the first function's number (0)")
    add("--rows", type=int, default=30_000)
    add("--noise", type=float, default=0.0, help="in deviations of y (0)")
    add("--architectures", nargs="+", choices=TITLES, default=[*TITLES])
    add("--agreed", action="store_true", help="ask two networks, too")
    add("--jobs", type=int, default=1, help="worker processes (1)")
    add("--ways", nargs="+", help='such as "epochs=60 fall=linear"; not all of CHANGES')
    add("--minutes", type=float, default=np.inf, help="no new training after them")
    add("--out", type=Path, default=here / "results" / "recipe.csv")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    results = stored(options.out)
    done, jobs = {result.job for result in results}, wanted(options)
    todo = [job for job in jobs if job not in done]
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(options.jobs, mp_context=spawn) as pool:
        tasks = [pool.submit(train, job) for job in todo]
        for task in as_completed(tasks):
            if task.cancelled():
                continue
            results.append(task.result())
            store(options.out, results[-1])
            if time.monotonic() > end:
                for other in tasks:
                    other.cancel()
    print(report(results, jobs))


if __name__ == "__main__":
    main()
