"""A solution of exercise 12, interactions that say nothing new."""


def prune_redundant(ranking):
    """The ranking without the interactions that rank below one of their supersets."""
    kept = []
    for k, (interaction, omega) in enumerate(ranking):
        above = [set(other) for other, _ in ranking[:k]]
        if not any(set(interaction) < other for other in above):
            kept.append((interaction, omega))
    return kept
