"""Exercise 18, the capstone: your own NID (Sec. 4, Algorithm 1, footnote 2).

All that was learned, in one function: the weights of a trained network go in, and the
ranking of its interactions comes out. With your own functions it takes two lines:

    from aggregated_weights import aggregated_weights
    from greedy_ranking import greedy_ranking
    from prune_redundant import prune_redundant

Then `python on_f5.py` holds your NID against the authors' ranking of a stored network,
and reads the network that your own gradient has trained.
"""

import numpy as np  # noqa: F401 (yours to use)


def nid(weights):
    """The pruned ranking of a network's interactions, strongest first.

    weights is the list [W1, W2, ..., w_y] with shapes (p_1, p), (p_2, p_1), ..., (1,
    p_L). The result is a list of (interaction, strength), without the interactions that
    rank below one of their supersets.

    Worked example: W1 and z as in `greedy_ranking` give (1, 2) the strength 9 and
    (0, 1, 2) the strength 3.5. The pair ranks above the triple, and stays.

    >>> W1 = np.array([[1.0, -2.0, 4.0], [0.5, 5.0, -3.0]])
    >>> for interaction, omega in nid([W1, np.array([[-3.0, 1.0]])]):
    ...     print(tuple(int(i) for i in interaction), float(omega))
    (1, 2) 9.0
    (0, 1, 2) 3.5
    """
    raise NotImplementedError
