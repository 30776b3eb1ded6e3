"""Agreement, share and t in closed form; the search against all sets one by one."""

from itertools import combinations
from statistics import NormalDist

import numpy as np
import pytest
from nidlite.agreement.nearness import correlations, near_data, sixth_nearest

from nidlite.agreement import LEVEL, Agreed, Opinion, constants, search, shared
from nidlite.agreement.confirm import Corners
from nidlite.agreement.constants import WORTH
from nidlite.interactions import maximal, mixed_difference

COLUMNS = [(j,) for j in range(6)]


def opinion_on(f, g, n=20_000, q=6, rng=None, **changes):
    """The Opinion of two functions between independent normal rows, t being 9."""
    a, b = (rng or np.random.default_rng(0)).normal(size=(2, n, q))
    pair = Corners(f, a, b, COLUMNS[:q]), Corners(g, a, b, COLUMNS[:q])
    near = lambda interaction: (np.ones(n, bool), 1.0)  # noqa: E731
    given = {"evidence": lambda i: 9.0, "near": near, "variance": 1.0}
    return Opinion(pair, **given | {"kin": np.zeros(q)} | changes)


def there(opinion, pairs, level):
    return [a for a in opinion.supported(pairs, level) if opinion.passes(a)]


def polynomial(X):
    """Its ANOVA components are its terms: the features are independent, of mean 0."""
    return 3 * X[:, 0] * X[:, 1] + 2 * X[:, 0] * X[:, 1] * X[:, 2] + X[:, 3] ** 2


def test_the_share_is_the_variance_of_all_anova_terms_that_hold_it():
    opinion = opinion_on(polynomial, polynomial, variance=20.0)
    for interaction, variance in (((0, 1), 9 + 4), ((0, 1, 2), 4), ((0, 2), 4)):
        found = opinion.of(interaction)
        # The standard error of the mean of D^2 is about 4 percent here.
        assert found.share == pytest.approx(variance / 20, rel=0.15)
        assert found.agreement == pytest.approx(1)
    for interaction in ((0, 3), (0, 1, 3)):  # rounding, squared
        assert abs(opinion.of(interaction).share) < 1e-12


def test_a_pair_that_only_correlation_keeps_out_is_unsure():
    sure, kept_out = Agreed((0, 1), 0.1, 0.5, 9.0), Agreed((2, 3), 0.1, 0.5, 12.0)
    others = [
        Agreed((2, 4), WORTH / 2, 0.5, 9.0),  # not worth a word
        Agreed((2, 5), 0.1, 0.1, 9.0),  # they do not agree at all
        Agreed((3, 4), 0.1, 0.5, 1.0),  # chance
        Agreed((3, 5), 0.1, 0.5, 9.0),  # a note of its own: two alike columns
    ]
    kin, pairs = np.array([0, 0, 0.9, 0.9, 0.9, 0.9]), [sure, kept_out, *others]
    opinion = Opinion(None, None, None, 1.0, kin, alike=[(3, 5)])
    assert there(opinion, pairs, LEVEL) == [sure]
    opinion.known.update({a.interaction: a for a in pairs})
    assert opinion.unsure([sure]) == [kept_out]
    assert opinion.unsure([Agreed((2, 3, 4), 0.1, 0.5, 9.0)]) == []
    opinion.kin[:] = 0
    assert opinion.unsure([]) == []
    assert kept_out in there(opinion, pairs, LEVEL)


def test_the_cross_product_is_unbiased_where_the_mean_square_is_not():
    D, e_a, e_b = np.random.default_rng(0).normal(size=(3, 100_000)) * [[1], [2], [2]]
    product, alike = shared(D + e_a, D + e_b)
    # E D^2 = 1; the standard error of the product is 5 / sqrt(100,000) = 0.016.
    assert product == pytest.approx(1, abs=0.08)
    assert np.mean((D + e_a) ** 2) == pytest.approx(1 + 4, abs=0.12)
    assert alike == pytest.approx(1 / (1 + 4), abs=0.016)  # var D / (var D + var e)
    assert shared(D, np.zeros_like(D)) == (0, 0)


# --- which pairs ---------------------------------------------------------------------

# Benjamini & Hochberg (1995), Sec. 3.2: of these 15 p-values the first 4 are taken.
P = [1e-4, 4e-4, 19e-4, 95e-4, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240]
P += [0.4262, 0.5719, 0.6528, 0.7590, 1 - 1e-9]


def pairs_with(p_values, share=0.1, agreement=0.9):
    t = [NormalDist().inv_cdf(1 - p) for p in p_values]
    return [
        Agreed(i, share, agreement, k) for i, k in zip(combinations(range(6), 2), t)
    ]


def test_the_example_of_benjamini_and_hochberg_takes_four_of_fifteen(monkeypatch):
    opinion, pairs = opinion_on(polynomial, polynomial, n=10), pairs_with(P)
    assert len(there(opinion, pairs, 0.05)) == 2  # the 3rd is above RARE
    # A pair must carry something, and the networks must agree.
    assert there(opinion, pairs_with(P, share=1e-5), 0.05) == []
    assert there(opinion, pairs_with(P, agreement=0.1), 0.05) == []
    monkeypatch.setattr(constants, "RARE", 1)
    assert there(opinion, pairs, 0.05) == pairs[:4]
    assert there(opinion, pairs[::-1], 0.05) == pairs[:4]
    # Pairs that were not looked at count among the m all the same.
    assert there(opinion, pairs[3:4], 0.05) == []


