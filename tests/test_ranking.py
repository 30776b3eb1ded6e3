"""Algorithm 1 against exhaustive enumeration, Theorem 4 on random weights (Sec. 4)."""

from itertools import combinations

import numpy as np
import pytest

from nidlite.averaging import MEANS
from nidlite.influence import aggregated_weights
from nidlite.ranking import (
    greedy_ranking,
    pairwise_ranking,
    pairwise_strengths,
    strength,
)

each_mean = pytest.mark.parametrize("mean", MEANS)

# Three units on four features, worked by hand with the minimum:
#
#   z     W1                  top 2       top 3         top 4
#   1     4  -3   0   1       {1,2}  3    {1,2,4}  1    {1,2,3,4}  0
#   2     0   2  -5   3       {3,4}  6    {2,3,4}  4    {1,2,3,4}  0
#   1/2  -2   6   1  1/2      {1,2}  1    {1,2,3} 1/2   {1,2,3,4} 1/4
W1 = np.array([[4, -3, 0, 1], [0, 2, -5, 3], [-2, 6, 1, 0.5]])
Z = np.array([1, 2, 0.5])
# {1, 2} has 3 + 1 and comes before the triple of the same strength.
RANKING = [((2, 3), 6), ((0, 1), 4), ((1, 2, 3), 4)]
RANKING += [((0, 1, 3), 1), ((0, 1, 2), 0.5), ((0, 1, 2, 3), 0.25)]
PAIRS = [[0, 4, 0.5, 1.25], [4, 0, 4.5, 5.25]]
PAIRS += [[0.5, 4.5, 0, 6.25], [1.25, 5.25, 6.25, 0]]


def test_the_example_worked_by_hand():
    assert greedy_ranking(W1, Z) == RANKING
    assert pairwise_strengths(W1, Z).tolist() == PAIRS
    ranking = pairwise_ranking(pairwise_strengths(W1, Z))
    assert [f"{i}{j}" for (i, j), _ in ranking] == "23 13 12 01 03 02".split()
    assert [omega for _, omega in ranking] == [6.25, 5.25, 4.5, 4, 1.25, 0.5]
    assert strength(W1, Z, (0, 1)).tolist() == [3, 0, 1]
    assert strength(W1, Z, (0, 1), mean="maximum").tolist() == [4, 4, 3]


def random_weights(seed):
    """Sparse or dense weights, real or small whole numbers (which give ties), and z."""
    rng = np.random.default_rng(seed)
    shape = rng.integers(1, 9), rng.integers(2, 7)
    W = rng.normal(size=shape) if seed % 2 else rng.integers(-3, 4, size=shape)
    W = W * (rng.random(shape) < (1 if seed % 4 < 2 else 0.6))
    z = rng.exponential(size=shape[0]) * (rng.random(shape[0]) < 0.9)
    return W.astype(float), z


def proposals(w, z, mean="minimum"):
    """One unit's interactions of every size with their strengths, by brute force.

    The top j features are, of all sets of j features, the one with the largest sum of
    magnitudes; of several such sets the first in the order of tuples.
    """
    w = np.abs(w)
    best = {}
    for j in range(2, len(w) + 1):
        top = max(combinations(range(len(w)), j), key=lambda I: sum(w[list(I)]))
        best[top] = z * float(MEANS[mean](w[list(top)]))
    return {I: omega for I, omega in best.items() if omega > 0}


def is_algorithm_1(function, mean="minimum"):
    """Whether function(W1, z) finds the candidates and strengths of the enumeration."""
    for seed in range(60):
        W, z = random_weights(seed)
        found, right = dict(function(W, z)), {}
        for w, z_r in zip(W, z, strict=True):
            for I, omega in proposals(w, z_r, mean).items():
                right[I] = right.get(I, 0) + omega
        # Sums of up to eight positive terms: a few units in the last place.
        if found.keys() != right.keys() or not np.allclose(
            [found[I] for I in right], list(right.values()), rtol=1e-12, atol=0
        ):
            return False
    return True


@each_mean
def test_algorithm_1_finds_what_exhaustive_enumeration_finds(mean):
    assert is_algorithm_1(lambda W, z: greedy_ranking(W, z, mean), mean)
    if mean != "minimum":  # and every mean gives another ranking
        assert not is_algorithm_1(lambda W, z: greedy_ranking(W, z, mean))


def test_an_algorithm_1_of_signed_weights_or_without_z_is_rejected():
    assert not is_algorithm_1(lambda W, z: greedy_ranking(np.maximum(W, 0), z))
    assert not is_algorithm_1(lambda W, z: greedy_ranking(W, z > 0))


def test_the_ranking_is_sorted_by_strength_then_size_then_tuple():
    tied = 0
    for seed in range(100):
        W, _ = random_weights(2 * seed)  # whole numbers
        ranking = greedy_ranking(W, np.ones(len(W)))
        assert ranking == sorted(ranking, key=lambda e: (-e[1], len(e[0]), e[0]))
        tied += len(ranking) - len({omega for _, omega in ranking})
    assert tied > 100
    # Tied weights go to the first features; entries are plain numbers.
    ranking = greedy_ranking(np.array([[1, -1, 1, 1]]), np.array([2]))
    expected = "[((0, 1), 2.0), ((0, 1, 2), 2.0), ((0, 1, 2, 3), 2.0)]"
    assert repr(ranking) == expected


