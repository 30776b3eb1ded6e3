"""Ours, not the paper's: the whole interactions that two networks agree on.

On the suite, on random functions by noise and rows, and on sums without interactions.
"""

from ...interactions import mark, maximal
from ...plots import DOTS, LINES, new_grid
from ...synthetic import SUITE
from ..numbers import grouped, rows_by
from ..opinions import (
    ask_two,
    claimed_by,
    counted,
    f1_score,
    first_of,
    precision,
    recall,
)
from ..problems import Problem
from .fig6 import growths_of

TITLE = "Agreement of two networks: ours, not the paper's"
NOTE = """A part is a subset of a true interaction. The F1 score is 2 w / (2 w + parts +
false + missed), where w are whole; precision is the share of the claims that are whole
or parts, recall that of the true interactions that are whole. Five of the suite's 41
carry less than 1e-4 of var(y) (Table 1); a pair of a random function has at least about
1e-3. Rows are split in thirds (Sec. 5.1); noise is Gaussian, in deviations of y.
MLP-Cutoff's answer on the suite is that of Figure 6."""
NOISE = (0.0, 0.25, 0.5, 1.0)  # on the outcome alone, in its deviations
FEWER = (5000, 2000)  # rows, beside the preset's
COUNTS = ("whole", "parts", "false", "missed")
BY_CUTOFF = {"+ ": "cutoff whole", "o ": "cutoff parts", "- ": "cutoff false"}
GREYS = ("black", "0.35", "0.6")


def layout(preset) -> list[tuple[str, int, float]]:
    """Data, rows and noise of each row."""
    sizes = preset.rows, *(rows for rows in FEWER if rows < preset.rows)
    return [
        *((name, preset.rows, 0.0) for name in SUITE),
        *(("random", rows, noise) for rows in sizes for noise in NOISE),
        ("additive", min(FEWER[0], preset.rows), 0.5),
    ]


def case_of(preset, setting, k) -> tuple:
    """What `ask_two` takes in trial k: of the suite another seed, or a new function."""
    data, rows, noise = setting
    name, seed = (data, k) if data in SUITE else (f"{data}{first_of(noise) + k}", 0)
    return Problem(name, rows, outcome_noise=noise), seed, preset.recipe()


def run(preset, work):
    """A row for each setting: counts over its trials, and the tables with a claim.

    The seeds of random functions are their numbers.
    """
    settings = [setting for _ in preset.seeds for setting in layout(preset)]
    trials = [k for k in preset.seeds for _ in layout(preset)]
    cases = [case_of(preset, *both) for both in zip(settings, trials)]
    answers = list(zip(settings, work.each(ask_two, cases)))
    cutoffs = grouped(growths_of(preset, work), lambda one: one.case.problem.name)
    for setting in layout(preset):
        results = [answer for place, answer in answers if place == setting]
        judged = [counted(claimed_by(one), one.truths) for one in results]
        row = dict(zip(("data", "rows", "noise"), setting))
        row |= {name: sum(counts[name] for counts in judged) for name in COUNTS}
        row["claims"] = sum(any(c[k] for k in COUNTS[:3]) for c in judged)
        row |= by_cutoff(cutoffs.get(setting[0], []))
        first = 0 if setting[0] in SUITE else first_of(setting[2])
        yield row, [first + k for k in preset.seeds]


def by_cutoff(trials) -> dict:
    """What MLP-Cutoff identified, if it grew: counts of whole, parts and false."""
    if not trials:
        return dict.fromkeys(BY_CUTOFF.values())
    marks = []
    for one in trials:
        gains = [K for K in one.gains if K <= one.K]
        identified = maximal([one.candidates[K - 1] for K in gains])
        marks += [mark(i, one.truths) for i in identified]
    return {title: marks.count(sign) for sign, title in BY_CUTOFF.items()}


def totals(rows) -> dict:
    names = *COUNTS, "claims", "trials", *BY_CUTOFF.values()
    return {name: sum(row[name] or 0 for row in rows) for name in names}


def of_kinds(rows):
    """The rows of the suite, of random functions, and the one of additive ones."""
    *suite, random, [additive] = rows_by(rows, "data").values()
    return [row for [row] in suite], random, additive


def side_by_side(rows):
    suite, random, additive = of_kinds(rows)
    whole_suite = suite[0] | totals(suite) | {"data": "the suite"}
    table = []
    for row in (*suite, whole_suite, *random, additive):
        line = {"": row["data"], "rows": f"{row['rows']:,.0f}"}
        line |= {"noise": f"{row['noise']:g}", "tables": f"{row['trials']:.0f}"}
        line |= {name: f"{row[name]:.0f}" for name in COUNTS}
        line["with a claim"] = f"{row['claims']:.0f}"
        if row is not additive:  # there is nothing to find
            numbers = {"F1 score": f1_score, "precision": precision, "recall": recall}
            shares = {name: of(row) for name, of in numbers.items()}
            line |= {k: "-" if v != v else f"{v:.3f}" for k, v in shares.items()}
        if row[BY_CUTOFF["+ "]] is not None:
            counts = [f"{row[title]:.0f}" for title in BY_CUTOFF.values()]
            line["MLP-Cutoff: whole, parts, false"] = ", ".join(counts)
        table.append(line)
    return table


def verdict(rows):
    suite, random, additive = of_kinds(rows)
    every, scores = totals(suite), list(map(f1_score, random))
    return None, (
        f"On the suite two networks agree on {every['whole']:.0f} of "
        f"{every['whole'] + every['missed']:.0f} true interactions as a whole, beside "
        f"{every['parts']:.0f} parts and {every['false']:.0f} false ones; on random "
        f"functions the F1 score is {min(scores):.3f} to {max(scores):.3f}, and "
        f"{additive['claims']:.0f} of {additive['trials']:.0f} sums without "
        "interactions get a claim."
    )


def figure(rows):
    _, random, _ = of_kinds(rows)
    axes = new_grid(1, 2, 3.6, 3.2)[0]
    for ax, share in zip(axes, (precision, recall)):
        for k, (size, lines) in enumerate(rows_by(random, "rows").items()):
            style = {"color": GREYS[k % 3], "linestyle": LINES[k % 4]}
            style |= {"marker": DOTS[k % 4], "markerfacecolor": "none"}
            noise, y = [row["noise"] for row in lines], list(map(share, lines))
            ax.plot(noise, y, **style, label=f"{size:,.0f} rows")
        words = {"xlabel": "noise, in deviations of y", "ylabel": share.__name__}
        ax.set(**words, xticks=NOISE, ylim=(-0.03, 1.05))
    axes[0].legend(fontsize=8, handlelength=3, loc="lower left")
    return axes[0].figure
