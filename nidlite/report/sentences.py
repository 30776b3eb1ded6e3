"""The answer in words, for the terminal, the page and a notebook."""

import shlex
import sys
from math import comb
from statistics import NormalDist
from subprocess import list2cmdline
from textwrap import fill

from ..agreement import constants
from ..agreement.opinion import Agreed
from ..cutoff.additive import CLOSE, UNKNOWN
from ..errors import escaped
from ..interactions import label, mark, pairs_of, percent

NOTHING = """Nothing is certain: on unseen rows, what the networks predict does not
clearly go with the outcome. So no interaction is claimed, and the rankings
below may mean nothing. More rows or other features may help."""
NONE = """Only single effects are certain: on unseen rows the whole network is not
clearly better than these. Interactions may show with more rows."""
OPEN = "The run was interrupted before it measured how much the answer explains."
ENOUGH = "They hold nearly all that the network has learned."
LEFT = "There is more, and these rows cannot tell what."
MAYBE = "There may be more, and these rows cannot tell."
MEANING = """Two networks that never saw the same rows agree on each interaction. Where
features depend on one another, unseen rows are also predicted worse without
it. The share is the part of the variance that needs all of its features at
once, as far as both networks have learned it. The agreement says how alike the
two networks see it, at most 1. An interaction is not yet a cause."""
SHOWN = 12  # the most interactions of an answer, and parts of its model
quoted = list2cmdline if sys.platform == "win32" else shlex.join  # as shells need it
ALONE = """No second network was asked, so no interaction is claimed. The ranking below
says where to look. For an answer, call found.agreed(), or omit --no-agreement."""


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
    if (scores := found.enough()) is UNKNOWN:
        return OPEN
    lead = NONE if scores.single >= min(scores.whole, CLOSE * scores.whole) else MAYBE
    return f"{LEFT if scores.more else lead}\n{fill(how_far(found), 78)}"


def how_far(found) -> str:
    """How much each model explains of rows that none was trained on; what is left."""
    if (scores := found.enough()) is UNKNOWN:
        return OPEN
    what = "log likelihood, McFadden's R2" if found.classifies else "variance, R2"
    what += f", {len(found.split.valid[1]) + len(found.split.test[1]):,} rows"
    text = f"Explained on unseen rows ({what}): single effects {scores.single:.3f}, "
    whole = f"the whole network {scores.whole:.3f}."
    if not found.agreed():
        return text + whole
    left = ENOUGH if scores.way >= CLOSE else LEFT if scores.left else MAYBE
    return f"{text}with these interactions {scores.answer:.3f}, {whole} {left}"


def answer_text(found, truths=None) -> str:
    """The answer as the terminal and print(found) show it, marked by the truths."""
    if agreed := found.agreed():
        lines = ["What interacts, largest share first"]
        lines.append("     share  agreement  interaction")
        for a, words in claims_in_words(found, agreed[:SHOWN]):
            words = mark(a.interaction, truths) + words
            lines.append(f"{percent(a.share):>10} {a.agreement:10.2f}  {words}")
        if len(agreed) > SHOWN:
            lines.append(f"and {len(agreed) - SHOWN} more")
        lines += [fill(how_far(found), 78), MEANING]
    else:
        lines = [nothing_claimed(found)]
    return "\n".join([*lines, *(f"note: {note}" for note in answer_notes(found))])


def answer_notes(found):
    """Yield the notes on the answer: what could not be told, and what was not asked."""
    names = found.feature_names
    if not found.learned:
        return
    for first, *others in exchangeable(found):
        which = label((first, *others), names, between=", ")
        cannot = f"these rows cannot tell which of {which} acts jointly; leave out"
        columns = label(others, found.table.sources, between=", ")
        yield f"{cannot} {columns} to ask about {label([first], names)} alone"
    if probable := [a for a in found.agreed() if not a.sure]:
        words = "; ".join(label(a.interaction, names) for a in probable)
        level = constants.LEVEL / max(comb(len(names), 2), 1 / constants.RARE)
        certain = NormalDist().inv_cdf(1 - level / 2)  # the t of a certain pair
        times = max(max(certain / a.t, 1) for a in probable) ** 2
        rows = 100 * int(len(found.table.y) * times / 100 + 1)  # more than there are
        yield f"only probable: {words}; the rows are few, about {rows:,} may be enough"
    if left := len(found.opinion.unasked):
        yield f"interrupted: {left} sets in doubt were not tested, and are not claimed"
    if found.table.missing and found.enough().left:
        yield "columns that tell of missing values may explain the rest: no interaction"
    pairs, scores = (strongest_pair(found, a) for a in found.agreed()), found.enough()
    shares = sum({pair.interaction: pair.share for pair in pairs}.values())
    gain = scores.answer - scores.single
    if not found.classifies and gain > 2 * shares > 0:
        more = f"with these interactions R2 is {gain:.2g} higher: shares are too small,"
        yield f"{more} as related columns divide them, or networks learned only a part"
    if scores.single > 0.999:  # a column may be the target, or several its parts
        most = {j for i, s in found.additive().shares().items() if s > 0.01 for j in i}
        which = label(sorted(most), names, between=", ")
        yield f"single effects tell all: leave out parts of the target ({which}?)"
    if found.alike > constants.ROWS_ALIKE and (found.agreed() or scores.more):
        err = f"the errors of consecutive rows are correlated ({found.alike:.2f})"
        hint = "if several rows are of one person, place or day, name its column as"
        yield f"{err}: {hint} groups, or the answer may be about such groups only"
    if pairs := found.pairs_asked:
        asked_of = f"{len(pairs):,} of {comb(len(names), 2):,} pairs"
        yield f"{asked_of} were looked at, the largest weights first"


def exchangeable(found) -> list[tuple[int, ...]]:
    """[(feature, those that may stand in its place, ...), ...]; each can be dropped."""
    tied = dict.fromkeys((i, *a.instead[i]) for a in found.agreed() for i in a.instead)
    sources = found.table.sources  # to drop one of a date's features drops them all
    return [I for I in tied if sources[I[0]] not in {sources[j] for j in I[1:]}]


def claims_in_words(found, agreed):
    """Yields (an Agreed, its claim); a larger set's strongest pair is named once."""
    names, shown = found.feature_names, set()
    for a in agreed:
        words, pair = claim(a, names), strongest_pair(found, a)
        if len(a.interaction) > 2 and pair.interaction not in shown:
            shown.add(pair.interaction)
            words += f" (in it {label(pair.interaction, names)}, {percent(pair.share)})"
        yield a, words


def strongest_pair(found, *claims) -> Agreed:
    """The Agreed of the pair of the largest share, of all pairs in the claims."""
    pairs = sorted(pairs_of(a.interaction for a in claims))
    return max(map(found.opinion.of, pairs), key=lambda pair: pair.share)


def next_step(found) -> str:
    """What the person at the command may do next, in one line."""
    if not found.learned:
        return "bring more rows, or other features."
    if found.opinion.unasked:
        return "run it again: some sets were not tested."
    if found.alike > constants.ROWS_ALIKE and (found.agreed() or found.enough().more):
        return "name the column with --groups that says whose row it is, if any."
    for first, *others in exchangeable(found)[:1]:
        drop = " ".join(f"--drop={quoted([found.table.sources[i]])}" for i in others)
        return escaped(f"{drop} lets {found.feature_names[first]} speak for itself.")
    if not all(a.sure for a in found.agreed()) or not found.enough().reached:
        return "bring more rows: they may tell more."
    return "look at the pictures in report.html, which --out writes."
