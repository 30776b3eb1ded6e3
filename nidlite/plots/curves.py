"""Curves: ROC, means in bands of deviation, and losses."""

from .axes import DARK, DOTS, LINES, RED, new_axes, shades


def roc(curves, ax=None):
    """ROC curves from {name: (fpr, tpr, auc)}, with the diagonal of chance (Fig. 9)."""
    ax = ax or new_axes(4.2, 4)
    colours = shades("viridis", 0, 0.85, len(curves))
    for k, (name, (fpr, tpr, auc)) in enumerate(curves.items()):
        text = f"{name} (AUC {auc:.3f})"
        ax.plot(fpr, tpr, color=colours[k], linestyle=LINES[k % 4], label=text)
    ax.plot([0, 1], [0, 1], color="0.6", linewidth=0.8, label="chance")
    ax.set(xlabel="false positive rate", ylabel="true positive rate")
    ax.legend(loc="lower right", fontsize=8, handlelength=3)
    return ax


def bands(curves, ax=None):
    """Lines in bands of one deviation, from {name: (x, mean, deviation)} (Fig. 8a)."""
    ax = ax or new_axes(4.6, 3.6)
    for k, (name, (x, mean, deviation)) in enumerate(curves.items()):
        low, high, colour = mean - deviation, mean + deviation, (DARK, RED)[k % 2]
        ax.fill_between(x, low, high, color=colour, alpha=0.2, linewidth=0)
        style = {"marker": DOTS[k % 4], "linestyle": LINES[k % 4], "label": name}
        ax.plot(x, mean, color=colour, **style)
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
