"""One page about a detection, for the person who brought the table.

report.html has everything inside and asks for nothing from elsewhere. It is made for a
laptop and a phone.
"""

from itertools import islice

from ..interactions import brief, label, pruned
from . import effects, sentences
from .markup import page, tag
from .panels import ranking_part, strength_map
from .places import grids
from .second_method import cutoff_part
from .sentences import about_data, units
from .training_part import history_part, settings_part

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
            (tag("h2", "All pairs"), strength_map(found, truths)),
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


def singles_part(found, of_each):
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
