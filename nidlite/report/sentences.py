"""The answer in words, for the terminal, the page and a notebook."""

from itertools import combinations
from textwrap import fill

from ..interactions import label, mark

NOTHING = """Nothing was learned: on rows that they never saw the networks are no better
than a constant. So no interaction is claimed, and the rankings below mean
nothing. More rows or other features may help."""
NONE = """Only single effects: on unseen rows they predict as well as the whole network.
Weaker interactions may show with more rows."""
MORE = """There is more than single effects, and these rows cannot tell what."""
MEANING = """Two networks that never saw the same rows agree on them. Where features
depend on one another, unseen rows are also predicted worse without them. The
share is the part of the variance that needs all of these features at once. The
agreement says how alike the two networks see it; 1 is fully. An interaction
is not yet a cause."""
SHOWN = 12  # interactions
ALONE = """No second network was asked, so no interaction is claimed. The ranking below
says where to look."""


def claim(a, names) -> str:
    """An Agreed in words: "population, and one of households, rooms"."""
    alone = [i for i in a.interaction if i not in a.instead]
    parts = [label(alone, names)] if alone else []
    for i, others in a.instead.items():
        parts.append(f"one of {label((i, *others), names, between=', ')}")
    return ("" if a.sure else "probably ") + ", and ".join(parts)


def nothing_claimed(found) -> str:
    """Why an answer is empty."""
    if not found.learned:
        return NOTHING
    return MORE if found.enough().more else NONE


def how_far(found) -> str:
    """How much of what acts jointly an answer holds, in numbers and a sentence."""
    e = found.enough()
    what = "log likelihood" if found.classifies else "variance, R2"
    text = f"Explained on unseen rows ({what}): single effects {e.single:.3f}, "
    text += f"with these interactions {e.answer:.3f}, the whole network {e.whole:.3f}."
    if e.reached:
        return f"{text} They are enough."
    return f"{text} There is more, and these rows cannot tell what."


def answer_text(found, truths=None) -> str:
    """The answer as the terminal and print(found) show it, marked by the truths."""
    agreed, names = found.agreed(), found.feature_names
    if not agreed:
        lines = [nothing_claimed(found)]
    else:
        lines = ["What interacts, largest share first"]
        lines.append("     share  agreement  interaction")
        for one, pair in with_strongest(found, agreed)[:SHOWN]:
            words = mark(one.interaction, truths) + claim(one, names)
            lines.append(f"{one.share:10.2%} {one.agreement:10.2f}  {words}")
            if pair:
                words = f"  in it {label(pair.interaction, names)}"
                lines.append(f"{pair.share:10.2%} {pair.agreement:10.2f}  {words}")
        if len(agreed) > SHOWN:
            lines.append(f"and {len(agreed) - SHOWN} more")
        lines += [fill(how_far(found), 78), MEANING]
    return "\n".join([*lines, *(f"note: {note}" for note in found.answer_notes())])


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
