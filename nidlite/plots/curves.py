"""Curves: ROC, means in bands of deviation, losses, and what single features do."""

import numpy as np

from ..interactions import label
from .axes import DARK, DOTS, LINES, RED, cut, label_ticks, new_axes, new_grid, shades


def roc(curves, ax=None):
    """ROC curves from {name: (fpr, tpr, auc)}, with the diagonal of chance (Fig. 9)."""
    many = len(curves) > 4  # then the legend stands beside the axes and hides nothing
    ax = ax or new_axes(5.6 if many else 4.2, 4)
    colours = shades("viridis", 0, 0.85, len(curves))
    for k, (name, (fpr, tpr, auc)) in enumerate(curves.items()):
        text = f"{name} (AUC {auc:.3f})"
        ax.plot(fpr, tpr, color=colours[k], linestyle=LINES[k % 4], label=text)
    ax.plot([0, 1], [0, 1], color="0.6", linewidth=0.8, label="chance")
    ax.set(xlabel="false positive rate", ylabel="true positive rate")
    place = {"loc": "upper left", "bbox_to_anchor": (1, 1)} if many else {"loc": 4}
    ax.legend(fontsize=8, handlelength=3, **place)
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


def losses(train, valid, best, ax=None):
    """Losses of each epoch, (e,) and (e,), on a log axis; best is the kept epoch."""
    ax, epochs = ax or new_axes(4.8, 3.2), range(1, len(train) + 1)
    ax.plot(epochs, train, color="0.5", linestyle="--", label="training rows")
    ax.plot(epochs, valid, color=DARK, label="validation rows")
    ax.plot([best], [valid[best - 1]], "o", color=DARK, label="kept")
    ax.set(xlabel="epoch", ylabel="loss", yscale="log")
    ax.legend(fontsize=8)
    return ax


def univariate_response(x, responses, names=None, ax=None, levels=None):
    """What univariate networks answer, one axes per feature (Fig. 11).

    responses (n, m) are drawn over x, (n,) or (n, m), NaN where there is none. levels
    holds None for a feature of numbers; for a category it holds the labels of 0, 1,
    ..., which are drawn as dots. ax is m axes, or None for new ones; they are returned.
    All of them span the same height, so that slopes can be compared; the level of a
    curve is arbitrary (App. I). Raises ValueError for another number of axes.
    """
    n, m = np.shape(responses)
    if ax is None:
        ax = new_grid(-(-m // 4), min(m, 4), 2.7, 2.4).ravel()
        for unused in ax[m:]:
            unused.remove()
        ax = ax[:m]
    if np.size(ax) != m:
        raise ValueError(f"expected {m} axes for {m} responses; got {np.size(ax)}")
    x = np.broadcast_to(np.reshape(x, (n, -1)), (n, m))
    low, high = np.nanmin(responses, 0), np.nanmax(responses, 0)
    span = np.array([-0.55, 0.55]) * ((high - low).max() or 1)
    for k, (one, middle) in enumerate(zip(np.ravel(ax), (low + high) / 2, strict=True)):
        dots = levels is not None and levels[k] is not None
        one.plot(x[:, k], np.asarray(responses)[:, k], "o" if dots else "-", color=DARK)
        if dots:
            label_ticks(one.xaxis, range(len(levels[k])), levels[k])
            one.set_xlim(-0.5, len(levels[k]) - 0.5)
        one.set_xlabel(cut(label((k,), names)), parse_math=False)
        one.set(ylabel="response", ylim=middle + span)
    return ax
