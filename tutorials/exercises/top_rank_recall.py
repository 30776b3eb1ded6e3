"""Exercise 13: how far down a ranking one can trust (Sec. 5.3, Fig. 8a).

There are too many sets of any size to compare them all, as AUC does with pairs. So
top-rank recall goes down the ranking until the first false positive and asks what share
of the truth stood above it.

`top_rank_recall` judges what your `prune_redundant` returns.
"""


def top_rank_recall(ranking, interactions):
    """The share of true interactions that rank before any false positive, a number.

    ranking is a list of (interaction, strength), strongest first; interactions is the
    list of true ones, none inside another; all are sorted tuples. A subset of a true
    interaction is redundant: neither right nor wrong. Anything else that is not true
    is a false positive, a superset of a true one too.

    Worked example: below (0, 1) is part of (0, 1, 2) and skipped, (0, 1, 2) is found,
    (1, 4) is false, so (3, 4) comes too late: 1 of 2.

    >>> ranking = [((0, 1), 0.9), ((0, 1, 2), 0.8), ((1, 4), 0.5), ((3, 4), 0.4)]
    >>> float(top_rank_recall(ranking, [(0, 1, 2), (3, 4)]))
    0.5
    """
    raise NotImplementedError
