"""What the paper says of its tables and figures, and whether the stored rows say so.

A claim is a sentence that rows can contradict, with a bound where the paper gives one.
What nobody can test with what is printed, or what we did not run, is open, with the
reason. The results page begins with the count.
"""

import numpy as np

from .artefacts import (
    fig3,
    fig4,
    fig6,
    fig7,
    fig10,
    fig11,
    fig12,
    table1,
    table2,
    table3,
)
from .artefacts.cells import paper_by, paper_rows, rows_by
from .artefacts.fig5 import PLACE
from .settings import NAMES, REAL

HOUSING, LETTER, NIDS = REAL["cal_housing"], REAL["letter"], NAMES.values()


def _minimum_first(rows):
    by = rows_by(rows, "architecture").values()
    return all(max(own, key=lambda r: r["correct"])["mean"] == "minimum" for own in by)


def _most_crosses(rows):
    found = [fig4.crosses(own) for own in rows_by(rows, "function").values()]
    hits, n = map(sum, zip(*found))
    return hits > n / 2


def _strongest_place(rows):
    best = max(rows_by(rows, "data")[HOUSING], key=lambda row: row["strength"])
    return {best["feature i"], best["feature j"]} == set(PLACE)


def _all_letters_features(rows):
    return all(16 in fig7.sizes_of(own) for own in fig6.trials_of(rows)[LETTER])


def _falls(rows):
    own = [r for r in rows if r["part"] == "a" and r["architecture"] == "MLP-M"]
    return all(a["recall"] > b["recall"] for a, b in zip(own, own[1:]))


def _aucs(row, names):
    return [row[f"{name} AUC"] for name in names]


def _closed(rows, names):
    own = [row for row in rows if row["data"] in names]
    return all((row[table3.RELATIVE] or 0) >= table3.CLOSED for row in own)


def _among_the_draws(rows):
    """Whether the paper's AUC, of one draw, is between our least and our largest."""
    ours = {row[fig10.AUC] for row in rows}
    return min(ours) <= paper_by("fig10", "quantity")["AUC"]["value"] <= max(ours)


def _least_average(rows):
    return min(row["average AUC"] for row in rows)


# {artefact: {the claim: whether rows fulfil it, or why that is open}}
CLAIMS = {
    "table1": {
        "All 41 interactions of its formulas are there.": lambda rows: (
            [table1.is_certified(row) for row in rows] == [True] * fig3.TRUE
        ),
    },
    "table2": {  # its last row has the averages
        "NID's average AUC is above those of all four rivals.": lambda rows: (
            min(_aucs(rows[-1], NIDS))
            > max(filter(None, _aucs(rows[-1], table2.RIVALS)))
        ),
        "NID's averages are at least 0.92.": lambda rows: all(
            np.array(_aucs(rows[-1], NIDS))
            >= _aucs(paper_by("table2", "function")["average"], NIDS)
        ),
    },
    "fig3": {"The minimum is the best of six averages.": _minimum_first},
    "fig4": {"Most of the crosses are at the top.": _most_crosses},
    "fig5": {"Longitude and latitude are housing's strongest pair.": _strongest_place},
    "fig6": {
        "True interactions stand before each cutoff.": lambda rows: all(
            counts["true"]
            for trials in fig6.trials_of(rows).values()
            for counts in fig6.judgements(trials)
        ),
    },
    "fig7": {
        "Housing's first interaction is longitude & latitude.": lambda rows: (
            {own[1]["interaction"] for own in fig6.trials_of(rows)[HOUSING]}
            == {"{1,2}"}
        ),
        "Letter's cutoff has all 16 features.": _all_letters_features,
    },
    "table3": {
        "On F3, F5, F7 and F10 the interactions close 98 percent of the gap.": (
            lambda rows: _closed(rows, table3.SYNTHETIC)
        ),
        "On the four real data sets they do.": lambda r: _closed(r, REAL.values()),
    },
    "fig8": {
        "MLP-M's recall falls with every step of noise.": _falls,
        "NID is orders of magnitude faster than AG.": "our AG is a small one",
    },
    "fig10": {"With 1000 features a draw has AUC 0.984.": _among_the_draws},
    "fig11": {
        "F6's main effects of x8, x9 and x10 are parabolas.": lambda rows: all(
            abs(a - fig11.HALF) <= 0.2 * fig11.HALF
            for a in fig11.parabolas(rows, "response").values()
        ),
    },
    "fig12": {
        "The price of a place is not additive.": lambda rows: (
            fig12.share_beyond_sum(fig12.grid(rows)[-1]) > 0.05
        ),
    },
    "table4": {
        "Each regulariser's average is at least 0.93.": lambda rows: (
            _least_average(rows) >= _least_average(paper_rows("table4"))
        ),
    },
    "table5": {
        "NID's AUC is above FHIM's.": lambda rows: max(
            rows, key=lambda row: row["average AUC"]
        )["method"].startswith("NID"),
    },
    "table6": {
        "NID's precision is fair and its recall low.": "the generator is not printed, "
        "and no reading of ours gives NID a signal",
    },
}


def judged_claims(rows) -> list[dict]:
    """A line for each claim about an artefact that is in {artefact: its rows}."""
    lines = []
    for name in [name for name in CLAIMS if name in rows]:
        for claim, test in CLAIMS[name].items():
            says = f"open: {test}" if isinstance(test, str) else None
            says = says or ("holds" if test(rows[name]) else "does not hold")
            lines.append({"artefact": name, "the paper's claim": claim, "here": says})
    return lines


def summary(rows) -> str:
    """The first paragraph of the page: how many claims hold, and which do not."""
    lines = judged_claims(rows)
    said = rows_by(lines, "here")
    holding, failing = (said.get(k, []) for k in ("holds", "does not hold"))
    left = len(lines) - len(holding) - len(failing)
    where = ", ".join(dict.fromkeys(line["artefact"] for line in failing)) or "none"
    return (
        f"Of {len(lines)} claims of the paper that numbers can contradict, "
        f"{len(holding)} hold here, {len(failing)} do not ({where}), and {left} could "
        "not be tested."
    )
