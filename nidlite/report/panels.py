"""The ranking as a table, and the map of all pairs, as a report shows them."""

from itertools import permutations

import numpy as np

from ..interactions import label, mark, pairs_of
from ..metrics import pairwise_auc
from . import svg
from .markup import Html, join, table, tag
from .sentences import named, percent, short_names

CELLS = 30  # the most features of the map


def strength_map(found, truths=None) -> Html:
    """The heat map of all pairs, or of those of the strongest features."""
    strengths, q = found.pairwise_strengths, len(found.feature_names)
    kept = np.sort(np.argsort(-strengths.max(axis=0), kind="stable")[:CELLS]).tolist()
    names, m = list(enumerate(short_names(found, kept))), len(kept)
    tall, top = min(max(34 * m, 100), 420), strengths.max() or 1.0
    ends = (-0.5, m - 0.5, names), (m - 0.5, -0.5, names)
    letter = min(svg.LETTER, 0.55 * tall / m)  # lines of names do not overlap
    x, y, high, axes = svg.axes(*ends, tall, letter=letter)
    drawn, true, half = [axes], pairs_of(truths or ()), np.array([-0.5, 0.5])
    for a, b in permutations(range(m), 2):
        pair = tuple(sorted((kept[a], kept[b])))
        text = f"{label(pair, found.feature_names)}: {strengths[pair]:.4g}"
        share = strengths[pair] / top
        drawn.append(svg.hint(text, x(a + half), y(b + half), share))
        if pair in true:
            cross = f"M{x(a) - 4} {y(b) - 4}l8 8m0 -8l-8 8"
            drawn += [tag("path", d=cross, class_=kind) for kind in ("rim", "cross")]
    text = f"The {m} features of the strongest pairs, of {q}. " if q > m else ""
    text += "A cross marks a true pair. " * any({*pair} <= {*kept} for pair in true)
    caption = [text, *svg.colour_bar(0, float(strengths.max()), "Pairwise strength")]
    best, strength = found.pairwise_ranking[0]
    alt = f"the strongest pair is {label(best, found.feature_names)}, {strength:.4g}."
    alt, least = f"Heat map of pairwise strengths; {alt}", "36rem" * (m > 14)
    return svg.drawing(alt, caption, high, *drawn, least=least)


def ranking_part(found, top, shares, truths):
    yield tag("h2", "Ranking")
    names, rows = found.feature_names, []
    for rank, (i, strength) in enumerate(top, 1):
        bar = tag("span", class_="bar", style=f"width:{strength / top[0][1]:.0%}")
        share = percent(shares[i]) if i in shares else "-"
        truth = [mark(i, truths).strip()] if truths else []
        row = [str(rank), join(named(i, names), bar), f"{strength:.4g}", share]
        rows.append(row + truth)
    head = {"rank": "number", "interaction": "name", "strength": "number"}
    head |= {"share": "number"} | ({"truth": ""} if truths else {})
    if truths:
        all_true = ", ".join(label(i, names) for i in truths)
        score = pairwise_auc(found.pairwise_strengths, truths)
        yield tag("p", f"The truth is known: {all_true}. Pairwise AUC {score:.3f}. ")
        yield tag("p", "+ true, o part of a true interaction, - false", class_="soft")
    yield table(head, rows, head.values(), sorts=True)
    of = "network's output" if found.classifies else "target"
    of += ", as two networks see it" * (found.others is not None)
    text = f"The share is of the variance of the {of}. A subset that ranks below an "
    text += "interaction with all of its features is left out; interactions of more "
    text += "than 6 features, and the weakest, may have no share."
    yield tag("p", text, class_="soft")
