"""Which recipe? Trainings on random functions, so that F1 to F10 choose nothing.

    python benchmarks/recipe.py --functions 20 --jobs 2            # an afternoon

Functions are drawn from grammar.py, with truths; 30,000 rows in thirds (Sec. 5.1).
Each change of one setting of RECIPE is compared with that default on the
same function, rows, split and start: validation error (the only one a user sees),
pairwise AUC from the weights and confirmed by Definition 1, seconds. A training's line
is stored as soon as it is there, so that a run that was cut off goes on.
"""

import argparse
import csv
import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, astuple, dataclass, fields, replace
from pathlib import Path

import timing  # before NumPy: a worker process keeps to one BLAS thread

# isort: split
import numpy as np

from nidlite import detect_interactions
from nidlite.datasets.random_functions import random_function
from nidlite.detector import SYNTHETIC_SPLIT, stream
from nidlite.metrics import pairwise_auc
from nidlite.training import RECIPE

DRAW = 2018  # functions are random_function(default_rng([DRAW, k])), k = 0, 1, ...
CHANGES = {  # what is tried, in the order of trying
    "penalty_constant": (5e-6, 1e-5, 2e-5, 5e-5, 1e-4),
    "epochs": (50, 100, 200),
    "rate": (0.005, 0.01, 0.02),
    "batch": (50, 100, 200),
    "deviation": (0.05, 0.1, 0.2),
    "rate_fall": (0.006, 0.02, 0.1),
}
WORDS = {name: name.replace("_", " ") for name in CHANGES}
WORDS["penalty_constant"] = "L1 constant"
TITLES = {"mlp": "MLP", "mlp-m": "MLP-M"}
COLUMNS = ["change to", "functions", "error, %", "AUC", "AUC confirmed", "time"]


@dataclass(frozen=True)
class Job:
    """One training: function k, which is also its seed, architecture and recipe."""

    function: int
    rows: int
    architecture: str
    penalty_constant: float
    epochs: int
    rate: float
    batch: int
    deviation: float
    rate_fall: float

    @property
    def setting(self) -> dict:
        """The part of the recipe that is varied."""
        return {name: getattr(self, name) for name in CHANGES}


@dataclass(frozen=True)
class Result(Job):
    """What came of it."""

    error: float  # root of the mean square, validation rows, scaled y
    weights: float  # pairwise AUC
    confirmed: float
    best_epoch: int
    seconds: float

    @property
    def job(self) -> Job:
        """The training that this is the result of."""
        return Job(*astuple(self)[: len(fields(Job))])


HEAD = [field.name for field in fields(Result)]


def default() -> dict:
    """Today's default of the settings that are varied."""
    recipe = asdict(RECIPE)
    return {name: recipe[name] for name in CHANGES}


def train(job) -> Result:
    """One training and its measures."""
    f = random_function(np.random.default_rng([DRAW, job.function]))
    X, y = f.sample(job.rows, stream(job.function, "sample"))
    found = detect_interactions(
        X,
        y,
        job.function,
        architecture=job.architecture,
        recipe=replace(RECIPE, **job.setting),
        fractions=SYNTHETIC_SPLIT,
    )
    best, seconds = found.fit.best, found.history[-1].seconds
    confirmed = pairwise_auc(found.confirmed_pairwise_strengths(1000), f.interactions)
    weights = pairwise_auc(found.pairwise_strengths, f.interactions)
    measures = (round(float(m), 6) for m in (np.sqrt(best.valid), weights, confirmed))
    return Result(*astuple(job), *measures, best.epoch, round(seconds, 1))


def wanted(functions, rows, only=None, values=None) -> list[Job]:
    """All trainings, the most telling first, and evenly over the functions."""
    jobs = []
    for name, all_values in CHANGES.items():
        for k in range(functions) if only in (None, name) else ():
            for architecture in TITLES:
                base = default()
                # The default comes first: without it there is nothing to compare.
                for value in (base[name], *(values or all_values)):
                    setting = base | {name: value}
                    jobs.append(Job(k, rows, architecture, **setting))
    return list(dict.fromkeys(jobs))


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
    if len(values) < 2:
        return "-"
    error = np.std(values, ddof=1) / np.sqrt(len(values))
    return f"{np.mean(values):+.{digits}f} +- {error:.{digits}f}"


