"""The generators of App. F and App. H: what they say interacts is what interacts."""

from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

from nidlite.datasets.simulations import fhim_data, large_p_data, shooter_data
from nidlite.interactions import mixed_difference


def stray_interactions(data, rng, subsets, n=30):
    """The subsets of features that interact in the noiseless score.

    Scores stay below 200 or so, thus 2^m corners of up to a hundred products round to
    1e-11 at worst, while what is truly there exceeds 1e-3 at one of the n pairs.
    """
    a, b = rng.standard_normal((2, n, data.X.shape[1]))
    size = lambda s: np.abs(mixed_difference(data.score, s, a, b)).max()  # noqa: E731
    return {s for s in subsets if size(s) > 1e-7}


def test_large_p_has_950_pairs_and_noise_of_variance_one_tenth():
    data = large_p_data(np.random.default_rng(0), n=4000)
    assert data.X.shape == (4000, 1000)
    assert len(data.interactions) == 5 * comb(20, 2) == 950
    beta, A = data.score.args
    assert [np.count_nonzero(weights) for weights in (beta, *A)] == [20] * 6
    form = data.X @ beta + np.sum(data.X @ (A.T @ A) * data.X, axis=1)  # App. F
    # The variance of 4000 normal draws is known to 2.2 percent: 5 deviations.
    assert (data.y - form).var() == pytest.approx(0.1, rel=0.11)


@pytest.mark.parametrize("generate", [large_p_data, fhim_data])
def test_exactly_the_listed_pairs_interact_in_the_quadratic_score(generate):
    rng = np.random.default_rng(0)
    data = generate(rng, n=10, p=24, density=1 / 6)
    pairs = set(combinations(range(24), 2))
    assert stray_interactions(data, rng, pairs) == set(data.interactions)
    found = ((*pair, i) for pair in data.interactions for i in range(24))
    triples = {tuple(sorted(set(triple))) for triple in found} - pairs
    assert stray_interactions(data, rng, sorted(triples)[::7]) == set()


def test_fhim_supports_have_at_most_five_percent_and_73_pairs_can_occur():
    rngs = map(np.random.default_rng, range(400))
    sizes = {len(fhim_data(rng, n=2).interactions) for rng in rngs}
    # C(a, 2) + C(b, 2) with a, b <= 10; an overlap of two features takes one pair off.
    assert max(sizes) == 2 * comb(10, 2) and len(sizes) > 3
    assert comb(8, 2) + comb(10, 2) == 73 and 73 in sizes


def test_fhim_labels_follow_the_logistic_model():
    data = fhim_data(np.random.default_rng(0))
    assert data.X.shape == (10_000, 200) and set(data.y) == {0.0, 1.0}
    score = data.score(data.X)
    # Its mean is taken off: a sum of squares alone gives ones in nine rows of ten.
    assert abs(score.mean()) < 4.5 * score.std() / sqrt(len(score))
    for low in (-2, -1, 0, 1, 2):
        rows = (score >= low) & (score < low + 1)
        expected = 1 / (1 + np.exp(-score[rows]))
        deviation = sqrt((expected * (1 - expected)).sum()) / rows.sum()
        assert abs(data.y[rows].mean() - expected.mean()) < 4.5 * deviation


def test_shooters_products_are_as_many_of_each_order_and_each_has_a_parent():
    for seed in range(20):  # of so few features a product may come up again
        data = shooter_data(np.random.default_rng(seed), n=50, p=12, density=0.25)
        products, coefficients = data.score.args
        assert sorted(map(len, {*products})) == sorted([1, 2, 3, 4, 5] * 3)
        assert data.interactions == tuple(products[3:])
        for i in data.interactions:
            assert any({*q} < {*i} for q in products if len(q) == len(i) - 1)
        assert min(coefficients) < 0 < max(coefficients)
        values = np.stack([data.X[:, list(q)].prod(axis=1) for q in products], axis=1)
        np.testing.assert_allclose(data.score(data.X), values @ coefficients, atol=1e-9)
        assert np.array_equal(data.y, data.score(data.X) > 0)
