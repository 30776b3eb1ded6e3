"""What the benchmarks share. Import it before NumPy and torch: it sets their threads.

A machine that others use too is never quiet, so nothing is timed on its own: the
contenders take turns in short blocks, many times, and the medians are compared.
"""

import argparse
import json
import multiprocessing
import os
import statistics
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

flag = argparse.ArgumentParser(add_help=False)
flag.add_argument("--threads", type=int, default=1, help="of BLAS and torch (1)")
flags = argparse.ArgumentParser(add_help=False, parents=[flag])  # and of stored cases
flags.add_argument("--jobs", type=int, default=1, help="worker processes (1)")
flags.add_argument("--out", type=Path, default=Path("benchmarks/results"))
THREADS = flag.parse_known_args()[0].threads
for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ[f"{library}_NUM_THREADS"] = str(THREADS)


def keep_freed_memory():
    """Make glibc keep freed memory: call it once, before anything is timed.

    Once a large block has been freed, glibc serves blocks up to that size from a heap
    that it keeps. Before, each one is fetched from the kernel and handed back, and page
    faults are most of a short step in a small process, for every contender.
    """
    import numpy as np

    block = np.ones(2**22, np.float32)  # 16 MB
    del block


def interleaved(contenders, blocks, block_seconds=0.02) -> dict[str, list[float]]:
    """Milliseconds per call, one number for each block, for every contender in turn.

    contenders maps a name to a function without arguments. A block calls one function
    as often as fits in block_seconds, at least once.
    """
    calls = {}
    for name, function in contenders.items():
        function()
        started, count = time.perf_counter(), 0
        while count == 0 or time.perf_counter() - started < 5 * block_seconds:
            function()
            count += 1
        calls[name] = max(1, round(count / 5))
    times = {name: [] for name in contenders}
    for _ in range(blocks):
        for name, function in contenders.items():
            started = time.perf_counter()
            for _ in range(calls[name]):
                function()
            seconds = time.perf_counter() - started
            times[name].append(1000 * seconds / calls[name])
    return times


def quartiles(values) -> tuple[float, float, float]:
    """The lower quartile, the median and the upper quartile."""
    return tuple(statistics.quantiles(values, n=4, method="inclusive"))


def drawn(f, rows, seed, noise=0.0):
    """X, (rows, p), and y of a function: the rows that `nidlite detect F5` has.

    noise is the deviation of what is added to y, in y's deviations.
    """
    from nidlite.splits import stream

    rng = stream(seed, "sample")
    X, y = f.sample(rows, rng)
    return X, y + noise * y.std() * rng.normal(size=rows) if noise else y


def random_of(number):
    """The random function of this number: random1100 is random_of(1100)."""
    import numpy as np

    from nidlite.datasets.random_functions import random_function

    return random_function(np.random.default_rng([2018, number]))


def markdown(header, rows) -> str:
    """A Markdown table; the first column is text, the others stand right."""
    lines = [header, ["---"] + ["---:"] * (len(header) - 1), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def cases(path, todo, work, jobs) -> list[dict]:
    """A line for each case (kind, k) that is done; those of todo that lack are, now.

    work(kind, k) gives the line, with "kind" and "case". It is added to the file, which
    has a JSON object a line, as soon as it is there: a run that is cut off goes on.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    lines = [*map(json.loads, path.read_text().splitlines())]
    known = {(line["kind"], line["case"]) for line in lines}
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawn) as pool:
        tasks = [pool.submit(work, *case) for case in todo if case not in known]
        try:
            for task in as_completed(tasks):
                lines.append(task.result())
                with open(path, "a") as file:
                    file.write(json.dumps(lines[-1]) + "\n")
        finally:  # after an error nothing more is begun
            pool.shutdown(cancel_futures=True)
    return sorted(lines, key=lambda line: line["case"])
