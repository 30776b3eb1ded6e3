"""Agreement, share and t in closed form; the search against all sets one by one."""

from dataclasses import replace
from itertools import combinations
from statistics import NormalDist
from unittest.mock import Mock

import numpy as np
import pytest
from examples import interactions_of

from nidlite.agreement import constants
from nidlite.agreement.answer import search
from nidlite.agreement.claims import distinct, larger, still_needed
from nidlite.agreement.confirm import Corners
from nidlite.agreement.needed import Verdict
from nidlite.agreement.opinion import Agreed, Opinion, chance, choices, shared, with_q
from nidlite.interactions import maximal

COLUMNS = [(j,) for j in range(6)]


def opinion_on(f, g, n=20_000, q=6, rng=None, **changes):
    """The Opinion of two functions between normal rows and the next, t being 9."""
    a = (rng or np.random.default_rng(0)).normal(size=(n, q))
    pair = [Corners(h, a, np.roll(a, 1, axis=0), COLUMNS[:q]) for h in (f, g)]
    given = {"evidence": lambda i: 9.0, "variance": 1.0, "eta": np.zeros((q, q))}
    return Opinion(pair, **given | changes)


def there(opinion, pairs, level):
    """The pairs that are claimed."""
    return {a.interaction for a in search(replace(opinion, proposed=pairs), level)}


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
        found = opinion.of(interaction)
        assert abs(found.share) < 1e-12 and found.t == 0  # no outcome is asked


def test_the_interval_holds_a_truth_that_both_networks_shrink():
    errors = (lambda x: 0.2 * (x**2 - 1)), (lambda x: 0.3 * np.cos(3 * x))
    networks = [lambda X, e=e: 0.85 * (X[:, 0] + e(X[:, 0])) * X[:, 1] for e in errors]
    opinion = opinion_on(*networks, variance=4)
    (low, high), asked = opinion.interval((0, 1)), opinion.of((0, 1))
    assert low < asked.share < 1 / 4 < high and 0.9 < asked.agreement < 1
    parts = [corners.part((0, 1)) / 4 for corners in opinion.pair]
    runs = np.prod(parts, axis=0).reshape(-1, 10).mean(axis=1)  # pairs share their rows
    error = 1.96 * np.std(runs) / len(runs) ** 0.5  # 500 draws: +- 8 percent
    ends = asked.share - low, high * asked.agreement**constants.MISSED - asked.share
    assert ends == pytest.approx((error, error), rel=0.12)
    opinion.known[0, 1] = Agreed((0, 1), 0.2, 0.2, 9.0)  # of little agreement
    for opinion.variance, least, most in ((4, 1, 1), (0.1, 7, 8)):
        assert least <= opinion.interval((0, 1))[1] <= most


def test_the_cross_product_is_unbiased_where_the_mean_square_is_not():
    D, e_a, e_b = np.random.default_rng(0).normal(size=(3, 100_000)) * [[1], [2], [2]]
    product, alike = shared(D + e_a, D + e_b)
    # E D^2 = 1; the standard error of the product is 5 / sqrt(100,000) = 0.016.
    assert product == pytest.approx(1, abs=0.08)
    assert np.mean((D + e_a) ** 2) == pytest.approx(1 + 4, abs=0.12)
    assert alike == pytest.approx(1 / (1 + 4), abs=0.016)  # var D / (var D + var e)
    assert shared(D, np.zeros_like(D)) == (0, 0)
    assert all(shared(few, few / 3)[1] <= 1 for few in D.reshape(-1, 5))


# Benjamini & Hochberg (1995), Sec. 3.2: of these 15 p-values the first 4 are taken.
P = [1e-4, 4e-4, 19e-4, 95e-4, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240]
P += [0.4262, 0.5719, 0.6528, 0.7590, 1 - 1e-9]


