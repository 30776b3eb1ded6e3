"""Random cases of files, frames, bytes, and words for the command.

A kind is a check(case) that raises unless nidlite gave a right answer or the documented
error, and a function that draws a case from a random generator. A check returns which
of the two it was, and takes the function to be checked as its second argument, so that
a broken one can be shown to fail. test_robustness.py runs the same cases every time,
benchmarks/fuzz.py goes on with new ones.
"""

import warnings
from collections import Counter

import numpy as np

from . import tables, words

KINDS = {**tables.KINDS, **words.KINDS}


def run(kind, cases, number=0, before=lambda case: None) -> Counter:
    """How often each outcome came up in so many cases; raises for a case that fails.

    The number chooses the cases; before(case) is called with each.
    """
    draw, check = KINDS[kind]
    outcomes = Counter()
    for rng in np.random.default_rng(number).spawn(cases):
        before(case := draw(rng))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            outcomes[check(case)] += 1
    return outcomes
