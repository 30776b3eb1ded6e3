"""The memory of a large CSV file: reading, splitting and one epoch of training.

    python benchmarks/large_csv.py                      # 1,000,000 x 30, some minutes

Writes a table of random numbers into a temporary folder (270 MB), reads it in a process
of its own and trains MLP-M on it for one epoch there, and compares the largest size of
that process with the table in float32.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import timing

# isort: split
import numpy as np

CHILD = """
import json, resource, sys, time
from nidlite.tables.reading import read_csv
from nidlite.detector import detect

steps, started = [], time.process_time()
def step(name):
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    steps.append([name, peak, time.process_time() - started])

step("import")
table = read_csv(sys.argv[1], "y")
step("reading")
found = detect(table, epochs=1)
step("splitting and an epoch")
assert found.pairwise_ranking[0][0] == (0, 1)
print(json.dumps(steps))
"""


def write_table(path, rows, p, block=10_000):
    """A CSV file with y = c0 c1 + c2 and p columns of normal numbers, five decimals."""
    rng = np.random.default_rng(0)
    with open(path, "w") as file:
        file.write(",".join(f"c{i}" for i in range(p)) + ",y\n")
        for start in range(0, rows, block):
            X = rng.normal(size=(min(block, rows - start), p))
            y = X[:, 0] * X[:, 1] + X[:, 2]
            for row in np.column_stack([X, y]).tolist():
                file.write(",".join(map("{:.5f}".format, row)) + "\n")


def main():
    """Write, read, train, and print the table for the README."""
    add = (parser := argparse.ArgumentParser(parents=[timing.flag])).add_argument
    add("--rows", type=int, default=1_000_000)
    add("--columns", type=int, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "large.csv")
        write_table(path, options.rows, options.columns)
        child = [sys.executable, "-c", CHILD, str(path)]
        done = subprocess.run(child, capture_output=True, text=True, check=True)
    table = 4 * options.rows * options.columns / 2**20
    print(f"float32 table: {table:.0f} MB")
    rows = [
        (name, f"{peak:.0f}", f"{peak / table:.1f}", f"{seconds:.0f}")
        for name, peak, seconds in json.loads(done.stdout)
    ]
    print(timing.markdown(["up to", "MB, peak", "tables", "CPU s"], rows))


if __name__ == "__main__":
    main()
