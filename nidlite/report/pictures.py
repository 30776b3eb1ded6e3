"""A detection in pictures, for its page and for a notebook."""

import numpy as np

from .. import plots
from ..interactions import label
from .sentences import SHOWN, claim, strongest_pair
from .surfaces import beyond_sum, dependence_of

ROWS, DOTS, KNOWN = 200, 100, 10_000  # rows averaged over, drawn, and looked at
FLAT = 0.02  # of y's deviation: less does not fill a curve's axes
ROUNDING = 1e-5  # of y's deviation: float32 sums are no better, and it is no effect


def answer_figure(found):
    """What interacts, the strengths of all pairs, and the largest one's surface."""
    agreed, strengths = found.agreed()[:SHOWN], found.pairwise_strengths
    if not agreed:
        text = "No interaction was found" if found.learned else "Nothing is certain"
        return plots.heat_map(strengths, names=found.feature_names, title=text).figure
    answer, pairs, top = plots.new_grid(1, 3, 4.8, 3.9)[0]
    plots.heat_map(strengths, None, found.feature_names, pairs)
    words = [claim(a, found.feature_names) for a in agreed]
    answer.barh(range(len(agreed)), [100 * a.share for a in agreed])
    plots.label_ticks(answer.yaxis, range(len(agreed)), words)
    answer.set_ylim(max(len(agreed), 4) - 0.4, -0.6)  # a single bar is no wall
    answer.set_xlabel("share of the variance, in percent")
    draw_surface(found, strongest_pair(found, *agreed).interaction, [top])
    return answer.figure


def draw_surface(found, pair, axes):
    """The mean prediction on the first of the axes, its joint part on the second."""
    values, title, grids = averages(found, pair)
    X, _ = found.random_rows(KNOWN)
    first, second = (grid.near(X) for grid in grids)
    values[~(first.T @ second)] = np.nan  # near no row
    points = np.transpose([grid.place(X[:DOTS]) for grid in grids])
    over, joint = [grid.places for grid in grids], beyond_sum(values)
    joint[np.abs(joint) <= ROUNDING * found.split.y_scale] = 0
    shown = {title: values, "its part that does not just add up": joint}
    for ax, (words, heights) in zip(axes, shown.items()):
        plots.surface(*over, heights.T, ax=ax, points=points, label=words)
        name_axes(grids, ax.xaxis, ax.yaxis)
    for ax in axes[1:]:  # white is 0: nothing to add up
        most = np.abs(joint[np.isfinite(joint)]).max(initial=0) or 1
        ax.collections[0].set(cmap="RdBu_r", clim=(-most, most))


def draw_curves(found, features, axes):
    """The mean prediction over each of the features, on one of the axes each."""
    averaged = [averages(found, [j]) for j in features]
    spans = [FLAT * found.split.y_scale, *(np.ptp(values) for values, *_ in averaged)]
    half = 0.55 * max(spans)
    for ax, (values, title, grids) in zip(axes, averaged):
        name_axes(grids, ax.xaxis)
        style = "o" if grids[0].levels or len(values) == 1 else "-"
        ax.plot(grids[0].places, values, style, color=plots.DARK)
        middle = (values.min() + values.max()) / 2
        ax.set_ylim(middle - half, middle + half)  # slopes can be compared
        ax.set_ylabel(plots.cut(title, 34), loc="top", **plots.PLAIN)


def name_axes(grids, *axes):
    """The names; those of levels, and whole ticks of counts and years."""
    for grid, axis in zip(grids, axes):
        axis.set_label_text(plots.cut(grid.name), **plots.PLAIN)
        if grid.levels is not None:
            plots.label_ticks(axis, grid.places, grid.levels)
        elif not np.any(grid.places % 1):
            axis.get_major_locator().set_params(integer=True)


def averages(found, features):
    """(values, what they are, grids): of several classes those of the most frequent."""
    (values, grids), table = dependence_of(found, features, ROWS), found.table
    if not found.classifies:
        return values, f"mean {table.target_name}", grids
    k = int(np.bincount(table.y.astype(int)).argmax()) if table.outputs > 1 else 1
    title = f"mean probability of {table.target_name} = {table.classes[k]}"
    return values[k] if table.outputs > 1 else values, title, grids


def cutoff_axes(found, cutoff, truths=None):
    """The axes with the bars of Figs. 6 and 7."""
    added = cutoff.candidates[: len(cutoff.losses) - 1]
    words = [label(i, found.feature_names) for i in added]
    *errors, reference = map(found.error, [*cutoff.losses, cutoff.reference])
    true = [i in truths for i in added] if truths else None
    metric = "cross-entropy" if found.classifies else "RMSE of scaled y"
    return plots.cutoff_bars(words, errors, reference, true, cutoff.K, metric)
