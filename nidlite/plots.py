"""The paper's pictures (Figs. 3 to 12): arrays and an ax in, the ax out.

Each function draws on the given ax, or on a new figure (`ax.figure.savefig("a.png")`).
None of them needs a display or pyplot.
"""

from io import BytesIO
from textwrap import fill

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from matplotlib.transforms import offset_copy

from .interactions import as_interaction, label, pairs_of

LIGHT, DARK, RED = "#9ecae1", "#08519c", "#d7191c"  # light and dark in grey as well
RIM = [withStroke(linewidth=2.8, foreground="white")]  # a cross shows on dark cells
CROSS = {"marker": "x", "color": RED, "linestyle": "none", "markeredgewidth": 1.3}
LINES, DOTS = ("-", "--", "-.", ":"), "os^D"  # they tell curves apart in grey


class Picture(Figure):
    """A figure that notebooks show without pyplot."""

    def _repr_png_(self):
        png = BytesIO()
        self.savefig(png, format="png", dpi=100)
        return png.getvalue()


def new_axes(width, height):
    """The only axes of a new figure, width by height in inches."""
    return Picture((width, height), layout="constrained").add_subplot()


def new_grid(rows, columns, width, height):
    """The axes of a new figure, (rows, columns), each width by height in inches."""
    figure = Picture((width * columns, height * rows), layout="constrained")
    return figure.subplots(rows, columns, squeeze=False)


def _extent(ax):
    """Width and height of the axes in points, before any layout."""
    return np.array([ax.bbox.width, ax.bbox.height]) * 72 / ax.figure.dpi


def _label_ticks(axis, places, texts):
    """Ticks whose labels do not overlap: 4 to 8 points, upright or cut at need."""
    along, across = _extent(axis.axes)[:: -1 if axis.axis_name == "y" else 1]
    longest = max(len(line) for text in texts for line in text.split("\n"))
    room = 0.8 * along / len(texts)  # the layout takes a part for labels and bars
    size = np.clip(0.75 * room, 4, 8)
    # A letter is about 0.55 sizes wide; a label gets 0.6 of the extent across its axis.
    limit = max(8, int(0.6 * across / (0.55 * size)))
    texts = [t if len(t) <= limit else t[: limit - 3] + "..." for t in texts]
    upright = axis.axis_name == "x" and 0.65 * size * min(longest, limit) > room
    # A column's name may hold dollar signs, which are not mathematics.
    axis.set_ticks(places, texts, size=size, rotation=90 * upright, parse_math=False)


