"""What `nidlite detect --out DIR` leaves in the folder."""

import csv
import warnings

from ..interactions import label
from .stored import save_detection
from .whole import save_text, whole_file

FILES = "ranking.csv", "pairs.csv", "interactions.csv", "heatmap.png", "network.npz"
FILES += "cutoff.png", "report.html"
NUMBERS = "share", "agreement", "t"  # of an Agreed


def save_found(folder, found, truths):
    """network.npz, ranking.csv, pairs.csv, interactions.csv and heatmap.png.

    What an earlier run left and this one may not write anew is removed.
    """
    from ..plots import heat_map  # which loads matplotlib

    names, strengths = found.feature_names, dict(found.ranking)
    save_detection(folder / "network.npz", found)
    for name in ("interactions.csv", "cutoff.png"):
        (folder / name).unlink(missing_ok=True)
    told = found.told if found.others else None
    save_ranking(folder / "ranking.csv", found.ranking, names, told)
    save_ranking(folder / "pairs.csv", found.pairwise_ranking, names, told)
    if told:
        answer = [(a.interaction, strengths.get(a.interaction)) for a in found.agreed()]
        save_ranking(folder / "interactions.csv", answer, names, told)
    ax = heat_map(found.pairwise_strengths, truths, names)
    save_figure(folder / "heatmap.png", ax.figure)


def save_report(folder, found, cutoff, truths, command):
    """report.html, and cutoff.png with the bars of Figs. 6 and 7, if there is one."""
    from ..report.contents import html
    from ..report.pictures import cutoff_axes

    if cutoff:
        save_figure(folder / "cutoff.png", cutoff_axes(found, cutoff, truths).figure)
    save_text(folder / "report.html", html(found, cutoff, truths, command))


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
        write(head + [*NUMBERS] * bool(told))
        for rank, (interaction, strength) in enumerate(ranking[:most], 1):
            places, numbers = " ".join(str(i + 1) for i in interaction), [strength]
            if told:
                opinion = told(interaction)
                numbers += [getattr(opinion, key, None) for key in NUMBERS]
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
