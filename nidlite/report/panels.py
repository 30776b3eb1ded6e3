"""The pictures of a report: from a Detection to figures with a caption each.

A function returns a picture of markup.py, or yields some. Names and units are those of
the table.
"""

import numpy as np

from .. import plots
from ..interactions import label, pairs_of
from ..plots import new_axes
from . import surfaces
from .markup import Html, cut, picture
from .sentences import outcome

CELLS, CURVES, SURFACES = 30, 9, 5  # the most features, curves and pairs drawn
AVERAGED, DOTS = 100, 200  # validation rows behind a surface, and drawn on one
ROUNDING = 1e-5  # of the values: float32 sums are no better, and it is no effect
FLAT = 0.01  # of the largest span: a curve of less is not worth a picture
SMALL = 3.4, 2.7  # inches: as wide as a phone


def short_names(found, features, most=20) -> list[str]:
    """Names as they fit into a picture; alike when cut, they get a feature's number."""
    names = [cut(found.feature_names[j], most) for j in features]
    return [
        name if names.count(name) == 1 else f"x{j + 1} {cut(name, most - 4)}"
        for j, name in zip(features, names)
    ]


def strength_map(found, truths=None) -> Html:
    """The heat map of all pairs, or of those of the strongest features."""
    strengths, q = found.pairwise_strengths, len(found.feature_names)
    kept = np.sort(np.argsort(-strengths.max(axis=0), kind="stable")[:CELLS]).tolist()
    inside = [pair for pair in pairs_of(truths or ()) if {*pair} <= {*kept}]
    pairs = [(kept.index(i), kept.index(j)) for i, j in inside]
    wide = new_axes(9, 8) if len(kept) > 20 else None  # for letters of a good size
    names = short_names(found, kept)
    ax = plots.heat_map(strengths[np.ix_(kept, kept)], pairs, names, wide)
    caption = "Strength of every pair of features"
    if q > len(kept):
        caption = f"The {len(kept)} features of the strongest pairs, of {q}"
    caption += f"; dark is strong.{' A cross marks a true pair.' if pairs else ''}"
    best, strength = found.pairwise_ranking[0]
    alt = f"the strongest pair is {label(best, found.feature_names)}, {strength:.4g}."
    return picture(ax.figure, f"Heat map of pairwise strengths; {alt}", caption)


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
        found.error_name if cutoff.measure == "loss" else "1 - AUC",
        name="MLP-M" if len(found.fit.network.stacks) > 1 else "MLP",
    )


def cutoff_curve(found, cutoff, truths) -> Html:
    """The bars of MLP-Cutoff's validation errors."""
    first, last = (found.error(cutoff.losses[K]) for K in (0, cutoff.K))
    alt = f"Validation error from {first:.4g} without interactions to {last:.4g} with "
    return picture(cutoff_axes(found, cutoff, truths).figure, f"{alt}{cutoff.K}.")


def training_history(found) -> Html:
    """Training and validation loss by epoch."""
    train, valid = ([getattr(e, k) for e in found.history] for k in ("train", "valid"))
    ax = plots.training_curve(train, valid, found.fit.best.epoch, new_axes(5, 3.4))
    alt = f"Loss in {len(train)} epochs; validation falls to {min(valid):.4g}."
    return picture(ax.figure, alt)


def univariate(found, of_each):
    """A picture for each of the features whose univariate networks span most.

    of_each has a Grid for each feature.
    """
    able = [j for j, grid in enumerate(of_each) if len(grid.places) > 1]
    curves = surfaces.univariate_curves(found, [of_each[j] for j in able])
    curves = [
        found.split.y_scale * surfaces.one_output(found, curve) for curve in curves
    ]
    spans = {j: float(np.ptp(curve)) for j, curve in zip(able, curves)}
    order = sorted(spans, key=lambda j: -spans[j])[:CURVES]
    order = [j for j in order if spans[j] > FLAT * spans[order[0]]]
    if not order:
        return
    rows, shown = data_rows(found), [of_each[j] for j in order]
    # A category has dots, and needs no marks where rows lie.
    rugs = [on_axis(g, rows) * (1 if g.levels is None else np.nan) for g in shown]
    axes = plots.univariate_response(
        _side_by_side(grid.places for grid in shown),
        _side_by_side(curves[able.index(j)] for j in order),
        short_names(found, order, 30),
        [new_axes(*SMALL) for _ in order],
        _side_by_side(rugs),
        [_short(grid.levels) for grid in shown],
    )
    for j, ax in zip(order, axes):
        ax.set_ylabel(cut(f"change of {outcome(found)}", 34), parse_math=False)
        alt = (
            f"Univariate network of {found.feature_names[j]}: it spans {spans[j]:.4g}."
        )
        yield picture(ax.figure, alt)


def _side_by_side(values) -> np.ndarray:
    """Arrays (n_k,) as the columns of one array, NaN where one is shorter."""
    values = list(values)
    table = np.full((max(map(len, values)), len(values)), np.nan)
    for k, column in enumerate(values):
        table[: len(column), k] = column
    return table


def data_rows(found) -> np.ndarray:
    """Some validation rows in the units of the table."""
    return found.split.valid[0][:DOTS] * found.split.x_scale + found.split.x_mean


def on_axis(grid, rows, step=0.0) -> np.ndarray:
    """Where rows lie on the axis, NaN beyond; levels are spread about their places."""
    place = grid.place(rows)
    if grid.levels is None:
        low, high = grid.places[[0, -1]]
        return np.where((place >= low) & (place <= high), place, np.nan)
    return place + 0.7 * (np.arange(len(rows)) * step % 1 - 0.5)


def _short(levels):
    """A category's labels as they fit at an axis, None for numbers."""
    return None if levels is None else [cut(level, 14) for level in levels]


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
    split, first, second = found.split, *(of_each[j] for j in pair)
    rows = data_rows(found)
    both = on_axis(first, rows, 0.618), on_axis(second, rows, 0.755)
    dots = np.transpose(both)[np.isfinite(both).all(axis=0)]

    def f(X):
        return surfaces.one_output(found, found.f(split.scale_X(X)))

    scaled = surfaces.partial_dependence(f, rows[:AVERAGED], first, second)
    shown = {f"Mean {outcome(found)}": split.unscale_y(scaled)}
    joint = surfaces.beyond_sum(scaled)
    if np.ptp(joint) > ROUNDING * np.abs(scaled).max():
        shown["Of it, what the two do not just add up to"] = split.y_scale * joint
    names, levels = (
        short_names(found, pair, 30),
        (_short(g.levels) for g in (first, second)),
    )
    how = {"points": dots, "label": "", "levels": tuple(levels)}
    for caption, values in shown.items():
        axes = first.places, second.places
        ax = plots.surface(*axes, values, names, new_axes(*SMALL), **how)
        over = f"{caption}, over {label(pair, found.feature_names)}"
        alt = f"{over}: {values.min():.4g} to {values.max():.4g}."
        yield picture(ax.figure, alt, caption)
