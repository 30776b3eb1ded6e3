"""A solution of exercise 18, the capstone: your own NID."""

from aggregated_weights import aggregated_weights
from greedy_ranking import greedy_ranking
from prune_redundant import prune_redundant


def nid(weights):
    """The pruned ranking of a network's interactions, strongest first."""
    ranking = greedy_ranking(weights[0], aggregated_weights(weights))
    return prune_redundant(ranking)
