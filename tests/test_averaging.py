"""The six means against their properties, and App. B against exact integrals."""

import statistics
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nidlite.averaging import MEANS, cross_coefficient, quadratic_projection
from nidlite.weights import LARGEST, SMALLEST

# Up to eight weights: zeros, and all magnitudes that weights.magnitudes lets through.
MAGNITUDE = st.just(0.0) | st.floats(SMALLEST, LARGEST)
WEIGHTS = st.lists(MAGNITUDE, min_size=1, max_size=8)
NAMES = list(MEANS)

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


def never_falls_when_a_weight_grows(mean, seed=0):
    rng = np.random.default_rng(seed)
    w = rng.exponential(size=(2000, 4)) * rng.integers(0, 2, size=(2000, 4))
    more = w + rng.exponential(size=w.shape) * (rng.random(w.shape) < 0.3)
    # Rounding of a mean is a few units in the last place.
    return bool(np.all(mean(more) >= mean(w) * (1 - 1e-14)))


def doublings(mean, d):
    large, small = np.ones(d), np.full(d, 1e-9)
    worst = np.where(np.arange(d) == 0, large, small)
    grow_large = np.where(np.arange(d) == 0, 2 * large, small)
    grow_small = np.where(np.arange(d) == 0, large, 2 * small)
    grown = np.array([mean(grow_large), mean(grow_small)])
    return np.log2(grown / mean(worst))


def less_sensitive_to_the_large_weight(mean, d=3):
    large, small = doublings(mean, d)
    return bool(large < small)


@pytest.mark.parametrize("name", NAMES)
def test_each_mean_has_exactly_the_properties_of_the_table(name):
    one, two, _, _, three = PROPERTIES[name]
    assert zero_whenever_a_weight_is_zero(MEANS[name]) is one
    assert never_falls_when_a_weight_grows(MEANS[name]) is two
    assert less_sensitive_to_the_large_weight(MEANS[name]) is three


@pytest.mark.parametrize("d", [2, 3, 6])
@pytest.mark.parametrize("name", NAMES)
def test_growth_in_the_worst_case_is_the_table_s(name, d):
    value = {"0": 0, "1": 1, "1/d": 1 / d, "rest": 1 - 1 / d}
    expected = [value[word] for word in PROPERTIES[name][2:4]]
    # The small weights are 1e-9 of the large one, so the limits are that far away.
    np.testing.assert_allclose(doublings(MEANS[name], d), expected, atol=1e-8)


def test_the_paper_s_verdict_follows_from_the_table_and_from_another_reading():
    ruled_out = {name for name, row in PROPERTIES.items() if not (row[0] and row[4])}
    assert ruled_out == {"maximum", "root_mean_square", "arithmetic"}
    # The other reading of "grow at the same rate": add the same small amount.
    step, w = 1e-3, np.array([1.0, 0.01, 0.01])
    grow_large, grow_small = w + step * (w == 1), w + step * (w < 1)
    passed = {name for name, mu in MEANS.items() if mu(grow_large) < mu(grow_small)}
    # Here the arithmetic mean passes for d > 2, yet fails property 1.
    assert passed == {"arithmetic", "geometric", "harmonic", "minimum"}
    # And the checks reject means that lack a property.
    assert not zero_whenever_a_weight_is_zero(lambda w: np.median(w, axis=-1))
    assert not never_falls_when_a_weight_grows(lambda w: np.ptp(w, axis=-1))
    assert not less_sensitive_to_the_large_weight(lambda w: np.sum(w, axis=-1))


