"""What is a gain, and what is chance."""

import numpy as np
import pytest

from nidlite.cutoff.curve import DEVIATIONS, FAINT, RULES, Cutoff, better

# What is a gain: errors of n rows whose mean falls by `gain` and whose differences have
# deviation 1. Three standard errors are 0.3 at n = 100.


def rows_that_fall(gain, n=100, seed=0):
    rng = np.random.default_rng(seed)
    before, change = rng.exponential(size=n), rng.normal(size=n)
    change = (change - change.mean()) / change.std()
    return before, before - gain - change


@pytest.mark.parametrize(("n", "least"), [(100, 0.3), (900, 0.1), (10_000, 0.03)])
def test_a_gain_is_three_standard_errors_of_the_paired_difference(n, least):
    for seed in range(5):
        assert better(*rows_that_fall(1.01 * least, n, seed))
        assert not better(*rows_that_fall(0.99 * least, n, seed))
        assert not better(*rows_that_fall(-2 * least, n, seed))
    assert DEVIATIONS == 3
    # Where every row falls alike there is no noise, and a faint fall is no gain.
    before, _ = rows_that_fall(0)
    assert better(before, before - 1.01 * FAINT)
    assert not better(before, before - 0.99 * FAINT)


def test_chance_adds_nothing_by_either_rule():
    # The mean falls by 20 percent, and by chance: 0.2 is two standard errors.
    first, second = rows_that_fall(0.2)
    second *= (first.mean() - 0.2) / second.mean()
    for rule in RULES:
        candidates, errors = [(0, 1), (1, 2), (2, 3)], [first, second, second, second]
        grown = Cutoff(candidates, second, rule, errors=errors)
        assert grown.losses[1] < 0.85 * grown.losses[0]
        assert grown.K == 0 and grown.ended in ("plateau", "reached MLP-M")
