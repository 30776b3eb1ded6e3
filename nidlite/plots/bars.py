"""Bars: an answer, the cutoff's errors, counts by mean, and seconds by part."""

from textwrap import fill

import numpy as np
from matplotlib.transforms import offset_copy

from .axes import CROSS, DARK, LIGHT, extent, label_ticks, new_axes, shades


def answer_bars(labels, shares, ax=None):
    """The share of the variance, (k,), of each of k interactions, the first on top."""
    ax = ax or new_axes(4.8, 0.9 + 0.3 * len(labels))
    ax.barh(range(len(labels)), np.multiply(100, shares), color=DARK)
    label_ticks(ax.yaxis, range(len(labels)), labels)
    ax.invert_yaxis()
    ax.set(xlabel="share of the variance, in percent")
    return ax


def cutoff_bars(
    labels,
    errors,
    reference=None,
    truths=None,
    chosen=None,
    metric="RMSE",
    ax=None,
    name="MLP-M",
):
    """MLP-Cutoff's validation error as interactions are added (Figs. 6 and 7).

    labels are the K added interactions as text; errors are K + 1, first the one without
    interactions. reference is the error of the ranked network, name what it is called.
    truths are K booleans: a cross stands under a true interaction. chosen is the
    cutoff's K. Raises ValueError for other lengths.
    """
    truths = np.zeros(len(labels), bool) if truths is None else np.asarray(truths, bool)
    if not len(labels) == len(errors) - 1 == len(truths):
        given = f"{len(labels)}, {len(errors)} and {len(truths)}"
        raise ValueError(f"expected K labels, K + 1 errors and K truths; got {given}")
    n, longest = len(errors), min(max(map(len, labels), default=1), 60)
    ax = ax or new_axes(np.clip(0.3 * n + 1, 5, 9), 3 + 0.08 * longest)
    width, bars = extent(ax)[0], ax.bar(range(n), errors, color=LIGHT)
    if chosen is not None:
        bars[chosen].set(facecolor=DARK, label=f"chosen, K = {chosen}")
    if reference is not None:
        ax.axhline(reference, color="black", linestyle="--", label=name)
    if truths.any():
        below = offset_copy(ax.get_xaxis_transform(), ax.figure, y=-7, units="points")
        style = CROSS | {"transform": below, "clip_on": False, "label": "true"}
        places, size = np.flatnonzero(truths) + 1, np.clip(0.6 * width / n, 2, 6)
        ax.plot(places, np.zeros(len(places)), markersize=size, **style)
    label_ticks(ax.xaxis, range(n), ["\N{EMPTY SET}", *labels])
    ax.tick_params(axis="x", length=0, pad=13 if truths.any() else 4)
    columns, space = (3, 1.2) if width > 250 else (1, 1.6)  # a legend above the bars
    ax.set_ylim(0, space * (np.nanmax([*errors, reference or 0]) or 1))
    ax.set(xlabel="interaction added", ylabel=f"validation {metric}")
    if ax.get_legend_handles_labels()[0]:
        ax.legend(loc="upper right", ncols=columns, fontsize=8)
    return ax


def averaging_comparison(counts, ax=None):
    """Correct interactions before the first false one, per mean (Fig. 3).

    counts is {architecture: {mean: counts of all trials}}; whiskers are deviations over
    n - 1, none for a single trial.
    """
    means = _groups(counts, ax := ax or new_axes(7.2, 3.8), whiskers=True)
    label_ticks(ax.xaxis, range(len(means)), [u.replace("_", "\n") for u in means])
    ax.set(xlabel="averaging function", ylabel="correct top interactions")
    ax.set_ylim(0, 1.3 * ax.get_ylim()[1])  # room for the legend
    title = "mean, deviation of trials"
    ax.legend(loc="upper left", ncols=len(counts), fontsize=8, title=title)
    return ax


def runtimes(seconds, ax=None):
    """How long each part takes on each data set, on a log axis (Fig. 8b).

    seconds is {part: {data set: seconds}}, all above 0; bars of one data set stand
    together and start a decade below the shortest of all.
    """
    names = _groups(seconds, ax := ax or new_axes(5.2, 3.6))
    every = [value for of in seconds.values() for value in of.values()]
    label_ticks(ax.xaxis, range(len(names)), [fill(name, 8) for name in names])
    ax.set(xlabel="data set", ylabel="seconds", yscale="log")
    ax.set_ylim(min(every) / 10, max(every) * 10)  # a decade of room for the legend
    ax.legend(loc="upper left", ncols=len(seconds), fontsize=8)
    return ax


def _groups(values, ax, whiskers=False) -> list:
    """Bars of {series: {group: values}}, side by side in each group; the groups."""
    groups, width = list(next(iter(values.values()))), 0.8 / len(values)
    colours = shades("Blues", 0.3, 0.9, len(values))
    for k, (series, of) in enumerate(values.items()):
        places = np.arange(len(groups)) + (k - (len(values) - 1) / 2) * width
        trials = [np.atleast_1d(of[group]) for group in groups]
        style = {"color": colours[k], "label": series}
        if whiskers:
            spreads = [np.std(c, ddof=1) if len(c) > 1 else 0 for c in trials]
            style |= {"yerr": spreads, "capsize": 3}
        ax.bar(places, [np.mean(c) for c in trials], width, **style)
    return groups
