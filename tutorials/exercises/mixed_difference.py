"""Exercise 1: Definition 1 as a number (Sec. 3).

The features I interact in f exactly when f cannot be written as a sum of functions
that each ignore one feature of I. The alternating sum of f over the 2^|I| corners
between two points a and b is zero for every such sum, so it shows an interaction.
"""

import numpy as np  # noqa: F401 (yours to use)


def mixed_difference(f, interaction, a, b):
    """The alternating sum of f over the corners between a and b, (n,).

    f maps (n, p) to (n,); a and b are (n, p); interaction is a tuple of feature
    numbers, counted from 0. In the corner of a subset S of the interaction, the
    features in S come from b and all others from a; its sign is (-1)^(|I| - |S|).
    Leave a and b as they are.

    Worked example: f = x1 x2, I = (0, 1), a = (1, 2), b = (4, 7). The corners are
    f(4, 7) - f(4, 2) - f(1, 7) + f(1, 2) = 28 - 8 - 7 + 2 = 15.

    >>> a, b = np.array([[1.0, 2.0]]), np.array([[4.0, 7.0]])
    >>> mixed_difference(lambda X: X[:, 0] * X[:, 1], (0, 1), a, b).tolist()
    [15.0]
    >>> mixed_difference(lambda X: X[:, 0] + X[:, 1], (0, 1), a, b).tolist()
    [0.0]
    """
    raise NotImplementedError
