"""What `nidlite detect --out` writes."""

from ..baselines.methods import METHODS
from ..plots import heat_map
from ..report.contents import html
from ..report.second_method import cutoff_axes
from ..saving.results import save_figure, save_ranking
from ..saving.stored import save_network
from ..saving.whole import save_text


def save_found(folder, found, truths):
    """network.npz, ranking.csv, pairs.csv, interactions.csv and heatmap.png."""
    names = found.feature_names
    save_network(folder / "network.npz", found)
    told = found.told if found.others else None
    save_ranking(folder / "ranking.csv", found.ranking, names, told)
    save_ranking(folder / "pairs.csv", found.pairwise_ranking, names, told)
    if told:
        agreed, strengths = [a.interaction for a in found.agreed()], dict(found.ranking)
        answer = [(i, strengths.get(i)) for i in agreed]
        save_ranking(folder / "interactions.csv", answer, names, told)
    else:
        (folder / "interactions.csv").unlink(missing_ok=True)
    ax = heat_map(found.pairwise_strengths, truths, names)
    save_figure(folder / "heatmap.png", ax.figure)


def save_report(folder, found, cutoff, confirmed, truths, command):
    """report.html, and cutoff.png with the bars of Figs. 6 and 7, if there is a cutoff.

    An earlier run's files that would not belong to this ranking are removed.
    """
    if cutoff:
        save_figure(folder / "cutoff.png", cutoff_axes(found, cutoff, truths).figure)
    else:
        (folder / "cutoff.png").unlink(missing_ok=True)
    for name in METHODS:
        (folder / f"baseline-{name}.csv").unlink(missing_ok=True)
    save_text(folder / "report.html", html(found, cutoff, confirmed, truths, command))
