"""A solution of exercise 8, how much of x1 x2 there is in one ReLU."""


def cross_coefficient(alpha1, alpha2):
    """beta_5 of App. B, a number."""
    if alpha1 * alpha2 == 0:
        return 0.0
    s, l = sorted([abs(alpha1), abs(alpha2)])
    size = 3 / 4 * (1 - s**2 / (5 * l**2)) * s
    return size if alpha1 * alpha2 > 0 else -size