def test_correlation_asks_for_more_agreement():
    pair = Agreed((0, 1), 0.1, 0.4, 9.0)
    for r, passes in ((0.4, True), (0.6, False)):
        kin = np.array([0, r, 0, 0, 0, 0])
        opinion = opinion_on(polynomial, polynomial, n=10, kin=kin)
        assert opinion.passes(pair) == passes


def test_a_larger_set_needs_evidence_and_agreement_together():
    """z is (t + agreement / 0.1) / sqrt(2); of a pair t alone is judged, elsewhere."""
    opinion = opinion_on(polynomial, polynomial, n=10)
    for agreement, t, passes in ((0.3, 0.9, False), (0.3, 1.0, True), (0.2, 2, True)):
        assert opinion.passes(Agreed((0, 1, 2), 0.1, agreement, t)) == passes
        assert opinion.passes(Agreed((0, 1), 0.1, agreement, 0.0))


# --- the search ----------------------------------------------------------------------


def products(truths):
    return lambda X: sum(np.prod(X[:, list(i)], axis=1) for i in truths)


def all_one_by_one(f, q):
    """The maximal sets whose mixed difference is not zero, without any search."""
    a, b = np.random.default_rng(5).normal(size=(2, 50, q))
    sets = [i for d in range(2, q + 1) for i in combinations(range(q), d)]
    there = [i for i in sets if np.abs(mixed_difference(f, i, a, b)).max() > 1e-9]
    return set(maximal(there))


@pytest.mark.parametrize("seed", range(4))
def test_the_search_finds_what_a_look_at_all_sets_finds(seed):
    rng = np.random.default_rng(seed)
    sizes = rng.integers(2, 5, size=rng.integers(1, 5))
    truths = [tuple(sorted(rng.permutation(6)[:d].tolist())) for d in sizes]
    f = products(truths)
    found = search(opinion_on(f, f, n=500, rng=rng))
    assert {a.interaction for a in found} == all_one_by_one(f, 6)
    assert [a.share for a in found] == sorted((a.share for a in found), reverse=True)


def test_three_pairs_of_a_triangle_are_no_triple_and_six_features_are_the_most():
    f = products([(0, 1), (0, 2), (1, 2)])
    assert {len(a.interaction) for a in search(opinion_on(f, f, n=500))} == {2}
    f = products([tuple(range(6))])
    assert [a.interaction for a in search(opinion_on(f, f, n=500))] == [tuple(range(6))]


def test_the_search_keeps_to_the_pairs_that_it_is_given():
    f = products([(0, 1), (4, 5)])
    opinion = opinion_on(f, f, n=500)
    pairs = [opinion.of(pair) for pair in [(0, 1), (4, 5), (1, 2)]]
    assert {a.interaction for a in search(opinion, pairs=pairs)} == {(0, 1), (4, 5)}
    assert [a.interaction for a in search(opinion, pairs=pairs[:1])] == [(0, 1)]


# --- corners off the data ------------------------------------------------------------


def test_near_data_is_what_its_definition_says():
    X = np.random.default_rng(0).normal(size=(40, 3))
    X = X @ [[1, 1, 0], [0, 0.3, 0], [0, 0, 1]]
    a, b = X, np.roll(X, 1, axis=0)

    def sixth(point, points):
        return sorted(np.sqrt(((points - point) ** 2).sum(axis=1)))[5]

    distances = [
        sixth(x, np.delete(X[:, :2], i, axis=0)) for i, x in enumerate(X[:, :2])
    ]
    assert sixth_nearest(X[:, :2], X[:, :2], True) == pytest.approx(distances)
    limit = np.quantile(distances, 0.95)
    mixed = [((a[i, 0], b[i, 1]), (b[i, 0], a[i, 1])) for i in range(40)]
    expected = [max(sixth(c, X[:, :2]) for c in corners) <= limit for corners in mixed]
    rows, share = near_data(X, a, b, COLUMNS[:3])((0, 1))
    assert rows.tolist() == expected and share == np.mean(expected)
    assert 0 < share < near_data(X, a, b, COLUMNS[:3])((0, 2))[1]


def test_correlations_are_those_of_numpy_a_category_being_one_feature():
    X = np.random.default_rng(0).normal(size=(50, 4)) + [5, 0, 0, 0]
    X[:, 3] += X[:, 0]
    r = np.abs(np.corrcoef(X.T)) - np.eye(4)
    assert correlations(X, COLUMNS[:4]) == pytest.approx(r.max(axis=0))
    r[0, 3] = r[3, 0] = 0
    expected = [max(r[0].max(), r[3].max()), r[1].max(), r[2].max()]
    assert correlations(X, [(0, 3), (1,), (2,)]) == pytest.approx(expected)
