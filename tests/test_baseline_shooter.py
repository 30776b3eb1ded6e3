"""Shooter: its tree of candidates, its columns, and products that were planted."""

from itertools import combinations

import numpy as np
import pytest

from nidlite.baselines.lasso import Fit, l1_logistic, sigmoid
from nidlite.baselines.products import standardised
from nidlite.baselines.shooter import expansion, extended_bic, shooter
from nidlite.errors import InputError
from nidlite.simulations import product_sum
from nidlite.simulations import shooter as simulated


def data(n=80, p=5, seed=0):
    """Correlated and skewed features, standardised."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p)) @ (np.eye(p) + 0.3 * rng.normal(size=(p, p)))
    X[:, 0] = np.exp(X[:, 0])
    return standardised(X)


def product_columns(X, products):
    """Every product as a column with mean 0 and deviation 1, one at a time."""
    columns = [np.prod([X[:, i] for i in product], axis=0) for product in products]
    return np.stack([(c - c.mean()) / c.std() for c in columns], axis=1)


def test_candidates_are_the_kept_and_every_child_of_a_parent():
    kept = [(0,), (3,), (0, 1), (2, 4)]
    candidates, _ = expansion(data(), [(0, 1), (2, 4)], kept)
    children = {
        q
        for q in combinations(range(5), 3)
        if any(parent in [(0, 1), (2, 4)] for parent in combinations(q, 2))
    }
    assert candidates[:4] == kept
    assert len(candidates) == 4 + len(children)
    assert set(candidates[4:]) == children
    assert (1, 3, 4) not in children  # none of its pairs is a parent


def agrees(columns, Z, rng):
    """Whether the columns are Z's: products with a residual, and some taken out."""
    r, k = rng.normal(size=len(Z)), np.sort(rng.permutation(Z.shape[1])[:4])
    # Sums of 80 numbers of order 1, where a mean is taken away: 1e-12 at most.
    return np.allclose(columns.correlate(r), Z.T @ r, atol=1e-10) and np.allclose(
        columns.take(k), Z[:, k], atol=1e-10
    )


@pytest.mark.parametrize(
    "parents, kept",
    [
        ([()], []),
        ([(0,), (2,)], [(0,), (2,)]),
        ([(0, 1), (1, 2)], [(3,), (0, 1), (1, 2)]),
    ],
)
def test_the_columns_that_are_not_stored_are_the_standardised_products(parents, kept):
    X, rng = data(), np.random.default_rng(1)
    candidates, columns = expansion(X, parents, kept)
    Z = product_columns(X, candidates)
    assert agrees(columns, Z, rng)
    # The checker sees two columns that changed places, and raw products.
    assert not agrees(columns, Z[:, ::-1], rng)
    assert not agrees(columns, Z * 1.01, rng)


def test_the_extended_bic_is_the_printed_sum():
    fit = Fit(0.1, np.array([1, 4, 7]), np.ones(3), 0.0, loss=0.25)
    # 2 x 100 x 0.25 + 3 log 100 + 2 x 3 log 50
    assert extended_bic(fit, rows=100, candidates=50) == pytest.approx(
        50 + 3 * 4.605170186 + 6 * 3.912023005
    )


CHAIN = [(0,), (0, 1), (0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 3, 4)]


def chain(n=4000, p=8, products=CHAIN, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    y = (product_sum(products, np.ones(len(products)), X) > 0).astype(float)
    return X, y, rng


def test_a_chain_of_products_is_followed_to_order_five():
    X, y, rng = chain()
    found = shooter(X, y, rng)
    assert set(found.coefficients) == set(CHAIN)
    assert {product for product, _ in found.ranking} == set(CHAIN[1:])
    assert all(c > 0 for c in found.coefficients.values())
    strengths = [strength for _, strength in found.ranking]
    assert strengths == sorted(strengths, reverse=True)
    # The pair's strength is in the matrix, and nothing else.
    assert found.strengths[0, 1] == found.strengths[1, 0] == found.coefficients[0, 1]
    assert np.count_nonzero(found.strengths) == 2


def test_the_order_is_limited_to_max_order():
    X, y, rng = chain()
    found = shooter(X, y, rng, max_order=3)
    assert max(map(len, found.coefficients)) == 3


def test_a_product_without_any_selected_parent_is_out_of_reach():
    """The relaxed hierarchy: one parent is enough, none is not."""
    X, y, rng = chain(products=[(0,), (2, 3)])
    found = shooter(X, y, rng)
    assert (0,) in found.coefficients
    assert not any(set(product) >= {2, 3} for product, _ in found.ranking)
    # With x3 as the one parent it is found; the other parent, x4, is not needed.
    X, y, rng = chain(products=[(0,), (2,), (2, 3)])
    found = shooter(X, y, rng)
    assert (2, 3) in found.coefficients and (3,) not in found.coefficients


def precision_and_recall(ranking, truth):
    found = {product for product, _ in ranking}
    return len(found & truth) / max(len(found), 1), len(found & truth) / len(truth)


@pytest.mark.parametrize("seed", range(3))
def test_planted_products_of_every_order_are_found(seed):
    """Noiseless products under a relaxed hierarchy, in labels drawn from their score.

    The generator's coefficients are normal, some next to nothing, so that the truth is
    what it planted with a coefficient that 5000 rows can show.
    """
    rng = np.random.default_rng(seed)
    problem = simulated(rng, n=5000, p=20, max_order=3, density=0.1)
    truth = set(problem.interactions)
    found = shooter(problem.X, problem.y, rng, max_order=3)
    precision, recall = precision_and_recall(found.ranking, truth)
    print(seed, precision, recall, found.ranking, truth)
    assert precision >= 0.6 and recall >= 0.5
    # The same labels in another order hold nothing.
    nothing = shooter(problem.X, rng.permutation(problem.y), rng, max_order=3)
    assert precision_and_recall(nothing.ranking, truth)[1] == 0


def test_units_and_zeros_of_symmetric_features_do_not_matter_to_what_is_found():
    X, y, rng = chain()
    moved = shooter(X * 2.0 ** np.arange(8) + 4, y, rng)
    assert set(moved.coefficients) == set(CHAIN)


def test_constant_columns_and_fewer_rows_than_features_are_no_error():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(12, 30))
    X[:, :3] = 7.0
    y = (X[:, 5] > 0).astype(float)
    found = shooter(X, y, rng)
    assert not found.strengths[:3].any() and np.isfinite(found.strengths).all()


def test_real_numbers_for_labels_are_refused_in_one_line():
    X, rng = data(), np.random.default_rng(0)
    with pytest.raises(InputError, match="labels must be 0 and 1"):
        shooter(X, X[:, 0], rng)


def test_the_held_out_error_would_select_many_times_too_much():
    """Why the penalty is chosen by the extended BIC, on labels with one product."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(2000, 30))
    y = (rng.random(2000) < sigmoid(X[:, 0] + X[:, 0] * X[:, 1])).astype(float)
    candidates, columns = expansion(standardised(X[:1000]), [(0,)], [(0,)])
    fits = list(l1_logistic(columns, y[:1000]))
    Z = product_columns(standardised(X[1000:]), candidates)

    def held_out(fit):
        s = Z[:, fit.support] @ fit.coefficients + fit.intercept
        return np.mean(np.logaddexp(0, s) - y[1000:] * s)

    by_error = min(fits, key=held_out)
    by_bic = min(fits, key=lambda fit: extended_bic(fit, 1000, len(candidates)))
    assert [candidates[k] for k in by_bic.support] == [(0,), (0, 1)]
    assert len(by_error.support) > 2 * len(by_bic.support)
