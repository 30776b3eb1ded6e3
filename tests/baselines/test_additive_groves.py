"""Additive Groves on data whose interactions are known, and each part of it by hand."""

from itertools import combinations

import numpy as np
import pytest
from sklearn.tree import DecisionTreeRegressor

from nidlite.baselines import additive_groves as module
from nidlite.baselines.additive_groves import (
    Data,
    Grove,
    additive_groves,
    backfitted,
    quantiles,
    trained,
)

# Smaller than the defaults in everything: the effects below are strong.
SMALL = {"rows": 400, "bags": 2, "trees": 4, "alphas": (0.5, 0.2), "repeats": 5}


def features(n=1000, p=3, seed=0):
    return np.random.default_rng(seed).uniform(-1, 1, size=(n, p))


def noise(deviation, n=1000, seed=7):
    """What no model can fit, so that the deviation of their errors is not by luck 0."""
    return deviation * np.random.default_rng(seed).standard_normal(n)


def groves_of(y, X, seed=1, **settings):
    return additive_groves(X, y, np.random.default_rng(seed), **{**SMALL, **settings})


def problem(y, X, without=()):
    """The training data of a model restricted on the features `without`, or free."""
    every = np.arange(X.shape[1])
    choices = [np.delete(every, i) for i in without] or [every]
    return Data(X.astype(np.float32), y, choices, np.random.RandomState(0))


def empty(trees, n):
    return Grove([None] * trees, np.zeros((trees, n)))


def used(grove):
    """The features in the splits of each tree."""
    splits = [(own, tree.tree_.feature) for own, tree in grove.trees]
    return [set(own[split[split >= 0]].tolist()) for own, split in splits]


def test_the_pair_there_is_is_found_and_none_in_additive_data():
    X = features(p=4)
    a, b, c, d = X.T
    steps = np.where(a > 0.2, 1, -1) * np.where(c > -0.1, 1, -1)
    for y, pairs in [
        (np.sin(3 * a) + b**2 + np.abs(c) - d, []),
        (b * d + 0.3 * a + 0.3 * c**2, [(1, 3)]),
        (steps + noise(0.5), [(0, 2)]),  # without any main effect
    ]:
        assert groves_of(y, X).interactions == pairs


def test_a_larger_set_is_tested_where_its_pairs_interact_and_found_if_it_does():
    X, pairs = features(), list(combinations(range(3), 2))
    a, b, c = X.T
    at_once = np.all(X > -0.4, axis=1).astype(float)  # labels, too
    found = groves_of(at_once, X, largest=3)
    assert sorted(found.interactions) == sorted([*pairs, (0, 1, 2)])
    # Three pairs are no triple, but it is tested.
    s, t, u = np.sign(X - 0.1).T
    found = groves_of(s * t + t * u + s * u + noise(0.5), X, largest=3, trees=6)
    assert sorted(found.interactions) == pairs and len(found.ranking) == 4
    two = (a > 0) * (b > 0) + (b < 0.3) * (c > 0)
    found = groves_of(two + noise(0.2), X, largest=3)
    assert sorted(found.interactions) == [(0, 1), (1, 2)]
    assert [len(i) for i, _ in found.ranking] == [2, 2, 2]


def test_strength_of_a_pure_product_is_known():
    # Of two features, restricted trees have one each: an additive model. The best one
    # of x1 x2 is 0, with an RMSE of 1 in deviations of y.
    X = features(p=2)
    found = groves_of(X[:, 0] * X[:, 1], X)
    error = found.strengths[0, 1] * found.errors.std() + found.errors.mean()
    # Groves overfit what is noise to them: measured 1.01 to 1.2 for ten seeds.
    assert 0.97 < error < 1.3


def test_errors_are_those_of_rows_held_out():
    # y is noise: no model is better than its mean, but on the rows it has seen.
    X, y = features(), noise(1)
    assert groves_of(y, X).errors.min() > 0.95
    [grove] = trained(problem(y, X), (4,), [0.1], np.random.default_rng(0))
    assert grove.error < 0.85


