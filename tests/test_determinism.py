"""The same seed gives the same result, bit for bit, in any process."""

import json
import sys

import numpy as np
from processes import ended, environment, python

import nidlite


def training(nudge=0.0):
    """Strengths and theta; each y is moved by nudge times itself."""
    X, y = nidlite.synthetic.SUITE["F5"].sample(1000, np.random.default_rng(7))
    y = y * (1 + nudge * np.random.default_rng(8).choice([-1, 1], len(y)))
    found = nidlite.detect_interactions(X, y, seed=0, epochs=2)
    return [found.pairwise_strengths.tolist(), found.fit.theta.tolist()]


def test_the_same_seed_and_threads_give_the_same_bits():
    here = training()
    elsewhere = python(__file__, env=environment(PYTHONHASHSEED="1"))
    status, printed, errors = ended(elsewhere)
    assert status == 0, errors
    assert json.loads(printed) == here  # float64 survives JSON bit for bit
    assert training(nudge=2.0**-24) != here  # a change in the last bit is seen


if __name__ == "__main__":
    json.dump(training(), sys.stdout)
