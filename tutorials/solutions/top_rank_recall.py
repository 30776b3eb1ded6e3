"""A solution of exercise 13, how far down a ranking one can trust."""


def top_rank_recall(ranking, interactions):
    """The share of true interactions that rank before any false positive, a number."""
    right = 0
    for I, _ in ranking:
        if I in interactions:
            right += 1
        elif not any(set(I) < set(true) for true in interactions):
            break
    return right / len(interactions)
