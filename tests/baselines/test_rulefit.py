"""RuleFit: rules, partial dependence and H against their definitions."""

from itertools import combinations
from unittest.mock import Mock

import numpy as np
import pytest
from sklearn.tree import DecisionTreeRegressor

from nidlite.baselines import rulefit as rf
from nidlite.baselines.products import z_scores


def random_ensemble(seed, rules=15, p=4):
    """Boxes in one to three of the features, some one-sided, and winsorised slopes."""
    rng = np.random.default_rng(seed)
    bounds = np.tile([[-np.inf], [np.inf]], (rules, 1, p))
    for box in bounds:
        for j in rng.permutation(p)[: rng.integers(1, 4)]:
            low, high = np.sort(rng.normal(size=2))
            box[:, j] = [(low, high), (-np.inf, high), (low, np.inf)][rng.integers(3)]
    X = rng.normal(size=(25, p)) @ rng.normal(size=(p, p))
    weights, slopes, one = rng.normal(size=rules), rng.normal(size=p), np.ones(p)
    return rf.RuleEnsemble(bounds, weights, slopes, -one, 1.5 * one, 0.7), X


def partial_dependence(f, features, X):
    """Centred, by definition: the mean of f over X with the features set to a row's."""
    features, values = list(features), []
    for x in X:
        at = X.copy()
        at[:, features] = x[features]
        values.append(f(at).mean())
    return np.array(values) - np.mean(values)


def at_the_mean(f, features, X):
    """A partial dependence that is not one: the other features set to their means."""
    at = np.tile(X.mean(axis=0), (len(X), 1))
    at[:, list(features)] = X[:, list(features)]
    return f(at) - f(at).mean()


def definition_of_h(f, X, dependence=partial_dependence):
    """Eq. 44 for every pair."""
    p = X.shape[1]
    H = np.zeros((p, p))
    for j, k in combinations(range(p), 2):
        both = dependence(f, (j, k), X)
        rest = both - dependence(f, (j,), X) - dependence(f, (k,), X)
        H[j, k] = H[k, j] = np.sqrt(np.sum(rest**2) / np.sum(both**2))
    return H


@pytest.mark.parametrize("seed", range(4))
def test_partial_dependence_and_h_are_their_definitions(seed):
    ensemble, X = random_ensemble(seed)
    sum_of_terms = np.minimum(1.5, np.maximum(-1, X)) @ ensemble.slopes + 0.7
    for (lower, upper), weight in zip(ensemble.box, ensemble.weights):
        sum_of_terms += weight * np.prod((lower < X) & (X <= upper), axis=1)
    assert np.allclose(ensemble(X), sum_of_terms)
    for features in [(0,), (3,), (0, 2), (1, 3), (0, 1, 3)]:
        expected = partial_dependence(ensemble, features, X)
        # Sums of a few hundred numbers of order 1.
        assert np.allclose(ensemble.dependence(features, X), expected, atol=1e-11)
        wrong = at_the_mean(ensemble, features, X)
        assert not np.allclose(ensemble.dependence(features, X), wrong, atol=1e-3)
    H = rf.h_statistics(ensemble, X)
    assert np.allclose(H, definition_of_h(ensemble, X), atol=1e-10)
    assert not np.allclose(H, definition_of_h(ensemble, X, at_the_mean), atol=1e-2)


def uniform(n=3000, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.uniform(size=(n, 4)) ** [1, 1, 1, 9]
    return X, X[:, 0] * X[:, 1] + X[:, 2], rng


def test_the_fitted_h_of_a_product_is_one_seventh(monkeypatch):
    X, y, rng = uniform()
    for name in ("nodes", "lasso", "least"):
        monkeypatch.setattr(rf, name, Mock(wraps=getattr(rf, name)))
    found = rf.rulefit(X, y, rng, rules=500, rows=500)
    # The rules are an approximation, and 500 rows a sample.
    assert found.strengths[0, 1] == pytest.approx(np.sqrt(1 / 7), abs=0.05)
    assert found.strengths.argmax() == 1  # (0, 1)
    ends = np.quantile(z_scores(X), [0.025, 0.975], axis=0)  # Sec. 5
    assert np.allclose([found.ensemble.low, found.ensemble.high], ends)
    trees = [call.args[0] for call in rf.nodes.call_args_list]
    assert {tree.n_node_samples[0] for tree in trees} == {100 + 328}  # 6 sqrt(3000)
    # 2 + floor(e) leaves, e of mean 2, are 2 + 1 / (e^(1/2) - 1); 91 trees know 0.26.
    leaves = np.mean([tree.n_leaves for tree in trees])
    assert leaves == pytest.approx(2 + 1 / np.expm1(0.5), abs=0.5)
    Z, error = rf.lasso.call_args.args[0], rf.least.call_args.args[1]
    # Half the squared error: y has mean 0 and deviation 1, nearly so where held out.
    assert error(np.zeros(len(Z.T)), 3.0) == pytest.approx((1 + 3**2) / 2, rel=0.1)
    assert Z[:, -4:].std(axis=0) == pytest.approx(np.full(4, 0.4), rel=0.02)
    # x4 does nothing, so what it does with x3 is small beside x3's effect.
    assert found.strengths[2, 3] < 0.05


def test_nodes_are_the_boxes_that_the_tree_sends_rows_to():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 5)).astype(np.float32).astype(float)
    tree = DecisionTreeRegressor(max_leaf_nodes=12, random_state=0)
    tree.fit(X, rng.normal(size=300))
    boxes = rf.nodes(tree.tree_, 5)
    path = tree.decision_path(X).toarray()[:, 1:].astype(bool)  # without the root

    def is_the_path(lower, upper):
        inside = (X[:, None] > lower) & (X[:, None] <= upper)
        return np.array_equal(inside.all(axis=2), path)

    assert len(boxes) == 22 and is_the_path(boxes[:, 0], boxes[:, 1])
    assert not is_the_path(boxes[:, 0], boxes[:, 1] + 0.1)


def test_of_several_shrinkages_the_least_loss_on_the_held_out_fifth_is_taken():
    X, y = map(z_scores, uniform(n=500)[:2])

    def error(shrinkage):
        """On the held-out fifth, which is drawn after the rules of every shrinkage."""
        rng = np.random.default_rng(9)
        rng.permutation(len(X))  # the rows for H
        for by in shrinkage:
            rf.boosted_rules(X, y, rng, 100, by)
        held_out = rng.permutation(len(X))[: len(X) // 5]
        rng = np.random.default_rng(9)
        ensemble = rf.rulefit(X, y, rng, 100, 10, shrinkage).ensemble
        return np.mean((y - ensemble(X))[held_out] ** 2)

    slow, fast = 1e-6, 0.3  # trees that never learn of one another, and others
    for both in [(slow, fast), (fast, slow)]:
        assert error(both) < 0.8 * error([slow])
