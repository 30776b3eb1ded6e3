"""Trees of many bags at once, against scikit-learn's tree of each bag."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeRegressor

from nidlite.baselines.bagged_trees import Bags, grown, share


def drawn(n=300, p=4, bags=3, seed=0):
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 12, size=(p, n))
    y = codes[0] * codes[1] / 40 + np.sin(codes[2]) + rng.normal(size=(bags, n))
    return Bags.drawn(codes, bags, rng), codes, y


def one_by_one(weights, codes, y, **settings):
    """scikit-learn's tree of one bag: its rows again and again."""
    bag = np.repeat(np.arange(len(y)), weights)
    tree = DecisionTreeRegressor(random_state=0, **settings)
    return tree.fit(codes.T[bag], y[bag]).predict(codes.T)


@pytest.mark.parametrize("least", [1 / 300, 0.02])
def test_with_one_share_for_all_depths_they_are_scikit_learns_trees(least, monkeypatch):
    bags, codes, y = drawn()
    monkeypatch.setitem(grown.__globals__, "share", lambda *_: least)
    predicted = grown(bags, y, [0, 1, 2], 0.1).predict(codes)
    settings = {"min_samples_split": max(2, round(300 * least))}
    for k in range(3):
        expected = one_by_one(bags.weights[k], codes[:3], y[k], **settings)
        # Equal splits are broken otherwise, which tells rows apart that no bag has.
        seen = bags.weights[k] > 0
        assert predicted[k][seen] == pytest.approx(expected[seen])
        other = one_by_one(bags.weights[k], codes, y[k], **settings)
        assert predicted[k][seen] != pytest.approx(other[seen])


def test_the_share_is_treeextras():
    """2^(-(b + H) h / H + b) with b = -log2 n, H = -log2 alpha (growTree)."""
    for n, alpha in [(3000, 0.1), (1000, 0.5), (24_000, 0.02)]:
        b, H = -np.log2(n), -np.log2(alpha)
        for h in range(4):
            expected = 2 ** (-(b + H) * h / H + b)
            assert share(alpha, n, h) == pytest.approx(expected)
        assert share(alpha, n, 0) == pytest.approx(1 / n)
        assert share(alpha, n, H) == pytest.approx(alpha)
    # Trees of single rows need no more at any depth.
    assert share(0.001, 1000, 5) == share(0.0001, 1000, 5) * 10 == pytest.approx(0.001)


def test_a_split_node_has_the_share_of_its_depth():
    bags, codes, y = drawn(n=2000)
    for alpha in (0.2, 0.05):
        tree = grown(bags, y, range(4), alpha)
        nodes = [(bag, bag, 0, np.arange(2000)) for bag in range(3)]
        inner, leaves = [], []
        for node, bag, depth, rows in nodes:
            size = bags.weights[bag][rows].sum() / 2000
            is_leaf = tree.left[node] == node
            (leaves if is_leaf else inner).append(size / share(alpha, 2000, depth))
            right = codes[tree.feature[node], rows] > tree.cut[node]
            for child, own in enumerate([] if is_leaf else (rows[~right], rows[right])):
                nodes.append((tree.left[node] + child, bag, depth + 1, own))
        assert min(inner) >= 1 and max(leaves) < 1


def test_a_tree_ends_where_nothing_is_left_to_split():
    """However small alpha is: rows with the same codes stay together."""
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, size=(2, 40))
    bags, y = Bags.drawn(codes, 2, rng), rng.normal(size=(2, 40))
    predicted = grown(bags, y, [0, 1], 1e-4).predict(codes)
    for weights, own, tree in zip(bags.weights, y, predicted):
        for cell in set(map(tuple, codes.T)):
            here = (codes.T == cell).all(axis=1)
            if weights[here].any():
                mean = np.average(own[here], weights=weights[here])
                assert tree[here] == pytest.approx(mean)