def test_hand_worked_means_of_2_and_8_and_of_the_largest_and_the_smallest():
    values = [mean(np.array([2.0, 8.0])) for mean in MEANS.values()]
    np.testing.assert_allclose(values, [8, np.sqrt(34), 5, 4, 3.2, 2], rtol=1e-15)
    # Up to 1e-100 of the value only one of these two counts.
    w = np.array([LARGEST, SMALLEST])
    expected = [1e100, 1e100 / 2**0.5, 1e100 / 2, 1, 2e-100, 1e-100]
    np.testing.assert_allclose([mu(w) for mu in MEANS.values()], expected, rtol=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_the_standard_library_agrees_and_the_generalised_mean(seed):
    w = np.random.default_rng(seed).exponential(size=7)
    quadratic = statistics.fmean(w**2) ** 0.5
    independent = [max(w), quadratic, statistics.fmean(w), statistics.geometric_mean(w)]
    independent += [statistics.harmonic_mean(w), min(w)]
    found = [mean(w) for mean in MEANS.values()]
    np.testing.assert_allclose(found, independent, rtol=1e-14)
    w = np.random.default_rng(seed).uniform(0.5, 2, size=4)
    # inf and 0 are limits: 4 ** (1/500) is 1.003, and exponent 1e-6 errs by about 1e-7.
    exponents = dict(zip(NAMES, [500, 2, 1, 1e-6, -1, -500], strict=True))
    for name, t in exponents.items():
        definition = np.mean(w**t) ** (1 / t)
        rtol = {500: 4e-3, 1e-6: 1e-6}.get(abs(t), 1e-14)
        np.testing.assert_allclose(MEANS[name](w), definition, rtol=rtol)


def ordered(means, w):
    values = [mean(w) for mean in means]
    # exp(mean(log w)) errs by eps times |log w|, at most 230 here.
    return all(a >= b * (1 - 1e-12) for a, b in zip(values, values[1:]))


@settings(max_examples=50, deadline=None)
@given(WEIGHTS, st.floats(1e-3, 1e3))
def test_the_means_are_ordered_and_scale_with_the_weights(w, factor):
    w, means = np.array(w), list(MEANS.values())
    assert ordered(means, w)
    assert not ordered([means[1], means[0]], np.array([1.0, 2]))
    for mean in MEANS.values():
        np.testing.assert_allclose(mean(factor * w), factor * mean(w), rtol=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_the_last_axis_is_averaged_and_the_input_kept(name):
    w = np.random.default_rng(0).exponential(size=(2, 3, 4))
    w[0, 0, 0] = 0
    before = w.copy()
    values = MEANS[name](w)
    assert values.shape == (2, 3)
    one_by_one = [[MEANS[name](row) for row in block] for block in w]
    np.testing.assert_allclose(values, one_by_one, rtol=1e-14)
    np.testing.assert_array_equal(w, before)
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


ALPHAS = [
    (1.0, 1.0), (2.0, 1.0), (0.3, 1.7), (1.0, 1e-3), (0.9, 1.0), (0.0, 1.0), (1.0, 0.0),
    (0.0, 0.0),
]  # fmt: skip
SIGNS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
CASES = [
    (s1 * a1, s2 * a2, c)
    for a1, a2 in ALPHAS
    for s1, s2 in SIGNS
    for c in (1.0, 0.5, 2.0, 10.0)
]


def agrees_with_the_integral(formula, signed=True):
    size = np.array if signed else np.abs
    # Both sides are exact up to rounding, of a 6 x 6 system and of about 100 sums.
    return all(
        np.isclose(size(formula(*case)), size(exact_projection(*case)[5]), 1e-11, 1e-14)
        for case in CASES
    )


def test_cross_coefficient_is_the_exact_least_squares_coefficient():
    assert agrees_with_the_integral(cross_coefficient)


def paper(a1, a2, c=1.0, fifth=5, front=0.75, small=np.minimum, large=np.maximum):
    """Eq. of App. B letter by letter, with places to break it."""
    if a1 == 0 and a2 == 0:
        return 0.0
    ratio = small(a1**2, a2**2) / (fifth * large(a1**2, a2**2))
    return front * (1 - ratio) * small(abs(a1), abs(a2)) / c


def swapped(a1, a2, c):
    return a1 * a2 and paper(a1, a2, c, small=np.maximum, large=np.minimum)


def not_squared(a1, a2, c):
    a1, a2 = abs(a1), abs(a2)
    return a1 * a2 and paper(a1**0.5, a2**0.5) * min(a1, a2) ** 0.5 / c


BROKEN = {
    "5 became 4": lambda *case: paper(*case, fifth=4),
    "3/4 is missing": lambda *case: paper(*case, front=1),
    "smaller and larger swapped": swapped,
    "1/c is missing": lambda a1, a2, c: paper(a1, a2),
    "1/c became 1/c^2": lambda a1, a2, c: paper(a1, a2, c * c),
    "the quotient is not squared": not_squared,
}


def test_the_paper_prints_the_magnitude_correctly():
    assert agrees_with_the_integral(paper, signed=False)


@pytest.mark.parametrize("broken", BROKEN)
def test_the_integral_rejects_a_broken_formula(broken):
    assert not agrees_with_the_integral(BROKEN[broken], signed=False)


def test_the_integral_rejects_a_wrong_sign():
    assert not agrees_with_the_integral(lambda *case: -cross_coefficient(*case))
    assert not agrees_with_the_integral(lambda *case: abs(cross_coefficient(*case)))


def test_cross_coefficient_by_hand_and_of_arrays():
    assert cross_coefficient(1, 1) == pytest.approx(0.6)  # 3/4 * 4/5
    assert cross_coefficient(-2, 1) == pytest.approx(-0.7125)  # 3/4 * 19/20
    assert cross_coefficient(-2, -1, c=3) == pytest.approx(0.2375)
    a1, a2 = np.random.default_rng(0).normal(size=(2, 5))
    one_by_one = [cross_coefficient(*pair) for pair in zip(a1, a2, strict=True)]
    np.testing.assert_array_equal(cross_coefficient(a1, a2), one_by_one)


def test_the_factor_before_the_minimum_fluctuates_by_20_percent_at_most():
    # The paper says "less than 20%": it falls from 3/4 to 3/5, and reaches exactly
    # 20 percent only where the weights are equal.
    small = np.linspace(1e-6, 1, 1001)
    factor = cross_coefficient(small, 1.0) / small
    assert factor[0] == pytest.approx(3 / 4)
    assert factor[-1] == pytest.approx(3 / 5)
    assert np.all(np.diff(factor) < 0)
    assert np.all(factor[:-1] > 0.8 * factor[0])


def test_minimum_follows_the_cross_coefficient_best_of_the_six_means():
    w = np.random.default_rng(0).uniform(0.01, 1, size=(2000, 2))
    beta = cross_coefficient(*w.T)
    spread = {name: np.std(mean(w) / beta) for name, mean in MEANS.items()}
    assert min(spread, key=spread.get) == "minimum"
    assert list(spread.values()) == sorted(spread.values(), reverse=True)


def relu(a1, a2):
    return lambda x: np.maximum(x @ [a1, a2], 0)


def worst_error(cells, seed=0):
    """Of the six coefficients, over ReLUs with weights up to 1 and c = 1."""
    alphas = np.random.default_rng(seed).uniform(-1, 1, size=(3, 2))
    alphas = [*alphas, (1, 1), (-1, 1), (1, 0.5), (1, 0), (1, 1e-3)]
    found = np.array([quadratic_projection(relu(*a), 1.0, cells) for a in alphas])
    return np.abs(found - [exact_projection(*a, 1.0) for a in alphas]).max()


def test_projection_is_as_accurate_as_its_docstring_says():
    assert worst_error(200) < 4e-6
    assert worst_error(100) < 2e-5
    # Equal weights, where the kink runs through the corners of the cells.
    found = [quadratic_projection(relu(1, 1), cells=n)[5] for n in (20, 40, 80)]
    errors = np.abs(np.array(found) - 0.6)
    ratios = np.divide(errors[:-1], errors[1:])
    np.testing.assert_allclose(ratios, 4, rtol=0.05)


@pytest.mark.parametrize("c", [0.01, 1.0, 30.0])
def test_projection_returns_a_quadratic_unchanged(c):
    beta = np.array([3.0, -1.0, 2.0, 0.5, -4.0, 1.5])

    def quadratic(x):
        x1, x2 = x.T
        return np.stack([x1**0, x1, x2, x1**2, x2**2, x1 * x2], axis=1) @ beta

    # At c = 0.01 the x^2 terms are 1e-4 of the constant, so they lose four digits.
    found = quadratic_projection(quadratic, c, cells=20)
    np.testing.assert_allclose(found, beta, rtol=1e-9)


@pytest.mark.parametrize("c", [0.5, 1.0, 4.0])
def test_projection_of_cubics_and_quartics_by_hand(c):
    # x1^3: the best line is 3/5 c^2 x1. x1^2 x2^2: both squares minus their means.
    cubic = quadratic_projection(lambda x: x[:, 0] ** 3, c)
    np.testing.assert_allclose(cubic, [0, 3 / 5 * c**2, 0, 0, 0, 0], atol=1e-8 * c**2)
    quartic = quadratic_projection(lambda x: x[:, 0] ** 2 * x[:, 1] ** 2, c)
    expected = [-(c**4) / 9, 0, 0, c**2 / 3, c**2 / 3, 0]
    np.testing.assert_allclose(quartic, expected, atol=1e-8 * c**4)
