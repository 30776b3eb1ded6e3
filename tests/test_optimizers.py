"""Adam against its paper's text, a step by hand, and autograd's Adam."""

import numpy as np
import pytest
from autograd.misc.optimizers import adam as autograds_adam

from nidlite.optimizers import adam


def textbook(gradients, theta, alpha, beta1=0.9, beta2=0.999, eps=1e-8, correct=1):
    """Algorithm 1 of Kingma & Ba (2015) number by number; correct = 0 breaks it."""
    theta, m, v = list(theta), [0.0] * len(theta), [0.0] * len(theta)
    path = []
    for t, g_t in enumerate(gradients, 1):
        for i, g in enumerate(g_t):
            m[i] = beta1 * m[i] + (1 - beta1) * g
            v[i] = beta2 * v[i] + (1 - beta2) * g * g
            m_hat = m[i] / (1 - beta1**t)
            v_hat = v[i] / (1 - beta2**t) ** correct
            theta[i] -= alpha[t - 1] * m_hat / (v_hat**0.5 + eps)
        path.append(list(theta))
    return np.array(path)


def ours(gradients, theta, alpha, **settings):
    moments, path = None, []
    for g, rate in zip(gradients, alpha):
        theta, moments = adam(theta, g, moments, rate, **settings)
        path.append(theta)
    return np.array(path)


def follows_the_text(optimizer, **settings):
    rng = np.random.default_rng(0)
    size = 10.0 ** np.linspace(-10, 2, 40)  # at the small end eps decides
    gradients, rates = size * (1 + rng.normal(size=(50, 40))), 0.95 ** np.arange(50)
    given = gradients, rng.normal(size=40), 0.01 * rates
    found, expected = optimizer(*given, **settings), textbook(*given, **settings)
    # Fifty steps in another order of operations: some 1e-15 each.
    return np.allclose(found, expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("settings", [{}, {"beta1": 0.5, "beta2": 0.9}, {"eps": 0.1}])
def test_adam_follows_algorithm_1(settings):
    assert follows_the_text(ours, **settings)


def test_algorithm_1_rejects_an_adam_without_v_s_correction_or_with_another_eps():
    assert not follows_the_text(lambda *given: textbook(*given, correct=0))
    assert not follows_the_text(lambda *given: textbook(*given, eps=1.001e-8))


def test_the_first_two_steps_by_hand():
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
