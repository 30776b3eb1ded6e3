"""Exercise 4: one step of the optimiser (Sec. 5.1; Kingma & Ba 2015, Algorithm 1).

The paper trains its networks by backpropagation; Adam is the optimiser of the authors'
code. Each parameter moves by about the rate, whatever the scale of its gradient.
"""

import numpy as np  # noqa: F401 (yours to use)


def adam_step(theta, g, m, v, t, rate):
    """The parameters and the two running averages after step t: (theta, m, v).

    theta, the gradient g, m and v are (n,). t is 1 in the first step, when m and v are
    still 0. With beta1 = 0.9, beta2 = 0.999 and eps = 1e-8:

        m = beta1 m + (1 - beta1) g            v = beta2 v + (1 - beta2) g^2
        m^ = m / (1 - beta1^t)                 v^ = v / (1 - beta2^t)
        theta = theta - rate m^ / (sqrt(v^) + eps)

    Return the new theta, m and v (not m^ and v^) and leave the arguments as they are.

    Worked example: in the first step with g = 2, m = 0.2 and v = 0.004, corrected to
    m^ = 2 and v^ = 4, so theta = 1 becomes 1 - 0.1 * 2 / 2 = 0.9.

    >>> zero = np.zeros(1)
    >>> new = adam_step(np.array([1.0]), np.array([2.0]), zero, zero, 1, 0.1)
    >>> [round(float(x[0]), 6) for x in new]
    [0.9, 0.2, 0.004]
    """
    raise NotImplementedError
