"""Other rules of the agreement, judged on trainings that are already there.

    python benchmarks/agreement.py tuning "random noise 0.5" --jobs 2
    python benchmarks/rules.py

The first table is how LARGER was chosen, on functions of its own. The second holds what
`level` promises beside what came, on functions that chose nothing.
"""

import argparse
from pathlib import Path

from agreement import lines_of, result_of

from nidlite.agreement import opinion
from nidlite.experiments.opinions import claimed_by, counted, f1_score

LEAST_Z = 1.7, 2.2, 2.5, 2.8, 3.2  # of three features and more
LEVELS = 0.01, 0.05  # answers for larger ones were not all asked for


def total(lines, level):
    """Whole, parts, false, missed of all these cases; how many claims there are."""
    answers = [result_of(line) for line in lines]
    each = [counted(claimed_by(answer, level), answer.truths) for answer in answers]
    claims = sum(len(claimed_by(result_of(line), level)) for line in lines)
    return {name: sum(case[name] for case in each) for name in each[0]}, claims


def row(*cells):
    """A line of a table."""
    print(f"| {' | '.join(map(str, cells))} |")


def main():
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("benchmarks/results"))
    lines = lines_of(parser.parse_args().out / "agreement.jsonl")
    tuning, reported = (
        [line for line in lines if line["kind"] == kind]
        for kind in ("tuning", "random noise 0.5")
    )
    taken = opinion.LARGER
    row("L", "whole", "parts", "false", "missed", "F1")
    row("---:", *["---:"] * 5)
    for opinion.LARGER in LEAST_Z:
        counts, _ = total(tuning, opinion.LEVEL)
        mark = ", taken" * (opinion.LARGER == taken)
        row(f"{opinion.LARGER}{mark}", *counts.values(), f"{f1_score(counts):.3f}")
    opinion.LARGER = taken
    print()
    row("level", "claims", "neither true nor part", "share")
    row("---:", *["---:"] * 3)
    for level in LEVELS:
        counts, claims = total(reported, level)
        row(level, claims, counts["false"], f"{counts['false'] / claims:.4f}")


if __name__ == "__main__":
    main()
