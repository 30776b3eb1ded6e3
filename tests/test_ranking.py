"""Algorithm 1 against exhaustive enumeration, Theorem 4 on random weights (Sec. 4)."""

from functools import cache
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


def random_weights(seed, units=None, p=None):
    """Sparse or dense weights, real or small whole numbers (which give ties), and z."""
    rng = np.random.default_rng(seed)
    shape = units or rng.integers(1, 9), p or rng.integers(2, 7)
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


def exhaustive(W, z, mean="minimum"):
    total = {}
    for w, z_r in zip(W, z, strict=True):
        for I, omega in proposals(w, z_r, mean).items():
            total[I] = total.get(I, 0) + omega
    return total


def is_algorithm_1(function, mean="minimum", seeds=60):
    """Whether function(W1, z) finds the candidates and strengths of the enumeration."""
    for seed in range(seeds):
        W, z = random_weights(seed)
        found, right = dict(function(W, z)), exhaustive(W, z, mean)
        # Sums of up to eight positive terms: a few units in the last place.
        if found.keys() != right.keys() or not np.allclose(
            [found[I] for I in right], list(right.values()), rtol=1e-12, atol=0
        ):
            return False
    return True


def greedy(W, z, size=np.abs, mu=np.min, weight=lambda z: z, add=lambda a, b: a + b):
    """Algorithm 1 in plain words, with parts that can be replaced by wrong ones."""
    found = {}
    for w, z_r in zip(W, z, strict=True):
        order = sorted(range(len(w)), key=lambda i: (-size(w[i]), i))
        for j in range(2, len(w) + 1):
            I = tuple(sorted(order[:j]))
            omega = weight(z_r) * mu(np.abs(w[list(I)]))
            if omega > 0:
                found[I] = add(found.get(I, 0), omega)
    return found.items()


BROKEN = {
    "signed weights": {"size": lambda w: w},
    "the smallest weights": {"size": lambda w: -abs(w)},
    "mean in place of min": {"mu": np.mean},
    "no z": {"weight": lambda z: 1.0 * (z > 0)},
    "z twice": {"weight": lambda z: z * z},
    "the strongest unit only": {"add": max},
    "the last unit only": {"add": lambda a, b: b},
}


def test_the_example_worked_by_hand():
    assert greedy_ranking(W1, Z) == RANKING
    assert pairwise_strengths(W1, Z).tolist() == PAIRS
    ranking = pairwise_ranking(pairwise_strengths(W1, Z))
    assert [f"{i}{j}" for (i, j), _ in ranking] == "23 13 12 01 03 02".split()
    assert [omega for _, omega in ranking] == [6.25, 5.25, 4.5, 4, 1.25, 0.5]
    assert strength(W1, Z, (0, 1)).tolist() == [3, 0, 1]
    assert strength(W1, Z, (0, 1), mean="maximum").tolist() == [4, 4, 3]


@pytest.mark.parametrize("mean", MEANS)
def test_algorithm_1_finds_what_exhaustive_enumeration_finds(mean):
    assert is_algorithm_1(lambda W, z: greedy_ranking(W, z, mean), mean)
    if mean != "minimum":  # and every mean gives another ranking
        assert not is_algorithm_1(lambda W, z: greedy_ranking(W, z, mean))


def test_a_broken_algorithm_1_is_rejected():
    assert is_algorithm_1(greedy)  # as the paper prints it
    for broken in BROKEN.values():
        assert not is_algorithm_1(lambda W, z, b=broken: greedy(W, z, **b)), broken


@pytest.mark.parametrize("mean", MEANS)
def test_strength_is_equation_1_unit_by_unit(mean):
    W, z = random_weights(1, units=5, p=4)
    for size in (2, 3, 4):
        for I in combinations(range(4), size):
            omega = strength(W, z, I, mean)
            assert omega.shape == (5,)
            for i in range(5):
                mu = MEANS[mean](np.array([abs(W[i, k]) for k in I]))
                assert omega[i] == z[i] * mu


def test_the_ranking_is_sorted_by_strength_then_size_then_tuple():
    tied = 0
    for seed in range(100):
        W, _ = random_weights(2 * seed)  # whole numbers
        ranking = greedy_ranking(W, np.ones(len(W)))
        assert ranking == sorted(ranking, key=lambda e: (-e[1], len(e[0]), e[0]))
        tied += len(ranking) - len({omega for _, omega in ranking})
    assert tied > 100
    # Tied weights go to the first features.
    ranking = greedy_ranking([[1, -1, 1, 1]], [2])
    assert ranking == [((0, 1), 2), ((0, 1, 2), 2), ((0, 1, 2, 3), 2)]


def test_entries_are_sorted_tuples_of_python_ints_with_positive_floats():
    for seed in range(40):
        W, z = random_weights(seed)
        entries = list(greedy_ranking(W, z))
        entries += pairwise_ranking(pairwise_strengths(W, z))
        for interaction, omega in entries:
            assert type(interaction) is tuple and type(omega) is float
            assert all(type(i) is int for i in interaction)
            assert list(interaction) == sorted(set(interaction))
        assert all(omega > 0 for _, omega in greedy_ranking(W, z))


