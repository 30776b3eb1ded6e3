"""A solution of exercise 5, Definition 1 as a number."""

from itertools import combinations


def mixed_difference(f, interaction, a, b):
    """The alternating sum of f over the corners between a and b, (n,)."""

    def corner(S):
        """f where the features in S come from b, and all others from a."""
        x = a.copy()
        x[:, S] = b[:, S]
        return f(x)

    total = 0
    for size in range(len(interaction) + 1):
        for S in combinations(interaction, size):
            total = total + (-1) ** (len(interaction) - size) * corner(S)
    return total
