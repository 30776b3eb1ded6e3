"""Exercise 6: where features meet in the network (Sec. 3.1, App. A).

Features and hidden units are the vertices of a graph, and non-zero weights are its
edges. Features can only interact where a unit descends from all of them.
"""

import numpy as np  # noqa: F401 (yours to use)


def common_descendants(weights, interaction):
    """The (layer, unit) that all features of the interaction have a path to, a list.

    weights is the list [W1, W2, ..., w_y] with shapes (p_1, p), (p_2, p_1), ..., (1,
    p_L); interaction is a tuple of feature numbers. Hidden layers count from 1, units
    and features from 0. The output is no vertex. The list may be in any order.

    An edge is any weight that is not 0. Two paths never cancel: only whether there is a
    path matters.

    Worked example: below unit 0 sees the features 0 and 1, and unit 1 the features 1
    and 2. So 1 and 2 meet in unit 1 of layer 1, while 0 and 2 meet nowhere.

    >>> weights = [np.array([[1, 2, 0], [0, -1, 3]]), np.array([[1, 1]])]
    >>> [tuple(int(k) for k in v) for v in common_descendants(weights, (1, 2))]
    [(1, 1)]
    >>> list(common_descendants(weights, (0, 2)))
    []
    """
    raise NotImplementedError