def test_candidates_of_strength_zero_are_left_out():
    assert greedy_ranking([[1, 2, 0]], [1]) == [((0, 1), 1)]
    assert greedy_ranking([[1, 2, 3]], [0]) == greedy_ranking([[3.0]], [1]) == []
    # Only the three means with property 1 (Sec. 3.1) see that there is no interaction.
    without = [mean for mean in MEANS if greedy_ranking([[0, 5, 0]], [1], mean) == []]
    assert without == ["geometric", "harmonic", "minimum"]


@each_mean
@pytest.mark.parametrize("layer", [1, 2])
def test_rescaling_a_relu_unit_does_not_change_the_ranking(mean, layer):
    # c times the weights into a unit and 1 / c times those out of it: the same network.
    rng, sizes = np.random.default_rng(0), (5, 7, 6, 1)
    weights = [rng.normal(size=shape) for shape in zip(sizes[1:], sizes[:-1])]
    new, c = list(weights), np.exp(rng.normal(0, 2, size=sizes[layer]))
    new[layer - 1], new[layer] = weights[layer - 1] * c[:, None], weights[layer] / c
    found, right = (
        dict(greedy_ranking(W[0], aggregated_weights(W), mean)) for W in (new, weights)
    )
    assert list(found) == list(right)
    values = list(found.values()), list(right.values())
    np.testing.assert_allclose(*values, rtol=1e-12)


def is_the_double_sum(function, mean="minimum"):
    """Whether function(W1, z) is sum over units of Eq. 1 for every pair, diagonal 0."""
    for seed in range(30):
        W, z = random_weights(seed)
        right = np.zeros((W.shape[1],) * 2)
        for i, j in combinations(range(len(right)), 2):
            mu = [MEANS[mean](np.abs([w[i], w[j]])) for w in W]
            right[i, j] = right[j, i] = np.dot(z, mu)
        if not np.allclose(function(W, z), right, rtol=1e-12, atol=0):
            return False
    return True


@each_mean
def test_pairwise_strengths_are_sums_over_all_units(mean):
    assert is_the_double_sum(lambda W, z: pairwise_strengths(W, z, mean), mean)
    assert not is_the_double_sum(lambda W, z: pairwise_strengths(W, z > 0, mean), mean)


def test_pairwise_ranking_holds_every_pair_once_strongest_first_ties_by_tuple():
    for seed in range(30):
        omega = pairwise_strengths(*random_weights(seed))
        pairs = [(pair, omega[pair]) for pair in combinations(range(len(omega)), 2)]
        assert pairwise_ranking(omega) == sorted(pairs, key=lambda e: (-e[1], e[0]))


# Theorem 4, "Improving the ranking of higher-order interactions". Its omega_j is Eq. 1,
# which holds z_j already; the proof (App. D) multiplies by z_j once more. That does no
# harm: z_j stands on both sides of the assumption, and any positive z_j will do.


def one_smaller(I):
    return list(combinations(I, len(I) - 1))


def first_half(I, units):
    """The units that propose an s propose I too."""
    return all(I in unit for unit in units for s in one_smaller(I) if s in unit)


def second_half(I, units):
    """No sudden drop where a unit j proposes both: omega_j(I) > omega_j(s) / d."""
    pairs = [(unit, s) for unit in units for s in one_smaller(I) if {I, s} <= {*unit}]
    return all(unit[I] > unit[s] / len(I) for unit, s in pairs)


def drawn_weights(seed):
    """Three to eight units on three to five features; some of the features are larger.

    A power above 1 spreads the magnitudes, which breaks the assumption more often.
    """
    rng = np.random.default_rng(seed)
    shape = rng.integers(3, 9), rng.integers(3, 6)
    W = rng.uniform(0.1, 1, size=shape) ** rng.choice([0.5, 1, 3])
    W *= np.where(rng.permutation(shape[1]) < 3, 2.0, 1.0)
    return W * rng.choice([-1, 1], size=shape), rng.exponential(size=shape[0])


def test_theorem_4_holds_wherever_its_assumption_is_met_and_needs_both_halves():
    # [how many interactions, in how many no smaller one ranks below it]
    both, first, second = [0, 0], [0, 0], [0, 0]
    for seed in range(1200):
        W, z = drawn_weights(seed)
        units = [proposals(w, z_j) for w, z_j in zip(W, z)]
        omega = dict(greedy_ranking(W, z))
        for I in omega:
            smaller = one_smaller(I)
            # Where one was not proposed, the conclusion's b) holds by itself.
            if len(I) >= 3 and all(s in omega for s in smaller):
                fails = all(omega[I] <= omega[s] for s in smaller)
                met = first_half(I, units), second_half(I, units)
                for count, holds in zip((both, first, second), (all(met), *met)):
                    count[0] += holds
                    count[1] += holds and fails
    assert both[0] >= 200 and both[1] == 0
    assert first[1] > 0 and second[1] > 0
