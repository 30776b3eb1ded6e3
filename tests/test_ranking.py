"""Algorithm 1 against exhaustive enumeration, Theorem 4 on random weights (Sec. 4)."""

from itertools import combinations

import numpy as np
import pytest

from nidlite import ranking
from nidlite.averaging import MEANS
from nidlite.ranking import greedy_ranking, pairwise_ranking, pairwise_strengths

each_mean = pytest.mark.parametrize("mean", MEANS)


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
    assert not is_algorithm_1(lambda W, z: greedy_ranking(W, z > 0, mean), mean)


def test_a_ranking_is_sorted_by_strength_then_size_then_tuple():
    for seed in range(0, 60, 2):  # whole numbers, which tie
        W, _ = random_weights(seed)
        ranking = greedy_ranking(W, np.ones(len(W)))
        assert ranking == sorted(ranking, key=lambda e: (-e[1], len(e[0]), e[0]))
    # Tied weights go to the first features; entries are plain numbers.
    ranking = greedy_ranking(np.array([[1, -1, 1, 1]]), np.array([2]))
    assert repr(ranking) == "[((0, 1), 2.0), ((0, 1, 2), 2.0), ((0, 1, 2, 3), 2.0)]"


@each_mean
def test_pairwise_strengths_are_sums_of_eq_1_over_all_units(mean):
    for seed in range(30):
        W, z = random_weights(seed)
        right = np.zeros((W.shape[1],) * 2)
        for i, j in combinations(range(len(right)), 2):
            omega = z * [MEANS[mean](np.abs([w[i], w[j]])) for w in W]
            right[i, j] = right[j, i] = omega.sum()
            found = ranking.strength(W, z, (i, j), mean)
            np.testing.assert_allclose(found, omega, rtol=1e-12)
        found = pairwise_strengths(W, z, mean)
        np.testing.assert_allclose(found, right, rtol=1e-12)
        pairs = [(pair, found[pair]) for pair in combinations(range(len(found)), 2)]
        assert pairwise_ranking(found) == sorted(pairs, key=lambda e: (-e[1], e[0]))
    assert not np.allclose(pairwise_strengths(W, np.ones(len(z)), mean), right)


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
    seen = []  # whether the halves hold, and whether no smaller one ranks below it
    for seed in range(1200):
        W, z = drawn_weights(seed)
        units = [proposals(w, z_j) for w, z_j in zip(W, z)]
        omega = dict(greedy_ranking(W, z))
        for I in omega:
            smaller = one_smaller(I)
            # Where one was not proposed, the conclusion's b) holds by itself.
            if len(I) >= 3 and all(s in omega for s in smaller):
                fails = all(omega[I] <= omega[s] for s in smaller)
                seen.append((first_half(I, units), second_half(I, units), fails))
    assert sum(first and second for first, second, _ in seen) >= 200
    assert not any(all(case) for case in seen)
    assert any(first and fails for first, _, fails in seen)
    assert any(second and fails for _, second, fails in seen)