def comparison(result, base) -> tuple:
    """What the change made of one function: error in percent, two AUCs, time."""
    return (
        100 * (result.error / base.error - 1),
        result.weights - base.weights,
        result.confirmed - base.confirmed,
        result.seconds / base.seconds,
    )


def line(title, pairs) -> list[str]:
    """One row of the table, from (result, the default's result) of each function."""
    pairs = [(result, base) for result, base in pairs if result and base]
    if not pairs:
        return [title, 0, *["-"] * 4]
    error, weights, confirmed, seconds = np.transpose([comparison(*p) for p in pairs])
    return [
        title,
        len(pairs),
        mean_and_error(error, 1),
        mean_and_error(weights, 4),
        mean_and_error(confirmed, 4),
        f"{np.median(seconds):.2f}",
    ]


def tuned(results) -> Result | None:
    """Of one function's results for all L1 constants the least error (Sec. 5.1)."""
    complete = results and all(results)
    return min(results, key=lambda r: r.error) if complete else None


def report(results, functions, rows) -> str:
    """For each architecture the default's own measures, then every change of it."""
    by_job, parts = {result.job: result for result in results}, []
    for architecture, title in TITLES.items():
        base = default()

        def of(architecture=architecture, base=base, **change):
            """The results of one setting, one for each function, None if not there."""
            setting = base | change
            jobs = (Job(k, rows, architecture, **setting) for k in range(functions))
            return [by_job.get(job) for job in jobs]

        own, lines = of(), []
        for name, values in CHANGES.items():
            changed = {value: of(**{name: value}) for value in values}
            lines += [
                line(f"{WORDS[name]} {value:g}", zip(changed[value], own))
                for value in values
                if value != base[name]
            ]
            if name == "penalty_constant":
                best = map(tuned, zip(*changed.values()))
                lines.append(line(f"{WORDS[name]} tuned", zip(best, own)))
        words = ", ".join(f"{WORDS[name]} {value:g}" for name, value in base.items())
        parts += [f"**{title}** by default: {words}.", means(own)]
        parts.append(timing.markdown(COLUMNS, lines))
    return "\n\n".join(parts)


def means(results) -> str:
    """The measures of the default itself."""
    results = [result for result in results if result]
    if not results:
        return "Nothing yet."
    error, weights, confirmed, seconds = np.mean(
        [(r.error, r.weights, r.confirmed, r.seconds) for r in results], axis=0
    )
    return (
        f"Its means over {len(results)} functions: validation error {error:.4f}, AUC "
        f"{weights:.4f}, AUC confirmed {confirmed:.4f}, {seconds:.1f} s. Against it:"
    )


def main():
    """Train what is not stored yet, storing each; then print the table."""
    here = Path(__file__).parent
    parser = argparse.ArgumentParser(parents=[timing.flag])
    add = parser.add_argument
    add("--functions", type=int, default=20)
    add("--rows", type=int, default=30_000)
    add("--jobs", type=int, default=2, help="worker processes")
    add("--only", choices=CHANGES, help="vary this setting only")
    add("--values", type=float, nargs="+", help="of --only, not all of them")
    add("--minutes", type=float, default=np.inf, help="start no training after them")
    add("--out", type=Path, default=here / "results" / "recipe.csv")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    results = stored(options.out)
    done = {result.job for result in results}
    jobs = wanted(options.functions, options.rows, options.only, options.values)
    todo = [job for job in jobs if job not in done]
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(options.jobs, mp_context=spawn) as pool:
        tasks = [pool.submit(train, job) for job in todo]
        for task in as_completed(tasks):
            if task.cancelled():
                continue
            results.append(task.result())
            store(options.out, results[-1])
            print(f"{len(results)} stored:", *astuple(results[-1]), flush=True)
            if time.monotonic() > end:
                for other in tasks:
                    other.cancel()
    print(report(results, options.functions, options.rows))


if __name__ == "__main__":
    main()
