"""A Found as one figure: the answer, all pairs, and the function over two features."""

import numpy as np

from ..plots import answer_bars, heat_map, new_grid, surface, univariate_response
from ..report.surfaces import (
    beyond_sum,
    dependence_of,
    frequent_class,
    strongest_pair,
)

ROWS, DOTS, BARS = 300, 200, 12  # averaged over, drawn, interactions in the answer


def answer_figure(found):
    """What interacts, the strengths of all pairs, and the largest one's surface."""
    answer, pairs, top = new_grid(1, 3, 4.8, 3.9)[0]
    agreed, strengths = found.agreed()[:BARS], found.pairwise_strengths
    if agreed:
        words = [" & ".join(found.names(a.interaction)) for a in agreed]
        answer_bars(words, [a.share for a in agreed], answer)
        draw_surface(found, strongest_pair(agreed[0].interaction, strengths), [top])
    else:
        text = "No interaction was found" if found.learned else "Nothing was learned"
        answer.text(0.5, 0.5, text, ha="center")
        for ax in (answer, top):
            ax.axis("off")
    heat_map(strengths, None, found.feature_names, pairs)
    return answer.figure


def features_figure(found, features):
    """The mean prediction over one feature; over two also what does not add up."""
    axes = new_grid(1, len(features), 4.8, 3.9)[0]
    if len(features) == 2:
        draw_surface(found, features, axes)
    else:
        values, title, [grid] = averages(found, features)
        places, levels = grid.places[:, None], [_labels(grid)]
        names = found.names(features)
        univariate_response(places, values[:, None], names, axes, levels=levels)
        axes[0].set_ylabel(title, parse_math=False)
    return axes[0].figure


def draw_surface(found, pair, axes):
    """The mean prediction on the first of the axes, its joint part on the second."""
    values, title, grids = averages(found, pair)
    X = found.table.X[:: len(found.table.X) // DOTS + 1]
    places = [grid.place(X) for grid in grids]
    inside = [(g.places[0] <= p) & (p <= g.places[-1]) for p, g in zip(places, grids)]
    points = np.transpose(places)[np.all(inside, axis=0)]
    how = {"points": points, "levels": [_labels(grid) for grid in grids]}
    both = {title: values.T, "of it, what does not just add up": beyond_sum(values.T)}
    for ax, (words, shown) in zip(axes, both.items()):
        over = (grid.places for grid in grids)
        surface(*over, shown, found.names(pair), ax, label=words, **how)


def averages(found, features):
    """(values, what they are, grids): of several classes those of the most frequent."""
    values, grids = dependence_of(found, features, ROWS)
    table = found.table
    if not found.classifies:
        return values, f"mean {table.target_name}", grids
    k = 1 if table.outputs == 1 else frequent_class(found)
    values = values if table.outputs == 1 else values[k]
    words = f"mean probability of {table.target_name} = {table.classes[k]}"
    return values, words, grids


def _labels(grid):
    return grid.levels and [*map(str, grid.levels)]