def test_an_accident_in_both_halves_is_said_twice():
    a, b = np.random.default_rng(0).normal(size=(2, 100_000))
    t = (np.sign(b) * a + np.sign(a) * b) / np.sqrt(2)
    for bound in (2.0, 2.5):  # 0.03 and 0.06 are two standard errors of the ratio
        assert 0.9 < np.mean(t > bound) / chance(bound) < 1.06
    assert chance(3.4808) == pytest.approx(constants.LEVEL * constants.RARE, rel=1e-3)


def pairs_with(p_values, share=0.1, agreement=0.9):
    t = [NormalDist().inv_cdf(1 - p / 2) for p in p_values]
    pairs = zip(combinations(range(6), 2), t)
    return [Agreed(i, share, agreement, k) for i, k in pairs]


def test_the_example_of_benjamini_and_hochberg_takes_four_of_fifteen(monkeypatch):
    opinion, pairs = opinion_on(polynomial, polynomial, n=10), pairs_with(P)
    first = [a.interaction for a in pairs]
    monkeypatch.setattr(constants, "LARGEST", 2)
    assert there(opinion, pairs, 0.05) == {*first[:2]}  # the 3rd is above RARE
    # A pair must carry something, and the networks must agree.
    assert there(opinion, pairs_with(P, share=1e-5), 0.05) == set()
    assert there(opinion, pairs_with(P, agreement=0.1), 0.05) == set()
    monkeypatch.setattr(constants, "RARE", 1)
    assert there(opinion, pairs, 0.05) == {*first[:4]}
    assert there(opinion, pairs[::-1], 0.05) == {*first[:4]}
    # Pairs that were not looked at count among the m all the same.
    assert there(opinion, pairs[3:4], 0.05) == set()
    assert opinion.q_values(pairs[3:4]) == {first[3]: pytest.approx(15 * P[3])}


def test_q_is_the_least_level_at_which_a_pair_is_claimed(monkeypatch):
    monkeypatch.setattr(constants, "LARGEST", 2)
    opinion, pairs = opinion_on(polynomial, polynomial, n=10), pairs_with(P)
    q = opinion.q_values(pairs)
    for a in pairs[:8]:
        level = q[a.interaction]
        assert a.interaction in there(opinion, pairs, level * 1.001)
        assert a.interaction not in there(opinion, pairs, level * 0.999)
    assert search(replace(opinion, proposed=pairs))[0].q <= 0.05 < max(q.values()) == 1


class Needs:
    """A Needed that says these t, {set: t or a function of the sets beside it}."""

    def __init__(self, said, stop_after=99):
        self.progress, self.loss = Mock(keep=True), "regression"
        self.said, self.asked, self.stop_after = said, [], stop_after
        self.stopped = self.may_refit = False
        self.joint_eta = np.zeros(6)  # of a feature by all others

    def __call__(self, interaction, sets=(), beside=()):
        if len(self.asked) == self.stop_after:
            raise KeyboardInterrupt
        self.asked.append(interaction)
        t = self.said.get(interaction, 0.0)
        t = t({*sets, *beside}) if callable(t) else t
        return Verdict((t, t + 1), (t / 100, t / 50), (0.1, 0.1))


def asking(said, eta, terms=((0, 1), (1, 2), (4, 5)), **changes):
    """An Opinion of two functions that are sums of products, and its Needs."""
    needed, f = Needs(said), products(terms)
    given = {"variance": 3.0, "eta": eta, "needed": needed} | changes
    return opinion_on(f, f, n=500, **given), needed


def related(*pairs, tells=0.9):
    eta = np.zeros((6, 6))
    for i, j in pairs:
        eta[i, j] = eta[j, i] = tells
    return eta


def test_only_related_features_are_asked():
    opinion, needed = asking({(0, 1): 5.0}, related((0, 1)))
    found = {a.interaction: a for a in search(opinion)}
    # x2 & x3 is not needed; x5 & x6 are related to nothing.
    assert found.keys() == {(0, 1), (4, 5)}
    assert found[0, 1].needed == (0.05, 0.1) and found[4, 5].needed is None
    assert found[0, 1].q == pytest.approx(2 * NormalDist().cdf(-5.0))
    assert {*needed.asked} == {(0, 1), (1, 2)}
    opinion, needed = asking({(0, 1): 9.0}, related((0, 1)), evidence=lambda i: 5.0)
    needed.joint_eta = np.full(6, 0.9)
    [a] = search(opinion)  # its q is that of the less sure evidence
    assert a.interaction == (0, 1) and a.q == pytest.approx(chance(5.0) * 100)
    assert (4, 5) in needed.asked


