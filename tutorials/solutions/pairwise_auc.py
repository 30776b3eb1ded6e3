"""A solution of exercise 16, how well the true pairs are told from the false ones."""

from itertools import combinations


def pairwise_auc(strengths, interactions):
    """The share of (true, false) pairs of pairs in the right order, a number."""
    true, false = [], []
    for i, j in combinations(range(len(strengths)), 2):
        inside = any(
            i in interaction and j in interaction for interaction in interactions
        )
        (true if inside else false).append(strengths[i, j])
    wins = sum((t > f) + 0.5 * (t == f) for t in true for f in false)
    return wins / (len(true) * len(false))
