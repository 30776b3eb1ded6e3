"""Exercise 3: what pulls the weights to zero (Sec. 4.1).

The L1 penalty adds constant * sum |W| to the loss. It has a kink at 0; there every
slope from -constant to constant is a subgradient, and 0 lets a zero weight rest.
"""

import numpy as np  # noqa: F401 (yours to use)


def l1_subgradient(W, constant):
    """The slope of constant * sum |W| in each weight, with W's shape.

    W is a matrix with entries of either sign; where an entry is 0 the slope is 0.

    Worked example: a weight of 1.5 has the slope 0.1 when constant = 0.1, a weight of
    -0.2 has -0.1, and weights of 0 have 0.

    >>> l1_subgradient(np.array([[1.5, 0.0], [-0.2, 0.0]]), 0.1).tolist()
    [[0.1, 0.0], [-0.1, 0.0]]
    """
    raise NotImplementedError
