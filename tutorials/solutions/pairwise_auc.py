"""A solution of exercise 16, how well the true pairs are told from the false ones."""

from itertools import combinations

import numpy as np


def pairwise_auc(strengths, interactions):
    """The share of (true, false) pairs of pairs in the right order, a number."""
    true = {pair for I in interactions for pair in combinations(I, 2)}
    pairs = list(combinations(range(len(strengths)), 2))
    yes = np.array([strengths[pair] for pair in pairs if pair in true])
    no = np.array([strengths[pair] for pair in pairs if pair not in true])
    wins = (yes[:, None] > no) + 0.5 * (yes[:, None] == no)
    return wins.mean() if wins.size else np.nan
