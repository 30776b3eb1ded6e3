"""Sets as rows of bits: the plain Algorithm 1's rankings, and when it runs."""

import pickle

import numpy as np
import pytest

from nidlite import ranking
from nidlite.averaging import MEANS, minimum
from nidlite.fast import bitsets, pairs
from nidlite.fast.bitsets import Proposals, descending, first_to_propose, top_of
from nidlite.ranking import MANY, greedy_ranking, pairwise_strengths


def weights(kind, units=9, p=30, seed=0):
    """|W1|, (units, p), and z: random, with many zeros, or rounded to many ties."""
    rng = np.random.default_rng(seed)
    W, z = rng.exponential(size=(units, p)), rng.exponential(size=units)
    if kind == "sparse":
        W, z = W * (rng.random(W.shape) < 0.2), z * (rng.random(units) < 0.7)
    if kind == "rounded":
        W, z = np.floor(3 * W), np.ceil(z)
    if kind == "signed z":  # not the paper's; strengths may cancel or be negative
        W, z = np.floor(3 * W), rng.choice([-1.0, 1.0], units)
    if kind == "equal":
        W, z = np.ones_like(W), np.ones_like(z)
    return W, z


SHAPES = [(9, 30), (140, 10), (1, 12), (5, 2), (3, 1), (4, 70)]
# The minimum has a way of its own, the other five share one.
TWO_WAYS = ["minimum", "arithmetic", "geometric"]
KINDS = ["random", "sparse", "rounded", "equal", "signed z"]


@pytest.fixture
def plainly(monkeypatch):
    monkeypatch.setattr(ranking, "MANY", 10**9)
    return lambda function, *given: function(*given)


def same_rankings(candidate, kind, mean, plainly):
    return all(
        list(candidate(*given, MEANS[mean])) == plainly(greedy_ranking, *given, mean)
        for given in (weights(kind, *shape) for shape in SHAPES)
    )


@pytest.mark.parametrize("mean", TWO_WAYS)
@pytest.mark.parametrize("kind", KINDS)
def test_rankings_are_the_plain_ones_bit_for_bit(kind, mean, plainly):
    assert same_rankings(bitsets.greedy_ranking, kind, mean, plainly)


BROKEN = {
    "the last bits": lambda W, z, mu: bitsets.greedy_ranking(W, z * (1 + 2e-16), mu),
    "ties by tuple first": lambda W, z, mu: sorted(
        bitsets.greedy_ranking(W, z, mu), key=lambda c: (-c[1], c[0])
    ),
    "ties turned round": lambda W, z, mu: sorted(
        list(bitsets.greedy_ranking(W, z, mu))[::-1], key=lambda c: -c[1]
    ),
    "zeros kept": lambda W, z, mu: [
        *bitsets.greedy_ranking(W, z, mu),
        *[((0, 1), 0.0)] * (not z.all()),
    ],
}


@pytest.mark.parametrize("broken", BROKEN)
def test_the_comparison_rejects_another_ranking(broken, plainly):
    how = "minimum", plainly
    assert not all(same_rankings(BROKEN[broken], kind, *how) for kind in KINDS)


@pytest.mark.parametrize("p", [20, 80])
@pytest.mark.parametrize("mean", TWO_WAYS)
def test_the_layout_of_the_weights_in_memory_changes_no_bit(mean, p):
    W, z = weights("random", 40, p)
    other = np.asfortranarray(W)
    assert greedy_ranking(other, z, mean) == greedy_ranking(W, z, mean)
    pairs_of = pairwise_strengths(W, z, mean)
    np.testing.assert_array_equal(pairwise_strengths(other, z, mean), pairs_of)


def test_equal_sets_are_found_whatever_the_order_of_their_features():
    orders = np.array([[0, 1, 9, 2], [1, 0, 2, 9], [9, 1, 0, 2], [1, 0, 9, 2]])
    orders = np.hstack([orders, np.tile([3, 4, 5, 6, 7, 8], (4, 1))])
    expected = [
        [next(q for q in range(4) if {*orders[q, :j]} == {*row[:j]}) for row in orders]
        for j in range(1, 11)
    ]
    assert first_to_propose(orders).tolist() == expected
    assert expected[1] == [0, 0, 2, 0] and expected[2] == [0, 1, 0, 0]
    # Place (3 - 1) 4 + 1 is unit 1's top 3.
    assert top_of(orders, 2 * 4 + 1) == (0, 1, 2)


@pytest.mark.parametrize("scale", [1e-300, 1, 1e100])
def test_descending_is_a_stable_sort_with_ties_in_their_order(scale):
    rng = np.random.default_rng(0)
    near = 1 + 1e-16 * rng.integers(0, 9, 400)  # nearer than the integers can tell
    for values in (rng.normal(size=400), rng.integers(0, 3, 400), near, np.ones(5), []):
        values = np.array(values) * scale
        expected = np.argsort(-values, kind="stable")
        assert descending(values).tolist() == expected.tolist()
    for odd in (np.inf, -np.inf, np.nan):
        values = np.array([1.0, odd, 2.0, odd, 2.0])
        expected = np.argsort(-values, kind="stable")
        assert descending(values).tolist() == expected.tolist()


def test_a_ranking_of_places_reads_like_a_list():
    found = bitsets.greedy_ranking(*weights("rounded"), minimum)
    listed = list(found)
    assert isinstance(found, Proposals) and len(found) == len(listed) > 100
    assert found == listed and listed == found and found != listed[:-1]
    assert found[3] == listed[3] and found[-1] == listed[-1]
    assert found[2:9:3] == listed[2:9:3] and list(reversed(found)) == listed[::-1]
    assert repr(found) == repr(listed)
    (interaction, strength), *_ = found
    assert type(strength) is float and all(type(i) is int for i in interaction)
    assert pickle.loads(pickle.dumps(found)) == found
    assert greedy_ranking(np.ones((0, MANY)), []) == []
    long = Proposals(lambda place: (0, 1), np.zeros(1001, int), np.ones(1001))
    assert repr(long) == repr([((0, 1), 1.0)] * 1000)[:-1] + ", ...]"


def test_the_plain_form_runs_below_64_features_and_the_fast_one_from_64_on(monkeypatch):
    asked = []
    for module, function in ((bitsets, greedy_ranking), (pairs, pairwise_strengths)):
        name = function.__name__
        fast = getattr(module, name)

        def watched(W, z, mu, name=name, fast=fast):
            asked.append((name, W.shape[1]))
            return fast(W, z, mu)

        monkeypatch.setattr(module, name, watched)
        for p in (2, MANY - 1, MANY, MANY + 1):
            function(*weights("random", p=p))
    names = "greedy_ranking", "pairwise_strengths"
    assert MANY == 64
    assert asked == [(name, p) for name in names for p in (64, 65)]