def test_candidates_of_strength_zero_are_left_out():
    assert greedy_ranking([[1, 2, 0]], [1]) == [((0, 1), 1)]
    assert greedy_ranking([[1, 2, 3]], [0]) == []
    assert greedy_ranking([[0, 5, 0]], [1]) == []
    # Only the three means with property 1 (Sec. 3.1) see that there is no interaction.
    without = [mean for mean in MEANS if greedy_ranking([[0, 5, 0]], [1], mean) == []]
    assert without == ["geometric", "harmonic", "minimum"]


def test_one_unit_ranks_a_chain_of_supersets_and_one_feature_has_none():
    ranking = greedy_ranking([[2, -8, 1, 4]], [0.5])
    assert ranking == [((1, 3), 2), ((0, 1, 3), 1), ((0, 1, 2, 3), 0.5)]
    assert greedy_ranking([[3.0], [1.0]], [1, 1]) == []
    assert pairwise_strengths([[3.0], [1.0]], [1, 1]).tolist() == [[0]]
    assert pairwise_ranking(np.zeros((1, 1))) == []


def test_there_are_at_most_p1_times_p_minus_1_candidates():
    # One fewer for each unit after the first: the set of all p features is shared.
    reached = 0
    for seed in range(200):
        W, z = random_weights(seed)
        units, p = W.shape
        assert len(greedy_ranking(W, z)) <= units * (p - 2) + 1 <= units * (p - 1)
        reached += p > 3 and len(greedy_ranking(W, z)) == units * (p - 2) + 1
    assert reached  # no smaller bound holds


def network(seed, sizes=(5, 7, 6, 1)):
    rng = np.random.default_rng(seed)
    shapes = zip(sizes[1:], sizes[:-1], strict=True)
    return [rng.normal(size=shape) for shape in shapes]


def rank(weights, mean="minimum"):
    return greedy_ranking(weights[0], aggregated_weights(weights), mean)


def run(weights, x):
    for W in weights[:-1]:
        x = np.maximum(x @ W.T, 0)
    return (x @ weights[-1].T)[:, 0]


def rescaled(weights, c, layer):
    """The incoming weights of each unit of a hidden layer times c, the outgoing / c."""
    new = list(weights)
    new[layer - 1] = weights[layer - 1] * c[:, None]
    new[layer] = weights[layer] / c
    return new


def same_up_to_rounding(found, right):
    (names, omega), (right_names, expected) = (zip(*both) for both in (found, right))
    return names == right_names and np.allclose(omega, expected, rtol=1e-12, atol=0)


@pytest.mark.parametrize("mean", MEANS)
@pytest.mark.parametrize("layer", [1, 2])
def test_rescaling_a_relu_unit_changes_neither_function_nor_ranking(mean, layer):
    weights = network(0)
    rng = np.random.default_rng(1)
    for _ in range(20):
        c = np.exp(rng.normal(0, 2, size=len(weights[layer - 1])))
        new = rescaled(weights, c, layer)
        x = rng.normal(size=(50, 5))
        np.testing.assert_allclose(run(new, x), run(weights, x), rtol=1e-9, atol=1e-11)
        assert same_up_to_rounding(rank(new, mean), rank(weights, mean))


def test_rescaling_by_powers_of_two_changes_nothing_unless_z_is_forgotten():
    weights, c, ones = network(2), 2.0 ** np.arange(-3, 4), np.ones(7)
    new = rescaled(weights, c, 1)
    assert rank(new) == rank(weights)
    without_z = greedy_ranking(new[0], ones), greedy_ranking(weights[0], ones)
    assert not same_up_to_rounding(*without_z)


def is_the_double_sum(function, mean="minimum"):
    """Whether function(W1, z) is sum over units of Eq. 1 for every pair, diagonal 0."""
    for seed in range(30):
        W, z = random_weights(seed)
        p = W.shape[1]
        right = np.zeros((p, p))
        for i in range(p):
            for j in range(p):
                for w, z_r in zip(W, z, strict=True):
                    mu = MEANS[mean](np.abs([w[i], w[j]]))
                    right[i, j] += 0 if i == j else z_r * mu
        found = function(W, z)
        if found.shape != (p, p) or not np.allclose(found, right, rtol=1e-12, atol=0):
            return False
    return True


@pytest.mark.parametrize("mean", MEANS)
def test_pairwise_strengths_are_sums_over_all_units(mean):
    assert is_the_double_sum(lambda W, z: pairwise_strengths(W, z, mean), mean)


def only_proposed(W, z):
    omega = np.zeros((W.shape[1],) * 2)
    for I, value in greedy_ranking(W, z):
        if len(I) == 2:
            omega[I] = omega[I[::-1]] = value
    return omega


def with_a_diagonal(W, z):
    return pairwise_strengths(W, z) + np.diag(z @ np.abs(W))


def with_signs(W, z):
    least = np.minimum(W[:, :, None], W[:, None, :])
    omega = np.einsum("r,rij->ij", z, least)
    np.fill_diagonal(omega, 0)
    return omega


