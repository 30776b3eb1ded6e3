"""Exercise 17: what two networks see alike (tutorial 11; ours, by Definition 1).

Two networks that never saw the same rows have made different errors. In the mean of
their product the errors cancel; in a mean square of one network they add up.

`shared_share` takes what your `mixed_difference` returns for two networks.
"""

import numpy as np  # noqa: F401 (yours to use)


def shared_share(D_a, D_b, interaction, variance):
    """(share of the variance that both networks see, their agreement), two numbers.

    D_a and D_b are (n,): the mixed differences of the two networks for the
    interaction, a tuple of feature numbers, between the same pairs of rows. variance
    is that of the outcome. The share is mean(D_a D_b) / 2^|I| / variance. The agreement
    is mean(D_a D_b) over the root of mean(D_a^2) mean(D_b^2), and 0 if one of the
    networks has only zeros. A share may be negative: leave it so.

    Worked example: D_a = (2, 2), D_b = (4, 0), I = (0, 1), variance 2. The products are
    8 and 0, their mean is 4, and 4 / 2^2 / 2 = 0.5. The mean squares are 4 and 8, so
    the agreement is 4 / sqrt(32) = 0.7071.

    >>> D_a, D_b = np.array([2.0, 2.0]), np.array([4.0, 0.0])
    >>> share, agreement = shared_share(D_a, D_b, (0, 1), 2.0)
    >>> float(share), round(float(agreement), 4)
    (0.5, 0.7071)
    """
    raise NotImplementedError
