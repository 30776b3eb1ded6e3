"""What the artefacts share: numbers of trials as columns, and numbers as cells.

The mean of a quantity stands in the column of its name, and its deviation in the column
`deviation_of(name)`. The paper's files and our rows do that alike.
"""

import numpy as np

from ..metrics import pairwise_auc
from .printed import paper_rows


def deviation_of(title) -> str:
    """The column of its deviation: "X deviation (percent)" of "X (percent)"."""
    name, bracket, unit = title.partition(" (")
    return f"{name} deviation{bracket}{unit}"


def mean_and_deviation(values) -> tuple[float, float]:
    """Mean and deviation of all trials; values is (trials,), at least one."""
    return float(np.mean(values)), float(np.std(values))


def trimmed_mean(values) -> tuple[float, float]:
    """Mean and deviation of the trials without one largest and one smallest (Sec. 5.2).

    values is (trials,), at least three. The paper does not say which deviation; this
    one divides by the number of trials kept.
    """
    values = np.asarray(values, dtype=float)
    if values.ndim != 1 or len(values) < 3 or np.isnan(values).any():
        raise ValueError(f"expected three or more numbers, one per trial; got {values}")
    return mean_and_deviation(np.sort(values)[1:-1])


def averaged(title, values, of=mean_and_deviation) -> dict:
    """Columns of the mean and the deviation of trials; None where there is no value."""
    values = list(values)
    return dict(
        zip((title, deviation_of(title)), of(values) if values else (None, None))
    )


def trimmed(title, values) -> dict:
    """Columns of the mean and the deviation without the best and the worst trial."""
    return averaged(title, values, trimmed_mean)


def over_suite(title, trials, of=trimmed_mean) -> dict:
    """Averages over the functions of {function: its trials}.

    `of` gives the mean and the deviation of a function's trials.
    """
    means, deviations = zip(*map(of, trials.values()))
    averages = float(np.mean(means)), float(np.mean(deviations))
    return dict(zip((title, deviation_of(title)), averages))


def auc_of(result) -> float:
    """The AUC of a result's pairwise strengths, a network's or a baseline's."""
    return pairwise_auc(result.strengths, result.truths)


def grouped(items, key) -> dict[str, list]:
    """{key(item): its items}, in their order."""
    found = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found


def rows_by(rows, column) -> dict[str, list[dict]]:
    """{value of the column: its rows}"""
    return grouped(rows, lambda row: row[column])


def by_function(results, measure) -> dict[str, list]:
    """{function: measure(result) of its trials}"""
    groups = grouped(results, lambda result: result.case.problem.name)
    return {name: [measure(one) for one in group] for name, group in groups.items()}


def paper_by(name, column) -> dict:
    """{value of the column: the row} of the paper's table or figure."""
    return {row[column]: row for row in paper_rows(name)}


def pair_matrix(rows, i, j) -> np.ndarray:
    """Strengths (p, p), a row for each pair of features; i and j count them from 1."""
    strengths = np.zeros((int(max(row[j] for row in rows)),) * 2)
    for row in rows:
        one, other = int(row[i]) - 1, int(row[j]) - 1
        strengths[one, other] = strengths[other, one] = row["strength"]
    return strengths


def cell(row, title, digits=3) -> str:
    """A mean, and its deviation if there is one: 0.970 +- 0.009; a dash for None."""
    numbers = [row[title], row.get(deviation_of(title))]
    words = [f"{value:.{digits}f}" for value in numbers if value is not None]
    return " +- ".join(words) or "-"


def beside(ours, theirs, title, digits=3, words=None, paper=None) -> dict:
    """The two cells of a quantity on the page, the paper's first.

    words say what it is, its title if None; paper is its column in the paper's row.
    """
    return {
        f"{words or title}, paper": cell(theirs, paper or title, digits),
        f"{words or title}, nidlite": cell(ours, title, digits),
    }


def listed(words) -> str:
    """The words after one another, "none" if there are none."""
    return ", ".join(words) or "none"
