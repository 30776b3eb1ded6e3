"""The losses against autograd, finite differences and scikit-learn."""

import autograd.numpy as anp
import numpy as np
import pytest
from autograd import grad
from sklearn.metrics import log_loss

from nidlite.losses import (
    LOSSES,
    binary_cross_entropy,
    mean_squared_error,
    sigmoid,
    softmax,
    softmax_cross_entropy,
)


def logistic(f):
    return 1 / (1 + anp.exp(-f))


def plain_squared_error(f, y):
    return anp.mean((f - y) ** 2)


def plain_cross_entropy(f, y):
    s = logistic(f)
    return anp.mean(-y * anp.log(s) - (1 - y) * anp.log(1 - s))


def plain_softmax_cross_entropy(f, y):
    powers = anp.exp(f)
    shares = powers / anp.sum(powers, axis=1, keepdims=True)
    return -anp.mean(anp.log(shares[np.arange(len(y)), y.astype(int)]))


PLAIN = {
    "regression": plain_squared_error,
    "classification": plain_cross_entropy,
    "multiclass": plain_softmax_cross_entropy,
}
TASKS = list(PLAIN)


def example(task, seed, n=9):
    rng = np.random.default_rng(seed)
    if task == "multiclass":
        return rng.normal(scale=3, size=(n, 4)), rng.integers(4, size=n).astype(float)
    f, y = rng.normal(scale=3, size=(2, n))
    return f, (y > 0).astype(float) if task == "classification" else y


def is_the_loss(candidate, task, n=9):
    """Whether value and derivative are those of the formula as one writes it."""
    for seed in range(5):
        f, y = example(task, seed, n)
        value, slope = candidate(f, y)
        # The plain cross-entropy rounds 1 - s, at |f| < 12 to about 1e-11.
        if not np.isclose(value, PLAIN[task](f, y), rtol=1e-10):
            return False
        if slope.shape != f.shape or not np.allclose(
            slope, grad(PLAIN[task])(f, y), 1e-9
        ):
            return False
    return True


def has_the_finite_differences(candidate, task):
    f, y = example(task, 0)
    step = 1e-6
    slopes = [
        (candidate(f + e, y)[0] - candidate(f - e, y)[0]) / (2 * step)
        for e in step * np.eye(f.size).reshape(-1, *f.shape)
    ]
    slopes = np.reshape(slopes, f.shape)
    # Rounding, 1e-16 * value / step, beside a truncation of step^2.
    return np.allclose(candidate(f, y)[1], slopes, atol=1e-8)


@pytest.mark.parametrize("task", TASKS)
def test_value_and_derivative_are_those_of_the_plain_formula(task):
    assert is_the_loss(LOSSES[task], task)
    assert is_the_loss(LOSSES[task], task, n=1)


def test_softmax_of_two_classes_is_the_binary_case():
    f, y = example("classification", 0)
    both = np.stack([np.zeros_like(f), f], axis=1)
    value, slope = softmax_cross_entropy(both, y)
    expected, expected_slope = binary_cross_entropy(f, y)
    # Two ways to the same number: rounding of log(1 + e^f) and of 1 - s.
    assert value == pytest.approx(expected, rel=1e-12)
    np.testing.assert_allclose(slope[:, 1], expected_slope, rtol=1e-10)
    np.testing.assert_allclose(slope.sum(axis=1), 0, atol=1e-16)
    np.testing.assert_allclose(softmax(both)[:, 1], sigmoid(f), rtol=1e-10)


def test_softmax_cross_entropy_is_scikit_learns_log_loss():
    f, y = example("multiclass", 1, n=200)
    expected = log_loss(y, softmax(f), labels=[0, 1, 2, 3])
    assert softmax_cross_entropy(f, y)[0] == pytest.approx(expected, rel=1e-12)
    wrong = softmax_cross_entropy(f, (y + 1) % 4)[0]
    assert wrong != pytest.approx(expected, rel=0.01)


def test_extreme_logits_of_many_classes_neither_overflow_nor_warn():
    f = np.array([[1e4, -1e4, 0], [1e4, -1e4, 0]])
    value, slope = softmax_cross_entropy(f, np.array([0.0, 1.0]))
    assert value == 2e4 / 2  # right for sure costs 0, wrong the whole distance
    np.testing.assert_array_equal(slope, [[0, 0, 0], [0.5, -0.5, 0]])


@pytest.mark.parametrize("task", TASKS)
def test_derivative_is_the_finite_difference_of_the_value(task):
    assert has_the_finite_differences(LOSSES[task], task)


BROKEN_VALUES = {
    "a sum in place of a mean": lambda value, slope, n: (n * value, n * slope),
    "half the loss": lambda value, slope, n: (value / 2, slope / 2),
}
BROKEN_SLOPES = {
    "derivative of the sum": lambda value, slope, n: (value, n * slope),
    "half the derivative": lambda value, slope, n: (value, slope / 2),
    "wrong sign": lambda value, slope, n: (value, -slope),
}


