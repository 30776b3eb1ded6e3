"""One page about a detection, for the person who brought the table.

report.html has everything inside and asks for nothing from elsewhere. It is made for a
laptop and a phone. Here its parts are filled in.
"""

import platform
import sys
from dataclasses import asdict
from importlib.metadata import version
from itertools import islice
from string import Template

from ..interactions import brief, label, mark, pruned
from ..metrics import pairwise_auc
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
    whole = "network's output" if found.classifies else "target"
    strongest = label(found.pairwise_ranking[0][0], found.feature_names)
    pairs = heat_map(found.pairwise_strengths, truths, found.feature_names)
    parts = {
        "title": [title],
        "answer": answer_part(found, agreed),
        "data": about_data(found),
        "surfaces": surfaces_part(found, top, agreed),
        "singles": singles_part(found),
        "truth": truth_part(found, truths),
        "ranking": [ranking_table_of(found, top, shares, truths)],
        "whole": [whole, ", as two networks see it" * (agreed is not None)],
        "pairs": [picture(pairs, f"All pairs; the strongest is {strongest}.")],
        "cutoff": cutoff_part(found, cutoff, truths, agreed),
        "training": training_part(found),
        "repeat": repeat_part(command),
        "settings": [table(["setting", "value"], settings(found).items())],
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
        return
    names, pairs = found.feature_names, {}
    if agreed is None:
        for i, _ in top:
            pairs.setdefault(pictures.strongest_pair(i, found.pairwise_strengths), i)
    else:
        for a, pair in with_strongest(found, agreed):
            pairs.setdefault((pair or a).interaction, a.interaction)
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


def truth_part(found, truths):
    """What is true, where that is known, and how right the pairs are."""
    if truths:
        true = ", ".join(label(i, found.feature_names) for i in truths)
        score = pairwise_auc(found.pairwise_strengths, truths)
        yield tag("p", f"The truth is known: {true}. Pairwise AUC {score:.3f}.")
        yield tag("p", "+ true, o part of a true interaction, - false", class_="soft")


def ranking_table_of(found, top, shares, truths):
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
    return table(head, rows, head.values(), sorts=True)


def cutoff_part(found, cutoff, truths, agreed):
    """MLP-Cutoff's curve and what it keeps, and whether two networks agree with it."""
    if cutoff is None:
        text = "No cutoff was asked for; add "
        yield tag("p", text, tag("code", "--cutoff"), " to the command to get one.")
        return
    rule = "no further one lowers the error by more than chance would"
    if cutoff.ended == "reached MLP-M":
        rule = "its error comes down to that of this page's network, the broken line"
    text = "Small nets for single features, and one for each of the strongest K "
    text += (
        "interactions only, are trained anew for K = 0, 1, 2, ... The bars are their "
    )
    text += f"errors on validation rows. At K = {cutoff.K} {rule}. So these are kept: "
    names, kept = found.feature_names, cutoff.interactions
    yield tag("p", text, ", ".join(label(i, names) for i in kept) or "none", ".")
    ours = [a.interaction for a in agreed or ()]
    if agreed is not None and {*ours} != {*kept}:
        only = [[i for i in kept if i not in ours], [i for i in ours if i not in kept]]
        a, b = (", ".join(brief(i, names) for i in some) or "none" for some in only)
        text = "This is not what two networks agree on, at the top of this page: the "
        yield tag("p", f"{text}cutoff alone has {a}; they alone have {b}.")
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
    words = f"Loss in {last.epoch} epochs; validation falls to {best.valid:.4g}."
    yield picture(pictures.training_axes(found), words)


def repeat_part(command):
    """The command that was typed."""
    if command:
        yield tag("h2", "To repeat it")
        yield tag("pre", tag("code", command), tabindex=0)


def settings(found) -> dict:
    """What the run is repeated with."""
    parts = found.split.train, found.split.valid, found.split.test
    return {
        "architecture": "mlp-m" if len(found.fit.network.stacks) > 1 else "mlp",
        "parameters": f"{found.fit.network.size:,}",
        "averaging function": found.mean,
        "training, validation, test rows": ", ".join(f"{len(y):,}" for _, y in parts),
        "seed": found.seed,
        **{f"recipe: {k}": v for k, v in asdict(found.fit.recipe).items()},
        "nidlite": sys.modules["nidlite"].__version__,
        **{name: version(name) for name in ("numpy", "autograd", "matplotlib")},
        "python": platform.python_version(),
    }