def heat_map(strengths, truths=None, names=None, ax=None, title=None):
    """Pairwise strengths (p, p) as a full symmetric map (Figs. 4 and 5).

    truths are 0-based interactions of any order: all their pairs get a cross, in both
    triangles. The diagonal, which is no pair, and NaN are hatched. Beyond 40 features
    about 20 are named. Raises ValueError for a truth that is no interaction of p.
    """
    p = len(strengths)
    texts, step = [label((i,), names) for i in range(p)], 1 if p <= 40 else -(-p // 20)
    side = np.clip(0.22 * p, 3.2, 6) + 0.07 * min(max(map(len, texts)), 40)
    ax = ax or new_axes(side + 0.8, side)
    ax.patch.set(hatch="//////", edgecolor="0.7", facecolor="white")
    shown = np.ma.masked_invalid(np.ma.masked_array(strengths, np.eye(p), float))
    top = np.ma.filled(shown.max(), 0) or 1  # an all-zero map is pale, not dark
    # Cells fill the axes: with square ones constrained layout lets neighbours overlap.
    image = ax.imshow(shown, "Blues", aspect="auto", vmin=0, vmax=top)
    ax.figure.colorbar(image, ax=ax, label="pairwise strength")
    pairs = pairs_of(as_interaction(truth, p) for truth in truths or ())
    if pairs:
        i, j = np.array(sorted(pairs)).T
        size = np.clip(_extent(ax).min() / p / 2, 3, 9)  # half a cell
        ax.plot(np.r_[j, i], np.r_[i, j], **CROSS, markersize=size, path_effects=RIM)
    for axis in (ax.xaxis, ax.yaxis):
        _label_ticks(axis, range(0, p, step), texts[::step])
    xlabel = "feature (cross: true pair)" if pairs else "feature"
    ax.set(xlabel=xlabel, ylabel="feature", title=title or "")
    return ax


def answer_bars(labels, shares, ax=None):
    """The share of the variance, (k,), of each of k interactions, the first on top."""
    ax = ax or new_axes(4.8, 0.9 + 0.3 * len(labels))
    ax.barh(range(len(labels)), np.multiply(100, shares), color=DARK)
    _label_ticks(ax.yaxis, range(len(labels)), labels)
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
    width, bars = _extent(ax)[0], ax.bar(range(n), errors, color=LIGHT)
    if chosen is not None:
        bars[chosen].set(facecolor=DARK, label=f"chosen, K = {chosen}")
    if reference is not None:
        ax.axhline(reference, color="black", linestyle="--", label=name)
    if truths.any():
        below = offset_copy(ax.get_xaxis_transform(), ax.figure, y=-7, units="points")
        size = np.clip(0.6 * width / n, 2, 6)
        style = CROSS | {"markersize": size, "transform": below, "clip_on": False}
        ax.plot(
            np.flatnonzero(truths) + 1, np.zeros(truths.sum()), **style, label="true"
        )
    _label_ticks(ax.xaxis, range(n), ["\N{EMPTY SET}", *labels])
    ax.tick_params(axis="x", length=0, pad=13 if truths.any() else 4)
    columns, space = (3, 1.2) if width > 250 else (1, 1.6)  # a legend above the bars
    ax.set_ylim(0, space * (np.nanmax([*errors, reference or 0]) or 1))
    ax.set(xlabel="interaction added", ylabel=f"validation {metric}")
    if ax.get_legend_handles_labels()[0]:
        ax.legend(loc="upper right", ncols=columns, fontsize=8)
    return ax


def roc(curves, ax=None):
    """ROC curves from {name: (fpr, tpr, auc)}, with the diagonal of chance (Fig. 9)."""
    many = len(curves) > 4  # then the legend stands beside the axes and hides nothing
    ax = ax or new_axes(5.6 if many else 4.2, 4)
    colours = matplotlib.colormaps["viridis"](np.linspace(0, 0.85, len(curves)))
    for k, (name, (fpr, tpr, auc)) in enumerate(curves.items()):
        style = {"color": colours[k], "linestyle": LINES[k % 4]}
        ax.plot(fpr, tpr, **style, label=f"{name} (AUC {auc:.3f})")
    ax.plot([0, 1], [0, 1], color="0.6", linewidth=0.8, label="chance")
    ax.set(xlabel="false positive rate", ylabel="true positive rate")
    place = {"loc": "upper left", "bbox_to_anchor": (1, 1)} if many else {"loc": 4}
    ax.legend(fontsize=8, handlelength=3, **place)
    return ax


def averaging_comparison(counts, ax=None):
    """Correct interactions before the first false one, per mean (Fig. 3).

    counts is {architecture: {mean: counts of all trials}}; whiskers are deviations over
    n - 1, none for a single trial.
    """
    means, m = list(next(iter(counts.values()))), len(counts)
    ax = ax or new_axes(7.2, 3.8)
    colours, width = matplotlib.colormaps["Blues"](np.linspace(0.3, 0.8, m)), 0.8 / m
    for k, (architecture, of) in enumerate(counts.items()):
        spread = [np.std(of[u], ddof=1) if len(of[u]) > 1 else 0 for u in means]
        places = np.arange(len(means)) + (k - (m - 1) / 2) * width
        style = {"color": colours[k], "capsize": 3, "label": architecture}
        ax.bar(places, [np.mean(of[u]) for u in means], width, yerr=spread, **style)
    _label_ticks(ax.xaxis, range(len(means)), [u.replace("_", "\n") for u in means])
    ax.set(xlabel="averaging function", ylabel="correct top interactions")
    ax.set_ylim(0, 1.3 * ax.get_ylim()[1])  # room for the legend
    ax.legend(loc="upper left", ncols=m, fontsize=8, title="mean, deviation of trials")
    return ax


def bands(curves, ax=None):
    """Lines in bands of one deviation, from {name: (x, mean, deviation)} (Fig. 8a)."""
    ax, colours = ax or new_axes(4.6, 3.6), (DARK, RED, "0.4", "black")
    for k, (name, (x, mean, deviation)) in enumerate(curves.items()):
        low, high = np.subtract(mean, deviation), np.add(mean, deviation)
        ax.fill_between(x, low, high, color=colours[k % 4], alpha=0.2, linewidth=0)
        style = {"marker": DOTS[k % 4], "linestyle": LINES[k % 4], "label": name}
        ax.plot(x, mean, color=colours[k % 4], **style)
    ax.set_ylim(0, max(1, ax.get_ylim()[1]))
    ax.legend(fontsize=8, handlelength=3, title="mean, deviation of trials")
    return ax


def runtimes(seconds, ax=None):
    """How long each part takes on each data set, on a log axis (Fig. 8b).

    seconds is {part: {data set: seconds}}, all above 0; bars of one data set stand
    together and start a decade below the shortest of all.
    """
    names = list(next(iter(seconds.values())))
    ax, m = ax or new_axes(5.2, 3.6), len(seconds)
    colours, width = matplotlib.colormaps["Blues"](np.linspace(0.3, 0.9, m)), 0.8 / m
    for k, (part, of) in enumerate(seconds.items()):
        places = np.arange(len(names)) + (k - (m - 1) / 2) * width
        heights = [of[name] for name in names]
        ax.bar(places, heights, width, color=colours[k], label=part)
    every = [value for of in seconds.values() for value in of.values()]
    _label_ticks(ax.xaxis, range(len(names)), [fill(name, 8) for name in names])
    ax.set(xlabel="data set", ylabel="seconds", yscale="log")
    ax.set_ylim(min(every) / 10, max(every) * 10)  # a decade of room for the legend
    ax.legend(loc="upper left", ncols=m, fontsize=8)
    return ax


def univariate_response(x, responses, names=None, ax=None, rug=None, levels=None):
    """What univariate networks answer, one axes per feature (Fig. 11).

    responses (n, m) are drawn over x, (n,) or (n, m), NaN where there is none; rug
    (k, m) marks data below. levels holds None for a feature of numbers; for a category
    it holds the labels of 0, 1, ..., which are drawn as dots. ax is m axes, or None for
    new ones; they are returned. All of them span the same height, so that slopes can be
    compared; the level of a curve is arbitrary (App. I). Raises ValueError for another
    number of axes.
    """
    n, m = np.shape(responses)
    if ax is None:
        rows, columns = -(-m // 4), min(m, 4)
        figure = Figure((2.6 * columns + 0.4, 2.4 * rows), layout="constrained")
        ax = np.array([figure.add_subplot(rows, columns, k + 1) for k in range(m)])
    if np.size(ax) != m:
        raise ValueError(f"expected {m} axes for {m} responses; got {np.size(ax)}")
    x = np.broadcast_to(np.reshape(x, (n, -1)), (n, m))
    low, high = np.nanmin(responses, 0), np.nanmax(responses, 0)
    span = np.array([-0.55, 0.55]) * ((high - low).max() or 1)
    for k, (one, middle) in enumerate(zip(np.ravel(ax), (low + high) / 2, strict=True)):
        dots = levels is not None and levels[k] is not None
        one.plot(x[:, k], np.asarray(responses)[:, k], "o" if dots else "-", color=DARK)
        if rug is not None:
            floor, height = np.full(len(rug), 0.02), one.get_xaxis_transform()
            one.plot(rug[:, k], floor, "k|", alpha=0.3, transform=height)
        if dots:
            _label_ticks(one.xaxis, range(len(levels[k])), levels[k])
            one.set_xlim(-0.5, len(levels[k]) - 0.5)
        one.set_xlabel(label((k,), names), parse_math=False)
        one.set(ylabel="response", ylim=middle + span)
    return ax


def surface(
    x1, x2, values, names=("x1", "x2"), ax=None, points=None, label="value", levels=()
):
    """A function of two features as an image (Fig. 12).

    values (n2, n1) belong to the grid of x1 (n1,) and x2 (n2,), as from np.meshgrid.
    points (k, 2) are data: where there are none, the picture is extrapolation. levels
    holds names of the values of x1 and of x2 where these are categories, else None.
    """
    ax = ax or new_axes(5.2, 4)
    image = ax.pcolormesh(x1, x2, values, shading="nearest", rasterized=True)
    ax.figure.colorbar(image, ax=ax).set_label(label, parse_math=False)
    if points is not None:
        ax.scatter(*np.transpose(points), s=9, c="w", edgecolors="k", linewidths=0.5)
    for axis, places, texts in zip((ax.xaxis, ax.yaxis), (x1, x2), levels):
        if texts is not None:
            _label_ticks(axis, places, texts)
    ax.set_xlabel(names[0], parse_math=False)
    ax.set_ylabel(names[1], parse_math=False)
    return ax
