"""Exercise 12: interactions that say nothing new (Sec. 4.2, footnote 2).

An interaction of d features needs all its subsets to interact as well. So a subset that
ranks below its superset is redundant, while one that ranks above it is news.

`prune_redundant` shortens what your `greedy_ranking` returns.
"""


def prune_redundant(ranking):
    """The ranking without the interactions that rank below one of their supersets.

    ranking is a list of (interaction, strength), strongest first; an interaction is a
    sorted tuple of feature numbers. Return a new list in the same order.

    Worked example: (1, 2) ranks below its superset (0, 1, 2) and goes; (0, 1) ranks
    above it and stays; (0, 3) is no subset of (0, 1, 2) and stays.

    >>> ranking = [((0, 1), 0.9), ((0, 1, 2), 0.8), ((1, 2), 0.7), ((0, 3), 0.6)]
    >>> prune_redundant(ranking)
    [((0, 1), 0.9), ((0, 1, 2), 0.8), ((0, 3), 0.6)]
    """
    raise NotImplementedError
