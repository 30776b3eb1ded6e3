"""The map of all pairs, the cutoff's bars and the training, as a report shows them."""

import numpy as np

from .. import plots
from ..interactions import label, mark, pairs_of
from . import svg
from .markup import Html, join, table, tag
from .sentences import named, short_names

CELLS = 30  # the most features of the map
TALL = 250  # units


def strength_map(found, truths=None) -> Html:
    """The heat map of all pairs, or of those of the strongest features."""
    strengths, q = found.pairwise_strengths, len(found.feature_names)
    kept = np.sort(np.argsort(-strengths.max(axis=0), kind="stable")[:CELLS]).tolist()
    shown, names = (
        strengths[np.ix_(kept, kept)],
        list(enumerate(short_names(found, kept))),
    )
    m, top = len(kept), float(strengths.max()) or 1.0
    shade, tall = svg.rising(0, top), min(max(34 * m, 100), 420)
    letter = min(svg.LETTER, 0.55 * tall / m)
    right = svg.bar_width(0, top)
    ends = (-0.5, m - 0.5, names), (m - 0.5, -0.5, names)
    x, y, high, drawn = svg.axes(*ends, tall, right=right, letter=letter)
    cells, true = [], pairs_of(truths or ())
    for i, j in ((i, j) for i in range(m) for j in range(m) if i != j):
        pair = tuple(sorted((kept[i], kept[j])))
        text = f"{label(pair, found.feature_names)}: {shown[i, j]:.4g}"
        place = *x.at([j - 0.5, j + 0.5]), *y.at([i - 0.5, i + 0.5])
        cells.append(svg.hint(text, *place, **shade(shown[i, j])))
        if pair in true:
            a, b = x.at(j), y.at(i)
            cross = f"M{a - 4} {b - 4}l8 8m0 -8l-8 8"
            cells += [tag("path", d=cross, class_=kind) for kind in ("rim", "cross")]
    bar = svg.colour_bar(shade, 0, top, "pairwise strength", tall)
    caption = "Strength of every pair of features"
    if q > m:
        caption = f"The {m} features of the strongest pairs, of {q}"
    within = any({*pair} <= {*kept} for pair in true)
    caption += f".{' A cross marks a true pair.' if within else ''}"
    best, strength = found.pairwise_ranking[0]
    alt = f"the strongest pair is {label(best, found.feature_names)}, {strength:.4g}."
    alt, least = f"Heat map of pairwise strengths; {alt}", "36rem" if m > 14 else ""
    return svg.drawing(alt, caption, high, drawn, *cells, *bar, least=least)


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


def error_name(found, cutoff) -> str:
    """What the cutoff's errors are called."""
    return found.error_name if cutoff.measure == "loss" else "1 - AUC"


def ranked_name(found) -> str:
    """What the network is called whose weights were ranked."""
    return "MLP-M" if len(found.fit.network.stacks) > 1 else "MLP"


def cutoff_bars_lying(found, cutoff, truths=None) -> Html:
    """MLP-Cutoff's validation errors: a row for each K, with names in full."""
    errors = [found.error(loss) for loss in cutoff.losses]
    line, rows = [], []
    most = max(errors)
    if cutoff.reference is not None:
        own = found.error(cutoff.reference)
        most = max(most, own)
        line = [tag("span", class_="own", style=f"left:{own / (most or 1):.1%}")]
    for K, error in enumerate(errors):
        i = cutoff.candidates[K - 1] if K else ()
        added = named(i, found.feature_names) if K else "single features only"
        marked = f" ({mark(i, truths).strip()})" * (bool(truths) and K > 0)
        kind = "bar chosen" if K == cutoff.K else "bar"
        bar = tag("span", class_=kind, style=f"width:{error / (most or 1):.1%}")
        track = tag("div", bar, *line, class_="track")
        rows.append([str(K), join(added, marked), f"{error:.4g}", track])
    head = ["K", "added", f"validation {error_name(found, cutoff)}", ""]
    return table(head, rows, ["number", "name", "number", "bars"])


def training_history(found) -> Html:
    """Training and validation loss by epoch."""
    n, kinds = len(found.history), ("train", "valid")
    losses = {k: [getattr(e, k) for e in found.history] for k in kinds}
    every = np.array([*losses["train"], *losses["valid"]])
    ticks, scaled = svg.round_ticks, np.array
    if every.min() > 0:
        ticks, scaled = svg.log_ticks, np.log10
    low, high = scaled(every).min(), scaled(every).max() + 1e-9
    ys, xs = (
        (low, high, ticks(low, high)),
        (1, max(n, 2), svg.round_ticks(1, max(n, 2))),
    )
    x, y, high, drawn = svg.axes(xs, ys, TALL, "epoch", "loss")
    epochs = np.arange(1, n + 1)
    lines = [svg.line(x.at(epochs), y.at(scaled(losses[k])), k) for k in kinds]
    best = found.fit.best
    point = svg.dots([x.at(best.epoch)], [y.at(scaled(best.valid))], 5, "plus")
    hints = (
        svg.hint(
            f"epoch {e.epoch}: training {e.train:.4g}, validation {e.valid:.4g}",
            *x.at([e.epoch - 0.5, e.epoch + 0.5]),
            *(y.start, y.stop),
        )
        for e in found.history
    )
    alt = f"Loss in {n} epochs; validation falls to {best.valid:.4g}."
    caption = (
        "Full line: validation rows; broken line: training rows; dot: the one kept."
    )
    return svg.drawing(alt, caption, high, drawn, *lines, *point, *hints)
