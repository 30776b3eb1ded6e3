"""The fast losses: value and slope of the plain formula, by hand and by autograd."""

import numpy as np
import pytest
from autograd import value_and_grad
from examples import outputs_and_targets as example

from nidlite.fast.slopes import SLOPES
from nidlite.losses import LOSSES

TASKS = list(LOSSES)


def equals_the_plain_form(candidate, task, n=9):
    for seed in range(5):
        f, y = example(task, n, seed)
        value, slope = candidate(f, y)
        expected, expected_slope = value_and_grad(LOSSES[task])(f, y)
        # A dozen operations in another order; a small difference of two numbers below 1
        # loses some digits.
        if slope.shape != f.shape or not np.isclose(value, expected, rtol=1e-13):
            return False
        if not np.allclose(slope, expected_slope, rtol=1e-11, atol=1e-15):
            return False
    return True


@pytest.mark.parametrize("n", [1, 9])
@pytest.mark.parametrize("task", TASKS)
def test_value_and_slope_are_those_of_the_plain_form(task, n):
    assert list(SLOPES) == TASKS
    assert equals_the_plain_form(SLOPES[task], task, n)


BROKEN = {
    "a sum in place of a mean": lambda value, slope, n: (n * value, n * slope),
    "half the loss": lambda value, slope, n: (value / 2, slope / 2),
    "slope of the sum": lambda value, slope, n: (value, n * slope),
    "half the slope": lambda value, slope, n: (value, slope / 2),
    "wrong sign": lambda value, slope, n: (value, -slope),
}


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("broken", BROKEN)
def test_the_plain_form_rejects_a_broken_loss(task, broken):
    def candidate(f, y):
        return BROKEN[broken](*SLOPES[task](f, y), len(y))

    assert not equals_the_plain_form(candidate, task)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_extreme_logits_neither_overflow_nor_warn(dtype):
    # A sure answer costs 0 if right and the distance if wrong; e^-10000 is 0.
    f, y = np.array([1e4, 1e4, -1e4, -1e4], dtype), np.array([1, 0, 1, 0], dtype)
    value, slope = SLOPES["classification"](f, y)
    assert value == 2 * 1e4 / 4 and slope.tolist() == [0, 0.25, -0.25, 0]
    f = np.array([[1e4, -1e4, 0], [1e4, -1e4, 0]], dtype)
    value, slope = SLOPES["multiclass"](f, np.array([0.0, 1.0]))
    assert value == 2e4 / 2 and slope.tolist() == [[0, 0, 0], [0.5, -0.5, 0]]


@pytest.mark.parametrize("task", TASKS)
def test_float32_stays_float32_and_the_arguments_are_kept(task):
    f, y = (a.astype(np.float32) for a in example(task))
    before = f.copy(), y.copy()
    value, slope = SLOPES[task](f, y)
    assert slope.dtype == np.float32 and np.ndim(value) == 0
    exact, exact_slope = SLOPES[task](f.astype(float), y.astype(float))
    np.testing.assert_allclose(value, exact, rtol=1e-6)
    np.testing.assert_allclose(slope, exact_slope, rtol=1e-5, atol=1e-7)
    np.testing.assert_array_equal(f, before[0])
    np.testing.assert_array_equal(y, before[1])
