"""A solution of exercise 12, interactions that say nothing new."""


def prune_redundant(ranking):
    """The ranking without the interactions that rank below one of their supersets."""
    kept = []
    for I, omega in ranking:
        if not any(set(I) < set(J) for J, _ in kept):
            kept.append((I, omega))
    return kept
