"""Exercise 9: how much a hidden unit can move the output (Sec. 3.2, Lemma 3).

A unit's influence runs along every path to the output. The aggregated weights multiply
the magnitudes of the weights on each path and add the paths up.
"""

import numpy as np  # noqa: F401 (yours to use)


def aggregated_weights(weights):
    """z of the first hidden layer, (p_1,): |w_y| |W_L| ... |W_2|.

    weights is the list [W1, W2, ..., W_L, w_y] with shapes (p_1, p), (p_2, p_1), ...,
    (1, p_L). With one hidden layer the list is [W1, w_y] and z is |w_y|, as (p_1,).

    Worked example: W2 = [[1, -2], [0, 3]] and w_y = [2, -1] give
    z_1 = 2 * 1 + 1 * 0 = 2 and z_2 = 2 * 2 + 1 * 3 = 7.

    >>> W1 = np.array([[1.0], [3.0]])
    >>> W2 = np.array([[1.0, -2.0], [0.0, 3.0]])
    >>> w_y = np.array([[2.0, -1.0]])
    >>> aggregated_weights([W1, W2, w_y]).tolist()
    [2.0, 7.0]
    """
    raise NotImplementedError
