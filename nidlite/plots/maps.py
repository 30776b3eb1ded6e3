"""Images: the strengths of all pairs, and a function of two features."""

import numpy as np
from matplotlib.patheffects import withStroke

from ..interactions import as_interaction, label, pairs_of
from .axes import CROSS, cut, label_ticks, new_axes

RIM = [withStroke(linewidth=2.8, foreground="white")]  # a cross shows on dark cells


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
        size = np.clip(80 / p, 3, 9)  # points: about half a cell
        ax.plot(np.r_[j, i], np.r_[i, j], **CROSS, markersize=size, path_effects=RIM)
    for axis in (ax.xaxis, ax.yaxis):
        label_ticks(axis, range(0, p, step), texts[::step])
    xlabel = "feature (cross: true pair)" if pairs else "feature"
    ax.set(xlabel=xlabel, ylabel="feature", title=title or "")
    return ax


def surface(x1, x2, values, names=("x1", "x2"), ax=None, points=None, label="value"):
    """A function of two features as an image (Fig. 12).

    values (n2, n1) belong to the grid of x1 (n1,) and x2 (n2,), as from np.meshgrid.
    points (k, 2) are data: where there are none, the picture is extrapolation.
    """
    ax = ax or new_axes(5.2, 4)
    image = ax.pcolormesh(x1, x2, values, shading="nearest", rasterized=True)
    ax.figure.colorbar(image, ax=ax).set_label(cut(label), parse_math=False)
    # Points outside of the grid do not stretch the picture.
    ax.set(xlim=ax.get_xlim(), ylim=ax.get_ylim())
    if points is not None:
        ax.scatter(*np.transpose(points), s=9, c="w", edgecolors="k", linewidths=0.5)
    ax.set_xlabel(cut(names[0]), parse_math=False)
    ax.set_ylabel(cut(names[1]), parse_math=False)
    return ax
