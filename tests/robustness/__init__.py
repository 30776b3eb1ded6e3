"""Cases without end for files and detections, and what must hold for each of them.

A kind is a strategy that draws cases, and a check(case) that raises unless nidlite gave
a right answer or the documented error. A check returns which of the two it was, and
takes the function to be checked as its second argument, so that a broken one can be
shown to fail. test_robustness.py and benchmarks/fuzz.py run the same ones.
"""

import warnings
from collections import Counter

from hypothesis import HealthCheck, given, seed, settings

from . import detections, files, frames, others

KINDS = {**files.KINDS, **frames.KINDS, **detections.KINDS, **others.KINDS}
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def run(kind, cases, number=None, before=lambda case: None) -> Counter:
    """How often each outcome came up in so many cases; raises for a case that fails.

    number repeats the same cases, otherwise they are new ones; before(case) is called
    with each, last with the smallest one that fails.
    """
    strategy, check = KINDS[kind]
    outcomes = Counter()

    def one(case):
        before(case)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            outcomes[check(case)] += 1

    options = {"deadline": None, "database": None, "suppress_health_check": SLOW}
    one = settings(max_examples=cases, **options)(given(strategy)(one))
    (one if number is None else seed(number)(one))()
    return outcomes
