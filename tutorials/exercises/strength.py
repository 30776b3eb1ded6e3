"""Exercise 10: how strong an interaction is at each hidden unit (Sec. 3.3, Eq. 1).

A unit carries an interaction as strongly as its smallest weight among the features,
times how much the unit can move the output.

If you have written `generalised_mean`, you may import it for the minimum, by
`from generalised_mean import generalised_mean`. NumPy alone is enough, too.
"""

import numpy as np  # noqa: F401 (yours to use)


def strength(W1, z, interaction):
    """omega_i(I) = z_i min(|W1[i, I]|) of Eq. 1 at every unit i, (p_1,).

    W1 is (p_1, p), a row for each hidden unit; z is (p_1,); interaction is a tuple of
    feature numbers, counted from 0.

    Worked example: the second unit below has the weights 0.5 and -1 on the features
    1 and 2, and z = 2: its strength is 2 * min(0.5, 1) = 1.

    >>> W1 = np.array([[1.0, -2.0, 4.0], [5.0, 0.5, -1.0]])
    >>> strength(W1, np.array([3.0, 2.0]), (1, 2)).tolist()
    [6.0, 1.0]
    """
    raise NotImplementedError
