"""The losses against scikit-learn, and where logits are extreme."""

from functools import partial

import numpy as np
import pytest
from examples import targets
from scipy.special import expit
from scipy.special import softmax as shares
from sklearn.metrics import log_loss, mean_squared_error

from nidlite.losses import ROW_ERRORS, mean_loss, sigmoid, softmax

THEIRS = {
    "regression": lambda f, y: mean_squared_error(y, f),
    "classification": lambda f, y: log_loss(y, expit(f)),
    "multiclass": lambda f, y: log_loss(y, shares(f, axis=1), labels=[0, 1, 2]),
}


def is_scikit_learns(loss, task):
    shape = (5, 200, 3) if task == "multiclass" else (5, 200)
    fs = np.random.default_rng(0).normal(scale=3, size=shape)
    cases = [(f, targets(task, 200, seed)) for seed, f in enumerate(fs)]
    # The plain cross-entropy rounds 1 - s, at |f| < 12 to about 1e-11.
    return all(np.isclose(loss(f, y), THEIRS[task](f, y), rtol=1e-10) for f, y in cases)


@pytest.mark.parametrize("task", THEIRS)
def test_a_loss_is_scikit_learns_and_the_mean_of_the_rows_own_errors(task):
    loss = partial(mean_loss, task)
    assert is_scikit_learns(loss, task)
    assert is_scikit_learns(lambda f, y: np.mean(ROW_ERRORS[task](f, y)), task)
    assert not is_scikit_learns(lambda f, y: loss(1.01 * f, y), task)


def test_sigmoid_and_softmax_are_their_definitions_and_extreme_logits_do_no_harm():
    f = np.linspace(-30, 30, 600)
    # 1 + tanh cancels at large negative f, so the error is absolute: a few 1e-16.
    np.testing.assert_allclose(sigmoid(f), expit(f), rtol=0, atol=1e-15)
    f = f.reshape(200, 3)
    np.testing.assert_allclose(softmax(f), shares(f, axis=1), rtol=1e-13)
    # A sure answer costs 0 if right and the distance if wrong.
    f, y = np.float32([1e4, 1e4, -1e4, -1e4]), np.float32([1, 0, 1, 0])
    assert mean_loss("classification", f, y) == 2 * 1e4 / 4
    f = np.float32([[1e4, -1e4, 0], [1e4, -1e4, 0]])
    assert mean_loss("multiclass", f, np.array([0.0, 1.0])) == 2e4 / 2
    assert softmax(f).tolist() == [[1, 0, 0], [1, 0, 0]]
    assert sigmoid(np.array([-1e30, 0, 1e30])).tolist() == [0, 0.5, 1]
