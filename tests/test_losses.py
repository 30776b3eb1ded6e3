"""The losses against the formulas as one first writes them, and scikit-learn."""

import autograd.numpy as anp
import numpy as np
import pytest
from autograd import grad
from examples import outputs_and_targets as example
from sklearn.metrics import log_loss

from nidlite.losses import (
    LOSSES,
    ROW_ERRORS,
    binary_cross_entropy,
    mean_squared_error,
    sigmoid,
    softmax,
    softmax_cross_entropy,
)


def logistic(f):
    return 1 / (1 + anp.exp(-f))


def first_squared_error(f, y):
    return sum((a - b) ** 2 for a, b in zip(f, y)) / len(y)


def first_cross_entropy(f, y):
    s = logistic(f)
    return anp.mean(-y * anp.log(s) - (1 - y) * anp.log(1 - s))


def first_softmax_cross_entropy(f, y):
    shares = [anp.exp(row) / anp.sum(anp.exp(row)) for row in f]
    return -sum(anp.log(s[int(k)]) for s, k in zip(shares, y)) / len(y)


FIRST = {
    "regression": first_squared_error,
    "classification": first_cross_entropy,
    "multiclass": first_softmax_cross_entropy,
}
each_task = pytest.mark.parametrize("task", FIRST)


def is_the_loss(candidate, task):
    for seed in range(5):
        f, y = example(task, 9, seed)
        # The plain cross-entropy rounds 1 - s, at |f| < 12 to about 1e-11.
        if not np.isclose(candidate(f, y), FIRST[task](f, y), rtol=1e-10):
            return False
        if not np.allclose(grad(candidate)(f, y), grad(FIRST[task])(f, y), rtol=1e-9):
            return False
    return True


@each_task
def test_value_and_derivative_are_those_of_the_first_formula(task):
    loss = LOSSES[task]
    assert is_the_loss(loss, task)
    assert not is_the_loss(lambda f, y: loss(1.01 * f, y), task)


@each_task
def test_a_row_s_own_error_is_the_loss_of_that_row_alone(task):
    f, y = example(task)
    alone = [LOSSES[task](f[[k]], y[[k]]) for k in range(len(y))]
    np.testing.assert_array_equal(ROW_ERRORS[task](f, y), alone)


def test_losses_by_hand():
    assert mean_squared_error(np.array([1.0, 5.0]), np.array([2.0, 3.0])) == 2.5
    # s = 1/2 and 3/4, y = 1 and 0.
    value = binary_cross_entropy(np.log([1.0, 3.0]), np.array([1.0, 0.0]))
    assert value == pytest.approx((np.log(2) + np.log(4)) / 2, rel=1e-15)
    # Shares 1/4, 1/4, 1/2, and the class is the last.
    value = softmax_cross_entropy(np.log([[1.0, 1.0, 2.0]]), np.array([2.0]))
    assert value == pytest.approx(np.log(2), rel=1e-15)


def test_cross_entropies_are_scikit_learns_log_loss():
    f, y = example("classification", 200, 1)
    # Both round 1 - s, see above.
    expected = log_loss(y, logistic(f))
    assert binary_cross_entropy(f, y) == pytest.approx(expected, rel=1e-10)
    two = np.stack([np.zeros_like(f), f], axis=1)  # the same as two logits
    assert softmax_cross_entropy(two, y) == pytest.approx(expected, rel=1e-10)
    f, y = example("multiclass", 200, 1)
    expected = log_loss(y, softmax(f), labels=[0, 1, 2])
    assert softmax_cross_entropy(f, y) == pytest.approx(expected, rel=1e-12)


def test_extreme_logits_neither_overflow_nor_warn():
    # A sure answer costs 0 if right and the distance if wrong.
    f, y = np.float32([1e4, 1e4, -1e4, -1e4]), np.float32([1, 0, 1, 0])
    assert binary_cross_entropy(f, y) == 2 * 1e4 / 4
    f = np.float32([[1e4, -1e4, 0], [1e4, -1e4, 0]])
    assert softmax_cross_entropy(f, np.array([0.0, 1.0])) == 2e4 / 2
    assert softmax(f).tolist() == [[1, 0, 0], [1, 0, 0]]
    assert sigmoid(np.array([-1e30, 0, 1e30])).tolist() == [0, 0.5, 1]


def test_sigmoid_is_its_definition():
    f = np.linspace(-30, 30, 601)
    # 1 + tanh cancels at large negative f, so the error is absolute: a few 1e-16.
    np.testing.assert_allclose(sigmoid(f), logistic(f), rtol=0, atol=1e-15)
