"""What `nidlite detect --out DIR` leaves in the folder."""

import csv
import warnings

from ..interactions import label
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
            words = label(interaction, names)
            if words[:1] in {*"=+-@"}:  # a spreadsheet would take it for a formula
                words = f"'{words}"
            write([rank, len(interaction), words, places, *cells])


def save_figure(path, figure):
    """The figure as PNG."""
    with whole_file(path) as temporary, warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # names in letters the font lacks
        figure.savefig(temporary, format="png", dpi=120)
