"""A solution of exercise 4, one step of Adam."""

import numpy as np


def adam_step(theta, g, m, v, t, rate):
    """The parameters and the two running averages after step t: (theta, m, v)."""
    beta1, beta2, eps = 0.9, 0.999, 1e-8
    m, v = beta1 * m + (1 - beta1) * g, beta2 * v + (1 - beta2) * g**2
    m_hat, v_hat = m / (1 - beta1**t), v / (1 - beta2**t)
    return theta - rate * m_hat / (np.sqrt(v_hat) + eps), m, v
