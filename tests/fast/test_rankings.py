"""Rankings of many features: the plain ones, bit for bit, and ties that are ties."""

import pickle
from functools import partial

import numpy as np
import pytest

from nidlite import ranking
from nidlite.averaging import MEANS, minimum
from nidlite.fast import rankings
from nidlite.fast.rankings import Proposals
from nidlite.ranking import MANY, greedy_ranking, pairwise_ranking, pairwise_strengths


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
    return W, z


SHAPES = [(9, 30), (140, 10), (1, 12), (5, 2), (3, 1), (4, 70)]
KINDS = ["random", "sparse", "rounded", "signed z"]


def alike(candidate, kind, mean, plain, equal):
    """Whether the candidate gives what the plain form does, of all shapes."""
    cases = [weights(kind, *shape) for shape in SHAPES]
    return all(equal(candidate(W, z, MEANS[mean]), plain(W, z, mean)) for W, z in cases)


same_rankings = partial(alike, plain=greedy_ranking, equal=lambda a, b: list(a) == b)
same_strengths = partial(alike, plain=pairwise_strengths, equal=np.array_equal)


# The minimum has a way of its own, the other five share one.
@pytest.mark.parametrize("mean", ["minimum", "geometric"])
@pytest.mark.parametrize("kind", KINDS)
def test_rankings_and_strengths_are_the_plain_ones_bit_for_bit(kind, mean, monkeypatch):
    monkeypatch.setattr(ranking, "MANY", 10**9)
    assert same_rankings(rankings.greedy_ranking, kind, mean)
    assert same_strengths(rankings.pairwise_strengths, kind, mean)


def test_the_comparison_rejects_the_last_bit_another_order_and_zeros(monkeypatch):
    def other_bits(W, z, mu):
        return rankings.greedy_ranking(W, z * (1 + 2e-16), mu)

    def ties_by_tuple_first(W, z, mu):
        found = rankings.greedy_ranking(W, z, mu)
        return sorted(found, key=lambda entry: (-entry[1], entry[0]))

    monkeypatch.setattr(ranking, "MANY", 10**9)
    for broken in (other_bits, ties_by_tuple_first):
        assert not all(same_rankings(broken, kind, "minimum") for kind in KINDS)

    def units_turned(W, z, mu):
        return rankings.pairwise_strengths(W[::-1], z[::-1], mu)

    assert not same_strengths(units_turned, "random", "minimum")


def test_the_fast_form_runs_from_64_features_on():
    kinds = [type(greedy_ranking(*weights("random", p=p))) for p in (2, 63, 64)]
    assert kinds == [list, list, Proposals] and MANY == 64
    omega = pairwise_strengths(*weights("rounded", 9, 70))
    pairs = [((i, j), omega[i, j]) for i in range(70) for j in range(i + 1, 70)]
    assert isinstance(found := pairwise_ranking(omega.tolist()), Proposals)
    assert list(found) == sorted(pairs, key=lambda entry: -entry[1]) != pairs


def test_a_ranking_of_places_reads_like_a_list():
    found = rankings.greedy_ranking(*weights("rounded"), minimum)
    listed = list(found)
    assert len(found) == len(listed) > 100
    assert found == listed and listed == found and found != listed[:-1]
    assert found[-1] == listed[-1] and found[2:9:3] == listed[2:9:3]
    assert repr(found) == repr(listed) and pickle.loads(pickle.dumps(found)) == found
    (interaction, strength), *_ = found
    assert type(strength) is float and all(type(i) is int for i in interaction)
    assert greedy_ranking(np.ones((0, MANY)), []) == []
    long = Proposals(lambda place: (0, 1), np.zeros(1001, int), np.ones(1001))
    assert repr(long).endswith("((0, 1), 1.0), ...]")
