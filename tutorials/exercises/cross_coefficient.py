"""Exercise 8: how much of x1 x2 there is in one ReLU (App. B).

The quadratic function that is nearest to max(alpha1 x1 + alpha2 x2, 0) on the square
from -1 to 1 has a term beta_5 x1 x2. It shows how strongly one unit makes its two
inputs interact.
"""

import numpy as np  # noqa: F401 (yours to use)


def cross_coefficient(alpha1, alpha2):
    """beta_5 of App. B, a number.

    Let s be the smaller magnitude of the two weights, and l the larger one. Then

        |beta_5| = 3/4 (1 - s^2 / (5 l^2)) s

    Its sign is that of alpha1 alpha2. When one of the weights is 0 it is 0.

    Worked example: alpha = (1, -2) has s = 1 and l = 2. So
    beta_5 = -3/4 (1 - 1/20) = -0.7125.

    >>> round(float(cross_coefficient(1.0, -2.0)), 6)
    -0.7125
    >>> float(cross_coefficient(0.0, 0.0))
    0.0
    """
    raise NotImplementedError
