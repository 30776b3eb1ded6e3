"""Does it find the right pairs? Pairwise AUC on F1 to F10 (Table 2 and beyond).

    python benchmarks/suite_auc.py --seeds 3 --jobs 2

Each function is sampled, split in thirds, trained on with the default recipe by MLP and
MLP-M, and its 45 pairs are ranked twice: from the weights alone (Sec. 4.4), and by
Definition 1 on the trained network at 1,000 pairs of validation rows (confirm.py). A
training's row is stored as soon as it is there, so a run that was cut off goes on where
it stopped. About 13 s for each of the 20 trainings per seed, on one core.
"""

import argparse
import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import astuple, dataclass, fields, replace
from itertools import product
from pathlib import Path

import timing  # before NumPy: a worker process keeps to one BLAS thread

# isort: split
import numpy as np

from nidlite.detector import SYNTHETIC_SPLIT, detect, stream
from nidlite.metrics import pairwise_auc
from nidlite.synthetic import SUITE
from nidlite.tabular.tables import check_arrays
from nidlite.training import RECIPES

# Architecture, strengths, title, and the mean over the ten functions that is required.
COLUMNS = (
    ("mlp", "weights", "MLP", 0.94),
    ("mlp-m", "weights", "MLP-M", 0.93),
    ("mlp", "confirmed", "MLP confirmed", ""),
    ("mlp-m", "confirmed", "MLP-M confirmed", 0.965),
)


@dataclass(frozen=True)
class Row:
    """One training: which it was, its two AUCs, its R2 on test rows, its length."""

    function: str
    seed: int
    architecture: str
    weights: float
    confirmed: float
    test_r2: float
    best_epoch: int
    seconds: float


HEAD = " ".join(field.name for field in fields(Row))


def train(function, seed, architecture, rows, recipe) -> Row:
    """One training and its two AUCs."""
    f = SUITE[function]
    table = check_arrays(*f.sample(rows, stream(seed, "sample")))
    started = time.perf_counter()
    settings = {"recipe": recipe, "fractions": SYNTHETIC_SPLIT}
    found = detect(table, seed, architecture, **settings)
    seconds = time.perf_counter() - started
    weights = pairwise_auc(found.pairwise_strengths, f.interactions)
    confirmed = pairwise_auc(found.confirmed_pairwise_strengths(1000), f.interactions)
    X, y = found.split.test
    r2 = 1 - np.mean((found.f(X) - y) ** 2) / np.var(y)
    scores = [round(float(score), 6) for score in (weights, confirmed, r2)]
    best = found.fit.best.epoch
    return Row(function, seed, architecture, *scores, best, round(seconds, 1))


def report(settings, rows) -> str:
    """The table per function, then the rows that it is made of."""
    table, means = [], []
    for function in SUITE:
        of = [row for row in rows if row.function == function]
        scores = [
            [getattr(row, how) for row in of if row.architecture == architecture]
            for architecture, how, _, _ in COLUMNS
        ]
        table.append([function, *map(mean_and_range, scores)])
        means.append([np.mean(s) if s else np.nan for s in scores])
    table.append(["mean", *(f"{mean:.4f}" for mean in np.mean(means, axis=0))])
    table.append(["required", *(least for *_, least in COLUMNS)])
    header = ["", *(title for _, _, title, _ in COLUMNS)]
    seconds = np.median([row.seconds for row in rows])
    place = {function: k for k, function in enumerate(SUITE)}
    rows = sorted(rows, key=lambda r: (place[r.function], r.architecture, r.seed))
    return "\n".join(
        [
            f"settings: {settings}\n",
            timing.markdown(header, table),
            "\nPairwise AUC, mean over the seeds (largest less smallest).",
            f"{len(rows)} trainings, median {seconds:.1f} s each.\n",
            HEAD,
            *(" ".join(map(str, astuple(row))) for row in rows),
            "",
        ]
    )


def mean_and_range(scores) -> str:
    """0.9545 (0.012), or - while there is none."""
    if not scores:
        return "-"
    return f"{np.mean(scores):.4f} ({max(scores) - min(scores):.3f})"


def stored(path, settings) -> list[Row]:
    """The rows of an earlier run, which must have had the same settings."""
    if not path.exists():
        return []
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    if first != f"settings: {settings}":
        raise SystemExit(f"{path} has other settings; give another --out\n{first}")
    kinds = [field.type for field in fields(Row)]
    rows = [line.split() for line in lines[lines.index(HEAD) + 1 :]]
    return [Row(*(kind(t) for kind, t in zip(kinds, row))) for row in rows]


def write_whole(path, text):
    """The file is replaced whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)


def main():
    """Train what is not stored yet, storing each; then print the table."""
    default = Path(__file__).parent / "results" / "suite_auc.txt"
    parser = argparse.ArgumentParser(parents=[timing.flag])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2, help="worker processes")
    parser.add_argument("--rows", type=int, default=30_000)
    parser.add_argument("--epochs", type=int, default=RECIPES["mlp"].epochs)
    parser.add_argument("--constant", type=float, help="one L1 constant for both")
    parser.add_argument("--out", type=Path, default=default)
    options = parser.parse_args()
    changes = {"epochs": options.epochs}
    if options.constant is not None:
        changes["penalty_constant"] = options.constant
    recipes = {name: replace(recipe, **changes) for name, recipe in RECIPES.items()}
    settings = f"{options.rows} rows in thirds, {recipes}"
    rows = stored(options.out, settings)
    done = {(row.function, row.seed, row.architecture) for row in rows}
    wanted = product(range(options.seeds), SUITE, ("mlp-m", "mlp"))
    todo = [(f, s, a) for s, f, a in wanted if (f, s, a) not in done]
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(options.jobs, mp_context=spawn) as pool:
        tasks = [pool.submit(train, *t, options.rows, recipes[t[-1]]) for t in todo]
        for future in as_completed(tasks):
            rows.append(future.result())
            write_whole(options.out, report(settings, rows))
            print(f"{len(rows)} stored:", *astuple(rows[-1]), flush=True)
    print(report(settings, rows).split(f"\n{HEAD}")[0])


if __name__ == "__main__":
    main()
