"""Bars: the cutoff's errors, and counts by averaging function."""

import numpy as np
from matplotlib.transforms import offset_copy

from .axes import CROSS, DARK, LIGHT, label_ticks, new_axes, shades


def cutoff_bars(
    labels, errors, reference=None, truths=None, chosen=None, metric="RMSE", ax=None
):
    """MLP-Cutoff's validation error as interactions are added (Figs. 6 and 7).

    labels are the K added interactions as text; errors are K + 1, first the one without
    interactions. reference is the error of the ranked MLP-M. truths are K booleans: a
    cross stands under a true interaction. chosen is the cutoff's K.
    """
    n, longest = len(errors), max(map(len, labels), default=1)
    ax = ax or new_axes(np.clip(0.3 * n + 1, 5, 9), 3 + 0.08 * min(longest, 40))
    bars = ax.bar(range(n), errors, color=LIGHT)
    if chosen is not None:
        bars[chosen].set(facecolor=DARK, label=f"chosen, K = {chosen}")
    if reference is not None:
        ax.axhline(reference, color="black", linestyle="--", label="MLP-M")
    places = [] if truths is None else np.flatnonzero(truths) + 1
    if len(places):
        below = offset_copy(ax.get_xaxis_transform(), ax.figure, y=-7, units="points")
        style = CROSS | {"transform": below, "clip_on": False, "label": "true"}
        ax.plot(places, np.zeros(len(places)), markersize=4, **style)
    label_ticks(ax.xaxis, range(n), ["\N{EMPTY SET}", *labels])
    ax.tick_params(axis="x", length=0, pad=13 if len(places) else 4)
    ax.set_ylim(0, 1.5 * max(*errors, reference or 0))  # a legend above the bars
    ax.set(xlabel="interaction added", ylabel=f"validation {metric}")
    if ax.get_legend_handles_labels()[0]:
        ax.legend(loc="upper right", fontsize=8)
    return ax


def averaging_comparison(counts, ax=None):
    """Correct interactions before the first false one, per mean (Fig. 3).

    counts is {architecture: {mean: counts of all trials}}. Bars are means of trials,
    whiskers their deviations over n - 1; a single trial has none.
    """
    ax = ax or new_axes(7.2, 3.8)
    groups, width = list(next(iter(counts.values()))), 0.8 / len(counts)
    colours = shades("Blues", 0.3, 0.9, len(counts))
    for k, (series, of) in enumerate(counts.items()):
        places = np.arange(len(groups)) + (k - (len(counts) - 1) / 2) * width
        trials = [np.atleast_1d(of[group]) for group in groups]
        spreads = [np.std(c, ddof=1) if len(c) > 1 else np.nan for c in trials]
        style = {"color": colours[k], "label": series, "yerr": spreads, "capsize": 3}
        ax.bar(places, [np.mean(c) for c in trials], width, **style)
    ax.set_xticks(range(len(groups)), [g.replace("_", "\n") for g in groups], size=8)
    ax.set(xlabel="averaging function", ylabel="correct top interactions")
    ax.legend(fontsize=8, title="mean, deviation of trials")
    return ax
