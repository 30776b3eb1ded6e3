"""The same seed gives the same result, bit for bit; threads may change the last bits.

Where last bits differ, a ReLU that switches over in one row sends two trainings apart:
half a unit in float32's last place of y moves the strengths by 8e-7 of the largest in
10 epochs, and by 2e-2 in 100. So two epochs are compared.
"""

import json
import os
import sys

import numpy as np
import pytest
from processes import ended, environment, python

import nidlite

# Of the largest strength and of each loss: in 2 epochs last bits that differ move them
# by up to 2.4e-7. Six times that is for other processors.
TOLERANCE = 1.5e-6
THREADS = int(os.environ["OPENBLAS_NUM_THREADS"])  # this process', see conftest.py


def training(nudge=0.0):
    """Strengths, losses, and theta; each y is moved by nudge times itself."""
    X, y = nidlite.synthetic.SUITE["F5"].sample(1000, np.random.default_rng(7))
    y = y * (1 + nudge * np.random.default_rng(8).choice([-1, 1], len(y)))
    found = nidlite.detect_interactions(X, y, seed=0, epochs=2)
    losses = [[epoch.train, epoch.valid] for epoch in found.history]
    return [found.pairwise_strengths.tolist(), losses, found.fit.theta.tolist()]


def elsewhere(threads):
    """The training in another process, with so many BLAS threads and another hash."""
    settings = {"OPENBLAS_NUM_THREADS": str(threads), "PYTHONHASHSEED": "1"}
    status, printed, errors = ended(python(__file__, env=environment(**settings)))
    assert status == 0, errors
    return json.loads(printed)  # float64 survives JSON bit for bit


def as_good_as_equal(first, second):
    strengths, losses = (np.array([first[k], second[k]]) for k in (0, 1))
    apart = np.abs(strengths[0] - strengths[1]).max() / strengths.max()
    return max(apart, np.abs(losses[0] / losses[1] - 1).max()) <= TOLERANCE


@pytest.fixture(scope="module")
def here():
    return training()


def test_the_same_seed_and_threads_give_the_same_bits(here):
    assert elsewhere(THREADS) == here
    assert training(nudge=2.0**-24) != here  # a change in the last bit is seen


def test_other_threads_change_no_more_than_last_bits(here):
    assert as_good_as_equal(elsewhere(1 if THREADS > 1 else 2), here)
    assert as_good_as_equal(training(nudge=2.0**-24), here)
    assert not as_good_as_equal(training(nudge=1e-4), here)


if __name__ == "__main__":
    json.dump(training(), sys.stdout)
