"""Ours, not the paper's: the whole interactions that two networks agree on.

On the suite, on random functions by noise and rows, and on sums without interactions.
"""

from ...plots import DOTS, new_grid
from ...synthetic import SUITE
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
from ..rows import beside

TITLE = "Agreement of two networks: ours, not the paper's"
NOTE = """A part is a subset of a true interaction. The F1 score is 2 w / (2 w + parts +
false + missed), where w are whole; precision is the share of the claims that are whole
or parts, recall that of the true interactions that are whole. Rows are split in thirds
(Sec. 5.1); noise is Gaussian, in deviations of y. The file also has MLP-Cutoff's answer
on the suite, that of Figure 6."""
NOISE = (0.0, 0.25, 0.5, 1.0)  # on the outcome alone, in its deviations
FEWER = (5000, 2000)  # rows, beside the preset's
COUNTS = ("whole", "parts", "false", "missed")
SCORES = {"F1 score": f1_score, "precision": precision, "recall": recall}


def layout(preset) -> list[tuple[str, int, float]]:
    """Data, rows and noise of each row."""
    sizes = preset.rows, *(rows for rows in FEWER if rows < preset.rows)
    return [
        *((name, preset.rows, 0.0) for name in SUITE),
        *(("random", rows, noise) for rows in sizes for noise in NOISE),
        ("additive", min(FEWER[0], preset.rows), 0.5),
    ]


def run(preset, work):
    """A row for each setting: counts over its trials, and the tables with a claim.

    A trial of the suite is another seed, of random functions another function, whose
    number stands for its seed.
    """
    for data, rows, noise in layout(preset):
        first = 0 if data in SUITE else first_of(noise)
        seeds, cases = [first + k for k in preset.seeds], []
        for k in seeds:
            name, seed = (data, k) if data in SUITE else (f"{data}{k}", 0)
            problem = Problem(name, rows, outcome_noise=noise)
            cases.append((problem, seed, preset.recipe()))
        answers = work.each(ask_two, cases)
        judged = [counted(claimed_by(one), one.truths) for one in answers]
        row = {"data": data, "rows": rows, "noise": noise}
        row |= {name: sum(counts[name] for counts in judged) for name in COUNTS}
        row["claims"] = sum(any(c[k] for k in COUNTS[:3]) for c in judged)
        yield row, seeds


def side_by_side(rows):
    found = rows[rows["data"] != "additive"]  # there nothing is to be found
    scores = {name: found.apply(of, axis=1) for name, of in SCORES.items()}
    columns = dict.fromkeys(("rows", "trials", *COUNTS, "claims"), ".0f")
    columns |= {"noise": "g"} | dict.fromkeys(SCORES, ".3f")
    return beside(rows.assign(**scores), "data", columns)


def verdict(rows):
    suite, additive = rows[rows["data"].isin(list(SUITE))], rows.iloc[-1]
    scores = rows[rows["data"] == "random"].apply(f1_score, axis=1)
    return None, (
        f"On the suite two networks agree on {suite.whole.sum()} of "
        f"{suite.whole.sum() + suite.missed.sum()} true interactions, whole, beside "
        f"{suite.parts.sum()} parts and {suite['false'].sum()} false ones; on random "
        f"ones the F1 score is {scores.min():.3f} to {scores.max():.3f}; of "
        f"{additive.trials} sums without interactions {additive.claims} get a claim."
    )


def figure(rows):
    axes = new_grid(1, 2, 3.6, 3.2)[0]
    random = rows[rows["data"] == "random"].groupby("rows", sort=False)
    for ax, name in zip(axes, ("precision", "recall")):
        for dot, (size, lines) in zip(DOTS, random):
            y, words = lines.apply(SCORES[name], axis=1), f"{size:,.0f} rows"
            ax.plot(lines.noise, y, marker=dot, color="0.2", label=words)
        ax.set(xlabel="noise, in deviations of y", ylabel=name, ylim=(-0.03, 1.05))
    axes[0].legend(fontsize=8, handlelength=3, loc="lower left")
    return axes[0].figure
