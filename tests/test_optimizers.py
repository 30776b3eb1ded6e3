"""Adam against autograd's Adam, on gradients of all sizes."""

import numpy as np
import pytest
from autograd.misc.optimizers import adam as autograds_adam

from nidlite.optimizers import adam


def is_autograds(candidate, beta1=0.9, beta2=0.999, eps=1e-8):
    rng = np.random.default_rng(0)
    size = 10.0 ** np.linspace(-10, 2, 40)  # at the small end eps decides
    gradients = size * (1 + rng.normal(size=(50, 40)))
    theta, moments = np.zeros(40), None
    expected = autograds_adam(
        lambda _, t: gradients[t], theta, None, 50, 0.01, beta1, beta2, eps
    )
    for g in gradients:
        theta, moments = candidate(
            theta, g, moments, 0.01, beta1=beta1, beta2=beta2, eps=eps
        )
    # Fifty steps in another order of operations: some 1e-15 each.
    return np.allclose(theta, expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("settings", [{}, {"beta1": 0.5, "beta2": 0.9}, {"eps": 0.1}])
def test_adam_is_autograds(settings):
    assert is_autograds(adam, **settings)


def test_an_adam_with_another_eps_or_without_v_s_correction_is_rejected():
    def uncorrected(theta, g, moments, rate, beta1, beta2, eps):
        t, m, v = moments or (0, 0.0, 0.0)
        m, v = beta1 * m + (1 - beta1) * g, beta2 * v + (1 - beta2) * g**2
        step = m / (1 - beta1 ** (t + 1)) / (v**0.5 + eps)
        return theta - rate * step, (t + 1, m, v)

    assert not is_autograds(uncorrected)
    assert not is_autograds(lambda *a, **more: adam(*a, **more | {"eps": 1.001e-8}))
