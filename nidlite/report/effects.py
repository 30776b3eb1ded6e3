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
TALL = 250  # units


def answers(found):
    """f for surfaces.mean_along: what is shown of the output, scaled as y is."""
    return lambda X: surfaces.one_output(found, found.f(found.split.scale_X(X)))


def singles(found, of_each):
    """A picture for each of the features that move the network's answer most.

    of_each has a Grid for each feature. The whole network's partial dependence, and
    what the feature's univariate net adds, both 0 on average.
    """
    able = [j for j, grid in enumerate(of_each) if len(grid.places) > 1]
    f, rows, scale = answers(found), data_rows(found), found.split.y_scale
    if not able:
        return
    order = surfaces.most_moving(f, rows, [of_each[j] for j in able], CURVES)
    shown, usual = [able[k] for k in order], f(rows[:AVERAGED]).mean()
    curves = {
        j: [scale * (surfaces.mean_along(f, rows[:AVERAGED], of_each[j]) - usual)]
        for j in shown
    }
    if len(found.fit.network.stacks) > 1:
        nets = surfaces.univariate_curves(found, [of_each[j] for j in shown])
        for j, net in zip(shown, nets):
            curves[j].append(scale * surfaces.one_output(found, net))
    every = np.concatenate([curve for both in curves.values() for curve in both])
    low, high = every.min(), every.max()
    pad = 0.05 * (high - low) or 1.0
    ends = low - pad, high + pad, svg.round_ticks(low - pad, high + pad)
    for j, name in zip(shown, short_names(found, shown, 40)):
        yield _single(found, of_each[j], curves[j], ends, rows, (j, name))


def _single(found, grid, curves, ys, rows, feature):
    """One feature's picture; ys as in svg.axes."""
    xs = ends_and_ticks(grid, inside=not in_steps(grid))
    title = cut(f"change of {outcome(found)}", 34)
    x, y, high, drawn = svg.axes(xs, ys, TALL - 40, feature[1], title)
    kinds = ("whole", "net")[: len(curves)]
    drawn = [drawn, svg.line([x.start, x.stop], [y.at(0)] * 2, "zero")]
    places, cells = x.at(grid.places), x.at(np.clip(svg.edges(grid.places), *xs[:2]))
    for kind, curve in reversed([*zip(kinds, curves)]):
        if in_steps(grid):
            drawn += svg.dots(places, y.at(curve), 6, kind)
        else:
            drawn.append(svg.line(places, y.at(curve), kind))
    if not in_steps(grid):
        marks = (on := on_axis(grid, rows))[np.isfinite(on)]
        path = "".join(f"M{a} {y.start}v-6" for a in x.at(marks))
        drawn.append(tag("path", d=path, class_="rug"))
    for k, (left, right) in enumerate(zip(cells, cells[1:])):
        at = grid.levels[k] if grid.levels else f"{grid.places[k]:.4g}"
        text = ", ".join(
            f"{n} {c[k]:+.4g}" for n, c in zip(("whole", "own net"), curves)
        )
        text = f"{found.feature_names[feature[0]]} = {at}: {text}"
        drawn.append(svg.hint(text, left, right, y.start, y.stop))
    span = np.ptp(curves[0])
    alt = (
        f"The whole network over {found.feature_names[feature[0]]}: {span:.4g} in all."
    )
    return svg.drawing(alt, "", high, *drawn)


def data_rows(found) -> np.ndarray:
    """Some validation rows in the units of the table."""
    return found.split.valid[0][:DOTS] * found.split.x_scale + found.split.x_mean


def in_steps(grid) -> bool:
    """Whether between two places of a grid there is nothing: levels, or 0 and 1."""
    return grid.levels is not None or len(grid.places) == 2


def ends_and_ticks(grid, inside=False) -> tuple:
    """A feature's (low, high, ticks); inside, without the outer halves of its cells."""
    places, cells = grid.places, svg.edges(grid.places)
    low, high = places[[0, -1]] if inside else cells[[0, -1]]
    if grid.levels is not None:
        return low, high, [(k, cut(text, 14)) for k, text in enumerate(grid.levels)]
    if len(places) <= 6 and np.diff(places).min() > (high - low) / 12:
        return low, high, [(value, f"{value:.4g}") for value in places]
    return low, high, svg.round_ticks(low, high)


def on_axis(grid, rows, step=0.0) -> np.ndarray:
    """Where rows lie on the axis, NaN beyond; those of steps are spread about them."""
    place = grid.place(rows)
    if in_steps(grid):
        wide = 0.7 * (grid.places[1] - grid.places[0])
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
    first, second = grids = [of_each[j] for j in pair]
    rows = data_rows(found)
    both = on_axis(first, rows, 0.618), on_axis(second, rows, 0.755)
    points = np.transpose(both)[np.isfinite(both).all(axis=0)]
    scaled = surfaces.partial_dependence(answers(found), rows[:AVERAGED], *grids)
    values, joint = found.split.unscale_y(scaled), surfaces.beyond_sum(scaled)
    shade = svg.rising(values.min(), values.max())
    shown = {f"Mean {outcome(found)}": (values, shade, values.min(), values.max())}
    if np.ptp(joint) > ROUNDING * np.abs(scaled).max():
        joint = found.split.y_scale * joint
        most = np.abs(joint).max()
        shown["Of it, what does not just add up"] = (
            *(joint, svg.around_zero(most)),
            *(-most, most),
        )
    for caption, (values, *colours) in shown.items():
        yield _surface(found, pair, grids, caption, values, colours, points)


def _surface(found, pair, grids, caption, values, colours, points):
    """One surface; colours are (shade, low, high)."""
    shade, *ends = colours
    title = cut(outcome(found), 30)
    names = short_names(found, pair, 34)
    xs, ys = map(ends_and_ticks, grids)
    right = svg.bar_width(*ends) if ends[0] < ends[1] else 10
    x, y, high, drawn = svg.axes(xs, ys, TALL, *names, right)
    columns, lines = (axis.at(svg.edges(g.places)) for axis, g in zip((x, y), grids))
    drawn = [drawn]
    for k, l in np.ndindex(values.shape):
        at = (
            g.levels[n] if g.levels else f"{g.places[n]:.4g}"
            for g, n in zip(grids, (l, k))
        )
        text = f"{', '.join(map(str, at))}: {values[k, l]:.4g}"
        cell = *columns[[l, l + 1]], *lines[[k, k + 1]]
        drawn.append(svg.hint(text, *cell, **shade(values[k, l])))
    drawn += svg.dots(*(axis.at(p) for axis, p in zip((x, y), points.T)), 2.5, "row")
    if ends[0] < ends[1]:
        drawn += svg.colour_bar(shade, *ends, title, TALL)
    over = f"{caption}, over {label(pair, found.feature_names)}"
    alt = f"{over}: {values.min():.4g} to {values.max():.4g}."
    return svg.drawing(alt, caption, high, *drawn)