@pytest.mark.parametrize(
    "tells, variance, asks",  # each product has the share 1 / variance
    [(0.5, 3, False), (0.65, 3, True), (0.5, 30, True), (0.14, 300, False)]
    + [(0.14, 0.5, False), (0.16, 0.5, True)]  # more than all: far from all rows
    + [(0, 4, False), (0, 6, True)],  # classes with steep logits
)
def test_a_share_above_what_is_feigned_is_not_asked(tells, variance, asks):
    opinion, needed = asking({}, related((0, 1), (1, 2), tells=tells), steep=tells == 0)
    opinion.variance = variance
    found = {a.interaction for a in search(opinion)}
    assert bool(needed.asked) == asks and ((0, 1) in found) != asks


def test_sets_come_in_one_by_one_and_go_where_others_stand_in():
    said = {
        (0, 1): lambda sets: 9.0 if (4, 5) in sets else 5.0,
        (1, 2): lambda sets: 0.0 if (4, 5) in sets else 6.0,
        (4, 5): lambda sets: 0.0 if (0, 1) in sets else 7.0,
    }
    opinion, needed = asking(said, related((0, 1), (1, 2), (4, 5)))
    assert [a.interaction for a in search(opinion)] == [(0, 1)]
    assert {*needed.asked[:3]} == {(0, 1), (1, 2), (4, 5)}
    assert needed.asked[3:5] == [(1, 2), (0, 1)]
    said = {(0, 1): lambda sets: 2.9 if (4, 5) in sets else 6.0, (4, 5): 1.0}
    opinion = asking(said, related())[0]  # the weaker one goes first
    assert [*still_needed(opinion, [*said], said)] == [(0, 1)]


def test_the_rows_cannot_tell_which_where_each_stands_in_for_the_other():
    def unless(other):
        return lambda sets: 0.0 if other in sets else 6.0

    def claimed(said, tells, terms=((0, 1), (4, 5))):
        eta = related((0, 3)) + related((0, 2), tells=tells)
        found = search(asking(said, eta, terms=terms)[0])
        return {a.interaction: a.instead for a in found}

    alike = {(0, 1): unless((1, 2)), (1, 2): unless((0, 1))}
    for said, instead in ((alike, {0: (2,)}), (alike | {(0, 1): 6.0}, {})):
        assert claimed(said, tells=0.9)[0, 1] == instead
        assert not any(claimed(said, constants.STANDS - 0.01).values())
    both, terms = {(0, 1): 6.0, (1, 2): 5.0, (0, 1, 2): 5.0}, [(0, 1), (1, 2)]
    assert claimed(both, 0.9, terms) == {(0, 1): {}, (1, 2): {}}
    assert claimed(both, 1.0, terms) == {(0, 1): {0: (2,)}}
    alone = {(0, 2): 5.0}, [(0, 2)]  # one of them tells all of what both say
    assert not claimed(alone[0], 1.0, alone[1]) and claimed(alone[0], 0.9, alone[1])
    assert choices([(0, 9), (1,)]) == [(0, 1), (1, 9)]


def test_a_larger_set_is_asked_where_a_part_of_it_is_there():
    eta, pairs = related((0, 1), (0, 2), (1, 2)), [(0, 1), (0, 2), (1, 2)]
    for said, claimed in (
        ({(0, 1): 5.0, (0, 1, 2): 5.0}, {(0, 1, 2)}),
        ({(0, 1): 5.0, (0, 2): 6.0}, {(0, 1), (0, 2)}),
        ({(0, 1, 2): 5.0}, set()),
    ):
        opinion, needed = asking(said, eta, terms=[(0, 1, 2)])
        opinion.known |= {i: Agreed(i, 0.1, 0.9, 9.0) for i in pairs}
        assert {a.interaction for a in search(opinion)} == claimed
        looked_at = any(pair in said for pair in pairs)  # and asked: nobody else does
        in_both = [(0, 1, 2) in some for some in (needed.asked, opinion.known)]
        assert in_both == 2 * [looked_at]


