"""Exercise 15: the strength of every pair (Sec. 4.4).

There are only p (p - 1) / 2 pairs. So nothing has to be proposed: every pair gets the
strengths of all hidden units, added up.

Your `strength` has them for each unit: write `from strength import strength` above the
function.
"""

import numpy as np  # noqa: F401 (yours to use)


def pairwise_strengths(W1, z):
    """The strengths of all pairs, (p, p), symmetric, with 0 on the diagonal.

    W1 is (p_1, p), z is (p_1,). The strength of the pair (i, j) is the sum over the
    units of z times the smaller one of |W1[unit, i]| and |W1[unit, j]|.

    Worked example: below the first unit, z = 3, gives (0, 1) the strength 3 * 1, and
    the second, z = 1, adds 0.5. (1, 2) gets 3 * 2 + 3 = 9.

    >>> W1 = np.array([[1.0, -2.0, 4.0], [0.5, 5.0, -3.0]])
    >>> np.array(pairwise_strengths(W1, np.array([3.0, 1.0]))).tolist()
    [[0.0, 3.5, 3.5], [3.5, 0.0, 9.0], [3.5, 9.0, 0.0]]
    """
    raise NotImplementedError
