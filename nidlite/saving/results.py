"""What `nidlite detect --out DIR` leaves in the folder."""

from ..interactions import label
from ..report.sentences import claim
from .whole import csv_text, save_text, whole_file

HEAD = ["rank", "order", "interaction", "features", "strength"]
NUMBERS = ["share", "agreement", "t"]  # of an Agreed
FILES = "network.npz ranking.csv pairs.csv heatmap.png interactions.csv".split()
FILES += ["cutoff.png", "report.html"]


def save_found(folder, found, truths):
    """The network, rankings and heat map; all of an earlier run goes."""
    from ..plots import heat_map  # which loads matplotlib

    found.save(folder / "network.npz")
    for name in FILES[1:]:
        (folder / name).unlink(missing_ok=True)
    names = found.feature_names
    told = found.others and found.opinion.known.get  # of what was asked: all take long
    save_ranking(folder / "ranking.csv", found.ranking, names, told)
    save_ranking(folder / "pairs.csv", found.pairwise_ranking, names, told)
    if told:
        claims, ranked = {a.interaction: a for a in found.agreed()}, dict(found.ranking)
        answer = [(interaction, ranked.get(interaction)) for interaction in claims]
        save_ranking(folder / "interactions.csv", answer, names, claims.get)
    ax = heat_map(found.pairwise_strengths, truths, names)
    save_figure(folder / "heatmap.png", ax.figure)


def save_ranking(path, ranking, names, told=None, most=10_000):
    """CSV of the top; told(interaction) has words and NUMBERS, empty if unknown."""
    keys = NUMBERS * bool(told)
    rows = [HEAD + keys]
    for rank, (interaction, strength) in enumerate(ranking[:most], 1):
        asked, places = told and told(interaction), (str(i + 1) for i in interaction)
        numbers = [strength, *(getattr(asked, key, None) for key in keys)]
        cells = ["" if n is None else float(f"{n:.9g}") for n in numbers]
        words = claim(asked, names) if asked else label(interaction, names)
        rows.append([rank, len(interaction), words, " ".join(places), *cells])
    save_text(path, csv_text(rows))


def save_figure(path, figure):
    """The figure as PNG."""
    with whole_file(path) as temporary:
        figure.savefig(temporary, format="png", dpi=120)
