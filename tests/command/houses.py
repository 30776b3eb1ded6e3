"""A small table: what a house costs is length times width, plus height."""

from pathlib import Path

import numpy as np

HEADER = "length,width,height,price"


def rows(n=200, seed=0):
    """Lines of a table in which length times width, plus height, is the price."""
    X = np.random.default_rng(seed).uniform(-1, 1, (n, 3))
    y = X[:, 0] * X[:, 1] + X[:, 2]
    return [",".join(f"{v:.6f}" for v in (*x, price)) for x, price in zip(X, y)]


def text(lines, header=HEADER):
    """A table as CSV."""
    return "\n".join([header, *lines]) + "\n"


def with_target(values):
    """The same table with other prices."""
    lines = rows(len(values))
    return text(f"{line.rpartition(',')[0]},{v}" for line, v in zip(lines, values))


def everything(folder):
    """{path in the folder: what the file holds}"""
    files = (path for path in Path(folder).rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


# What --out DIR leaves there.
FILES = "ranking.csv", "pairs.csv", "interactions.csv", "heatmap.png", "network.npz"
FILES += "cutoff.png", "report.html"