def test_no_restricted_tree_uses_all_features_of_the_set():
    X = features(p=4)
    y = np.prod(X > -0.5, axis=1)
    for without in [(0, 2), (0, 1, 3)]:
        rng = np.random.default_rng(0)
        *_, grove = trained(problem(y, X, without), (5,), [0.5, 0.05], rng)
        assert not any(set(without) <= tree for tree in used(grove))
        assert set(without) <= set.union(*used(grove))  # the grove does
    *_, free = trained(problem(y, X), (5,), [0.5, 0.05], rng)
    assert any({0, 1, 2, 3} <= tree for tree in used(free))


def bag_errors(step, data, rounds=5):
    """The error in the bag after each round of backfitting, first that of no trees."""
    bag = np.random.default_rng(2).integers(len(data.y), size=len(data.y))
    grove, errors = empty(4, len(data.y)), [np.sqrt(np.mean(data.y[bag] ** 2))]
    for _ in range(rounds):
        grove = step(data, grove, bag, 0.2)
        errors.append(grove.error)
    return np.array(errors)


def test_backfitting_lowers_the_error_in_the_bag():
    X = features()
    data = problem(np.sin(3 * X[:, 0]) + X[:, 1] * X[:, 2], X)

    def all_grown_on_y(data, grove, bag, alpha):
        """Wrong: every tree on y, as if there were no others."""
        one = backfitted(data, empty(1, len(data.y)), bag, alpha)
        parts = np.repeat(one.parts, 4, axis=0)
        return Grove(one.trees * 4, parts, module.rmse((data.y - parts.sum(0))[bag]))

    def falls(errors):
        # A tree is grown greedily, not the best: a rise of a percent would be its luck.
        return errors[1] < errors[0] and np.all(errors[1:] < 1.01 * errors[:-1])

    assert falls(bag_errors(backfitted, data))
    assert not falls(bag_errors(all_grown_on_y, data))


def test_each_tree_is_the_mean_residual_of_its_leaves():
    X = features()
    data = problem(np.sin(3 * X[:, 0]) + X[:, 1] * X[:, 2], X)
    bag = np.random.default_rng(3).integers(1000, size=1000)
    grove = backfitted(data, empty(4, 1000), bag, 0.1)
    own, tree = grove.trees[2]  # the last that was grown
    residual = (data.y - grove.parts.sum(axis=0) + grove.parts[2])[bag]
    leaves = tree.apply(data.X[:, own])
    for leaf in np.unique(leaves[bag]):
        mean = residual[leaves[bag] == leaf].mean()
        assert grove.parts[2][leaves == leaf] == pytest.approx(mean)


def test_a_grove_of_one_tree_is_scikit_learns_tree_of_the_bag():
    X = features()
    y = X[:, 0] * X[:, 1] + X[:, 2]
    [grove] = trained(problem(y, X), (1,), [0.05], np.random.default_rng(4))
    bag = np.random.default_rng(4).integers(1000, size=1000)
    tree = DecisionTreeRegressor(min_samples_split=0.05, random_state=0)
    expected = tree.fit(X[bag], y[bag]).predict(X)
    assert grove.parts[0] == pytest.approx(expected)
    assert grove.predict(X.astype(np.float32)) == pytest.approx(expected)


def test_rows_out_of_the_bag_never_reach_a_tree():
    X = features()
    y = X[:, 0] * X[:, 1] + X[:, 2]
    bag = np.random.default_rng(0).integers(1000, size=1000)
    outside = ~np.isin(np.arange(1000), bag)
    assert 0.33 < outside.mean() < 0.41  # 1/e, deviation 0.01

    def trees(y):
        data = problem(y, X)
        return backfitted(data, empty(3, 1000), bag, 0.1).predict(data.X)

    unchanged = trees(np.where(outside, 100.0, y))
    assert np.array_equal(trees(y), unchanged)
    assert not np.array_equal(trees(y), trees(np.where(outside, y, y**3)))


