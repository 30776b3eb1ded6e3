"""A Found as one figure: the answer, all pairs, and the function over two features."""

import numpy as np

from ..plots import answer_bars, heat_map, new_grid, surface, univariate_response
from ..report.surfaces import beyond_sum, frequent_class, strongest_pair
from .dependence import dependence_of

ROWS = 300  # over which predictions are averaged
DOTS = 200  # rows drawn
BARS = 12


def answer_figure(found):
    """What interacts, the strengths of all pairs, and the largest one's surface."""
    answer, pairs, top = new_grid(1, 3, 4.8, 3.9)[0]
    agreed, names = found.agreed(), found.feature_names
    if agreed:
        shown = agreed[:BARS]
        words = [" & ".join(found.names(a.interaction)) for a in shown]
        answer_bars(words, [a.share for a in shown], answer)
        shares = np.zeros_like(found.pairwise_strengths)
        for i, j in np.ndindex(shares.shape):
            said = found.told((i, j)) if i < j else None
            shares[i, j] = said.share if said else 0
        draw_surface(found, strongest_pair(agreed[0].interaction, shares), [top])
    else:
        text = "No interaction was found" if found.learned else "Nothing was learned"
        answer.text(0.5, 0.5, text, ha="center")
        for ax in (answer, top):
            ax.axis("off")
    heat_map(found.pairwise_strengths, None, names, pairs)
    return answer.figure


def features_figure(found, features):
    """The mean prediction over one feature; over two also what does not add up."""
    if len(features) == 2:
        axes = new_grid(1, 2, 4.8, 3.9)[0]
        draw_surface(found, features, axes)
        return axes[0].figure
    values, [grid] = dependence_of(found, features, ROWS)
    response, x = values_shown(found, values)[:, None], grid.places[:, None]
    axes = new_grid(1, 1, 4.8, 3.6)[0]
    names, levels = found.names(features), [grid.levels and [*map(str, grid.levels)]]
    univariate_response(x, response, names, axes, levels=levels)
    axes[0].set_ylabel(outcome_of(found), parse_math=False)
    return axes[0].figure


def draw_surface(found, pair, axes):
    """The mean prediction on the first of the axes, its joint part on the second."""
    values, grids = dependence_of(found, pair, ROWS)
    values, X = values_shown(found, values).T, found.table.X
    places = [g.place(X[:: len(X) // DOTS + 1]) for g in grids]
    inside = [(g.places[0] <= p) & (p <= g.places[-1]) for p, g in zip(places, grids)]
    points = np.transpose(places)[np.all(inside, axis=0)]
    levels = [g.levels and [*map(str, g.levels)] for g in grids]
    titles = outcome_of(found), "of it, what does not just add up"
    how = {"points": points, "levels": levels}
    for ax, shown, title in zip(axes, (values, beyond_sum(values)), titles):
        x1, x2 = (g.places for g in grids)
        surface(x1, x2, shown, found.names(pair), ax, label=title, **how)


def values_shown(found, values):
    """Of more than two classes the most frequent one's probabilities."""
    return values if found.table.outputs == 1 else values[frequent_class(found)]


def outcome_of(found) -> str:
    """What the values are."""
    classes, name = found.table.classes, found.table.target_name
    if not found.classifies:
        return f"mean {name}"
    k = 1 if found.table.outputs == 1 else frequent_class(found)
    return f"mean probability of {name} = {classes[k]}"
