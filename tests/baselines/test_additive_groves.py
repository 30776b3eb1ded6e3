"""Additive Groves on data whose interactions are known, and each part of it by hand."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeRegressor

from nidlite.baselines import additive_groves as ag

# Smaller than the defaults in everything: the effects below are strong.
SMALL = {"rows": 400, "bags": 2, "trees": 4, "alphas": (0.5, 0.1), "repeats": 5}


def features(n=1000, p=3, seed=0):
    return np.random.default_rng(seed).uniform(-1, 1, size=(n, p))


def noise(deviation, n=1000, seed=7):
    """What no model can fit, so that the deviation of their errors is not by luck 0."""
    return deviation * np.random.default_rng(seed).standard_normal(n)


def groves_of(y, X, seed=1, **settings):
    return ag.additive_groves(X, y, np.random.default_rng(seed), **SMALL | settings)


def last_layer(y, codes, trees, bags, restricted=(), alphas=(0.5, 0.05)):
    """What the trees of the last layer answer, (trees, bags, N)."""
    rng = np.random.default_rng(0)
    *_, last = ag.layers(codes, y, restricted, trees, alphas, bags, rng)
    return last


def test_the_pair_there_is_is_found_and_none_in_additive_data():
    X = features()
    a, b, c = X.T
    steps = np.where(a > 0.2, 1, -1) * np.where(c > -0.1, 1, -1)
    for y, pairs in [
        (np.sin(3 * a) + b**2 + np.abs(c), []),
        (b * c + 0.3 * a, [(1, 2)]),
        (steps + noise(0.5), [(0, 2)]),  # without any main effect
    ]:
        strengths = groves_of(y, X, rows=300, repeats=6).strengths
        assert list(zip(*np.nonzero(np.triu(strengths > ag.DEVIATIONS)))) == pairs


def test_a_larger_set_is_tested_where_its_pairs_interact_and_found_if_it_does():
    X = features()
    at_once = np.all(X > -0.4, axis=1).astype(float)
    assert dict(groves_of(at_once, X, largest=3).ranking)[0, 1, 2] > ag.DEVIATIONS
    a, b, c = X.T
    two = (a > 0) * (b > 0) + (b < 0.3) * (c > 0)
    found = groves_of(two + noise(0.2), X, largest=3).ranking
    assert {i for i, _ in found[:2]} == {(0, 1), (1, 2)}
    assert found[2][0] == (0, 2) and found[2][1] < ag.DEVIATIONS and len(found) == 3


def test_no_restricted_tree_uses_all_features_of_the_set():
    X = features(p=4)
    y = np.prod(X > -0.5, axis=1)

    def used(restricted):
        """For every tree the features that move its answer, in the first bag."""
        codes = ag.quantiles(X, 32)
        moved = [codes.copy() for _ in codes]
        for j, other in enumerate(moved):
            other[j] = other[j, ::-1]
        parts = last_layer(y, np.hstack([codes, *moved]), 5, 1, restricted)
        found = parts[:, 0].reshape(5, 5, 1000)  # as it is, and with each moved
        return [set(np.flatnonzero((t[1:] != t[0]).any(1)).tolist()) for t in found]

    for restricted in [(0, 2), (0, 1, 3)]:
        trees = used(restricted)
        assert not any(set(restricted) <= tree for tree in trees)
        assert set(restricted) <= set.union(*trees)  # the grove does
    assert any({0, 1, 2, 3} <= tree for tree in used(()))


def test_each_tree_is_grown_on_what_the_others_leave(monkeypatch):
    X = features()
    y, codes = np.sin(3 * X[:, 0]) + X[:, 1] * X[:, 2], ag.quantiles(X, 32)
    weights = ag.drawn(1000, 2, np.random.default_rng(0))  # the bags of the first layer
    parts = last_layer(y, codes, 4, 2, alphas=[0.1])
    # Number 2 was the last to be grown.
    tree = ag.grown(weights, codes, y - parts[[0, 1, 3]].sum(axis=0), np.arange(3), 0.1)
    assert parts[2] == pytest.approx(tree)
    assert parts[1] != pytest.approx(tree, abs=0.1)
    # All are grown again as long as the RMSE in all bags together falls by so much.
    best, trees = ag.best_trees, []
    note = lambda *given: trees.append(best(*given)) or trees[-1]  # noqa: E731
    monkeypatch.setattr(ag, "best_trees", note)
    for least in (0.002, 0.06):
        monkeypatch.setattr(ag, "CONVERGED", least)
        trees[:] = np.zeros((4, 2, 1000))
        last_layer(y, codes, 4, 2, alphas=[0.1])
        left = y - np.reshape(trees, (-1, 4, 2, 1000)).sum(axis=1)
        errors = np.sqrt(np.mean(weights * left**2, axis=(1, 2)))
        falls = 1 - errors[1:] / errors[:-1]
        assert min(falls[:-1]) >= least > falls[-1]


def test_rows_out_of_the_bag_choose_the_tree_and_never_reach_it():
    X = features(p=2)
    codes, weights = ag.quantiles(X, 32), ag.drawn(1000, 1, np.random.default_rng(0))
    outside = weights[0] == 0
    assert 0.33 < outside.mean() < 0.41  # 1/e, deviation 0.01
    choices = [np.array([1]), np.array([0])]  # without the first, without the second
    for there, best in [(X[:, 0], choices[1]), (np.zeros(1000), choices[0])]:
        # In the bag x1 is the better feature; outside it either is or says nothing.
        y = np.where(outside, there, X[:, 0])[None]
        chosen = ag.best_trees(weights, codes, y, choices, 0.1)
        assert np.array_equal(chosen, ag.grown(weights, codes, y, best, 0.1))
        other = np.where(outside, 100.0, y)
        assert np.array_equal(chosen, ag.grown(weights, codes, other, best, 0.1))


def test_a_strength_is_the_rise_of_the_error_in_deviations_of_free_models(monkeypatch):
    free, y = iter([1, 2, 3, 4, 5]), np.tile([-1.0, 1.0], 500)

    def layers(codes, y, restricted, trees, alphas, *_):
        """One tree has y, and another one adds the RMSE: it falls, and rises."""
        level = 9 if restricted else next(free)
        for more in (2, 0, 1)[: len(alphas)]:
            yield np.array(np.broadcast_arrays(2.0 * (codes[:1] > 0) - 1, level + more))

    monkeypatch.setattr(ag, "layers", layers)
    found = groves_of(y, np.column_stack([y, -y]), alphas=(0.9, 0.3, 0.05))
    assert found.strengths[0, 1] == pytest.approx((9 - 3) / np.sqrt(2), rel=1e-6)
    assert found.alpha == 0.3  # larger trees overfit


def one_by_one(weights, codes, y, **settings):
    """scikit-learn's tree of one bag: its rows again and again."""
    bag = np.repeat(np.arange(len(y)), weights)
    tree = DecisionTreeRegressor(random_state=0, **settings)
    return tree.fit(codes.T[bag], y[bag]).predict(codes.T)


@pytest.mark.parametrize("least", [1 / 300, 0.02])
def test_with_one_share_for_all_depths_they_are_scikit_learns_trees(least, monkeypatch):
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 12, size=(4, 300))
    y = codes[0] * codes[1] / 40 + np.sin(codes[2]) + rng.normal(size=(3, 300))
    weights = ag.drawn(300, 3, rng)
    monkeypatch.setattr(ag, "share", lambda *_: least)
    predicted = ag.grown(weights, codes, y, [0, 1, 2], 0.1)
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
            assert ag.share(alpha, n, h) == pytest.approx(2 ** (-(b + H) * h / H + b))
