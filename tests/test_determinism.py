"""The same seed gives the same result, bit for bit; threads may change the last bits.

What was measured (NumPy 2.4, OpenBLAS 0.3.31, two cores; F5, 3,000 rows):

- 1, 2 and 4 BLAS threads: strengths and losses equal bit for bit, after 3, 20 and 100
  epochs; so with 30,000 rows, with p = 30 and p = 300, and with four classes. Bare
  products do differ in their last bits (with 10,000 terms for each sum, say), but none
  of the shapes that training uses does. OpenBLAS promises nothing of the kind.
- If last bits did differ: y changed by half a unit in float32's last place moves the
  strengths by up to 8e-7 of the largest, and the validation losses by up to 7e-7, in 10
  epochs; by 2e-3 and 1e-2 in 30; by 2e-2 and 6e-2 in 100. A ReLU that switches over
  in one row sends the two trainings apart.
"""

import hashlib
import json
import os
import sys
from dataclasses import replace

import numpy as np
import pytest
from processes import ended, environment, python

import nidlite
from nidlite.recipes import CUTOFF_RECIPE

# Of the largest strength and of each loss, in a training of 2 epochs: there, last bits
# that differ move them by up to 2.4e-7; six times that for other processors.
TOLERANCE = 1.5e-6
ROWS, EPOCHS = 1000, 2


def training(seed=0, nudge=0.0):
    """Strengths (10, 10), validation losses (EPOCHS,), and a digest of all the rest.

    nudge moves each y by this share of itself, up or down.
    """
    X, y = nidlite.synthetic.SUITE["F5"].sample(ROWS, np.random.default_rng(7))
    y = y * (1 + nudge * np.random.default_rng(8).choice([-1, 1], len(y)))
    found = nidlite.detect_interactions(X, y, seed=seed, epochs=EPOCHS)
    cutoff = found.cutoff(replace(CUTOFF_RECIPE, epochs=1, steps=1), most=1)
    rest = [
        found.fit.theta.tobytes(),
        found.predict(X).tobytes(),
        found.ranking,
        [epoch.train for epoch in found.history],
        found.confirm(),
        (cutoff.losses, cutoff.K, cutoff.interactions),
    ]
    digest = hashlib.sha256("\n".join(map(repr, rest)).encode()).hexdigest()
    losses = [epoch.valid for epoch in found.history]
    return [found.pairwise_strengths.tolist(), losses, digest]


def elsewhere(threads, times, hash_seed=0):
    """So many trainings in another process, which has so many BLAS threads."""
    settings = {"OPENBLAS_NUM_THREADS": str(threads), "PYTHONHASHSEED": str(hash_seed)}
    started = python(__file__, str(times), env=environment(**settings))
    status, printed, errors = ended(started)
    assert status == 0, errors
    return json.loads(printed)  # float64 survives JSON bit for bit


def differences(first, second):
    strengths, losses = (np.array([first[k], second[k]]) for k in (0, 1))
    return [
        np.abs(strengths[0] - strengths[1]).max() / strengths.max(),
        np.abs(losses[0] / losses[1] - 1).max(),
    ]


def as_good_as_equal(first, second):
    return max(differences(first, second)) <= TOLERANCE


THREADS = int(os.environ["OPENBLAS_NUM_THREADS"])  # this process', see conftest.py


@pytest.fixture(scope="module")
def here():
    return training()


def test_the_same_seed_and_threads_give_the_same_bits(here):
    # Also with another hash seed: no order of a set of texts plays a part.
    assert elsewhere(THREADS, times=1, hash_seed=1) == [here]


def test_other_threads_give_the_same_bits_twice_and_no_more_than_last_bits_change(here):
    configuration = getattr(np.__config__, "CONFIG", {}).get("Build Dependencies", {})
    if "openblas" not in configuration.get("blas", {}).get("name", ""):
        pytest.skip("NumPy's BLAS is not OpenBLAS: its threads have another setting")
    others, again = elsewhere(1 if THREADS > 1 else 2, times=2)
    assert others == again and as_good_as_equal(others, here)


def test_the_tolerance_covers_last_bits_and_nothing_more(here):
    assert as_good_as_equal(training(nudge=2.0**-24), here)
    assert not as_good_as_equal(training(nudge=1e-4), here)
    assert not as_good_as_equal(training(seed=1), here)
    # And the comparison of bits rejects a change in the last.
    assert training(nudge=2.0**-24) != training()


if __name__ == "__main__":
    print(json.dumps([training() for _ in range(int(sys.argv[1]))]))
