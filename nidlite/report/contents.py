"""One page about a detection, for the person who brought the table.

report.html has a place for each part, and the parts are made here. The page has all
inside, asks for nothing from elsewhere, and is made for a laptop and a phone.
"""

import sys
from itertools import islice
from string import Template

import numpy as np

from ..interactions import brief, label, mark, pruned
from ..plots import as_svg, heat_map, new_axes
from . import pictures
from .markup import Html, join, page, table, tag, template
from .sentences import about_data, answer_part, percent, with_strongest

ROWS, SURFACES = 20, 5  # of the ranking, and pairs drawn


def html(found, cutoff=None, confirmed=None, truths=None, command="") -> str:
    """The page about a Detection, all of it inside.

    cutoff is found.cutoff(), confirmed found.confirm() (asked for if not given), truths
    the true interactions where they are known, command what repeats the run in a shell.
    Where found.others are trained the page leads with what they agree on.
    """
    top = list(islice((e for e in pruned(found.ranking) if e[1] > 0), ROWS))
    agreed = None if found.others is None else found.agreed()
    if agreed is None:
        confirmed = found.confirm() if confirmed is None else confirmed
        shares = {interaction: share for interaction, _, share in confirmed}
    else:
        shares = {i: found.share(i) for i, _ in top}
    title = f"What acts jointly on {found.table.target_name}"
    parts = {
        "title": [title],
        "answer": answer_part(found, agreed),
        "data": about_data(found),
        "surfaces": surfaces_part(found, top, agreed),
        "singles": singles_part(found),
        "ranking": ranking_part(found, top, shares, truths),
        "whole": ["network's output" if found.classifies else "target"],
        "pairs": pairs_part(found, truths),
        "cutoff": cutoff_part(found, cutoff, truths),
        "training": training_part(found),
        "command": [command or "nidlite.detect_interactions(X, y, ...)"],
        "settings": [settings_of(found)],
    }
    filled = {name: join(*part) for name, part in parts.items()}
    return page(title, Html(Template(template("report.html")).substitute(filled)))


def picture(ax, words, kind="") -> Html:
    """The figure of the axes as SVG on a card, with words for those who see none."""
    svg = Html(as_svg(ax.figure))
    return tag("figure", svg, role="img", aria_label=words, class_=kind)


def surfaces_part(found, top, agreed):
    """The agreed interactions as pictures, or the strongest ones where it is None."""
    if agreed == []:
        yield tag("p", "No interaction is claimed, so no surface is shown.")
    names, pairs = found.feature_names, {}
    for a, pair in with_strongest(found, agreed or ()):
        pairs.setdefault((pair or a).interaction, a.interaction)
    for i, _ in top if agreed is None else ():
        pairs.setdefault(pictures.strongest_pair(i, found.pairwise_strengths), i)
    for pair, interaction in islice(pairs.items(), SURFACES):
        yield tag("h3", brief(interaction, names))
        if len(interaction) > 2:
            text = f"Its strongest pair, {label(pair, names)}:"
            yield tag("p", text, class_="soft")
        axes = [new_axes(4.8, 3.6) for _ in pair]
        pictures.draw_surface(found, pair, axes)
        words = f"The mean answer over {label(pair, names)}", "Its part beyond a sum"
        yield tag("div", *map(picture, axes, words), class_="many")
    if len(pairs) > SURFACES:
        yield tag("p", f"{len(pairs) - SURFACES} more are not drawn.", class_="soft")


def singles_part(found):
    """A picture for each of the features that move the network's answer most."""
    features = pictures.moving_features(found)
    axes = [new_axes(3.2, 2.5) for _ in features]
    pictures.draw_curves(found, features, axes)
    for ax, name in zip(axes, found.names(features)):
        yield picture(ax, f"The mean answer over {name}")


def ranking_part(found, top, shares, truths):
    """The ranking's top as a table that sorts; shares is {interaction: its share}."""
    names, rows = found.feature_names, []
    for rank, (i, strength) in enumerate(top, 1):
        bar = tag("span", class_="bar", style=f"width:{strength / top[0][1]:.0%}")
        words = tag("span", brief(i, names), title=label(i, names))
        share = "-" if shares.get(i) is None else percent(shares[i])
        truth = [mark(i, truths).strip()] if truths else []
        rows.append([str(rank), join(words, bar), f"{strength:.4g}", share, *truth])
    head = {"rank": "number", "interaction": "name", "strength": "number"}
    head |= {"share": "number"} | ({"truth": ""} if truths else {})
    yield table(head, rows, head.values(), sorts=True)
    if truths:
        true = ", ".join(label(i, names) for i in truths)
        text = f"True are {true}: + is one of them, o a part of one, - is false."
        yield tag("p", text, class_="soft")


def pairs_part(found, truths):
    """The heat map of all pairs."""
    names = pictures.short_names(found, 24)
    ax = heat_map(found.pairwise_strengths, truths, names)
    strongest = label(found.pairwise_ranking[0][0], found.feature_names)
    kind = "wide" if len(names) > 14 else ""
    yield picture(ax, f"All pairs; the strongest is {strongest}.", kind)


def cutoff_part(found, cutoff, truths):
    """MLP-Cutoff's curve and what it keeps, or how to get one."""
    if cutoff is None:
        text = "No cutoff was asked for; add "
        yield tag("p", text, tag("code", "--cutoff"), " to the command to get one.")
        return
    rule = "no further one lowers the error by more than chance would"
    if cutoff.ended == "reached MLP-M":
        rule = "the error comes down to that of this page's network, the broken line"
    kept = ", ".join(label(i, found.feature_names) for i in cutoff.interactions)
    text = "Small nets for single features, and one for each of the strongest K "
    text += "interactions only, are trained anew for K = 0, 1, 2, ... The bars are "
    text += "their errors on validation rows. "
    yield tag("p", f"{text}At K = {cutoff.K} {rule}. Kept are: {kept or 'none'}.")
    ax = pictures.cutoff_axes(found, cutoff, truths)
    yield picture(ax, f"MLP-Cutoff's errors; chosen is K = {cutoff.K}", "wide")
    if cutoff.stopped:
        yield tag("p", f"Note: {cutoff.stopped}.")


def training_part(found):
    """How the network was trained, in a sentence and a curve."""
    best, last = found.fit.best, found.history[-1]
    loss = "cross-entropy" if found.classifies else "mean squared error, y scaled"
    text = f"{last.epoch} epochs in {last.seconds:.1f} s; the loss ({loss}) on "
    text += f"validation rows was lowest, {best.valid:.4g}, after epoch {best.epoch}, "
    yield tag("p", f"{text}which was kept.")
    yield picture(pictures.training_axes(found), f"The loss in {last.epoch} epochs")


def settings_of(found) -> str:
    """What the run is repeated with, on one line."""
    parts = found.split.train, found.split.valid, found.split.test
    sizes = ", ".join(f"{len(y):,}" for _, y in parts)
    network = "mlp-m" if len(found.fit.network.stacks) > 1 else "mlp"
    text = f"{network}, {found.fit.recipe.epochs} epochs, {found.mean}, seed "
    text += f"{found.seed}; {sizes} rows for training, validation and test; nidlite "
    return f"{text}{sys.modules['nidlite'].__version__}, NumPy {np.__version__}"