def test_what_carries_next_to_nothing_is_not_asked_and_not_claimed():
    for share, claimed in ((constants.WORTH, False), (1.01 * constants.WORTH, True)):
        opinion, needed = asking({(0, 1): 5.0}, related((0, 1)), terms=[(4, 5)])
        opinion.known[0, 1] = Agreed((0, 1), share, 0.9, 9.0)
        found = {a.interaction for a in search(opinion)}
        assert bool(needed.asked) == claimed == ((0, 1) in found)


def test_an_interruption_leaves_what_nobody_doubts():
    opinion, needed = asking({(0, 1): 5.0}, related((0, 1)))
    needed.stop_after = 1
    assert [a.interaction for a in search(opinion)] == [(4, 5)]
    assert opinion.unasked == {(0, 1), (1, 2)} and needed.stopped
    # What is needed by then stays, also if nobody asks what may stand in its place.
    opinion, needed = asking({(0, 1): 5.0}, related((0, 1), (0, 2)))
    assert {a.interaction for a in search(opinion)} == {(0, 1), (4, 5)}
    needed.stop_after = len(needed.asked) - 1
    needed.asked = []
    assert {a.interaction for a in search(opinion)} == {(0, 1), (4, 5)}
    assert needed.stopped and not opinion.unasked
    asked, needed.stop_after = [*needed.asked], 99
    assert [a.needed for a in search(opinion)] == [None] and needed.asked == asked


@pytest.mark.parametrize(
    "few, told, share, agreement, t, claimed",
    [
        (True, 0.0, 0.1, 0.95, 2.0, {(0, 1)}),  # x5 & x6 is not needed
        (True, 0.0, 0.1, 0.95, 2.6, {(0, 1), (4, 5)}),  # both agree, so nobody asks
        (True, 0.0, 0.1, 0.85, 2.6, {(0, 1)}),  # but if they agree less one does
        (True, 0.9, 0.1, 0.95, 2.6, {(0, 1)}),  # and of related features
        (True, 0.0, 5e-4, 0.95, 9.0, {(0, 1)}),  # too small a share for few rows
        (False, 0.0, 5e-4, 0.95, 9.0, {(4, 5)}),
        (False, 0.0, 0.1, 0.95, 2.6, set()),
    ],
)
def test_few_rows_make_probable(few, told, share, agreement, t, claimed):
    said, of = {(0, 1): 5.0, (1, 2): 5.0}, {(0, 1): 2.0, (1, 2): 1.0}
    changes = {"few": few, "evidence": lambda i: of.get(i, 0.0)}
    opinion, needed = asking(said, related((4, 5), tells=told), **changes)
    opinion.known[4, 5] = Agreed((4, 5), share, agreement, t)
    found = search(opinion)
    assert {a.interaction: a.sure for a in found} == dict.fromkeys(claimed, not few)
    not_claimed = few and share > constants.WORTH and (4, 5) not in claimed
    assert ((4, 5) in needed.asked) == not_claimed


def test_a_group_is_said_by_a_larger_claim_that_holds_one_of_its_choices():
    triple = Agreed((0, 1, 2), 0.1, 0.9, 9.0)
    group = Agreed((1, 4), 0.3, 0.9, 9.0, instead={4: (2, 5)})
    other = Agreed((3, 4), 0.2, 0.9, 9.0, instead={4: (2, 5)})
    assert distinct([group, other, triple]) == [other, triple]
    same = replace(group, interaction=(1, 2), share=0.1, instead={2: (4, 5)})
    assert distinct([same, group]) == [group]  # of two that say one the larger share
    # One may stand for either of two, and not for both: that is no set.
    either = Agreed((1, 4), 0.3, 0.9, 9.0, instead={1: (2,), 4: (2,)})
    other = Agreed((2, 5), 0.1, 0.9, 9.0)
    assert distinct([either, other]) == [either, other]
    wide, pair = replace(group, interaction=(0, 1, 4)), Agreed((1, 2), 0.1, 0.9, 9.0)
    assert distinct([pair, wide]) == [wide, pair]
    assert distinct([replace(pair, instead={2: (5,)}), wide]) == [wide]


