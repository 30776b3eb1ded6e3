"""Adam against autograd's Adam, on gradients of all sizes."""

import numpy as np
import pytest
from autograd.misc.optimizers import adam as autograds_adam

from nidlite.optimizers import adam


def ours(gradients, theta, rate, **settings):
    """theta after the last step."""
    moments = None
    for g in gradients:
        theta, moments = adam(theta, g, moments, rate, **settings)
    return theta


def follows_the_text(optimizer, **settings):
    """Whether it ends where autograd's Adam does with these settings."""
    rng, n, rate = np.random.default_rng(0), 50, 0.01
    size = 10.0 ** np.linspace(-10, 2, 40)  # at the small end eps decides
    gradients, theta = size * (1 + rng.normal(size=(n, 40))), rng.normal(size=40)
    theirs = n, rate, *({"beta1": 0.9, "beta2": 0.999, "eps": 1e-8} | settings).values()
    right = autograds_adam(lambda _, t: gradients[t], theta, None, *theirs)
    found = optimizer(gradients, theta, rate, **settings)
    # Fifty steps in another order of operations: some 1e-15 each.
    return np.allclose(found, right, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("settings", [{}, {"beta1": 0.5, "beta2": 0.9}, {"eps": 0.1}])
def test_adam_follows_algorithm_1(settings):
    assert follows_the_text(ours, **settings)
    assert not follows_the_text(lambda *given, **_: ours(*given, eps=2e-8), **settings)
