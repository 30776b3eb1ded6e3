"""One page about a detection, for the person who brought the table.

page.html has a place for each part, and the parts are made here. The page has all
inside, asks for nothing from elsewhere, and lets no script run but its own. Nothing a
user brings is taken for markup: `tag` escapes all that is not itself the work of `tag`.
"""

from html import escape
from pathlib import Path
from string import Template

from .. import __version__
from ..cutoff.additive import UNKNOWN
from ..interactions import brief, label, percent, prune_redundant
from ..plots import as_svg, heat_map, new_axes
from . import pictures, sentences

PAGE = Path(__file__).with_name("page.html").read_text(encoding="utf-8")
ROWS, SHORT, DRAWN = 20, 5, 3  # of a list, here and in short; pictures of a kind


class Html(str):
    """Text that is markup already."""


def join(parts) -> Html:
    """The parts in a row; those that are not Html are escaped."""
    return Html("".join(p if isinstance(p, Html) else escape(str(p)) for p in parts))


def tag(name, /, *children, **attributes) -> Html:
    """<name attributes>children</name>; class_ is class, aria_label is aria-label."""
    given = ""
    for key, value in attributes.items():
        given += f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
    return Html(f"<{name}{given}>{join(children)}</{name}>")


def html(found, cutoff=None, truths=None, command="") -> str:
    """The page about a Detection, all of it inside.

    cutoff is found.cutoff(), truths the true interactions where they are known, command
    what repeats the run in a shell.
    """
    agreed = found.agreed() if found.others else None
    parts = {
        "title": [f"What acts jointly on {found.table.target_name}"],
        "answer": answer_part(found, agreed),
        "data": [tag("pre", found.summary)],
        "surfaces": surfaces_part(found, agreed),
        "model": model_part(found, agreed),
        "ranking": [ranking_part(found, ROWS)],
        "pairs": [pairs_part(found, truths)],
        "cutoff": cutoff_part(found, cutoff, truths),
        "command": [command or "nidlite.detect_interactions(X, y, ...)"],
        "settings": [f"seed {found.seed}, nidlite {__version__}"],
    }
    return Template(PAGE).substitute({name: join(part) for name, part in parts.items()})


def in_short(found) -> str:
    """What a notebook shows: the summary, the answer if it is known, the ranking."""
    answer = answer_part(found, found.agreed() if found.others else None)
    return join([tag("pre", found.summary), *answer, ranking_part(found, SHORT)])


def picture(ax, words, kind="") -> Html:
    """The figure of the axes as SVG on a card, with words for those who see none."""
    svg = Html(as_svg(ax.figure))
    keys = {"tabindex": 0} if kind else {}  # on a phone they scroll a wide one
    return tag("figure", svg, role="img", aria_label=words, class_=kind, **keys)


def answer_part(found, agreed):
    """What two networks agree on, in a sentence and a list, and what that means."""
    if not agreed:
        why = sentences.ALONE if agreed is None else sentences.nothing_claimed(found)
        yield tag("p", why, class_="lead")
    else:
        target = tag("b", found.table.target_name)
        yield tag("p", "These features act jointly on ", target, ":", class_="lead")
        items = []
        for a, words in sentences.claims_in_words(found, agreed):
            numbers = f"share {percent(a.share)}, agreement {a.agreement:.2f}"
            items.append(tag("li", f"{words}: {numbers}"))
        yield tag("ul", *items)
        yield tag("p", sentences.how_far(found))
        yield tag("p", sentences.MEANING)
    for note in sentences.answer_notes(found) if found.others else ():
        yield tag("p", f"Note: {note}.")


def surfaces_part(found, agreed):
    """The strongest pairs of the agreed interactions as pictures."""
    if not agreed:
        yield tag("p", "No interaction is claimed, so no surface is shown.")
    pairs = {sentences.strongest_pair(found, a).interaction for a in agreed or ()}
    for pair in sorted(pairs, key=found.share, reverse=True)[:DRAWN]:
        words = label(pair, found.feature_names)
        yield tag("h3", words)
        axes = [new_axes(4.8, 3.6) for _ in pair]
        pictures.draw_surface(found, pair, axes)
        texts = f"Mean prediction over {words}", f"Its part beyond a sum over {words}"
        yield tag("div", *map(picture, axes, texts), class_="many")


def model_part(found, agreed):
    """The parts of the answer's glass box with their shares, the largest drawn."""
    if agreed is None or not found.learned or found.enough() is UNKNOWN:
        yield "There is no model, because there is no answer."
        return
    model, names = found.additive(), found.feature_names
    shares = [part for part in model.shares().items() if part[1] > 1e-3]  # else noise
    listed = (f"{tag('bdi', brief(i, names))} {percent(s)}" for i, s in shares[:ROWS])
    yield tag("p", "Shares of its prediction: ", Html("; ".join(listed)), ".")
    singles, pairs = ([i for i, _ in shares if len(i) == n][:DRAWN] for n in (1, 2))
    axes = {i: new_axes(4.2, 3.3) for i in singles + pairs}
    pictures.draw_curves(model, [i for (i,) in singles], axes.values())
    for pair in pairs:
        pictures.draw_surface(model, pair, [axes[pair]])
    texts = (f"The model over {label(i, names)}" for i in axes)
    yield tag("div", *map(picture, axes.values(), texts), class_="many small")


def ranking_part(found, most):
    """The ranking's top as a table; on the page a click on a column's head sorts it."""
    rows, top = [], prune_redundant(found.ranking, most)
    for rank, (i, strength) in enumerate(top, 1):
        share = found.share(i) if found.others else None
        numbers = rank, f"{strength:.4g}", percent(share)
        bar = tag("span", class_="bar", style=f"width:{strength / top[0][1]:.0%}")
        name = tag("td", brief(i, found.feature_names), bar, class_="name")
        first, *cells = (tag("td", number, class_="number") for number in numbers)
        rows.append(tag("tr", first, name, *cells))
    words = "rank", "interaction", "strength", "share"
    head = tag("thead", tag("tr", *(tag("th", word, scope="col") for word in words)))
    return tag("table", head, tag("tbody", *rows), class_="sorts")


def pairs_part(found, truths):
    """The heat map of all pairs."""
    names = found.feature_names
    ax = heat_map(found.pairwise_strengths, truths, names)
    strongest = label(found.pairwise_ranking[0][0], names)
    true = "".join(f"; true is {label(i, names)}" for i in truths or ())
    kind = "wide" if max(len(names), *map(len, names)) > 14 else ""
    return picture(ax, f"All pairs; the strongest is {strongest}{true}.", kind)


def cutoff_part(found, cutoff, truths):
    """MLP-Cutoff's curve and what it keeps, if it was asked for."""
    if cutoff is None:
        yield "No curve: add --cutoff, or call found.report(path, found.cutoff())."
        return
    kept = ", ".join(label(i, found.feature_names) for i in cutoff.interactions)
    kept = kept or ("not known" if cutoff.stopped else "none")
    yield tag("p", f"K = {cutoff.K}. Kept: {kept}. How it ended: {cutoff.ended}.")
    ax = pictures.cutoff_axes(found, cutoff, truths)
    errors = ", ".join(f"{bar.get_height():.3g}" for bar in ax.patches)
    yield picture(ax, f"The validation errors for K = 0, 1, ...: {errors}", "wide")
