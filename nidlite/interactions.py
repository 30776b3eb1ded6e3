"""What an interaction is, and how to see one in any function (Sec. 3, Definition 1).

Features act jointly when the effect of one depends on another. An interaction is a
sorted tuple of feature numbers that count from 0: (0, 2) is the paper's {1, 3}. A
ranking is a list of (interaction, strength), strongest first. Definition 1 decides
whether a function has an interaction: `mixed_difference` computes what must then differ
from zero somewhere.

>>> a, b = [[0, 0]], [[1, 1]]
>>> mixed_difference(lambda X: X[:, 0] * X[:, 1], (0, 1), a, b)
array([1.])
>>> mixed_difference(lambda X: X[:, 0] + X[:, 1], (0, 1), a, b)
array([0.])
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from operator import index

import numpy as np

from .errors import escaped

Interaction = tuple[int, ...]
Ranking = Sequence[tuple[Interaction, float]]
LONG = 8  # features; of a longer interaction `brief` names the first three


def mixed_difference(f, interaction, a, b) -> np.ndarray:
    """The alternating sum of f over the 2^|I| corners between two points (Def. 1).

    f maps (n, p) to (n,) or (n, c), the result's shape; a and b are (n, p). In corner S
    the features S of the interaction come from b and all others from a, with sign
    (-1)^(|I| - |S|). I is an interaction of f exactly if this is not 0 for some a, b.
    Each f_i of Definition 1 ignores x_i, so its corners cancel in pairs. Conversely fix
    a's features of I. The corner S = I is still any point, and any other corner ignores
    a feature of I: "mixed difference = 0" writes f as such a sum.
    """
    total, a, b = 0.0, np.asarray(a), np.asarray(b)
    for size in range(len(interaction) + 1):
        for subset in map(list, combinations(interaction, size)):
            corner = np.array(a, dtype=np.result_type(a, b))
            corner[:, subset] = b[:, subset]
            sign = (-1) ** (len(interaction) - size)
            total = total + sign * np.asarray(f(corner), float)
    return total


def as_interaction(features, p=None) -> Interaction:
    """Features as a sorted tuple of two or more distinct ints in [0, p); ValueError."""
    try:
        interaction = tuple(sorted(set(map(index, features))))
    except TypeError:  # such as names
        interaction = ()
    if len(interaction) < 2 or interaction[0] < 0 or (p and interaction[-1] >= p):
        numbers = f"different feature numbers from 0 on{f' and below {p}' if p else ''}"
        raise ValueError(f"an interaction is two or more {numbers}; got {features}")
    return interaction


def pairs_of(interactions) -> set[Interaction]:
    """All pairs inside the interactions: (0, 1, 2) holds (0, 1), (0, 2) and (1, 2).

    A d-way interaction has all its subsets (Sec. 3): these are Sec. 5.2's true pairs.
    """
    return {pair for i in interactions for pair in combinations(sorted(i), 2)}


def is_redundant(interaction, others) -> bool:
    """Whether one of the others strictly contains the interaction."""
    return any(set(interaction) < set(other) for other in others)


def maximal(interactions) -> list[Interaction]:
    """The interactions that no other one in the list contains, in the given order."""
    return [i for i in interactions if not is_redundant(i, interactions)]


def pruned(ranking: Ranking) -> Iterator:
    """prune_redundant, one entry at a time, where only the first few are needed."""
    supersets: list[set] = []  # the kept interactions that no other kept one contains
    for interaction, strength in ranking:
        members = set(interaction)
        if not any(members < other for other in supersets):
            supersets = [other for other in supersets if not other < members]
            supersets.append(members)
            yield interaction, strength


def prune_redundant(ranking: Ranking, most=None) -> Ranking:
    """The ranking without interactions that rank below one of their supersets.

    Footnote 2 of Sec. 4.2: such a subset says nothing new. A subset ranked *above*
    its superset stays, because a cutoff may fall between the two. Of what is left the
    first `most`, or all.
    """
    return list(islice(pruned(ranking), most))


def label(interaction, names=None, between=" & ") -> str:
    """(0, 2) as a person reads it: x1 & x3, or names, "R & D" in quotes for its &."""
    words = [f"x{i + 1}" if names is None else str(names[i]) for i in interaction]
    return escaped(between.join(f'"{w}"' if between in w else w for w in words))


def brief(interaction, names=None) -> str:
    """The label; more than LONG features are the first three and their number."""
    if len(interaction) <= LONG:
        return label(interaction, names)
    return f"{label(interaction[:3], names)} & ... ({len(interaction)} features)"


def mark(interaction, truths) -> str:
    """ "+ " if true, "o " if part of a true one, "- " if false, "" if not known."""
    if truths is None:
        return ""
    if interaction in truths:
        return "+ "
    return "o " if is_redundant(interaction, truths) else "- "


def percent(share) -> str:
    """0.123 as "12.3 %", None as "-"."""
    if share is None:
        return "-"
    return "< 0.001 %" if 0 < abs(share) < 1e-5 else f"{100 * share:.3g} %"


def ranking_table(title, ranking, names=None, truths=None, shown=10) -> str:
    """The top of (interaction, strength[, share or None]) as text, marked."""
    lines = [title]
    for rank, (interaction, strength, *share) in enumerate(islice(ranking, shown), 1):
        numbers = f"{round(strength, 4) + 0.0:10.4f}"  # + 0.0: no -0.0000
        numbers += "".join(f"{percent(one):>12}" for one in share)
        words = mark(interaction, truths) + brief(interaction, names)
        lines.append(f"{rank:4} {numbers}  {words}")
    return "\n".join(lines)
