"""Exercise 16: how well true pairs are told from false ones (Sec. 5.2, Table 2).

An AUC of 1 means that every true pair is stronger than every false one, 0.5 that the
strengths tell nothing.

`pairwise_auc` judges what your `pairwise_strengths` returns.
"""

import numpy as np  # noqa: F401 (yours to use)


def pairwise_auc(strengths, interactions):
    """The share of (true pair, false pair) combinations in the right order, a number.

    strengths is (p, p), symmetric; the diagonal plays no part. interactions is a list
    of tuples of feature numbers, counted from 0: every pair inside one of them is
    true, all other pairs are false. The true pair should be the stronger one; when the
    two are equal the combination counts one half.

    Worked example: three features, (1, 2) true with strength 0.2. The false pairs have
    0.5, which is wrong, and 0.2, which is a tie: (0 + 1/2) / 2 = 0.25.

    >>> S = np.array([[0.0, 0.5, 0.2], [0.5, 0.0, 0.2], [0.2, 0.2, 0.0]])
    >>> float(pairwise_auc(S, [(1, 2)]))
    0.25
    >>> float(pairwise_auc(S, [(0, 1)]))
    1.0
    """
    raise NotImplementedError