def test_rows_out_of_the_bag_choose_the_restricted_tree():
    X = features(p=2)
    bag = np.random.default_rng(0).integers(1000, size=1000)
    outside = ~np.isin(np.arange(1000), bag)
    for there, chosen in [(X[:, 0], 0), (np.zeros(1000), 1)]:
        # In the bag x1 is the better feature; outside it either is or says nothing.
        data = problem(np.where(outside, there, X[:, 0]), X, (0, 1))
        grove = backfitted(data, empty(1, 1000), bag, 0.1)
        assert grove.trees[0][0].tolist() == [chosen]


def test_a_grove_grows_from_the_better_neighbour(monkeypatch):
    X = features(n=20)
    starts = []

    def converged(data, grove, bag, alpha):
        """No trees, but the errors of a table: the better start has the lower."""
        starts.append((alpha, len(grove.trees), grove.error))
        return Grove(grove.trees, grove.parts, next(errors))

    # Of (1 tree), (2 trees from itself, from 1 tree), at both sizes.
    errors = iter([0.9, 0.8, 0.7, 0.6, 0.3, 0.5])
    monkeypatch.setattr(module, "converged", converged)
    rng = np.random.default_rng(0)
    groves = list(trained(problem(X[:, 0], X), (1, 2), [0.5, 0.2], rng))
    assert [grove.error for grove in groves] == [0.7, 0.3]
    assert [len(grove.trees) for grove in groves] == [2, 2]
    sizes = [(0.5, 1), (0.5, 2), (0.5, 2), (0.2, 1), (0.2, 2), (0.2, 2)]
    assert [start[:2] for start in starts] == sizes
    assert [start[2] for start in starts[3:5]] == [0.9, 0.7]  # with smaller trees


def test_the_grid_of_2007_finds_the_pair_too():
    X = features()
    y = np.sign(X[:, 0]) * np.sign(X[:, 2] + 0.1) + X[:, 1] + noise(0.5)
    found = groves_of(y, X, trees=(1, 2, 4))
    assert found.interactions == [(0, 2)]


def test_trees_grow_as_long_as_the_error_falls():
    X = features()
    y = np.sign(X[:, 0])
    quick = {"alphas": (0.9, 0.3, 0.05), "bags": 1, "repeats": 2}
    noisy = groves_of(y + noise(3), X, **quick)
    smooth = groves_of(np.sin(6 * X).sum(axis=1), X, **quick)
    assert noisy.alpha > smooth.alpha


def test_quantiles_keep_the_order_and_are_equally_full():
    X = np.random.default_rng(0).normal(size=(640, 2)) * [1e9, 1e-9]
    codes = quantiles(X, 32)
    assert codes.dtype == np.float32
    for code, x in zip(codes.T, X.T):
        assert np.all(np.diff(code[np.argsort(x)]) >= 0)
        assert np.array_equal(np.unique(code, return_counts=True)[1], [20] * 32)
    labels = np.array([[0.0, 0.0, 0.0, 1.0, 2.0]]).T  # few values stay apart
    assert len(np.unique(quantiles(labels, 32))) == 3


def test_only_the_order_of_a_feature_matters():
    X = features()
    y = X[:, 0] * X[:, 1] + X[:, 2]
    quick = {"bags": 1, "repeats": 2, "alphas": (0.3,)}
    first = groves_of(y, X, **quick)
    other = np.column_stack([1e6 * X[:, 0] - 7, np.exp(X[:, 1]), X[:, 2] ** 3])
    for same in [groves_of(y, X, **quick), groves_of(1e3 * y - 5, other, **quick)]:
        assert same.strengths == pytest.approx(first.strengths)
    assert groves_of(y, X, seed=2, **quick).ranking != first.ranking
