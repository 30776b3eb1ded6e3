"""The six means against the standard library, App. B against a numerical integral."""

import statistics

import numpy as np

from nidlite.averaging import MEANS, cross_coefficient, quadratic_projection

THEIRS = [max, lambda w: statistics.fmean(w**2) ** 0.5, statistics.fmean]
THEIRS += [statistics.geometric_mean, statistics.harmonic_mean, min]


def test_each_mean_is_the_standard_librarys_on_each_row():
    rows = np.random.default_rng(0).exponential(size=(3, 7))
    for name, mean in MEANS.items():
        right = [np.allclose(mean(rows), [f(w) for w in rows], 1e-14) for f in THEIRS]
        assert right == [name == other for other in MEANS]
        assert mean(rows.astype(np.float32)).dtype == np.float32


def test_the_last_three_means_are_zero_as_soon_as_one_weight_is():
    # Sec. 3.1's first property of interaction strength, by hand.
    values = [mean(np.array([0.0, 3.0])) for mean in MEANS.values()]
    assert values == [3, 4.5**0.5, 1.5, 0, 0, 0]


def is_the_integral(formula):
    """Whether it is the x1 x2 coefficient of the ReLU's best quadratic (App. B)."""
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
    beta, x1, x2 = [7, -1, 2, -3, 5, -4], [0, 1, 0, 2, 0, 1], [0, 0, 1, 0, 2, 1]
    f = lambda x: x[:, :1] ** x1 * x[:, 1:] ** x2 @ beta  # noqa: E731
    assert np.allclose(quadratic_projection(f, 10), beta)  # its own projection


def test_minimum_follows_the_cross_coefficient_best_of_the_six_means():
    w = np.random.default_rng(0).uniform(0.01, 1, size=(2000, 2))
    beta = cross_coefficient(*w.T)
    spread = [np.std(mean(w) / beta) for mean in MEANS.values()]
    assert spread == sorted(spread, reverse=True)
    # "Fluctuates less than 20%": from 3/4 to 3/5, reached where the weights are equal.
    factor = beta / w.min(axis=1)
    assert 0.6 <= factor.min() < 0.601 and 0.749 < factor.max() <= 0.75
