"""nidlite's own orders of all pairs: which is best, with noise and without?

    python benchmarks/strengths.py noise faint            # random2000 to random2009
    python benchmarks/strengths.py noise faint --report   # random2100 to random2109

Of random functions, 20,000 rows each, cut in two halves, as in rivals.py. noise is
Gaussian, of half y's deviation, on the outcome. faint has none, but every second
interacting term is 10 to 100 times smaller, so that its pairs carry 1e-3 to 1e-6 of the
variance, as some of F1 to F10 do.
"""

import argparse
from dataclasses import replace

import numpy as np
from rivals import FIRST, HALVES, ROWS, differences, square

from nidlite.detector import detect
from nidlite.experiments.problems import Problem, draw, function
from nidlite.metrics import pairwise_auc
from nidlite.splits import stream
from nidlite.synthetic import Term
from nidlite.tables.arrays import check_arrays

FRESH, FUNCTIONS = 2100, 10


def fainter(f, rng):
    """The function with every second interacting term 10 to 100 times smaller."""
    terms, interacting = [], 0
    for term in f.terms:
        if len(term.interaction) > 1:
            interacting += 1
            if interacting % 2 == 0:
                small = f"{10 ** rng.uniform(-2, -1):.2g}*({term.name})"
                term = Term(small, term.interaction)
        terms.append(term)
    return replace(f, terms=tuple(terms))


def table_of(kind, k):
    """A table, and its true interactions."""
    if kind == "noise":
        return draw(Problem(f"random{k}", ROWS, outcome_noise=0.5), 0)
    f = fainter(function(f"random{k}"), np.random.default_rng(k))
    return check_arrays(*f.sample(ROWS, stream(0, "sample"))), f.interactions


def orders(table):
    """name -> (p, p) strengths."""
    found = detect(table, 0, fractions=HALVES)
    D = sum(differences(corners) for corners in found.opinion.pair)
    return {
        "weights": found.pairwise_strengths,
        "confirmed": found.confirmed_pairwise_strengths(),
        "averaged": square(np.mean(D**2, axis=1), len(table.columns)),
        "supported": found.supported_pairwise_strengths(),
        "agreed": found.agreed_pairwise_strengths(),
    }


def main():
    """Print the AUC of each order on each function, and its mean."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kinds", nargs="+", choices=["noise", "faint"])
    parser.add_argument("--report", action="store_true", help="fresh functions")
    options = parser.parse_args()
    first = FRESH if options.report else FIRST
    for kind in options.kinds:
        aucs = {}
        for k in range(first, first + FUNCTIONS):
            table, truths = table_of(kind, k)
            for name, S in orders(table).items():
                aucs.setdefault(name, []).append(pairwise_auc(S, truths))
        for name, own in aucs.items():
            cells = " | ".join(f"{auc:.3f}" for auc in [*own, np.mean(own)])
            print(f"| {kind}, {name} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
