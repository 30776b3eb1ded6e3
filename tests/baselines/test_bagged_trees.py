"""Trees of many bags at once, against scikit-learn's tree of each bag."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeRegressor

from nidlite.baselines.additive_groves import drawn, grown, share


def problem(n=300, p=4, bags=3, seed=0):
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 12, size=(p, n))
    y = codes[0] * codes[1] / 40 + np.sin(codes[2]) + rng.normal(size=(bags, n))
    return drawn(n, bags, rng), codes, y


def one_by_one(weights, codes, y, **settings):
    """scikit-learn's tree of one bag: its rows again and again."""
    bag = np.repeat(np.arange(len(y)), weights)
    tree = DecisionTreeRegressor(random_state=0, **settings)
    return tree.fit(codes.T[bag], y[bag]).predict(codes.T)


@pytest.mark.parametrize("least", [1 / 300, 0.02])
def test_with_one_share_for_all_depths_they_are_scikit_learns_trees(least, monkeypatch):
    weights, codes, y = problem()
    monkeypatch.setitem(grown.__globals__, "share", lambda *_: least)
    predicted = grown(weights, codes, y, [0, 1, 2], 0.1)
    settings = {"min_samples_split": max(2, round(300 * least))}
    for k in range(3):
        expected = one_by_one(weights[k], codes[:3], y[k], **settings)
        # Equal splits are broken otherwise, which tells rows apart that no bag has.
        seen = weights[k] > 0
        assert predicted[k][seen] == pytest.approx(expected[seen])
        other = one_by_one(weights[k], codes, y[k], **settings)
        assert predicted[k][seen] != pytest.approx(other[seen])


def test_the_share_is_treeextras():
    """2^(-(b + H) h / H + b) with b = -log2 n, H = -log2 alpha (growTree)."""
    for n, alpha in [(3000, 0.1), (1000, 0.5), (24_000, 0.02)]:
        b, H = -np.log2(n), -np.log2(alpha)
        for h in range(4):
            expected = 2 ** (-(b + H) * h / H + b)
            assert share(alpha, n, h) == pytest.approx(expected)
