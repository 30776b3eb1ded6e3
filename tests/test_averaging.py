"""The six means against their properties, and App. B against exact integrals."""

import statistics
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nidlite.averaging import MEANS, cross_coefficient, quadratic_projection
from nidlite.weights import LARGEST, SMALLEST

each_mean = pytest.mark.parametrize("name", MEANS)
# Zeros, and all magnitudes that weights.magnitudes lets through.
MAGNITUDE = st.just(0.0) | st.floats(SMALLEST, LARGEST)

# Sec. 3.1's properties of interaction strength.
# 1: zero as soon as one weight is zero.
# 2: never falls when a weight grows.
# 3: "less sensitive to changes in large weights". The paper's worst case is one large
#    weight and the others near zero. We double the large one, or double all the small
#    ones, and count how many doublings the mean makes each time. The property holds
#    when the large weight has the smaller effect. For d weights:
#
#    mean                 1      2      large  small   3
PROPERTIES = {
    "maximum":          (False, True,  "1",   "0",    False),
    "root_mean_square": (False, True,  "1",   "0",    False),
    "arithmetic":       (False, True,  "1",   "0",    False),
    "geometric":        (True,  True,  "1/d", "rest", True),  # d = 2: a tie
    "harmonic":         (True,  True,  "0",   "1",    True),
    "minimum":          (True,  True,  "0",   "1",    True),
}  # fmt: skip


def zero_whenever_a_weight_is_zero(mean):
    return all(mean(np.array(w)) == 0 for w in [[0, 1], [3, 0, 2], [0, 0], [1e9, 0]])


def never_falls_when_a_weight_grows(mean):
    rng = np.random.default_rng(0)
    w = rng.exponential(size=(2000, 4)) * rng.integers(0, 2, size=(2000, 4))
    more = w + rng.exponential(size=w.shape) * (rng.random(w.shape) < 0.3)
    # Rounding of a mean is a few units in the last place.
    return bool(np.all(mean(more) >= mean(w) * (1 - 1e-14)))


def doublings(mean, d=3):
    """How often the mean doubles with the large weight, and with the small ones."""
    first = np.arange(d) == 0
    worst = np.where(first, 1, 1e-9)
    grown = [mean(np.where(first, 2, 1) * worst), mean(np.where(first, 1, 2) * worst)]
    return np.log2(np.array(grown) / mean(worst))


def less_sensitive_to_the_large_weight(mean):
    large, small = doublings(mean)
    return bool(large < small)


@each_mean
def test_each_mean_has_exactly_the_properties_of_the_table(name):
    one, two, *growth, three = PROPERTIES[name]
    assert zero_whenever_a_weight_is_zero(MEANS[name]) is one
    assert never_falls_when_a_weight_grows(MEANS[name]) is two
    assert less_sensitive_to_the_large_weight(MEANS[name]) is three
    for d in (2, 3, 6):
        value = {"0": 0, "1": 1, "1/d": 1 / d, "rest": 1 - 1 / d}
        expected = [value[word] for word in growth]
        # The small weights are 1e-9 of the large one: the limits are that far away.
        np.testing.assert_allclose(doublings(MEANS[name], d), expected, atol=1e-8)


def test_the_properties_rule_out_three_means_and_the_checks_reject_what_lacks_them():
    ruled_out = {name for name, row in PROPERTIES.items() if not (row[0] and row[4])}
    assert ruled_out == {"maximum", "root_mean_square", "arithmetic"}
    assert not zero_whenever_a_weight_is_zero(lambda w: np.median(w, axis=-1))
    assert not never_falls_when_a_weight_grows(lambda w: np.ptp(w, axis=-1))
    assert not less_sensitive_to_the_large_weight(lambda w: np.sum(w, axis=-1))


def test_hand_worked_means_of_2_and_8():
    values = [mean(np.array([2.0, 8.0])) for mean in MEANS.values()]
    np.testing.assert_allclose(values, [8, np.sqrt(34), 5, 4, 3.2, 2], rtol=1e-15)


def test_the_standard_library_agrees():
    w = np.random.default_rng(0).exponential(size=7)
    quadratic = statistics.fmean(w**2) ** 0.5
    independent = [max(w), quadratic, statistics.fmean(w), statistics.geometric_mean(w)]
    independent += [statistics.harmonic_mean(w), min(w)]
    found = [mean(w) for mean in MEANS.values()]
    np.testing.assert_allclose(found, independent, rtol=1e-14)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(MAGNITUDE, min_size=1, max_size=8), st.floats(1e-3, 1e3))
def test_the_means_are_ordered_and_scale_with_the_weights(w, factor):
    w = np.array(w)
    values = [mean(w) for mean in MEANS.values()]
    # exp(mean(log w)) errs by eps times |log w|, at most 230 here.
    assert all(a >= b * (1 - 1e-12) for a, b in zip(values, values[1:]))
    for mean in MEANS.values():
        np.testing.assert_allclose(mean(factor * w), factor * mean(w), rtol=1e-12)


@each_mean
def test_the_last_axis_is_averaged_and_float32_stays(name):
    w = np.random.default_rng(0).exponential(size=(2, 3, 4))
    one_by_one = [[MEANS[name](row) for row in block] for block in w]
    np.testing.assert_allclose(MEANS[name](w), one_by_one, rtol=1e-14)
    assert MEANS[name](w.astype(np.float32)).dtype == np.float32


