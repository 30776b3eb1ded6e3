"""Would a smaller least share of the agreement find more, and claim more that is false?

    python benchmarks/least_share.py --jobs 2    # 4 min

The same two networks of each table are asked with each least share. The tables are
random functions without noise that choose constants, and additive tables of seeds that
nothing else uses.
"""

import argparse
from concurrent.futures import as_completed

import numpy as np

from nidlite.agreement import opinion
from nidlite.command.workers import processes  # with one BLAS thread each
from nidlite.datasets.random_functions import additive_function
from nidlite.detector import SYNTHETIC_SPLIT, detect
from nidlite.experiments.opinions import counted, f1_score
from nidlite.experiments.problems import Problem, draw
from nidlite.tables.arrays import check_arrays

LEAST = 1e-4, 5e-5, 2e-5
TABLES = {"random": 16, "additive": 18}


def table_of(kind, k):
    """A table, and its true interactions."""
    if kind == "random":
        return draw(Problem(f"random{1000 + k}", 30_000), 0)
    rng, n = np.random.default_rng([25_000, k]), (2000, 5000, 20_000)[k % 3]
    X, y = additive_function(rng, int(rng.integers(5, 16))).sample(n, rng)
    return check_arrays(X, y + (0, 0.3)[k % 2] * y.std() * rng.normal(size=n)), []


def work(kind, k):
    """{least share: counts of whole, parts, false, missed} of one table."""
    (table, truths), counts = table_of(kind, k), {}
    found = detect(table, 0, fractions=SYNTHETIC_SPLIT)
    taken = opinion.LEAST_SHARE
    for opinion.LEAST_SHARE in LEAST:
        found.opinion.known.clear()
        claimed = [a.interaction for a in found.agreed()]
        counts[opinion.LEAST_SHARE] = counted(claimed, truths)
    opinion.LEAST_SHARE = taken
    return kind, counts


def main():
    """Do all tables, and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=1)
    jobs = parser.parse_args().jobs
    with processes(jobs) as pool:
        cases = [(kind, k) for kind, n in TABLES.items() for k in range(n)]
        done = as_completed([pool.submit(work, *case) for case in cases])
        results = [future.result() for future in done]
    print("| on | least share | whole | parts | false | missed | F1 |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for kind in TABLES:
        for least in LEAST:
            each = [counts[least] for of, counts in results if of == kind]
            total = {name: sum(own[name] for own in each) for name in each[0]}
            numbers = " | ".join(map(str, total.values()))
            print(f"| {kind} | {least:g} | {numbers} | {f1_score(total):.3f} |")


if __name__ == "__main__":
    main()
