"""What `nidlite detect --out DIR` leaves in the folder."""

import csv
import warnings
from dataclasses import asdict

import numpy as np

from ..interactions import label
from .stored import arrays_of
from .whole import whole_file

FILES = "ranking.csv", "pairs.csv", "interactions.csv", "heatmap.png", "network.npz"
FILES += "cutoff.png", "report.html"


def save_ranking(path, ranking, names, told=None, most=10_000):
    """CSV of the top: rank, order, interaction by names, features from 1, strength.

    told(interaction) adds share, agreement and t, or is None. Empty cells stand for
    what is not known, such as the strength of a set that is not in the ranking.
    """
    with (
        whole_file(path) as temporary,
        open(temporary, "w", newline="", encoding="utf-8") as file,
    ):
        write = csv.writer(file).writerow
        head = ["rank", "order", "interaction", "features", "strength"]
        write(head + ["share", "agreement", "t"] * bool(told))
        for rank, (interaction, strength) in enumerate(ranking[:most], 1):
            places, numbers = " ".join(str(i + 1) for i in interaction), [strength]
            if told:
                said = told(interaction)
                keys = "share", "agreement", "t"
                numbers += [getattr(said, key) if said else None for key in keys]
            cells = ["" if n is None else f"{n:.9g}" for n in numbers]
            words = no_formula(label(interaction, names))
            write([rank, len(interaction), words, places, *cells])


def no_formula(text) -> str:
    """A cell that spreadsheets take for text: "=1+1" is '=1+1."""
    return f"'{text}" if text[:1] in {*"=+-@"} else text


def save_figure(path, figure):
    """The figure as PNG."""
    with whole_file(path) as temporary, warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # names in letters the font lacks
        figure.savefig(temporary, format="png", dpi=120)


def save_network(path, found):
    """Everything needed to run and read the network, as plain arrays (no pickle).

    With it all of the Detection, its rows too, for `stored.stored` to read.

    stackK_layerL is [W b] of one layer, (m, p_l, p_{l-1} + 1), of m nets;
    stackK_features says which columns they see, (m, p_0). Column c of X, (n, p), is
    feature column_feature[c]'s: its numbers where column_level[c] is "", and otherwise
    whether the category has that level, or the number is missing. X is to be scaled.
    """
    network, split = found.fit.network, found.split
    owners = [j for j, columns in enumerate(found.columns) for _ in columns]
    kinds = zip(found.table.levels, found.columns)
    levels = [x for labels, own in kinds for x in labels or ["", "missing"][: len(own)]]
    arrays = {
        "feature_names": np.array(found.feature_names),
        "column_feature": np.array(owners),
        "column_level": np.array(list(map(str, levels))),
        "classes": np.array([str(label) for label in found.table.classes or ()], str),
        "x_mean": split.x_mean,
        "x_scale": split.x_scale,
        "y_mean": split.y_mean,
        "y_scale": split.y_scale,
    }
    for k, layers in enumerate(network.layers(found.fit.theta)):
        arrays[f"stack{k}_features"] = np.array(network.stacks[k].features)
        arrays |= {f"stack{k}_layer{l}": A for l, A in enumerate(layers, 1)}
    history = [list(asdict(epoch).values()) for epoch in found.history]
    arrays["history"] = np.array(history)
    arrays |= arrays_of(found)
    with whole_file(path) as temporary, open(temporary, "wb") as file:
        np.savez(file, allow_pickle=False, **arrays)
