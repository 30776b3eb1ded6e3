"""A detection in pictures, for its page and for a notebook."""

from itertools import combinations

import numpy as np

from .. import plots
from ..errors import escaped
from ..interactions import label
from ..plots import cut, new_grid
from .surfaces import beyond_sum, dependence_of

ROWS, DOTS = 200, 100  # of the table: averaged over, and drawn on a surface
BARS, CURVES = 12, 6  # the most interactions of an answer, and single features
ROUNDING = 1e-5  # of the values: float32 sums are no better, and it is no effect


def answer_figure(found):
    """What interacts, the strengths of all pairs, and the largest one's surface."""
    answer, pairs, top = new_grid(1, 3, 4.8, 3.9)[0]
    agreed, strengths = found.agreed()[:BARS], found.pairwise_strengths
    if agreed:
        words = [label(a.interaction, found.feature_names) for a in agreed]
        plots.answer_bars(words, [a.share for a in agreed], answer)
        draw_surface(found, strongest_pair(agreed[0].interaction, strengths), [top])
    else:
        text = "No interaction was found" if found.learned else "Nothing was learned"
        answer.text(0.5, 0.5, text, ha="center")
        for ax in (answer, top):
            ax.axis("off")
    plots.heat_map(strengths, None, found.feature_names, pairs)
    return answer.figure


def features_figure(found, features):
    """The mean prediction over one feature; over two also what does not add up."""
    axes = new_grid(1, len(features), 4.8, 3.9)[0]
    draw = draw_surface if len(features) == 2 else draw_curves
    draw(found, features, axes)
    return axes[0].figure


def draw_surface(found, pair, axes):
    """The mean prediction on the first of the axes, its joint part on the second."""
    values, title, grids = averages(found, pair)
    X = found.table.X[:: len(found.table.X) // DOTS + 1]
    places = [grid.place(X) for grid in grids]
    inside = [(g.places[0] <= p) & (p <= g.places[-1]) for p, g in zip(places, grids)]
    points, levels = np.transpose(places)[np.all(inside, axis=0)], map(_labels, grids)
    joint, levels = beyond_sum(values.T), [*levels]
    both = {title: values.T, "of it, what does not just add up": joint}
    for ax, (words, shown) in zip(axes, both.items()):
        if shown is joint and np.ptp(joint) <= ROUNDING * np.abs(values).max():
            ax.text(0.5, 0.5, "Both effects just add up.", ha="center")
            ax.axis("off")
            continue
        over, names = (grid.places for grid in grids), found.names(pair)
        plots.surface(*over, shown, names, ax, points, words, levels)


def draw_curves(found, features, axes):
    """The mean prediction over each of the features, on one of the axes each."""
    averaged = [averages(found, [j]) for j in features]
    most = max(len(values) for values, *_ in averaged)
    x, responses = np.full((2, most, len(averaged)), np.nan)
    for k, (values, _, [grid]) in enumerate(averaged):
        x[: len(values), k], responses[: len(values), k] = grid.places, values
    levels = [_labels(grid) for *_, [grid] in averaged]
    names = found.names(features)
    plots.univariate_response(x, responses, names, axes, levels=levels)
    for ax, (_, title, _) in zip(axes, averaged):
        ax.set_ylabel(cut(title, 20), parse_math=False)


def moving_features(found) -> list[int]:
    """The features along which the network's answer moves most, as five rows tell."""
    features = range(len(found.feature_names))
    spans = [np.ptp(averages(found, [j], rows=5)[0]) for j in features]
    return sorted(features, key=lambda j: -spans[j])[:CURVES]


def averages(found, features, rows=ROWS):
    """(values, what they are, grids): of several classes those of the most frequent."""
    values, grids = dependence_of(found, features, rows)
    table = found.table
    if not found.classifies:
        return values, f"mean {table.target_name}", grids
    k = 1
    if table.outputs > 1:
        k = int(np.bincount(table.y.astype(int)).argmax())
        values = values[k]
    title = f"mean probability of {table.target_name} = {table.classes[k]}"
    return values, title, grids


def training_axes(found):
    """The axes with the losses of all epochs."""
    train, valid = zip(*((e.train, e.valid) for e in found.history))
    return plots.losses(train, valid, found.fit.best.epoch)


def cutoff_axes(found, cutoff, truths=None):
    """The axes with the bars of Figs. 6 and 7."""
    added = cutoff.candidates[: len(cutoff.losses) - 1]
    names = short_names(found, 16)
    return plots.cutoff_bars(
        [cut(label(i, names)) for i in added],
        [found.error(loss) for loss in cutoff.losses],
        None if cutoff.reference is None else found.error(cutoff.reference),
        [i in truths for i in added] if truths else None,
        cutoff.K,
        found.error_name if cutoff.measure == "loss" else "1 - AUC",
        name="MLP-M" if len(found.fit.network.stacks) > 1 else "MLP",
    )


def short_names(found, most) -> list[str]:
    """The features' names as they fit into a picture, on one line each."""
    return [cut(name, most) for name in found.feature_names]


def strongest_pair(interaction, strengths) -> tuple[int, int]:
    """The two features of an interaction whose own strength (q, q) is the largest."""
    return max(combinations(interaction, 2), key=lambda pair: strengths[pair])


def _labels(grid):
    return grid.levels and [escaped(level) for level in grid.levels]
