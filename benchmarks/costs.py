"""What does a detection cost, in processor time and memory, as the data grow?

    python benchmarks/costs.py    # goes on where it was cut off

Each point is a detection of one epoch in a process of its own, since an epoch's cost is
what the number of epochs multiplies. Processor time does not depend on other work
beside it as a clock's time does, but their caches are shared. Each point is stored in
results/costs.csv as it comes, and a stored one is not measured again. Then the tables
are printed, and costs.png is drawn.
"""

import argparse
import csv
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

import timing  # before NumPy: it sets the BLAS threads

# isort: split
import numpy as np

HERE = Path(__file__).parent
STORE = HERE / "results" / "costs.csv"
USUAL = {"n": 10_000, "p": 10, "units": 140}
# The sizes of each picture; what is not named is as usual.
AXES = {
    "n": ({}, (1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000)),
    "p": ({}, (10, 30, 100, 300, 1000, 3000)),
    "units": ({"p": 100}, (35, 70, 140, 280, 560, 1120)),
}
LARGE = 1e7  # numbers in the table, from which on a point is measured once
PARTS = {  # of a detection, and what the table calls them
    "table": "the table is checked",
    "training": "split, scaling and one epoch",
    "Algorithm 1": "Algorithm 1",
    "all pairs": "all pairs, ranked",
}
HEAD = ["axis", "n", "p", "units", "run", *PARTS, "import", "peak"]


def peak() -> float:
    """The process' largest resident size so far, in MB."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (1e6 if sys.platform == "darwin" else 1e3)


def measure(n, p, units) -> dict:
    """Processor seconds of a detection's parts, and MB at the import and at most."""
    from nidlite import detect, ranking
    from nidlite.influence import aggregated_weights
    from nidlite.tables.arrays import check_arrays

    imported, rng, spent = peak(), np.random.default_rng(0), {}
    X = rng.random((n, p))
    y = X[:, 0] * X[:, 1] + X[:, 2] + 0.1 * rng.normal(size=n)

    def took(part, function, *given, **named):
        started = time.process_time()
        answer = function(*given, **named)
        spent[part] = time.process_time() - started
        return answer

    table = took("table", check_arrays, X, y)
    sizes = {"hidden": (units, 100, 60, 20)}
    found = took("training", detect, table, epochs=1, sizes=sizes)
    # The same rankings once more, for their own time: detect has made them already.
    given = found.weights[0], aggregated_weights(found.weights)
    took("Algorithm 1", ranking.greedy_ranking, *given)
    strengths = took("strengths", ranking.pairwise_strengths, *given)
    took("ranked", ranking.pairwise_ranking, strengths)
    spent["training"] -= spent["Algorithm 1"] + spent["strengths"]
    spent["all pairs"] = spent.pop("strengths") + spent.pop("ranked")
    return spent | {"import": imported, "peak": peak()}


def stored() -> list[dict]:
    """The points so far."""
    if not STORE.exists():
        return []
    with open(STORE, newline="", encoding="utf-8") as file:
        return [
            {k: v if k == "axis" else float(v) for k, v in row.items()}
            for row in csv.DictReader(file)
        ]


def complete():
    """Measure what is not stored yet, each point in a fresh process."""
    known = {tuple(row[k] for k in HEAD[:5]) for row in stored()}
    for axis, (others, values) in AXES.items():
        for value in values:
            point = USUAL | others | {axis: value}
            runs = 1 if point["n"] * point["p"] >= LARGE else 3
            for run in range(runs):
                if (axis, *point.values(), run) in known:
                    continue
                command = [sys.executable, __file__, "--point", json.dumps(point)]
                done = subprocess.run(command, check=True, capture_output=True)
                row = {"axis": axis, **point, "run": run, **json.loads(done.stdout)}
                new = not STORE.exists()
                with open(STORE, "a", newline="", encoding="utf-8") as file:
                    write = csv.DictWriter(file, HEAD, lineterminator="\n")
                    if new:
                        write.writeheader()
                    write.writerow({k: _short(v) for k, v in row.items()})


def _short(value):
    return f"{value:.4g}" if isinstance(value, float) else value


def medians(axis) -> dict[str, np.ndarray]:
    """Each column's median over the runs, in the order of the sizes."""
    rows = [row for row in stored() if row["axis"] == axis]
    values = sorted({row[axis] for row in rows})
    return {
        k: np.array([np.median([r[k] for r in rows if r[axis] == v]) for v in values])
        for k in HEAD[1:]
    }


def slope(x, y) -> float:
    """Of log y against log x, by least squares over the largest four points."""
    return float(np.polyfit(np.log(x[-4:]), np.log(np.maximum(y[-4:], 1e-4)), 1)[0])


def tables() -> str:
    """For each axis the medians, and the slopes below them."""
    parts = []
    for axis in AXES:
        found = medians(axis)
        grown = found["peak"] - found["import"]
        columns = [*(found[part] for part in PARTS), grown]
        rows = [
            [f"{int(size):,}", *(f"{x:.3g}" for x in row[:-1]), f"{row[-1]:.0f}"]
            for size, *row in zip(found[axis], *columns)
        ]
        slopes = [f"{slope(found[axis], column):.2f}" for column in columns]
        head = [axis, *(f"{words}, s" for words in PARTS.values()), "MB"]
        parts.append(timing.markdown(head, [*rows, ["slope", *slopes]]))
    return "\n\n".join(parts)


def picture():
    """costs.png: seconds above, MB below, against each axis, with the fitted slopes."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    labels = "rows, n (p = 10)", "features, p (n = 10,000)", "units (p = 100)"
    figure, axes = plt.subplots(2, 3, figsize=(11, 6.5), sharex="col", sharey="row")
    styles = "o:", "s-", "^--", "d-."
    for (above, below), axis, text in zip(axes.T, AXES, labels):
        found = medians(axis)
        for part, style in zip(PARTS, styles):
            s = slope(found[axis], found[part])
            above.loglog(found[axis], found[part], style, label=f"{part}: {s:.1f}")
        grown = found["peak"] - found["import"]
        below.loglog(found[axis], grown, "k" + styles[1])
        below.set_title(f"slope {slope(found[axis], grown):.1f}", fontsize=10)
        above.legend(title="slope of", fontsize=8)
        below.set_xlabel(text)
    axes[0, 0].set_ylabel("processor seconds")
    axes[1, 0].set_ylabel("peak memory, MB above the import")
    figure.suptitle("A detection of one epoch; slopes of the largest four points")
    figure.tight_layout()
    figure.savefig(HERE / "costs.png", dpi=110)


def main():
    """Measure what is missing, print the tables and draw; or one point, if asked to."""
    parser = argparse.ArgumentParser(parents=[timing.flag])
    parser.add_argument("--point", type=json.loads, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.point:
        print(json.dumps(measure(**options.point)))
    else:
        complete()
        print(tables())
        picture()


if __name__ == "__main__":
    main()
