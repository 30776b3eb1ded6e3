"""What a report says in words, for the person who brought the table."""

from itertools import combinations

import numpy as np

from ..interactions import LONG, brief, label
from .markup import cut, tag
from .surfaces import frequent_class

LIMITS = (
    "A strength is read from the network's weights: it says where to look, and can be "
    "compared with others on this page only. The share asks the network's function "
    "itself, by the definition of an interaction: how much of the variance would be "
    "lost if these features had no joint effect.",
    "An interaction is not a cause: the network uses these features together to "
    "predict, which does not say what happens when one of them is changed. Features "
    "that are correlated may trade places.",
    "In the univariate nets' curves, part of an interaction may show as an effect of "
    "one feature (spurious main effects, App. I of the paper). Where a surface has no "
    "dots there were no data, and it is a guess.",
)
# The answer's sentences, for the terminal as for the page.
NOTHING = """Nothing was learned: on rows that they never saw the networks are no better
than a constant. So no interaction is claimed, and the rankings below mean
nothing. More rows or other features may help."""
NONE = """No interaction was found: all that two networks agree on is a sum of single
effects. Weaker interactions may show with more rows."""
MEANING = """Two networks that never saw the same rows agree on them. The share is the
part of the variance that needs all of these features at once. The agreement
says how alike the two networks see it; 1 is fully. An interaction is not yet
a cause."""
ALONE = """No second network was asked, so no interaction is claimed. The ranking below
says where to look."""
MOST = 12  # interactions in the headline


def named(interaction, names) -> str:
    """The interaction by names; a long one unfolds."""
    if len(interaction) <= LONG:
        return label(interaction, names)
    summary = tag("summary", brief(interaction, names))
    return tag("details", summary, label(interaction, names))


def short_names(found, features, most=20) -> list[str]:
    """Names as they fit into a picture; alike when cut, they get a feature's number."""
    names = [cut(found.feature_names[j], most) for j in features]
    return [
        name if names.count(name) == 1 else f"x{j + 1} {cut(name, most - 4)}"
        for j, name in zip(features, names)
    ]


def percent(share) -> str:
    """0.123 as 12.3 %."""
    return "< 0.001 %" if 0 != share < 1e-5 else f"{100 * share:.3g} %"


def folded(items):
    """A list; what is beyond MOST unfolds."""
    more = tag("summary", f"and {len(items) - MOST} more"), tag("ul", *items[MOST:])
    rest = [tag("li", tag("details", *more))] if len(items) > MOST else []
    return tag("ul", *items[:MOST], *rest)


def with_strongest(found, agreed) -> list[tuple]:
    """[(an Agreed, of three features and more its strongest pair's, else None), ...].

    Ordered by the largest share: a small share of the whole may hide a large pair.
    """
    both = []
    for a in agreed:
        pairs = combinations(a.interaction, 2) if len(a.interaction) > 2 else ()
        each = map(found.opinion.of, pairs)
        both.append((a, max(each, key=lambda pair: pair.share, default=None)))
    return sorted(both, key=lambda two: -max(one.share for one in two if one))


def answer_part(found, agreed):
    """What two networks agree on, in a sentence and a list, and what that means."""
    if agreed is None:
        yield tag("p", ALONE, class_="lead")
        return
    if not agreed:
        yield tag("p", NONE if found.learned else NOTHING, class_="lead")
    else:
        of = tag("b", found.table.target_name)
        yield tag("p", "These features act jointly on ", of, ":", class_="lead")
        names, items = found.feature_names, []
        for a, pair in with_strongest(found, agreed):
            said = f"share {percent(a.share)}, agreement {a.agreement:.2f}"
            if pair:
                said += f"; of its pair {label(pair.interaction, names)} "
                said += f"{percent(pair.share)}, {pair.agreement:.2f}"
            items.append(tag("li", f"{label(a.interaction, names)} ({said})"))
        yield folded(items)
        yield tag("p", MEANING)
    for note in found.answer_notes():
        yield tag("p", f"Note: {note}.")


def about_data(found):
    """How well the network predicts, and what there is to know about the table."""
    yield tag("p", quality(found))
    table, notes = found.table, found.summary.splitlines()[1:]
    counts = f"{len(table.X):,} rows, {len(found.feature_names)} features"
    task = f"{table.task}; the target is {table.target_name}"
    if table.outputs > 1:
        some = ", ".join(map(str, table.classes[:20])) + ", ..." * (table.outputs > 20)
        task += f": {table.outputs} classes, {some}"
    lines = [counts, task, *(note.removeprefix("note: ") for note in notes)]
    yield tag("ul", *(tag("li", line) for line in lines))


def quality(found) -> str:
    """How well the network predicts rows it never saw, in words."""
    measure, score = found.test_score()
    if np.isnan(score):
        return "How well the network predicts was not measured: too few test rows."
    means = "of the variance is explained"
    if measure == "AUC":
        means = "of pairs of a 1 and a 0 are put in the right order"
    elif measure == "accuracy":
        always = f"{percent(found.guess)} by always guessing the most frequent one"
        means = f"get the right class; {always}"
    rows = f"On {len(found.split.test[1]):,} test rows, which the network never saw"
    return f"{rows}, {percent(max(score, 0))} {means} ({measure} {score:.3f})."


def outcome(found) -> str:
    """What the pictures' values are: the target, or the log odds of a class."""
    table = found.table
    if not found.classifies:
        return cut(table.target_name, 30)
    if table.outputs == 1:
        return f"log odds of {cut(table.classes[1])}"
    return f"logit of {cut(table.classes[frequent_class(found)])} - mean logit"


def units(found) -> str:
    """What the pictures show in classification."""
    if not found.classifies:
        return ""
    if found.table.outputs == 1:
        return f"Shown are {outcome(found)}."
    text = "There is an output (logit) for each class; shown is that of the most "
    return f"{text}frequent class minus their mean: {outcome(found)}."
