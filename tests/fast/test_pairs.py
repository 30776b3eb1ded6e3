"""Pairs a row at a time: the plain strengths, bit for bit, and ties that are ties."""

import numpy as np
import pytest
from test_bitsets import KINDS, SHAPES, TWO_WAYS, weights

from nidlite import ranking
from nidlite.averaging import MEANS
from nidlite.fast import pairs
from nidlite.ranking import pairwise_ranking, pairwise_strengths


def same_strengths(candidate, kind, mean):
    return all(
        np.array_equal(candidate(*given, MEANS[mean]), pairwise_strengths(*given, mean))
        for given in (weights(kind, *shape) for shape in SHAPES)
    )


@pytest.mark.parametrize("mean", TWO_WAYS)
@pytest.mark.parametrize("kind", KINDS)
def test_strengths_are_the_plain_ones_bit_for_bit(kind, mean, monkeypatch):
    monkeypatch.setattr(ranking, "MANY", 10**9)
    assert same_strengths(pairs.pairwise_strengths, kind, mean)


def test_the_comparison_rejects_sums_in_another_order(monkeypatch):
    monkeypatch.setattr(ranking, "MANY", 10**9)

    def turned(W, z, mu):
        return pairs.pairwise_strengths(W[::-1], z[::-1], mu)

    assert not same_strengths(turned, "random", "minimum")


def ties_are_ties(function, mean, sizes):
    """Whether permuted columns give the permuted strengths, and copies equal ones."""
    for kind in ("random", "sparse", "rounded"):
        for p in sizes:
            W, z = weights(kind, 30, p)
            order = np.random.default_rng(1).permutation(p)
            omega, permuted = function(W, z, mean), function(W[:, order], z, mean)
            if not np.array_equal(permuted, omega[np.ix_(order, order)]):
                return False
            omega = function(np.concatenate([W, W[:, ::-1]], axis=1), z, mean)
            first, copy = omega[:p, :p], omega[p:, p:][::-1, ::-1]
            if not np.array_equal(first, copy) or not np.array_equal(omega, omega.T):
                return False
    return True


@pytest.mark.parametrize("mean", TWO_WAYS)
def test_pairs_of_equal_strength_by_construction_have_equal_bits(mean):
    # Twice as many columns with their copies: 20 plainly, 130 fast.
    assert ties_are_ties(pairwise_strengths, mean, (10, 65))


def test_the_check_of_ties_rejects_sums_in_different_orders():
    def by_the_pair(W, z, mean):
        """The units of each pair summed in an order that depends on the pair."""
        omega = np.zeros((W.shape[1],) * 2)
        for i, j in np.ndindex(omega.shape):
            turned = slice(None, None, 1 if (i + j) % 3 else -1)
            omega[i, j] = i != j and sum((z * MEANS[mean](W[:, [i, j]]))[turned])
        return omega

    assert not ties_are_ties(by_the_pair, "arithmetic", (7,))


def test_all_pairs_are_ranked_as_the_plain_form_ranks_them(monkeypatch):
    matrices = [pairwise_strengths(*weights(kind, 9, 70)) for kind in KINDS]
    matrices += [np.zeros((70, 70)), matrices[0][:1, :1], matrices[0][:0, :0]]
    fast = [pairs.pairwise_ranking(omega) for omega in matrices]
    assert pairwise_ranking(matrices[0]).places.tolist() == fast[0].places.tolist()
    monkeypatch.setattr(ranking, "MANY", 10**9)
    assert fast == [pairwise_ranking(omega) for omega in matrices]
    assert list(fast[2])[:99] == pairwise_ranking(matrices[2])[:99]
    turned = [pairs.pairwise_ranking(omega[::-1, ::-1]) for omega in matrices]
    assert turned[2] != fast[2], "ties go by tuple"
