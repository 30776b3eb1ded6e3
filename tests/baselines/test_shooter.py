"""Shooter: its tree of candidates, its columns, and products that were planted."""

from itertools import combinations
from unittest.mock import Mock

import numpy as np
import pytest

from nidlite.baselines.shooter import expansion, extended_bic, shooter
from nidlite.datasets.simulations import product_sum

CHAIN = [(0,), (0, 1), (0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 3, 4)]


def test_candidates_are_the_kept_and_every_child_of_a_parent():
    kept = [(0,), (3,), (0, 1), (2, 17)]
    candidates = expansion(20, [(0, 1), (2, 17)], kept)
    triples, parents = combinations(range(20), 3), {(0, 1), (2, 17)}
    children = {q for q in triples if parents & {*combinations(q, 2)}}
    assert candidates[:4] == kept and len(candidates) == 4 + len(children)
    assert set(candidates[4:]) == children


def test_the_extended_bic_is_the_printed_sum_at_the_likelihoods_maximum():
    # One column with two values: the likelihood is greatest where the chance is the
    # share of ones, 1 of 5 at -1 and 4 of 5 at 1, so w = log 4 and b = 0.
    Z = np.zeros((10, 50))  # one of 50 candidates
    Z[:, 0] = np.repeat([-1.0, 1.0], 5)
    y = np.array([1, 0, 0, 0, 0, 1, 1, 1, 1, 0], float)
    expected = -2 * (8 * np.log(0.8) + 2 * np.log(0.2)) + np.log(10) + 2 * np.log(50)
    for shrunk in (0.1, 0.9):
        value = extended_bic(np.array([shrunk, *np.zeros(49)]), 0.0, Z, y)
        # lbfgs ends at slopes of 1e-4, and a square as small is left of the penalty.
        assert value == pytest.approx(expected, abs=1e-2)
        assert value != pytest.approx(expected + np.log(10), abs=1e-2)
    assert extended_bic(np.zeros(50), 0.0, Z, y) == pytest.approx(20 * np.log(2))


def chain(n=3000, p=8, products=CHAIN, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    return X, (product_sum(products, np.ones(len(products)), X) > 0).astype(float), rng


def test_a_chain_of_products_is_followed_to_order_five(monkeypatch):
    spy = Mock(wraps=expansion)
    monkeypatch.setitem(shooter.__globals__, "expansion", spy)
    found = shooter(*chain(n=1500, p=7))
    orders = [{len(parent) for parent in call.args[1]} for call in spy.call_args_list]
    assert orders == [{0}, {1}, {2}, {3}, {4}]  # the parents are of the order before
    # Labels without noise leave a few more, with small coefficients, never above.
    assert {product for product, _ in found.ranking[:4]} == set(CHAIN[1:])
    strengths = [strength for _, strength in found.ranking]
    assert strengths == sorted(strengths, reverse=True)
    assert max(strengths[4:], default=0) < 0.1 * strengths[3]
    assert all(found.coefficients[product] > 0 for product in CHAIN)
    assert found.strengths[0, 1] == found.strengths[1, 0] == found.coefficients[0, 1]
    pairs = sum(len(product) == 2 for product in found.coefficients)
    assert np.count_nonzero(found.strengths) == 2 * pairs


def test_a_product_without_any_selected_parent_is_out_of_reach():
    """The relaxed hierarchy: one parent is enough, none is not."""
    found = shooter(*chain(products=[(0,), (2, 3)]))
    assert (0,) in found.coefficients
    assert not any(set(product) >= {2, 3} for product, _ in found.ranking)
    # With x3 as the one parent it is found; the other parent, x4, is not needed.
    found = shooter(*chain(products=[(0,), (2,), (2, 3)]))
    assert (2, 3) in found.coefficients and (3,) not in found.coefficients
