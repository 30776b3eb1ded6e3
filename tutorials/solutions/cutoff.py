"""A solution of exercise 14, how many of the ranked interactions are real."""


def cutoff(losses, reference, tolerance):
    """The cutoff K, a whole number."""
    best = 0
    for K, loss in enumerate(losses):
        if loss < (1 - tolerance) * losses[best]:
            best = K
    reached = [K for K, loss in enumerate(losses) if loss <= reference]
    return min(reached, default=best)
