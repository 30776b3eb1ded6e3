"""A solution of exercise 8, how much of x1 x2 there is in one ReLU."""


def cross_coefficient(alpha1, alpha2):
    """beta_5 of App. B, a number."""
    small, large = sorted([abs(alpha1), abs(alpha2)])
    if small == 0:
        return 0.0
    size = 3 / 4 * (1 - small**2 / (5 * large**2)) * small
    return size if alpha1 * alpha2 > 0 else -size
