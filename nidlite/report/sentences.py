"""The answer in words, for the terminal, the page and a notebook."""

from itertools import combinations

NOTHING = """Nothing was learned: on rows that they never saw the networks are no better
than a constant. So no interaction is claimed, and the rankings below mean
nothing. More rows or other features may help."""
NONE = """No interaction was found: all that two networks agree on is a sum of single
effects. Weaker interactions may show with more rows."""
MEANING = """Two networks that never saw the same rows agree on them. The share is the
part of the variance that needs all of these features at once. The agreement
says how alike the two networks see it; 1 is fully. An interaction is not yet
a cause."""
ALONE = """No second network was asked, so no interaction is claimed. The ranking below
says where to look."""


def percent(share) -> str:
    """0.123 as 12.3 %."""
    return "< 0.001 %" if 0 != share < 1e-5 else f"{100 * share:.3g} %"


def with_strongest(found, agreed) -> list[tuple]:
    """[(an Agreed, of three features and more its strongest pair's, else None), ...].

    Ordered by the largest share: a small share of the whole may hide a large pair.
    """
    listed = []
    for a in agreed:
        pairs = combinations(a.interaction, 2) if len(a.interaction) > 2 else ()
        each = map(found.opinion.of, pairs)
        listed.append((a, max(each, key=lambda pair: pair.share, default=None)))
    return sorted(listed, key=lambda two: -max(one.share for one in two if one))
