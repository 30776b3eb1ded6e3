"""MLP-Cutoff on the page: its curve, what it kept, and whether two networks agree."""

import numpy as np

from .. import plots
from ..interactions import label, mark
from .markup import Html, join, table, tag
from .sentences import brief, named, short_names


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
    yield tag("p", *cutoff_words(found, cutoff))
    yield tag("p", f"At K = {cutoff.K} {rule}. So these are kept: ")
    chosen = [named(i, found.feature_names) for i in cutoff.interactions]
    yield tag("ul", *(tag("li", name) for name in chosen or ["none"]))
    yield from otherwise(found, cutoff, agreed)
    yield cutoff_rows(found, cutoff, truths)
    if cutoff.stopped:
        yield tag("p", f"Note: {cutoff.stopped}.")


def cutoff_words(found, cutoff):
    more = ", and a small one for each single feature (its main effect)"
    yield f"{ranked_name(found)} is the network of this page: one net for all features"
    yield more * (len(found.fit.network.stacks) > 1)
    yield ". MLP-Cutoff is trained anew: small nets for single features, and one for "
    yield "each of the strongest K interactions only, for K = 0, 1, 2, ... The table "
    yield "shows its error on validation rows"
    if cutoff.reference is not None:
        yield f"; the broken line is the error of {ranked_name(found)}"
    yield {
        "1 - AUC": ". 1 - AUC is the share of pairs of a 1 and a 0 in the wrong order.",
        "cross-entropy": ". Cross-entropy is the mean of -log(p), where p is the "
        "probability that a row's class was given.",
        "RMSE (scaled)": ". RMSE is the root of the mean squared error; scaled, 1 is "
        "no better than to guess the target's mean.",
    }[error_name(found, cutoff)]


def otherwise(found, cutoff, agreed):
    """A sentence where MLP-Cutoff's interactions are not the agreed ones, if known."""
    ours, its = [a.interaction for a in agreed or ()], cutoff.interactions
    if agreed is not None and {*ours} != {*its}:
        both, names = ((its, ours), (ours, its)), found.feature_names
        only = ([brief(i, names) for i in a if i not in b] for a, b in both)
        a, b = (", ".join(some) or "none" for some in only)
        text = "This is not what two networks agree on, at the top of this page: the "
        yield tag("p", f"{text}cutoff alone has {a}; they alone have {b}.")


def cutoff_rows(found, cutoff, truths=None) -> Html:
    """MLP-Cutoff's validation errors: a lying bar for each K, with names in full."""
    losses = [*cutoff.losses, cutoff.reference or 0]
    errors = [found.error(loss) for loss in losses]
    *shares, own = np.array(errors) / (max(errors) or 1)
    line = tag("span", class_="own", style=f"left:{own:.1%}")
    rows, names = [], found.feature_names
    for K, (share, error) in enumerate(zip(shares, errors)):
        i = cutoff.candidates[K - 1] if K else ()
        added = named(i, names) if K else "single features only"
        kind = "bar chosen" if K == cutoff.K else "bar"
        bar = tag("span", class_=kind, style=f"width:{share:.1%}")
        bars = tag("div", bar, line if own else "", class_="track")
        rows.append(
            [str(K), join(mark(i, truths) * bool(K), added), f"{error:.4g}", bars]
        )
    head = ["K", "added", f"validation {error_name(found, cutoff)}", ""]
    return table(head, rows, ["number", "name", "number", "bars"])


def cutoff_axes(found, cutoff, truths=None):
    """The axes with the bars of Figs. 6 and 7."""
    added = cutoff.candidates[: len(cutoff.losses) - 1]
    names = short_names(found, range(len(found.feature_names)), 16)
    return plots.cutoff_bars(
        [label(i, names) for i in added],
        [found.error(loss) for loss in cutoff.losses],
        None if cutoff.reference is None else found.error(cutoff.reference),
        [i in truths for i in added] if truths else None,
        cutoff.K,
        error_name(found, cutoff),
        name=ranked_name(found),
    )


def ranked_name(found) -> str:
    return "MLP-M" if len(found.fit.network.stacks) > 1 else "MLP"


def error_name(found, cutoff) -> str:
    return found.error_name if cutoff.measure == "loss" else "1 - AUC"
