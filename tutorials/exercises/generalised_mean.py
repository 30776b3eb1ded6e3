"""Exercise 7: six averages of the weights at a hidden unit (Sec. 3.1).

How strongly a unit makes its inputs interact depends on an average mu of their weights'
magnitudes. The paper compares six members of one family, the generalised means, and
takes the last, the minimum.
"""

import numpy as np  # noqa: F401 (yours to use)


def generalised_mean(w, exponent):
    """The generalised mean of the magnitudes |w|, a number.

    w is (d,), with weights of either sign, 0 as well. The exponent is one of
    np.inf (maximum), 2 (root mean square), 1 (arithmetic), 0 (geometric),
    -1 (harmonic) and -np.inf (minimum). In general it is
    (mean of |w|^exponent)^(1 / exponent); 0 and the infinite ones are its limits.
    With a weight of 0 the geometric and the harmonic mean are 0.

    Worked example: of w = (1, -4) the geometric mean is sqrt(1 * 4) = 2 and the
    harmonic mean 2 / (1/1 + 1/4) = 1.6.

    >>> w = np.array([1.0, -4.0])
    >>> [round(float(generalised_mean(w, e)), 6) for e in (np.inf, 1, 0, -1, -np.inf)]
    [4.0, 2.5, 2.0, 1.6, 1.0]
    """
    raise NotImplementedError
