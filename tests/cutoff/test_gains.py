"""What is a gain, and what is chance; each row's part in AUC."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from nidlite.cutoff.curve import DEVIATIONS, FAINT, RULES, Cutoff, better
from nidlite.cutoff.growing import row_errors
from nidlite.metrics import auc_errors

CHAIN = [(0, 1), (1, 2), (2, 3)]

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
        grown = Cutoff(CHAIN, second, rule, errors=[first, second, second, second])
        assert grown.losses[1] < 0.85 * grown.losses[0]
        assert grown.K == 0 and grown.ended in ("plateau", "reached MLP-M")


def delong_variance(a, b, labels):
    """Of AUC(a) - AUC(b), by the counts over all pairs (DeLong et al. 1988)."""
    wins = []
    for scores in (a, b):
        x, y = scores[labels == 1][:, None], scores[labels == 0]
        wins.append((x > y) + 0.5 * (x == y))  # (n_1, n_0)
    difference = wins[0] - wins[1]
    by_one, by_zero = difference.mean(axis=1), difference.mean(axis=0)
    return by_one.var() / len(by_one) + by_zero.var() / len(by_zero)


def are_the_parts(candidate):
    """Whether their mean is 1 - AUC, and their variance gives that of a difference."""
    for seed in range(10):
        rng = np.random.default_rng(seed)
        labels = (rng.uniform(size=60) < rng.choice([0.2, 0.5])).astype(int)
        a, b = np.round(labels + rng.normal(size=(2, 60)), 1)  # with ties
        one, other = candidate(a, labels), candidate(b, labels)
        means = [1 - roc_auc_score(labels, scores) for scores in (a, b)]
        if not np.allclose([one.mean(), other.mean()], means, rtol=1e-12):
            return False
        counts = rng.integers(1, 5, 60)
        copies = candidate(np.repeat(a, counts), np.repeat(labels, counts))
        weighed = candidate(a, labels, counts / counts.mean())
        if not np.allclose(np.repeat(weighed, counts), copies, atol=1e-13):
            return False
        found = np.var(one - other) / len(labels)
        if not np.isclose(found, delong_variance(a, b, labels), rtol=1e-9):
            return False
    return True


def shares_of_lost_pairs(scores, labels, weights=None):
    """The share of pairs that each row loses: 1 - AUC for equal classes only."""
    parts = auc_errors(scores, labels, weights)
    share = np.where(labels == 1, np.mean(labels), 1 - np.mean(labels))
    return parts.mean() + (parts - parts.mean()) * share


def test_auc_errors_are_delong_s_parts():
    assert are_the_parts(auc_errors)
    assert not are_the_parts(lambda *given: 1.01 * auc_errors(*given))
    assert not are_the_parts(shares_of_lost_pairs)
    with pytest.raises(ValueError, match="labels must be 0 and 1"):
        auc_errors(np.arange(3.0), np.array([0, 1, 2]))


def test_a_measure_is_the_loss_or_auc_of_two_classes():
    f, y = np.array([0.5, -1.0, 2.0]), np.array([0, 0, 1])
    assert row_errors("classification", "auc")(f, y).mean() == pytest.approx(0)
    assert row_errors("regression")(f, y).tolist() == [0.25, 1, 1]
    with pytest.raises(ValueError, match="auc for two classes; got 'auc'"):
        row_errors("regression", "auc")
    with pytest.raises(ValueError, match="got 'rmse'"):
        row_errors("classification", "rmse")
