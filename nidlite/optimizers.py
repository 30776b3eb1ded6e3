"""Adam on one flat vector (Kingma & Ba 2015, Algorithm 1).

>>> theta, moments = np.array([1.0, -1.0]), None
>>> adam(theta, np.array([0.5, -2.0]), moments, rate=0.1)[0].round(6)
array([ 0.9, -0.9])
"""

import numpy as np


def adam(theta, g, moments, rate, beta1=0.9, beta2=0.999, eps=1e-8):
    """One step against the gradient g: the new theta, and the new moments (t, m, v).

    m and v are the moving averages of g and g^2, theta's shape; they start at zero
    (moments None), which the hats correct. `fast.step.Adam` gives the same.
    """
    t, m, v = moments or (0, 0, 0)
    t = t + 1
    m = beta1 * m + (1 - beta1) * g
    v = beta2 * v + (1 - beta2) * g**2
    m_hat = m / (1 - beta1**t)
    v_hat = v / (1 - beta2**t)
    return theta - rate * m_hat / (np.sqrt(v_hat) + eps), (t, m, v)
