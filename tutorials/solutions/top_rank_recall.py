"""A solution of exercise 13, how far down a ranking one can trust."""


def top_rank_recall(ranking, interactions):
    """The share of true interactions that rank before any false positive, a number."""
    true = [set(interaction) for interaction in interactions]
    found = 0
    for interaction, _ in ranking:
        features = set(interaction)
        if features in true:
            found += 1
        elif not any(features < other for other in true):
            break
    return found / len(true)
