"""A solution of exercise 4, one step of Adam."""

import numpy as np


def adam_step(theta, g, m, v, t, rate):
    """The parameters and the two running averages after step t: (theta, m, v)."""
    beta1, beta2, eps = 0.9, 0.999, 1e-8
    m = beta1 * m + (1 - beta1) * g
    v = beta2 * v + (1 - beta2) * g**2
    m_hat = m / (1 - beta1**t)
    v_hat = v / (1 - beta2**t)
    theta = theta - rate * m_hat / (np.sqrt(v_hat) + eps)
    return theta, m, v
