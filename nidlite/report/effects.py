"""What the trained network answers over one feature and over two, drawn.

A function yields drawings. Names and units are those of the table.
"""

import numpy as np

from ..interactions import label, pairs_of
from . import surfaces, svg
from .markup import cut, tag
from .sentences import outcome, short_names

CURVES, SURFACES = 8, 5  # the most curves and pairs drawn
AVERAGED, DOTS = 100, 200  # validation rows behind a surface, and drawn on one
ROUNDING = 1e-5  # of the values: float32 sums are no better, and it is no effect


def shown_output(found):
    """f for surfaces.mean_along: what is shown of the output, scaled as y is."""
    return lambda X: surfaces.one_output(found, found.f(found.split.scale_X(X)))


def singles(found, of_each):
    """A picture for each of the features that move the network's answer most.

    of_each has a Grid for each feature. The whole network's partial dependence, and
    what the feature's univariate net adds, both 0 on average.
    """
    able = [(j, grid) for j, grid in enumerate(of_each) if len(grid.places) > 1]
    f, rows, scale = shown_output(found), data_rows(found), found.split.y_scale
    shown = surfaces.most_moving(f, rows, able, CURVES)
    parts = [(f, rows[:AVERAGED])]
    if len(found.fit.network.stacks) > 1:
        parts.append((shown_output(surfaces.univariate_part(found)), rows))
    zeros = np.array([[f(some).mean()] for f, some in parts])
    curves = [
        scale * (np.array([surfaces.mean_along(*part, grid) for part in parts]) - zeros)
        for _, grid in shown
    ]
    # All pictures span the same, so that slopes can be compared.
    every = np.concatenate([np.ravel(both) for both in curves] or [[0.0]])
    pad = 0.05 * np.ptp(every) or 1.0
    low, high = every.min() - pad, every.max() + pad
    ys = low, high, svg.round_ticks(low, high)
    for (j, grid), both in zip(shown, curves):
        yield _single(found, j, grid, both, ys, rows)


def _single(found, j, grid, curves, ys, rows):
    """Feature j's picture; curves are one or two, (g,) each, ys as in svg.axes."""
    (short,), name = short_names(found, [j], 40), found.feature_names[j]
    xs, title = ends_and_ticks(grid), cut(outcome(found), 21)
    x, y, high, axes = svg.axes(xs, ys, 210, short, title)
    places, cells = x(grid.places), x(svg.edges(grid.places))
    drawn = [axes, svg.line(x(xs[:2]), y([0, 0]), "zero")]
    for kind, curve in reversed([*zip(("whole", "net"), curves)]):
        if in_steps(grid):
            drawn += svg.dots(places, y(curve), 6, kind)
        else:
            drawn.append(svg.line(places, y(curve), kind))
    if not in_steps(grid):
        on = on_axis(grid, rows)
        marks = "".join(f"M{a} {y(ys[0])}v-6" for a in x(on[np.isfinite(on)]))
        drawn.append(tag("path", d=marks, class_="rug"))
    for k, values in enumerate(curves.T):
        said = (f"{n} {v:+.4g}" for n, v in zip(("whole network", "own net"), values))
        text = f"{name} = {grid.name(k)}: {', '.join(said)}"
        drawn.append(svg.hint(text, cells[k : k + 2], y(ys[:2])))
    alt = f"The whole network over {name}: it spans {np.ptp(curves[0]):.4g}."
    return svg.drawing(alt, "", high, *drawn)


def data_rows(found) -> np.ndarray:
    """Some validation rows in the units of the table."""
    return found.split.valid[0][:DOTS] * found.split.x_scale + found.split.x_mean


def in_steps(grid) -> bool:
    """Whether between two places of a grid there is nothing: levels, or 0 and 1."""
    return grid.levels is not None or len(grid.places) == 2


def ends_and_ticks(grid) -> tuple:
    """A feature's (low, high, ticks) for svg.axes."""
    places, (low, *_, high) = grid.places, svg.edges(grid.places)
    if grid.levels is None and np.diff(places).min() < (high - low) / 8:
        return low, high, svg.round_ticks(low, high)
    return low, high, [(v, cut(grid.name(k), 14)) for k, v in enumerate(places)]


def on_axis(grid, rows, step=0.0) -> np.ndarray:
    """Where rows lie on the axis, NaN beyond; those of steps are spread about them."""
    place = grid.place(rows)
    if in_steps(grid):
        wide = 0.7 * np.diff(grid.places).min()
        return place + wide * (np.arange(len(rows)) * step % 1 - 0.5)
    low, high = grid.places[[0, -1]]
    return np.where((place >= low) & (place <= high), place, np.nan)


def pairs_to_draw(found, of_each, top, agreed=None) -> dict:
    """{pair: the interaction it stands for}, of the agreed ones or else of the top."""
    strengths, listed = found.pairwise_strengths, [i for i, _ in top]
    if agreed is not None:
        strengths, listed = np.zeros_like(strengths), [a.interaction for a in agreed]
        for pair in pairs_of(listed):
            strengths[pair] = found.opinion.of(pair).share
    pairs = {}
    for interaction in listed:
        pair = surfaces.strongest_pair(interaction, strengths)
        if len(pairs) < SURFACES and all(len(of_each[j].places) > 1 for j in pair):
            pairs.setdefault(pair, interaction)
    return pairs


def surface_pair(found, of_each, pair):
    """Two pictures of a pair: the mean answer, and its part beyond two single ones."""
    grids, rows = [of_each[j] for j in pair], data_rows(found)
    f, both = shown_output(found), zip(grids, (0.618, 0.755))
    points = np.array([on_axis(grid, rows, step) for grid, step in both])
    points = points[:, np.isfinite(points).all(axis=0)]
    scaled = surfaces.partial_dependence(f, rows[:AVERAGED], *grids)
    values, joint = found.split.unscale_y(scaled), surfaces.beyond_sum(scaled)
    shown = [(f"Mean {outcome(found)}", values, values.min(), values.max())]
    if np.ptp(joint) > ROUNDING * np.abs(scaled).max():
        joint, what = found.split.y_scale * joint, "What does not add up"
        most = np.abs(joint).max()
        shown.append((f"{what} ({outcome(found)})", joint, -most, most))
    x, y, high, axes = svg.axes(
        *map(ends_and_ticks, grids), 270, *short_names(found, pair, 28)
    )
    columns, lines = x(svg.edges(grids[0].places)), y(svg.edges(grids[1].places))
    for what, values, low, high_value in shown:
        shares = values / (high_value or 1)
        if low != -high_value:
            shares = (values - low) / ((high_value - low) or 1)
        drawn = [axes]
        for k, l in np.ndindex(values.shape):
            text = f"{grids[0].name(l)}, {grids[1].name(k)}: {values[k, l]:.4g}"
            cell = columns[l : l + 2], lines[k : k + 2]
            drawn.append(svg.hint(text, *cell, shares[k, l]))
        drawn += svg.dots(x(points[0]), y(points[1]), 2.5, "row")
        over = f"{what}, over {label(pair, found.feature_names)}"
        alt = f"{over}: {values.min():.4g} to {values.max():.4g}."
        yield svg.drawing(alt, svg.colour_bar(low, high_value, what), high, *drawn)
