"""The six means against their properties, and App. B against a numerical integral."""

import statistics

import numpy as np

from nidlite.averaging import MEANS, cross_coefficient, quadratic_projection

# Sec. 3.1's properties of interaction strength.
# 1: zero as soon as one weight is zero.
# 2: never falls when a weight grows.
# 3: "less sensitive to changes in large weights". The paper's worst case is one large
#    weight and the others near zero. We double the large one, or double all the small
#    ones, and count how many doublings the mean makes each time. The property holds
#    when the large weight has the smaller effect.
PROPERTIES = {
    "maximum":          (False, True, False),
    "root_mean_square": (False, True, False),
    "arithmetic":       (False, True, False),
    "geometric":        (True,  True, True),
    "harmonic":         (True,  True, True),
    "minimum":          (True,  True, True),
}  # fmt: skip


def zero_whenever_a_weight_is_zero(mean):
    return all(mean(np.array(w)) == 0 for w in [[0, 1], [3, 0, 2], [0, 0], [1e9, 0]])


def never_falls_when_a_weight_grows(mean):
    rng = np.random.default_rng(0)
    w = rng.exponential(size=(2000, 4)) * rng.integers(0, 2, size=(2000, 4))
    more = w + rng.exponential(size=w.shape) * (rng.random(w.shape) < 0.3)
    # Rounding of a mean is a few units in the last place.
    return bool(np.all(mean(more) >= mean(w) * (1 - 1e-14)))


def less_sensitive_to_the_large_weight(mean):
    worst = np.array([1, 1e-9, 1e-9])
    large, small = mean(worst * [2, 1, 1]), mean(worst * [1, 2, 2])
    return bool(large < small)


CHECKS = [
    zero_whenever_a_weight_is_zero,
    never_falls_when_a_weight_grows,
    less_sensitive_to_the_large_weight,
]


def test_each_mean_has_exactly_the_properties_of_the_table():
    for name, mean in MEANS.items():
        assert tuple(check(mean) for check in CHECKS) == PROPERTIES[name]
    for check, lacking in zip(CHECKS, (np.median, np.ptp, np.sum)):
        assert not check(lambda w, lacking=lacking: lacking(w, axis=-1))


def test_the_standard_library_agrees_on_each_row():
    def quadratic(w):
        return statistics.fmean(w**2) ** 0.5

    independent = [max, quadratic, statistics.fmean, statistics.geometric_mean]
    independent += [statistics.harmonic_mean, min]
    rows = np.random.default_rng(0).exponential(size=(3, 7))
    for mean, other in zip(MEANS.values(), independent):
        np.testing.assert_allclose(mean(rows), [other(w) for w in rows], rtol=1e-14)
        assert mean(rows.astype(np.float32)).dtype == np.float32


# App. B. The projection is a numerical integral, the coefficient its closed form.


def is_the_integral(formula):
    """Whether formula is the x1 x2 coefficient of the best quadratic of the ReLU."""
    for a, b in [(1, 1), (-1, 1), (1, 0.5), (-0.3, -0.7), (0.2, -1), (1, 0), (0, 0)]:
        for c in (0.5, 10):

            def relu(x, a=a, b=b):
                return np.maximum(x @ [a, b], 0)

            found = quadratic_projection(relu, c)[5]
            # The docstring's error is for c = 1; the coefficient scales as 1 / c.
            if abs(found - formula(a, b, c)) * c > 4e-6:
                return False
    return True


def test_cross_coefficient_is_the_integral():
    assert is_the_integral(cross_coefficient)
    assert not is_the_integral(lambda *case: abs(cross_coefficient(*case)))
    assert not is_the_integral(lambda a, b, c: cross_coefficient(a, b))  # 1/c missing


def test_minimum_follows_the_cross_coefficient_best_of_the_six_means():
    w = np.random.default_rng(0).uniform(0.01, 1, size=(2000, 2))
    beta = cross_coefficient(*w.T)
    spread = [np.std(mean(w) / beta) for mean in MEANS.values()]
    assert spread == sorted(spread, reverse=True)
    # "Fluctuates less than 20%": from 3/4 to 3/5, reached where the weights are equal.
    factor = beta / w.min(axis=1)
    assert 0.6 <= factor.min() < 0.601 and 0.749 < factor.max() <= 0.75
