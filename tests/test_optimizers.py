"""Adam against its paper's text, a step by hand, and autograd's Adam."""

import numpy as np
import pytest
from autograd.misc.optimizers import adam as autograds_adam

from nidlite.optimizers import adam


def textbook(gradients, theta, alpha, beta1=0.9, beta2=0.999, eps=1e-8, **how):
    """Algorithm 1 of Kingma & Ba (2015) number by number, with places to break it."""
    correct1, correct2 = how.get("correct", (1, 1))
    theta, m, v = list(theta), [0.0] * len(theta), [0.0] * len(theta)
    path = []
    for t, g_t in enumerate(gradients, 1):
        for i, g in enumerate(g_t):
            m[i] = beta1 * m[i] + (1 - beta1) * g
            v[i] = beta2 * v[i] + (1 - beta2) * g * g
            m_hat = m[i] / (1 - beta1**t) ** correct1
            v_hat = v[i] / (1 - beta2**t) ** correct2
            inside, outside = (eps, 0) if how.get("inside") else (0, eps)
            theta[i] -= alpha[t - 1] * m_hat / ((v_hat + inside) ** 0.5 + outside)
        path.append(list(theta))
    return np.array(path)


def ours(gradients, theta, alpha, **settings):
    moments, path = None, []
    for g, rate in zip(gradients, alpha):
        theta, moments = adam(theta, g, moments, rate, **settings)
        path.append(theta)
    return np.array(path)


def walk(optimizer, steps=50, **settings):
    """Where the steps lead, with changing rates and gradients of 1e-10 to 1e2."""
    rng = np.random.default_rng(0)
    size = 10.0 ** np.linspace(-10, 2, 40)  # at the small end eps decides
    gradients = size * (1 + rng.normal(size=(steps, 40)))
    alpha = 0.01 * 0.95 ** np.arange(steps)
    return optimizer(gradients, rng.normal(size=40), alpha, **settings)


def follows_the_text(optimizer, **settings):
    # Fifty steps in another order of operations: some 1e-15 each.
    found, expected = walk(optimizer, **settings), walk(textbook, **settings)
    return np.allclose(found, expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize(
    "settings", [{}, {"beta1": 0.5, "beta2": 0.9}, {"beta1": 0.0}, {"eps": 0.1}]
)
def test_adam_follows_algorithm_1(settings):
    assert follows_the_text(ours, **settings)


BROKEN = {
    "no bias correction": {"correct": (0, 0)},
    "only v corrected": {"correct": (0, 1)},
    "only m corrected": {"correct": (1, 0)},
    "eps under the root": {"inside": True},
    "eps 0.1 percent off": {"eps": 1.001e-8},
    "betas swapped": {"beta1": 0.999, "beta2": 0.9},
}


@pytest.mark.parametrize("name", BROKEN)
def test_algorithm_1_rejects_a_broken_adam(name):
    assert not follows_the_text(lambda *given: textbook(*given, **BROKEN[name]))


def test_the_first_step_is_rate_times_sign():
    # m^ = g and v^ = g^2, so g / (|g| + eps): 1e-8 / 3e-4 off at most, 0 at 0.
    theta, _ = adam(np.zeros(4), np.array([2.0, -3e-4, 0.0, 1e5]), None, rate=0.1)
    np.testing.assert_allclose(theta, [-0.1, 0.1, 0, -0.1], rtol=4e-5)


def test_the_second_step_by_hand():
    # g = 1, then -1. m = 0.1, -0.01; m^ = -0.01 / 0.19. v^ = 1 both times.
    theta, moments = adam(np.array([0.0]), np.array([1.0]), None, rate=0.1)
    theta, (t, m, v) = adam(theta, np.array([-1.0]), moments, rate=0.1)
    # eps is 1e-8 beside 1.
    np.testing.assert_allclose(theta, [-0.1 + 0.1 * 0.01 / 0.19], rtol=1e-6)
    np.testing.assert_allclose([t, m[0], v[0]], [2, -0.01, 0.001999], rtol=1e-12)


def test_autograds_adam_agrees():
    def slope(x, _=None):
        return 2 * (x - [0.1, -1.3, 0.6, 2, 0])

    theta, moments = np.zeros(5), None
    for _ in range(50):
        theta, moments = adam(theta, slope(theta), moments, rate=0.02)
    theirs = autograds_adam(slope, np.zeros(5), num_iters=50, step_size=0.02)
    np.testing.assert_allclose(theta, theirs, rtol=1e-12)


def test_a_step_changes_none_of_its_arguments():
    theta, g = np.ones(3), np.array([1.0, -2.0, 0.0])
    _, moments = adam(theta, g, None, rate=0.1)
    kept = [np.copy(a) for a in (theta, g, *moments)]
    after, _ = adam(theta, g, moments, rate=0.1)
    assert (after != theta).any()
    for array, copy in zip((theta, g, *moments), kept, strict=True):
        np.testing.assert_array_equal(array, copy)
