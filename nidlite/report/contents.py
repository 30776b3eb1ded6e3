"""One page about a detection, for the person who brought the table.

report.html has everything inside and asks for nothing from elsewhere. It is made for a
laptop and a phone.
"""

import platform
import sys
from dataclasses import asdict
from importlib.metadata import version
from itertools import islice

from ..interactions import brief, label, mark, pruned
from ..metrics import pairwise_auc
from . import effects, panels, sentences
from .markup import join, page, table, tag
from .sentences import about_data, named, percent, units
from .surfaces import grids

ROWS = 20  # of the ranking


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
        shares = {i: s for i, _ in top if (s := found.share(i)) is not None}
    of_each = grids(found.table)
    title = f"What acts jointly on {found.table.target_name}"
    return page(
        title,
        tag("h1", title),
        side_by_side(sentences.answer_part(found, agreed), about_data(found)),
        *surfaces_part(found, of_each, top, agreed),
        *singles_part(found, of_each),
        side_by_side(
            ranking_part(found, top, shares, truths),
            (tag("h2", "All pairs"), panels.strength_map(found, truths)),
        ),
        *cutoff_part(found, cutoff, truths, agreed),
        side_by_side(
            (*history_part(found), *limits_part(command)), settings_part(found)
        ),
    )


def side_by_side(*parts):
    """Parts of the page as columns, where there is room."""
    return tag("div", *(tag("section", *part) for part in parts), class_="many")


def limits_part(command):
    """What to know before one believes it, and how to have it again."""
    yield tag("h2", "How to read this, and its limits")
    yield tag("ul", *(tag("li", line) for line in sentences.LIMITS))
    if command:
        yield tag("h2", "To repeat it")
        yield tag("pre", tag("code", command), tabindex=0)


def ranking_part(found, top, shares, truths):
    """The strongest interactions as a table."""
    yield tag("h2", "Ranking")
    names, rows = found.feature_names, []
    for rank, (i, strength) in enumerate(top, 1):
        bar = tag("span", class_="bar", style=f"width:{strength / top[0][1]:.0%}")
        share = percent(shares[i]) if i in shares else "-"
        truth = [mark(i, truths).strip()] if truths else []
        row = [str(rank), join(named(i, names), bar), f"{strength:.4g}", share]
        rows.append(row + truth)
    head = {"rank": "number", "interaction": "name", "strength": "number"}
    head |= {"share": "number"} | ({"truth": ""} if truths else {})
    if truths:
        all_true = ", ".join(label(i, names) for i in truths)
        score = pairwise_auc(found.pairwise_strengths, truths)
        yield tag("p", f"The truth is known: {all_true}. Pairwise AUC {score:.3f}. ")
        yield tag("p", "+ true, o part of a true interaction, - false", class_="soft")
    yield table(head, rows, head.values(), sorts=True)
    of = "network's output" if found.classifies else "target"
    of += ", as two networks see it" * (found.others is not None)
    text = f"The share is of the variance of the {of}. A subset that ranks below an "
    text += "interaction with all of its features is left out; interactions of more "
    text += "than 6 features, and the weakest, may have no share."
    yield tag("p", text, class_="soft")


def cutoff_part(found, cutoff, truths, agreed=None):
    """MLP-Cutoff's curve, or how to get one, and whether two networks agree with it."""
    yield tag("h2", "A second method: MLP-Cutoff")
    if cutoff is None:
        text = "No cutoff was asked for; add "
        yield tag("p", text, tag("code", "--cutoff"), " to the command to get one.")
        return
    rule = "no further one lowers the error by more than chance would"
    if cutoff.ended == "reached MLP-M":
        rule = "its error comes down to that of the network which is free to use all"
    yield tag("p", *sentences.cutoff_words(found, cutoff))
    yield tag("p", f"At K = {cutoff.K} {rule}. So these are kept: ")
    chosen = [named(i, found.feature_names) for i in cutoff.interactions]
    yield tag("ul", *(tag("li", name) for name in chosen or ["none"]))
    yield from sentences.otherwise(found, cutoff, agreed)
    yield panels.cutoff_rows(found, cutoff, truths)
    if cutoff.stopped:
        yield tag("p", f"Note: {cutoff.stopped}.")


def singles_part(found, of_each):
    """The curves of single features."""
    yield tag("h2", "Single features")
    drawn = list(effects.singles(found, of_each))
    text = (
        "How the whole network's answer changes when one feature does, averaged over "
    )
    text += "validation rows (partial dependence); 0 is the mean answer. "
    if len(found.fit.network.stacks) > 1:
        text += "The thin line is what the feature's own small net adds; the rest "
        text += "comes from the net that sees all features. "
    if len(drawn) < len(of_each):
        text += f"Of {len(of_each)} features the {len(drawn)} that move it most are "
        text += "shown. "
    yield tag("p", text, units(found))
    yield tag("div", *drawn, class_="many")


def surfaces_part(found, of_each, top, agreed=None):
    """The agreed interactions as pictures, or the strongest ones where it is None."""
    yield tag("h2", "Surfaces")
    if agreed == []:
        yield tag("p", "No interaction is claimed, so no surface is shown.")
        return
    drawn = effects.pairs_to_draw(found, of_each, top, agreed)
    rows = min(effects.AVERAGED, len(found.split.valid[1]))
    text = f"What the trained network answers over two features, averaged over {rows} "
    text += "validation rows for all other features (partial dependence). Dots are "
    text += "validation rows. The second picture is what is not just a sum of two "
    text += "single effects, around 0; where it is missing, there is no such part. "
    if agreed and len(drawn) < len(agreed):
        text += f"Of {len(agreed)} interactions {len(drawn)} are shown. "
    yield tag("p", text, units(found))
    for pair, interaction in drawn.items():
        yield tag("h3", brief(interaction, found.feature_names))
        if len(interaction) > 2:
            name = label(pair, found.feature_names)
            text = f"Its strongest pair, {name}, averaged over the rest of it:"
            yield tag("p", text, class_="soft")
        yield tag("div", *effects.surface_pair(found, of_each, pair), class_="many")


def history_part(found):
    """The training."""
    yield tag("h2", "Training")
    best, last = found.fit.best, found.history[-1]
    loss = "cross-entropy" if found.classifies else "mean squared error, y scaled"
    text = f"{last.epoch} epochs in {last.seconds:.1f} s; the loss ({loss}) on "
    text += f"validation rows was lowest, {best.valid:.4g}, after epoch {best.epoch}, "
    yield tag("p", f"{text}which was kept.")
    yield panels.training_history(found)


def settings_part(found):
    """Architecture, recipe, sizes, seed and versions."""
    stacks, parts = found.fit.network.stacks, found.split
    nets = [
        f"{len(s.features)} x {'-'.join(map(str, (len(s.features[0]), *s.hidden)))}"
        f"-{found.table.outputs}"
        for s in stacks
    ]
    sizes = [f"{len(y):,}" for _, y in (parts.train, parts.valid, parts.test)]
    rows = {
        "architecture": "mlp-m" if len(stacks) > 1 else "mlp",
        "networks": " + ".join(nets),
        "parameters": f"{found.fit.network.size:,}",
        "averaging function": found.mean,
        "training, validation, test rows": ", ".join(sizes),
        "seed": found.seed,
        **{f"recipe: {k}": v for k, v in asdict(found.fit.recipe).items()},
        "nidlite": sys.modules["nidlite"].__version__,
        **{name: version(name) for name in ("numpy", "autograd", "matplotlib")},
        "python": platform.python_version(),
    }
    yield tag("h2", "Settings and versions")
    yield table(["setting", "value"], rows.items())
