"""The map of all pairs, the cutoff's bars and the training, as a report shows them."""

from itertools import permutations

import numpy as np

from .. import plots
from ..interactions import label, mark, pairs_of
from . import svg
from .markup import Html, join, table, tag
from .sentences import error_name, named, ranked_name, short_names

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


def cutoff_axes(found, cutoff, truths=None):
    """The axes with the bars of Figs. 6 and 7."""
    added = cutoff.candidates[: len(cutoff.losses) - 1]
    names = short_names(found, range(len(found.feature_names)), 16)
    return plots.cutoff_bars(
        [label(i, names) for i in added],
        [found.error(loss) for loss in cutoff.losses],
        None if cutoff.reference is None else found.error(cutoff.reference),
        [i in truths for i in added] if truths else None,
        cutoff.K,
        error_name(found, cutoff),
        name=ranked_name(found),
    )


def cutoff_rows(found, cutoff, truths=None) -> Html:
    """MLP-Cutoff's validation errors: a lying bar for each K, with names in full."""
    losses = [*cutoff.losses, cutoff.reference or 0]
    errors = [found.error(loss) for loss in losses]
    *shares, own = np.array(errors) / (max(errors) or 1)
    line = tag("span", class_="own", style=f"left:{own:.1%}")
    rows, names = [], found.feature_names
    for K, (share, error) in enumerate(zip(shares, errors)):
        i = cutoff.candidates[K - 1] if K else ()
        added = named(i, names) if K else "single features only"
        kind = "bar chosen" if K == cutoff.K else "bar"
        bar = tag("span", class_=kind, style=f"width:{share:.1%}")
        bars = tag("div", bar, line if own else "", class_="track")
        rows.append(
            [str(K), join(mark(i, truths) * bool(K), added), f"{error:.4g}", bars]
        )
    head = ["K", "added", f"validation {error_name(found, cutoff)}", ""]
    return table(head, rows, ["number", "name", "number", "bars"])


def training_history(found) -> Html:
    """Training and validation loss by epoch, on a scale of logarithms."""
    epochs, best = [e.epoch for e in found.history], found.fit.best
    losses = [(e.train, e.valid) for e in found.history]
    logs = np.log10(np.maximum(losses, 1e-9)).T
    low, high = logs.min(), logs.max() + 1e-3
    ticks = [(v, f"{10**v:.2g}") for v, _ in svg.round_ticks(low, high)]
    last = max(len(epochs), 2)
    xs = 1, last, [tick for tick in svg.round_ticks(1, last) if tick[0] % 1 == 0]
    x, y, tall, axes = svg.axes(xs, (low, high, ticks), 250, "epoch", "loss")
    drawn = [svg.line(x(epochs), y(v), k) for k, v in zip(("train", "valid"), logs)]
    drawn += svg.dots([x(best.epoch)], [y(np.log10(max(best.valid, 1e-9)))], 5, "plus")
    for e, (train, valid) in zip(epochs, losses):
        text = f"epoch {e}: training {train:.4g}, validation {valid:.4g}"
        drawn.append(svg.hint(text, x([e - 0.5, e + 0.5]), y([low, high])))
    alt = f"Loss in {len(epochs)} epochs; validation falls to {best.valid:.4g}."
    caption = ["Full line: validation rows. Broken line: training rows. Dot: kept."]
    return svg.drawing(alt, caption, tall, axes, *drawn)