@pytest.mark.parametrize("wrong", [only_proposed, with_a_diagonal, with_signs])
def test_wrong_pairwise_strengths_are_rejected(wrong):
    assert not is_the_double_sum(wrong)


def test_pairwise_ranking_holds_every_pair_once_strongest_first():
    for seed in range(30):
        omega = pairwise_strengths(*random_weights(seed))
        ranking = pairwise_ranking(omega)
        pairs = list(combinations(range(len(omega)), 2))
        assert sorted(pair for pair, _ in ranking) == pairs
        assert all(value == omega[pair] for pair, value in ranking)
        assert ranking == sorted(ranking, key=lambda e: (-e[1], e[0]))
    ranking = pairwise_ranking(np.ones((4, 4)) - np.eye(4))
    assert [pair for pair, _ in ranking] == list(combinations(range(4), 2))


def test_an_unknown_mean_is_refused():
    for function in (greedy_ranking, pairwise_strengths):
        with pytest.raises((KeyError, ValueError), match="median"):
            function(W1, Z, "median")


def test_the_given_weights_are_not_changed():
    W, z = W1.copy(), Z.copy()
    greedy_ranking(W, z)
    pairwise_strengths(W, z)
    strength(W, z, (0, 1))
    assert np.array_equal(W, W1) and np.array_equal(z, Z)


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


def assumption(I, units):
    return first_half(I, units) and second_half(I, units)


def proposals_of(W, z):
    return [proposals(w, z_j) for w, z_j in zip(W, z, strict=True)]


def conclusion(I, omega):
    """a) I ranks above one of its s that was proposed, or b) one s was not proposed."""
    return any(s not in omega or omega[I] > omega[s] for s in one_smaller(I))


def drawn_weights(seed):
    """Three to eight units on three to five features; some of the features are larger.

    A power above 1 spreads the magnitudes, which breaks the assumption more often.
    """
    rng = np.random.default_rng(seed)
    shape = rng.integers(3, 9), rng.integers(3, 6)
    W = rng.uniform(0.1, 1, size=shape) ** rng.choice([0.5, 1, 3])
    W *= np.where(rng.permutation(shape[1]) < 3, 2.0, 1.0)
    return W * rng.choice([-1, 1], size=shape), rng.exponential(size=shape[0])


@cache
def draws():
    weights = [drawn_weights(seed) for seed in range(1200)]
    return [(W, z, proposals_of(W, z)) for W, z in weights]


@cache
def rankings(ranking):
    return [dict(ranking(W, z)) for W, z, _ in draws()]


def theorem_4(assumption, ranking=greedy_ranking):
    """How many interactions meet the assumption with all s proposed, how many fail.

    Where an s was not proposed, b) holds by itself, so those are not counted.
    """
    met, failed = 0, 0
    for (_, _, units), omega in zip(draws(), rankings(ranking)):
        for I in omega:
            if len(I) >= 3 and all(s in omega for s in one_smaller(I)):
                if assumption(I, units):
                    met += 1
                    failed += not conclusion(I, omega)
    return met, failed


def test_theorem_4_holds_wherever_its_assumption_is_met_and_needs_all_of_it():
    met, failed = theorem_4(assumption)
    assert met >= 200 and failed == 0
    # With z once more, as in the paper's proof, too.
    met, failed = theorem_4(assumption, lambda W, z: greedy_ranking(W, z**2))
    assert met >= 200 and failed == 0
    for weaker in (lambda *_: True, first_half, second_half):
        assert theorem_4(weaker)[1] > 0
    assert theorem_4(assumption, lambda W, z: greedy(W, z, add=max))[1] > 0


def test_theorem_4_fails_after_a_sudden_drop_and_d_is_the_most_that_is_allowed():
    # Each unit proposes another pair with strength 3, and all three the triple.
    def drop(to):
        W = np.array([[3, 3, to], [3, to, 3], [to, 3, 3]])
        units, omega = proposals_of(W, np.ones(3)), dict(greedy_ranking(W, np.ones(3)))
        return assumption((0, 1, 2), units), conclusion((0, 1, 2), omega)

    assert drop(to=1.25) == (True, True)  # 3 * 1.25 > 3
    assert drop(to=1.0) == (False, False)  # omega of the triple is that of its pairs
    assert drop(to=0.5) == (False, False)


def test_theorem_4_fails_where_units_propose_the_subsets_only():
    # The last three units put feature 3 where the first three have the triple's rest.
    triple = np.array([[2, 2, 1, 0], [2, 1, 2, 0], [1, 2, 2, 0]])
    other = np.array([[2, 2, 0, 1], [2, 0, 2, 1], [0, 2, 2, 1]])
    I, z, W = (0, 1, 2), np.ones(6), np.concatenate([triple, other])
    units = proposals_of(W, z)
    assert second_half(I, units) and not first_half(I, units)
    assert not conclusion(I, dict(greedy_ranking(W, z)))
    assert assumption(I, proposals_of(triple, z[:3]))
    assert conclusion(I, dict(greedy_ranking(triple, z[:3])))
