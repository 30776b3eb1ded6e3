"""What the artefacts share: numbers of trials as columns, and numbers as cells.

The mean of a quantity stands in the column of its name, and its deviation in the column
`deviation_of(name)`. The paper's files and our rows do that alike.
"""

import numpy as np

from ...metrics import pairwise_auc
from ..printed import paper_rows


def deviation_of(title) -> str:
    """The column of its deviation: "X deviation (percent)" of "X (percent)"."""
    name, bracket, unit = title.partition(" (")
    return f"{name} deviation{bracket}{unit}"


def averaged(title, values) -> dict:
    """Mean and deviation of all values; None where there is no value."""
    values = list(values)
    both = mean_and_deviation(values) if values else (None, None)
    return dict(zip((title, deviation_of(title)), both))


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
    kept = np.sort(values)[1:-1]
    return mean_and_deviation(kept)


def trimmed(title, trials) -> dict:
    """Mean and deviation of the trials without the best and the worst (Sec. 5.2)."""
    return dict(zip((title, deviation_of(title)), trimmed_mean(list(trials))))


def over_suite(title, trials, of=trimmed_mean) -> dict:
    """Averages over the functions of {function: its trials}.

    `of` gives the mean and the deviation of a function's trials.
    """
    both = map(np.mean, zip(*map(of, trials.values())))
    return dict(zip((title, deviation_of(title)), map(float, both)))


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
    groups = grouped(results, lambda result: result.unit.problem.name)
    return {name: list(map(measure, own)) for name, own in groups.items()}


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
    both = row[title], row.get(deviation_of(title))
    numbers = [f"{value:.{digits}f}" for value in both if value is not None]
    return " +- ".join(numbers) or "-"


def beside(ours, theirs, title, digits=3, words=None, paper=None) -> dict:
    """The two cells of a quantity on the page, the paper's first.

    words say what it is, its title if None; paper is its column in the paper's row.
    """
    return {
        f"{words or title}, paper": cell(theirs, paper or title, digits),
        f"{words or title}, nidlite": cell(ours, title, digits),
    }


def told(line, words) -> str:
    """A line's quantity in a sentence: FHIM 0.999 +- 0.000 (paper 0.925 +- 0.002)."""
    return f"{line['']} {line[f'{words}, nidlite']} (paper {line[f'{words}, paper']})"


def placed(lines, words) -> str:
    """Which lines have more than the paper, and which have less, as they are printed.

    By more than two of the paper's deviations, where it has one.
    """
    found = {"above": [], "below": []}
    for line in lines:
        if (ours := line[f"{words}, nidlite"]) != "-":
            theirs, *spread = map(float, line[f"{words}, paper"].split(" +- "))
            difference = float(ours.split(" +- ")[0]) - theirs
            if abs(difference) > 2 * sum(spread):
                found["above" if difference > 0 else "below"].append(line[""])
    return "; ".join(f"{where}: {listed(names)}" for where, names in found.items())


def listed(words) -> str:
    """The words after one another, "none" if there are none."""
    return ", ".join(words) or "none"
