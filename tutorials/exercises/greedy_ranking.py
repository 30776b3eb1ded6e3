"""Exercise 11: the ranking of interactions of every order (Sec. 4.2, Algorithm 1).

Testing all 2^p sets of features is out of reach. Each hidden unit proposes only its top
2, its top 3, ..., all p features, and the strengths of equal proposals add up.

Your `strength` says how strong a proposal is at each unit: write `from strength import
strength` above the function.
"""

import numpy as np  # noqa: F401 (yours to use)


def greedy_ranking(W1, z):
    """Algorithm 1 with mu = min: a list of (interaction, strength), strongest first.

    W1 is (p_1, p), z is (p_1,). The top j features of a unit are those with the largest
    |weight|. An interaction is a tuple of feature numbers, counted from 0 and sorted.
    Equal strengths may stand in any order; candidates of strength 0 may be left out.

    Worked example: the first unit below has z = 3. Its top two features are 2 and 1,
    with strength 3 * 2 = 6; its top three have 3 * 1 = 3. The second unit, z = 1, adds
    3 to (1, 2) and 0.5 to (0, 1, 2).

    >>> W1 = np.array([[1.0, -2.0, 4.0], [0.5, 5.0, -3.0]])
    >>> for interaction, omega in greedy_ranking(W1, np.array([3.0, 1.0])):
    ...     print(tuple(int(i) for i in interaction), float(omega))
    (1, 2) 9.0
    (0, 1, 2) 3.5
    """
    raise NotImplementedError
