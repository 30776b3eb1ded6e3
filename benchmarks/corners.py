"""Corners off the data: five ways to count only what lies where data are.

    python benchmarks/corners.py --out FOLDER

Where features are correlated, half the corners between two rows lie where no row is,
and there two networks err alike. Each way looks at a pair of features between the same
networks; a pair's share and agreement are the lesser of those between all rows and of
those that the way counts, as in agreement.Opinion. Seeds are apart from those that
benchmarks/agreement.py reports. Each table's answers are stored at once.
"""

import argparse
import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
from agreement import copy, correlated

from nidlite.agreement import LEVEL, search, shared
from nidlite.agreement.confirm import row_pairs
from nidlite.agreement.halves import mean_output
from nidlite.agreement.nearness import near_data
from nidlite.detector import detect
from nidlite.experiments.opinions import counted, f1_score
from nidlite.interactions import mixed_difference
from nidlite.networks import Network
from nidlite.tables.arrays import check_arrays

SEED, ROWS = 24_000, 1000  # of the random functions and tables; rows that are looked at
BINS, NEAREST = 8, 20  # quantile bins of a feature; neighbours of a conditional swap
TABLES = {"copy": 6, "correlation 0.5": 5, "correlation 0.7": 5, "correlation 0.9": 5}


def cells(X, columns):
    """Each row's cell among BINS quantile bins of two columns, as one number."""
    edges = np.linspace(0, 1, BINS + 1)[1:-1]
    bins = [np.searchsorted(np.quantile(X[:, c], edges), X[:, c]) for c in columns]
    return bins[0] * BINS + bins[1]


def mixed(a, b, i, j):
    """The two corners between rows a and b that are no rows themselves."""
    first, second = a.copy(), a.copy()
    first[:, i], second[:, j] = b[:, i], b[:, j]
    return first, second


def all_corners(said, i, j):
    """Nothing is left out."""
    return said.parts(said.a, said.b, (i, j))


def sixth_neighbour(said, i, j):
    """Rows whose corners are as near to rows as rows are to rows: nidlite's way."""
    rows, _ = said.near((i, j))
    return [D[rows] for D in said.parts(said.a, said.b, (i, j))]


def grid_cells(said, i, j):
    """Rows whose corners lie in cells of a grid that hold half a row's fair share."""
    together = np.concatenate([said.X, *mixed(said.a, said.b, i, j)])
    own, *corners = np.split(cells(together, (i, j)), [len(said.X), -len(said.a)])
    counts = np.bincount(own, minlength=BINS**2)
    rows = np.all([counts[c] >= len(own) / BINS**2 / 2 for c in corners], axis=0)
    return [D[rows] for D in said.parts(said.a, said.b, (i, j))]


def density_ratio(said, i, j):
    """Corners weighted by the density there over that of independent features."""
    together = np.concatenate([said.X, *mixed(said.a, said.b, i, j)])
    own, *corners = np.split(cells(together, (i, j)), [len(said.X), -len(said.a)])
    counts = np.bincount(own, minlength=BINS**2).reshape(BINS, BINS) / len(own)
    ratio = counts / np.outer(counts.sum(axis=1), counts.sum(axis=0))
    weights = np.prod([ratio.ravel()[c] for c in corners], axis=0)
    scale = np.sqrt(weights / max(weights.mean(), 1e-9))
    return [D * scale for D in said.parts(said.a, said.b, (i, j))]


def conditional_swap(said, i, j):
    """Each feature's new value is that of a row that is alike in the other feature."""
    X, a, b = said.X[:ROWS], said.a, said.a.copy()
    for target, given in ((i, j), (j, i)):
        distance = np.abs(a[:, given, None] - X[:, given])
        alike = np.argpartition(distance, NEAREST, axis=1)[:, :NEAREST]
        pick = said.rng.integers(NEAREST, size=len(a))
        b[:, target] = X[alike[np.arange(len(a)), pick], target]
    return said.parts(a, b, (i, j))


WAYS = (all_corners, sixth_neighbour, grid_cells, density_ratio, conditional_swap)


class Said:
    """Two networks of a detection, and the rows between which they are asked."""

    def __init__(self, found, rng):
        second = found.second
        theirs, network = second._thetas_of_halves(), found.fit.network
        joint = Network(network.stacks[:1])
        self.fs = [mean_output(joint, starts) for starts in theirs]
        split, self.rng = found.split, rng
        self.X = np.concatenate([split.train[0], split.valid[0]])
        self.X = self.X[rng.permutation(len(self.X))]
        self.a, self.b = row_pairs(self.X[: 4 * ROWS], ROWS, rng)
        columns = [(k,) for k in range(self.X.shape[1])]
        self.near = near_data(self.X, self.a, self.b, columns)

    def parts(self, a, b, interaction):
        """What of each network goes through the pair, between rows a and b."""
        return [mixed_difference(f, interaction, a, b) for f in self.fs]


def answer(opinion, said, way):
    """What the search claims if pairs are judged this way."""
    whole = replace(opinion, near=lambda pair: (np.True_, 1), known={}, alike=[])
    pairs = []
    for pair in combinations(range(len(opinion.kin)), 2):
        told = whole.of(pair)
        if told.t > 0:
            product, agreement = shared(*way(said, *pair))
            share = product / whole.variance / 4
            least = min(told.share, share), min(told.agreement, agreement)
            told = replace(told, share=least[0], agreement=least[1])
        pairs.append(told)
    return [a.interaction for a in search(whole, LEVEL, pairs)]


def work(kind, k):
    """One table: its truths, and what is claimed each way."""
    rng = np.random.default_rng([SEED, [*TABLES].index(kind), k])
    if kind == "copy":
        X, y, truths, fractions = copy(rng, k)
    else:
        r = float(kind.split()[1])
        X, y, truths, fractions = correlated(rng, k, r, SEED)
    found = detect(check_arrays(X, y), k, fractions=fractions)
    said = Said(found, np.random.default_rng([SEED, k]))
    claims = {way.__name__: answer(found.opinion, said, way) for way in WAYS}
    return {"kind": kind, "case": k, "truths": truths, "claims": claims}


def as_sets(lists):
    """Interactions as JSON gives them, as they are elsewhere."""
    return [tuple(interaction) for interaction in lists]


def main():
    """Do what is not there yet, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("benchmarks/results"))
    path = parser.parse_args().out / "corners.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [*map(json.loads, path.read_text().splitlines())] if path.exists() else []
    done = {(line["kind"], line["case"]) for line in lines}
    for kind, number in TABLES.items():
        for k in range(number):
            if (kind, k) not in done:
                lines.append(work(kind, k))
                with open(path, "a") as file:
                    file.write(json.dumps(lines[-1]) + "\n")
    print("| table | way | whole | parts | false | missed | F1 |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for kind in TABLES:
        own = [line for line in lines if line["kind"] == kind]
        for way in WAYS:
            name = way.__name__
            each = [
                counted(as_sets(line["claims"][name]), as_sets(line["truths"]))
                for line in own
            ]
            total = {word: sum(case[word] for case in each) for word in each[0]}
            cells = kind, name.replace("_", " "), *total.values()
            print(f"| {' | '.join(map(str, cells))} | {f1_score(total):.3f} |")


if __name__ == "__main__":
    main()
