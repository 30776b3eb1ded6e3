"""Cases without end: files, frames, bytes and words, each one checked.

    python benchmarks/fuzz.py --minutes 5 --seed 0

The cases and checks are those of tests/robustness; the same seed draws the same
cases, as long as the code stays. A case that fails goes to a file, with the command
that repeats its round; the counts come at the end, or after Ctrl-C.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import sys
import time
import traceback
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from robustness import KINDS, run  # noqa: E402

CASES = 250  # of each kind in a round


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = parser.add_argument
    add("--minutes", type=float, default=5, help="as many rounds as they take (5)")
    add("--rounds", type=int, default=1, help="at least so many (1)")
    add("--cases", type=int, default=CASES, help=f"of each kind in a round ({CASES})")
    add("--seed", type=int, default=0, help="of the first round; each has the next (0)")
    add("--kind", action="append", choices=list(KINDS), help="these only, else all")
    add("--failures", default="fuzz-failures.txt", help="the file that failures go to")
    return parser.parse_args()


def one_round(kind, cases, seed, failures):
    """The outcomes of so many cases, or {"FAILED": 1}, and then the case in a file."""
    last = []

    def remember(case):
        last[:] = [case]

    try:
        return run(kind, cases, seed, remember)
    except Exception:
        with open(failures, "a", encoding="utf-8") as file:
            command = f"--minutes 0 --cases {cases} --seed {seed} --kind {kind!r}"
            print(f"python benchmarks/fuzz.py {command}", file=file)
            with np.printoptions(threshold=sys.maxsize, floatmode="unique"):
                print(f"{last[0]!r}\n{traceback.format_exc()}", file=file)
        return Counter({"FAILED": 1})


def main():
    options = arguments()
    end = time.monotonic() + 60 * options.minutes
    outcomes, seed = defaultdict(Counter), options.seed
    try:
        while seed - options.seed < options.rounds or time.monotonic() < end:
            for kind in options.kind or KINDS:
                found = one_round(kind, options.cases, seed, options.failures)
                outcomes[kind] += found
            seed += 1
    except KeyboardInterrupt:
        print("interrupted; the counts so far:")
    total = sum(counts.total() for counts in outcomes.values())
    print(f"{total} cases, from seed {options.seed} on")
    for kind, counts in outcomes.items():
        each = ", ".join(f"{n} {outcome}" for outcome, n in sorted(counts.items()))
        print(f"{kind:20}{counts.total():8}  {each}")
    failed = sum(counts["FAILED"] for counts in outcomes.values())
    if failed:
        print(f"{failed} rounds failed: see {options.failures}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
