"""The paper's pictures (Figs. 3 to 12): arrays and an ax in, the ax out.

Each function draws on the given ax, or on a new figure (`ax.figure.savefig("a.png")`).
None of them needs a display or pyplot.

>>> [text.get_text() for text in heat_map(np.eye(2), names="ab").get_xticklabels()]
['a', 'b']
"""

import numpy as np
from matplotlib import colormaps

from ..interactions import as_interaction, label, pairs_of
from .axes import PLAIN, RIM, as_svg, cut, label_ticks, new_axes, new_grid

LIGHT, DARK, RED = "#9ecae1", "#08519c", "#d7191c"  # light and dark in grey as well
CROSS = {"marker": "x", "color": RED, "linestyle": "none", "markeredgewidth": 1.3}
HATCHED = {"hatch": "//////", "edgecolor": "0.7", "facecolor": "white"}
LINES = ("-", "--", "-.", ":")  # they tell curves apart in grey


def heat_map(strengths, truths=None, names=None, ax=None, title: str = ""):
    """Pairwise strengths (p, p) as a full symmetric map (Figs. 4 and 5).

    truths are 0-based interactions of any order: all their pairs get a cross, in both
    triangles. The diagonal, which is no pair, and NaN are hatched. Beyond 40 features
    about 20 are named. Raises ValueError for a truth that is no interaction of p.
    """
    p = len(strengths)
    texts, step = [label((i,), names) for i in range(p)], 1 if p <= 40 else -(-p // 20)
    side = np.clip(0.22 * p, 3.2, 6) + 0.07 * min(max(map(len, texts)), 40)
    ax = ax or new_axes(side + 0.8, side)
    ax.patch.set(**HATCHED)
    shown = np.ma.masked_invalid(np.ma.masked_array(strengths, np.eye(p), float))
    top = np.ma.filled(shown.max(), 0) or 1  # an all-zero map is pale, not dark
    # Cells fill the axes: with square ones constrained layout lets neighbours overlap.
    image = ax.imshow(shown, "Blues", aspect="auto", vmin=0, vmax=top)
    ax.figure.colorbar(image, ax=ax, label="pairwise strength")
    if pairs := pairs_of(as_interaction(truth, p) for truth in truths or ()):
        i, j = np.array(sorted(pairs)).T
        size = np.clip(80 / p, 3, 9)  # points: about half a cell
        ax.plot(np.r_[j, i], np.r_[i, j], **CROSS, markersize=size, path_effects=RIM)
    for axis in (ax.xaxis, ax.yaxis):
        label_ticks(axis, range(0, p, step), texts[::step])
    xlabel = "feature (cross: true pair)" if pairs else "feature"
    ax.set(xlabel=xlabel, ylabel="feature", title=title)
    return ax


def surface(x1, x2, values, names=("x1", "x2"), ax=None, points=None, label="value"):
    """A function of two features as an image (Fig. 12).

    values (n2, n1) belong to the grid of x1 (n1,) and x2 (n2,), as from np.meshgrid.
    points (k, 2) are data: far from them it is extrapolation. NaN is hatched.
    """
    ax = ax or new_axes(5.2, 4)
    shown = np.ma.masked_invalid(values)
    if shown.mask.any():
        ax.patch.set(**HATCHED)
    image = ax.pcolormesh(x1, x2, shown, shading="nearest", rasterized=True)
    bar = ax.figure.colorbar(image, ax=ax, ticks=None if shown.any() else [0])
    # From the top down: below a bar there is room, where names of levels shorten it.
    bar.set_label(cut(label), loc="top", **PLAIN)
    # Points outside of the grid do not stretch the picture.
    ax.set(xlim=ax.get_xlim(), ylim=ax.get_ylim())
    if points is not None:
        ax.scatter(*np.transpose(points), s=9, c="w", edgecolors="k", linewidths=0.5)
    ax.set_xlabel(cut(names[0]), **PLAIN)
    ax.set_ylabel(cut(names[1]), **PLAIN)
    return ax


def cutoff_bars(labels, errors, reference, truths, chosen, metric="RMSE", ax=None):
    """MLP-Cutoff's validation error as interactions are added (Figs. 6 and 7).

    labels are the K added interactions as text; errors are K + 1, first the one without
    interactions. reference is the error of the ranked network. truths are K booleans or
    None: a cross stands under a true interaction. chosen is the cutoff's K.
    """
    n, longest = len(errors), max(map(len, labels), default=1)
    ax = ax or new_axes(np.clip(0.3 * n + 1, 5, 9), 3 + 0.08 * min(longest, 40))
    bars = ax.bar(range(n), errors, color=LIGHT, edgecolor=DARK)
    bars[chosen].set(facecolor=DARK, label=f"chosen, K = {chosen}")
    ax.axhline(reference, color="black", linestyle="--", label="ranked network")
    places = [] if truths is None else np.flatnonzero(truths) + 1
    if len(places):
        below = {"transform": ax.get_xaxis_transform(), "clip_on": False}
        height = np.full(len(places), -0.03)  # of the axes
        ax.plot(places, height, **CROSS, **below, markersize=4, label="true")
    label_ticks(ax.xaxis, range(n), ["\N{EMPTY SET}", *labels])
    ax.tick_params(axis="x", length=0, pad=13 if len(places) else 4)
    ax.set_ylim(0, 1.5 * max(*errors, reference))  # a legend above the bars
    ax.set(xlabel="interaction added", ylabel=f"validation {metric}")
    ax.legend(loc="upper right", fontsize=8)
    return ax


def averaging_comparison(counts: dict, ax=None):
    """Correct interactions before the first false one, per mean (Fig. 3).

    counts is {architecture: {mean: counts of all trials}}. Bars are means of trials,
    whiskers their deviations over n; a single trial has none.
    """
    ax = ax or new_axes(7.2, 3.8)
    groups, width = list(next(iter(counts.values()))), 0.8 / len(counts)
    colours = colormaps["Blues"](np.linspace(0.3, 0.9, len(counts)))
    for k, (series, of_group) in enumerate(counts.items()):
        places = np.arange(len(groups)) + (k - (len(counts) - 1) / 2) * width
        trials = [np.atleast_1d(of_group[group]) for group in groups]
        spreads = [np.std(c) if len(c) > 1 else np.nan for c in trials]
        style = {"color": colours[k], "label": series, "yerr": spreads, "capsize": 3}
        ax.bar(places, [np.mean(c) for c in trials], width, **style)
    ax.set_xticks(range(len(groups)), [g.replace("_", "\n") for g in groups], size=8)
    ax.set(xlabel="averaging function", ylabel="correct top interactions")
    ax.legend(fontsize=8, title="mean, deviation of trials")
    return ax


def roc(curves: dict, ax=None):
    """ROC curves from {name: (fpr, tpr, auc)}, with the diagonal of chance (Fig. 9)."""
    ax = ax or new_axes(4.2, 4)
    colours = colormaps["viridis"](np.linspace(0, 0.85, len(curves)))
    for k, (name, (fpr, tpr, auc)) in enumerate(curves.items()):
        text = f"{name} (AUC {auc:.3f})"
        ax.plot(fpr, tpr, color=colours[k], linestyle=LINES[k % 4], label=text)
    ax.plot([0, 1], [0, 1], color="0.6", linewidth=0.8, label="chance")
    ax.set(xlabel="false positive rate", ylabel="true positive rate")
    ax.legend(loc="lower right", fontsize=8, handlelength=3)
    return ax
