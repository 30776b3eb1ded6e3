"""Algorithm 1 and all pairs, up to p = 1000 and 3000: processor time and memory.

    python benchmarks/ranking.py

There are 500 units, and 140 at p = 3000. Weights are random, the worst case for
Algorithm 1: hardly any two units propose the same set, so there are almost 500 (p - 1)
candidates. Pairs get their strengths and are ranked. Each measurement has a process of
its own. Memory is given twice: how much the process' peak resident size
(getrusage) grew over its peak at the import of nidlite, weights included, and what
tracemalloc saw at most, in one more process because tracing slows it down.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
import tracemalloc

import timing  # before NumPy: it sets the BLAS threads

# isort: split
import numpy as np

import nidlite
from nidlite.ranking import greedy_ranking, pairwise_ranking, pairwise_strengths


def all_pairs(W1, z):
    """Every pair, ranked."""
    return pairwise_ranking(pairwise_strengths(W1, z))


UNITS = {10: 500, 1000: 500, 3000: 140}
TASKS = {"Algorithm 1": greedy_ranking, "all pairs": all_pairs}
REQUIRED = {("Algorithm 1", 1000): (0.5, 120), ("all pairs", 3000): (3, None)}  # s, MB


def peak() -> float:
    """The process' largest resident size so far, in MB."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (1e6 if sys.platform == "darwin" else 1e3)


def measure(task, p, trace) -> dict:
    """Run the task once, in this process."""
    imported = peak()
    rng = np.random.default_rng(0)
    if trace:
        tracemalloc.start()
    W1, z = rng.normal(size=(UNITS[p], p)), np.abs(rng.normal(size=UNITS[p]))
    started = time.process_time()
    result = TASKS[task](W1, z)
    seconds = time.process_time() - started
    traced = tracemalloc.get_traced_memory()[1] / 1e6 if trace else None
    return dict(
        seconds=seconds, traced=traced, resident=peak() - imported, size=len(result)
    )


def in_a_process(task, p, trace=False) -> dict:
    """measure in a fresh process."""
    command = [sys.executable, __file__, "--task", task, "--p", str(p)]
    command += ["--trace"] if trace else []
    command += ["--threads", str(timing.THREADS)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def main():
    """Print the table, or measure one task if asked to."""
    parser = argparse.ArgumentParser(parents=[timing.flag])
    parser.add_argument("--runs", type=int, default=5, help="processes per task (5)")
    parser.add_argument("--task", choices=TASKS, help=argparse.SUPPRESS)
    parser.add_argument("--p", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--trace", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.task:
        print(json.dumps(measure(options.task, options.p, options.trace)))
        return
    rows = []
    for task, p in [(task, p) for task in TASKS for p in UNITS]:
        runs = [in_a_process(task, p) for _ in range(options.runs)]
        seconds, resident = (
            np.median([run[key] for run in runs]) for key in ("seconds", "resident")
        )
        traced = in_a_process(task, p, trace=True)["traced"]
        most, memory = REQUIRED.get((task, p), (None, None))
        rows.append(
            [
                f"{task}, p = {p}, {UNITS[p]} units",
                f"{seconds:.4f}",
                most and f"under {most}" or "",
                f"{resident:.1f}",
                f"{traced:.1f}",
                memory and f"under {memory}" or "",
            ]
        )
    header = ["", "s, median", "required", "MB resident", "MB traced", "required"]
    print(f"nidlite {nidlite.__version__}, {timing.THREADS} thread(s)\n")
    print(timing.markdown(header, rows))


if __name__ == "__main__":
    main()