# App. B. The integral is exact: along each line the ReLU is a polynomial on either
# side of its kink, and Gauss' rule with 4 points is exact for polynomials to degree 7.
# The reference solves the 6 x 6 normal equations, without the paper's argument.

POWERS = [(0, 0), (1, 0), (0, 1), (2, 0), (0, 2), (1, 1)]
GAUSS, GAUSS_WEIGHTS = np.polynomial.legendre.leggauss(4)


def pieces(c, *kinks):
    """Points and weights that integrate piecewise cubics on (-c, c) exactly."""
    ends = np.unique(np.clip([-c, *kinks, c], -c, c))
    half = np.diff(ends)[:, None] / 2
    middle = (ends[:-1] + ends[1:])[:, None] / 2
    return (middle + half * GAUSS).ravel(), (half * GAUSS_WEIGHTS).ravel()


@cache
def exact_projection(a1, a2, c):
    right = np.zeros(6)
    # The kink a1 x1 + a2 x2 = 0 leaves the square at x2 = -+ c a1 / a2.
    corners = [c * a1 / a2, -c * a1 / a2] if a2 else []
    for x2, w2 in zip(*pieces(c, 0, *corners), strict=True):
        x1, w1 = pieces(c, *([-a2 * x2 / a1] if a1 else []))
        relu = np.maximum(a1 * x1 + a2 * x2, 0)
        right += [np.sum(w1 * w2 * relu * x1**i * x2**j) for i, j in POWERS]

    def moment(k):  # the integral of x^k over (-c, c)
        return 0 if k % 2 else 2 * c ** (k + 1) / (k + 1)

    gram = [[moment(i + k) * moment(j + m) for k, m in POWERS] for i, j in POWERS]
    return np.linalg.solve(gram, right)


ALPHAS = [(1.0, 1.0), (2.0, 1.0), (0.3, 1.7), (1.0, 1e-3), (0.0, 1.0), (0.0, 0.0)]
SIGNS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
CASES = [(s * a, t * b, c) for a, b in ALPHAS for s, t in SIGNS for c in (0.5, 1, 10)]


def is_the_integral(formula):
    # Both sides are exact up to rounding, of a 6 x 6 system and of about 100 sums.
    return all(
        np.isclose(formula(*case), exact_projection(*case)[5], 1e-11, 1e-14)
        for case in CASES
    )


def test_cross_coefficient_is_the_exact_least_squares_coefficient():
    assert is_the_integral(cross_coefficient)
    assert not is_the_integral(lambda *case: abs(cross_coefficient(*case)))
    assert not is_the_integral(lambda a, b, c: cross_coefficient(a, b))  # 1/c missing
    a1, a2 = np.random.default_rng(0).normal(size=(2, 5))
    one_by_one = [cross_coefficient(*pair) for pair in zip(a1, a2, strict=True)]
    np.testing.assert_array_equal(cross_coefficient(a1, a2), one_by_one)


def test_cross_coefficient_by_hand():
    assert cross_coefficient(1, 1) == pytest.approx(0.6)  # 3/4 * 4/5
    assert cross_coefficient(-2, 1) == pytest.approx(-0.7125)  # 3/4 * 19/20
    assert cross_coefficient(-2, -1, c=3) == pytest.approx(0.2375)


def test_minimum_follows_the_cross_coefficient_best_of_the_six_means():
    w = np.random.default_rng(0).uniform(0.01, 1, size=(2000, 2))
    beta = cross_coefficient(*w.T)
    spread = {name: np.std(mean(w) / beta) for name, mean in MEANS.items()}
    assert list(spread.values()) == sorted(spread.values(), reverse=True)
    # "Fluctuates less than 20%": from 3/4 to 3/5, reached where the weights are equal.
    factor = beta / w.min(axis=1)
    assert 0.6 <= factor.min() < 0.601 and 0.749 < factor.max() <= 0.75


def worst_error(cells):
    """Of the six coefficients, over ReLUs with weights up to 1 and c = 1."""
    errors = []
    for a in [(0.3, -0.5), (1, 1), (-1, 1), (1, 0.5), (1, 0), (1, 1e-3)]:
        found = quadratic_projection(lambda x, a=a: np.maximum(x @ a, 0), 1.0, cells)
        errors.append(np.abs(found - exact_projection(*a, 1.0)).max())
    return max(errors)


def test_projection_is_as_accurate_as_its_docstring_says():
    assert worst_error(200) < 4e-6
    assert worst_error(100) < 2e-5


@pytest.mark.parametrize("c", [0.01, 1.0, 30.0])
def test_projection_of_a_quadratic_is_itself_and_of_higher_powers_by_hand(c):
    beta = np.array([3.0, -1.0, 2.0, 0.5, -4.0, 1.5])

    def quadratic(x):
        return sum(b * x[:, 0] ** i * x[:, 1] ** j for b, (i, j) in zip(beta, POWERS))

    # At c = 0.01 the x^2 terms are 1e-4 of the constant, so they lose four digits.
    found = quadratic_projection(quadratic, c, cells=20)
    np.testing.assert_allclose(found, beta, rtol=1e-9)
    # x1^2 x2^2: both squares minus their means. The cells' error is 1e-9 of the size.
    quartic = quadratic_projection(lambda x: (x[:, 0] * x[:, 1]) ** 2, c, cells=200)
    expected = [-(c**4) / 9, 0, 0, c**2 / 3, c**2 / 3, 0]
    size = [c**4, c**3, c**3, c**2, c**2, c**2]
    np.testing.assert_allclose(quartic / size, np.divide(expected, size), atol=1e-8)
