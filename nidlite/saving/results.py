"""What `nidlite detect --out DIR` leaves in the folder."""

from ..errors import plain
from ..interactions import label
from ..report.sentences import claim
from .whole import csv_text, save_text, whole_file

NUMBERS = ["share", "agreement", "t"]  # of an Agreed
HEAD = ["rank", "order", "interaction", "features", "strength", *NUMBERS]
FILES = "network.npz ranking.csv pairs.csv heatmap.png interactions.csv".split()
FILES += ["cutoff.png", "report.html"]


def save_found(folder, found, truths):
    """Write the network, rankings and heat map; remove the files of an earlier run."""
    found.save(folder / "network.npz")  # at once: the next line loads matplotlib
    from ..plots import heat_map

    for name in FILES[1:]:
        (folder / name).unlink(missing_ok=True)
    names = found.feature_names
    known = found.opinion.known if found.others else {}  # to ask for more takes long
    save_ranking(folder / "ranking.csv", found.ranking, names, known)
    save_ranking(folder / "pairs.csv", found.pairwise_ranking, names, known)
    if found.others:
        claims, ranked = {a.interaction: a for a in found.agreed()}, dict(found.ranking)
        answer = [(interaction, ranked.get(interaction)) for interaction in claims]
        save_ranking(folder / "interactions.csv", answer, names, claims)
    ax = heat_map(found.pairwise_strengths, truths, names)
    save_figure(folder / "heatmap.png", ax.figure)


def save_ranking(path, ranking, names, known, most=10_000):
    """CSV of the top; {interaction: Agreed} gives NUMBERS, empty for any other."""
    rows = [HEAD]
    for rank, (interaction, strength) in enumerate(ranking[:most], 1):
        a, places = known.get(interaction), (str(i + 1) for i in interaction)
        numbers = [strength, *(getattr(a, key, None) for key in NUMBERS)]
        cells = ["" if n is None else plain(float(f"{n:.9g}")) for n in numbers]
        words = claim(a, names) if a else label(interaction, names)
        rows.append([rank, len(interaction), words, " ".join(places), *cells])
    save_text(path, csv_text(rows))


def save_figure(path, figure):
    """The figure as PNG."""
    with whole_file(path) as temporary:
        figure.savefig(temporary, format="png", dpi=120)
