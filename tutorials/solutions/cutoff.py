"""A solution of exercise 14, how many of the ranked interactions are real."""


def cutoff(losses, reference, tolerance):
    """The cutoff K, a whole number."""
    for K, loss in enumerate(losses):
        if loss <= reference:
            return K
    best = 0
    for K, loss in enumerate(losses):
        if loss < (1 - tolerance) * losses[best]:
            best = K
    return best