def test_a_larger_set_needs_evidence_and_agreement_together():
    """z is (t + agreement / 0.1) / sqrt(2); of a pair t alone is judged, elsewhere."""
    # A set of less than 0.01 of its largest pair, here 1/3, needs t, or unseen rows.
    z = (0.3, 0.9, 0, 9, False), (0.3, 1.0, 0, 9, True), (0.2, 2, 0, 9, True)
    faint = (0.9, 2.4, 0, 0.003, False), (0.9, 2.6, 0, 0.003, True)
    more = (0.9, 2.4, 0.9, 0.003, True), (0.9, 2.4, 0, 0.004, True)
    for agreement, t, r, share, passes in (*z, *faint, *more):
        triple = Agreed((0, 1, 2), min(share, 0.1), agreement, t, q=0.01)
        opinion, _ = asking({}, related((0, 1), tells=r))
        assert bool(opinion.there(triple, level=0.05)) == passes
        assert opinion.there(Agreed((0, 1), 0.1, agreement, 0.0, q=0.01), level=0.05)
        assert opinion.in_doubt(triple) == (r > 0)
        feigned = (1, "regression", 0.1), (0, "two", 0.02), (0, "two", 0.03)  # of 0.33
        for (opinion.few, opinion.needed.loss, share), k in zip(feigned, (5, 5, 0)):
            asked = opinion.in_doubt(replace(triple, share=share))
            assert asked == (r > 0 or t < k and agreement < 0.95)
    # Four features: a faint set has its largest triple beside it, classes their pair.
    shares = {2: 0.9, 3: 0.02, 4: 0.002}
    sets = [i for size in shares for i in combinations(range(4), size)]
    opinion.known = {i: Agreed(i, shares[len(i)], 0.9, 2.0, q=0.01) for i in sets}
    opinion.few, opinion.needed.loss = False, "regression"
    assert opinion.there(opinion.of((0, 1, 2, 3)), level=0.05)
    opinion.needed.loss = "two"
    assert opinion.in_doubt(opinion.of((0, 1, 2, 3)))


def products(truths):
    return lambda X: sum(np.prod(X[:, list(i)], axis=1) for i in truths)


@pytest.mark.parametrize("seed", range(4))
def test_the_search_finds_what_a_look_at_all_sets_finds(seed):
    rng = np.random.default_rng(seed)
    sizes = rng.integers(2, 5, size=rng.integers(1, 5))
    f = products([tuple(sorted(rng.permutation(6)[:d].tolist())) for d in sizes])
    found = search(opinion_on(f, f, n=500, rng=rng))
    assert {a.interaction for a in found} == {*maximal(interactions_of(f, 6))}
    assert [a.share for a in found] == sorted((a.share for a in found), reverse=True)


def test_three_pairs_of_a_triangle_are_no_triple_and_six_features_are_the_most():
    for sets in ([(0, 1), (0, 2), (1, 2)], [tuple(range(6))]):
        f = products(sets)
        assert sorted(a.interaction for a in search(opinion_on(f, f, n=500))) == sets


def test_larger_sets_have_all_parts_the_largest_q_and_the_strongest_first():
    shares = {(0, 1): 0.4, (0, 2): 0.95, (1, 2): 0.2, (0, 3): 0.9, (1, 3): 0.8}
    kept = {i: Agreed(i, share, 1, 9) for i, share in shares.items()}
    assert larger(kept, kept, 3) == [(0, 1, 3), (0, 1, 2)]
    assert larger(kept, [(1, 2)], 3) == [(0, 1, 2)]  # one part is there
    assert with_q(Agreed((0, 1, 2), 0.1, 1, 9), shares).q == 0.95