def broken(task, how):
    return lambda f, y: how(*LOSSES[task](f, y), len(y))


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("name", [*BROKEN_VALUES, *BROKEN_SLOPES])
def test_the_plain_formula_rejects_a_broken_loss(task, name):
    how = (BROKEN_VALUES | BROKEN_SLOPES)[name]
    assert not is_the_loss(broken(task, how), task)


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("name", BROKEN_SLOPES)
def test_the_finite_differences_reject_a_broken_derivative(task, name):
    assert not has_the_finite_differences(broken(task, BROKEN_SLOPES[name]), task)


def test_squared_error_by_hand():
    value, slope = mean_squared_error(np.array([1.0, 5.0]), np.array([2.0, 3.0]))
    assert value == 2.5  # (1 + 4) / 2
    np.testing.assert_array_equal(slope, [-1, 2])


def test_cross_entropy_by_hand():
    # s = 1/2 and 3/4.
    f, y = np.array([0.0, np.log(3)]), np.array([1.0, 0.0])
    value, slope = binary_cross_entropy(f, y)
    assert value == pytest.approx((np.log(2) + np.log(4)) / 2, rel=1e-15)
    np.testing.assert_allclose(slope, [-1 / 4, 3 / 8], rtol=1e-15)


def is_scikit_learns_log_loss(candidate):
    f, y = example("classification", 1, n=200)
    # Both round 1 - s, see above.
    expected = log_loss(y, logistic(f))
    return bool(np.isclose(candidate(f, y)[0], expected, rtol=1e-10))


def test_cross_entropy_is_scikit_learns_log_loss():
    assert is_scikit_learns_log_loss(binary_cross_entropy)


def test_log_loss_rejects_broken_cross_entropies():
    def classes_swapped(f, y):
        return binary_cross_entropy(f, 1 - y)

    def base_two(f, y):
        return binary_cross_entropy(f, y)[0] / np.log(2), None

    assert not is_scikit_learns_log_loss(classes_swapped)
    assert not is_scikit_learns_log_loss(base_two)


def survives_extreme_logits(candidate, dtype=np.float64):
    f = np.array([1e4, 1e4, -1e4, -1e4], dtype)
    y = np.array([1, 0, 1, 0], dtype)
    value, slope = candidate(f, y)
    # A sure answer costs 0 if right and |f| if wrong; e^-10000 is 0 in any precision.
    return value == 2 * 1e4 / 4 and slope.tolist() == [0, 0.25, -0.25, 0]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_extreme_logits_neither_overflow_nor_warn(dtype):
    assert survives_extreme_logits(binary_cross_entropy, dtype)


def test_the_extreme_logits_reject_the_plain_formula():
    def plain(f, y):
        return plain_cross_entropy(f, y), (logistic(f) - y) / len(y)

    assert is_the_loss(plain, "classification")
    with pytest.raises(RuntimeWarning):
        survives_extreme_logits(plain)
    with np.errstate(all="ignore"):
        assert not survives_extreme_logits(plain)


def is_the_sigmoid(candidate):
    f = np.linspace(-30, 30, 601)
    # 1 + tanh cancels at large negative f, so the error is absolute: a few 1e-16.
    return np.allclose(candidate(f), logistic(f), rtol=0, atol=1e-15)


def test_sigmoid_is_its_definition():
    assert is_the_sigmoid(sigmoid)
    f = np.linspace(-800, 800, 1601)
    np.testing.assert_allclose(sigmoid(f) + sigmoid(-f), 1, rtol=1e-15)
    np.testing.assert_array_equal(sigmoid(np.array([-1e30, 0, 1e30])), [0, 0.5, 1])


def test_the_definition_rejects_broken_sigmoids():
    assert not is_the_sigmoid(lambda f: sigmoid(2 * f))
    assert not is_the_sigmoid(lambda f: sigmoid(-f))
    assert not is_the_sigmoid(np.tanh)


@pytest.mark.parametrize("task", TASKS)
def test_float32_stays_float32_and_the_arguments_are_kept(task):
    f, y = (a.astype(np.float32) for a in example(task, 0))
    before = f.copy(), y.copy()
    value, slope = LOSSES[task](f, y)
    assert slope.dtype == np.float32 and np.ndim(value) == 0
    exact, exact_slope = LOSSES[task](f.astype(float), y.astype(float))
    np.testing.assert_allclose(value, exact, rtol=1e-6)
    np.testing.assert_allclose(slope, exact_slope, rtol=1e-5, atol=1e-7)
    np.testing.assert_array_equal(f, before[0])
    np.testing.assert_array_equal(y, before[1])
