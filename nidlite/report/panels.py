"""The pictures of a report: from a Detection to figures with a caption each.

With this module one can draw the most important of what a trained network says, in the
table's own names and units. A function returns a picture of pages.py, or yields some.
"""

import numpy as np

from ..interactions import label, pairs_of
from ..plots import (
    cutoff_bars,
    heat_map,
    new_axes,
    surface,
    training_curve,
    univariate_response,
)
from .markup import Html, cut, picture
from .sentences import outcome
from .surfaces import (
    beyond_sum,
    grids,
    one_output,
    partial_dependence,
    strongest_pair,
    univariate_curves,
)

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
    strengths = found.pairwise_strengths
    kept = np.sort(np.argsort(-strengths.max(axis=0), kind="stable")[:CELLS]).tolist()
    pairs = [
        (kept.index(i), kept.index(j))
        for i, j in pairs_of(truths or ())
        if i in kept and j in kept
    ]
    names = short_names(found, kept)
    wide = new_axes(9, 8) if len(kept) > 20 else None  # for letters of a good size
    ax = heat_map(strengths[np.ix_(kept, kept)], pairs, names, wide)
    (best, strength), q = found.pairwise_ranking[0], len(strengths)
    caption = "Strength of every pair of features; dark is strong."
    if q > len(kept):
        caption = f"The {len(kept)} features of the strongest pairs, of {q}; dark is "
        caption += "strong."
    if pairs:
        caption += " A cross marks a true pair."
    strongest = label(best, found.feature_names)
    alt = f"Heat map of pairwise strengths; the strongest pair is {strongest}, "
    return picture(ax.figure, f"{alt}{strength:.4g}.", caption)


def cutoff_axes(found, cutoff, truths=None):
    """The axes with the bars of Figs. 6 and 7."""
    added = cutoff.candidates[: len(cutoff.losses) - 1]
    names = short_names(found, range(len(found.feature_names)), 16)
    return cutoff_bars(
        [label(i, names) for i in added],
        [found.error(loss) for loss in cutoff.losses],
        None if cutoff.reference is None else found.error(cutoff.reference),
        [i in truths for i in added] if truths else None,
        cutoff.K,
        found.error_name,
        name="MLP-M" if len(found.fit.network.stacks) > 1 else "MLP",
    )


def cutoff_curve(found, cutoff, truths) -> Html:
    """The bars of MLP-Cutoff's validation errors."""
    first, last = (found.error(cutoff.losses[K]) for K in (0, cutoff.K))
    alt = f"Validation error from {first:.4g} without interactions to "
    ax = cutoff_axes(found, cutoff, truths)
    return picture(ax.figure, f"{alt}{last:.4g} with {cutoff.K}.")


def training_history(found) -> Html:
    """Training and validation loss by epoch."""
    train, valid = ([getattr(e, k) for e in found.history] for k in ("train", "valid"))
    ax = training_curve(train, valid, found.fit.best.epoch, new_axes(5, 3.4))
    alt = f"Loss in {len(train)} epochs; validation falls to {min(valid):.4g}."
    return picture(ax.figure, alt)


def feature_grids(found):
    """A grid over each feature, in the units of the table."""
    return grids(found.table.columns, found.table.levels, found.table.X)


def univariate(found, of_each):
    """A picture for each of the features whose univariate networks span most."""
    able = [j for j, grid in enumerate(of_each) if len(grid.places) > 1]
    found_curves = univariate_curves(found, [of_each[j] for j in able])
    curves = {
        j: found.split.y_scale * one_output(found, curve)
        for j, curve in zip(able, found_curves)
    }
    spans = {j: float(np.ptp(curve)) for j, curve in curves.items()}
    order = sorted(spans, key=lambda j: -spans[j])[:CURVES]
    order = [j for j in order if spans[j] > FLAT * spans[order[0]]]
    if not order:
        return
    rows = data_rows(found)
    axes = univariate_response(
        columns(of_each[j].places for j in order),
        columns(curves[j] for j in order),
        short_names(found, order, 30),
        [new_axes(*SMALL) for _ in order],
        columns(rug(of_each[j], rows) for j in order),
        [short(of_each[j].levels) for j in order],
    )
    for j, ax in zip(order, axes):
        ax.set_ylabel(cut(f"change of {outcome(found)}", 34), parse_math=False)
        name = found.feature_names[j]
        yield picture(
            ax.figure, f"Univariate network of {name}: it spans {spans[j]:.4g}."
        )


def columns(values) -> np.ndarray:
    """Arrays (n_k,) as the columns of one array, NaN where one is shorter."""
    values = list(values)
    longest = max(map(len, values))
    ends = (np.full(longest - len(v), np.nan) for v in values)
    return np.stack([np.r_[v, end] for v, end in zip(values, ends)], axis=1)


def data_rows(found) -> np.ndarray:
    """Some validation rows in the units of the table."""
    return found.split.valid[0][:DOTS] * found.split.x_scale + found.split.x_mean


def rug(grid, rows) -> np.ndarray:
    """Where rows lie on an axis of numbers; NaN for a category, which has dots."""
    return on_axis(grid, rows) if grid.levels is None else np.full(len(rows), np.nan)


def on_axis(grid, rows, step=0.0) -> np.ndarray:
    """Where rows lie on the axis, NaN beyond; levels are spread about their places."""
    place = grid.place(rows)
    if grid.levels is None:
        low, high = grid.places[[0, -1]]
        return np.where((place >= low) & (place <= high), place, np.nan)
    return place + 0.7 * (np.arange(len(rows)) * step % 1 - 0.5)


def short(levels):
    """A category's labels as they fit at an axis, None for numbers."""
    return None if levels is None else [cut(level, 14) for level in levels]


def pairs_to_draw(found, of_each, top) -> dict:
    """{pair: the interaction it stands for}, of the strongest interactions."""
    pairs = {}
    for interaction, _ in top:
        pair = strongest_pair(interaction, found.pairwise_strengths)
        if len(pairs) < SURFACES and all(len(of_each[j].places) > 1 for j in pair):
            pairs.setdefault(pair, interaction)
    return pairs


def surfaces(found, of_each, pair):
    """Two pictures of a pair: the mean answer, and its part beyond two single ones."""
    split, (first, second) = found.split, (of_each[j] for j in pair)
    rows = data_rows(found)
    both = on_axis(first, rows, 0.618), on_axis(second, rows, 0.755)
    dots = np.transpose(both)[np.isfinite(both).all(axis=0)]

    def f(X):
        return one_output(found, found.f(split.scale_X(X)))

    scaled = partial_dependence(f, rows[:AVERAGED], first, second)
    shown = {f"Mean {outcome(found)}": split.unscale_y(scaled)}
    joint = beyond_sum(scaled)
    if np.ptp(joint) > ROUNDING * np.abs(scaled).max():
        shown["Of it, what the two do not just add up to"] = split.y_scale * joint
    for caption, values in shown.items():
        ax = surface(
            first.places,
            second.places,
            values,
            short_names(found, pair, 30),
            new_axes(*SMALL),
            dots,
            label="",
            levels=(short(first.levels), short(second.levels)),
        )
        what = label(pair, found.feature_names)
        alt = f"{caption}, over {what}: {values.min():.4g} to {values.max():.4g}."
        yield picture(ax.figure, alt, caption)
