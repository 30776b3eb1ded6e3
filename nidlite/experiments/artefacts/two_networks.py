"""Ours, not the paper's: the whole interactions that two networks agree on.

On the suite, on random functions by noise and rows, and on sums without interactions.
"""

from ...interactions import mark
from ...synthetic import SUITE
from ..trainings import agreed_answer

TITLE = "Agreement of two networks: ours, not the paper's"
NOTE = "A part is a subset of a true interaction; a missed one is not whole."
NOISE = (0.0, 0.25, 0.5, 1.0)  # on the outcome alone, in its deviations
FEWER = (5000, 2000)  # rows, beside the preset's
# The first random function that is reported: constants were chosen on those from 1000
# on, and with noise on those from 1100 on, too.
FIRST, FIRST_NOISY = 1100, 1200
COUNTS = ("whole", "parts", "false", "missed")
COLUMNS = ("data", "rows", "noise", "trials", *COUNTS, "claims", "F1 score")


def counted(claimed, truths) -> dict[str, int]:
    """How many interactions of an answer are whole, parts or false, and the missed."""
    marks = [mark(i, truths) for i in claimed]
    whole, parts, false = (marks.count(one) for one in ("+ ", "o ", "- "))
    return dict(zip(COUNTS, (whole, parts, false, len(set(truths)) - whole)))


def f1_score(counts) -> float:
    """2 w / (2 w + parts + false + missed): 1 if there is nothing to find or found."""
    wrong = counts["parts"] + counts["false"] + counts["missed"]
    return 2 * counts["whole"] / (2 * counts["whole"] + wrong) if wrong else 1.0


def run(preset, work):
    """A row for each setting: counts over its trials, and the tables with a claim.

    A trial of the suite is another seed, of random functions another function, whose
    number stands for its seed.
    """
    sizes = preset.rows, *(rows for rows in FEWER if rows < preset.rows)
    layout = [(name, preset.rows, 0.0) for name in SUITE]
    layout += [("random", rows, noise) for rows in sizes for noise in NOISE]
    layout += [("additive", min(FEWER[0], preset.rows), 0.5)]
    for data, rows, noise in layout:
        first = 0 if data in SUITE else FIRST_NOISY if noise else FIRST
        seeds = [first + k for k in preset.seeds]
        problems = [(data, k) if data in SUITE else (f"{data}{k}", 0) for k in seeds]
        settings = rows, noise, preset.recipe()
        answers = work.each(agreed_answer, [(*one, *settings) for one in problems])
        judged = [counted(one.claimed, one.truths) for one in answers]
        row = {"data": data, "rows": rows, "noise": noise}
        row |= {name: sum(counts[name] for counts in judged) for name in COUNTS}
        yield row | {"claims": sum(bool(one.claimed) for one in answers)}, seeds


def side_by_side(rows):
    return rows.assign(**{"F1 score": rows.apply(f1_score, axis=1)})


def verdict(rows):
    suite, additive = rows[rows["data"].isin(list(SUITE))], rows.iloc[-1]
    return None, (
        f"On the suite two networks agree on {suite.whole.sum()} of "
        f"{suite.whole.sum() + suite.missed.sum()} true interactions, whole, beside "
        f"{suite.parts.sum()} parts and {suite['false'].sum()} false ones; "
        f"of {additive.trials} sums without interactions {additive.claims} get a claim."
    )
