"""Fig. 6: MLP-Cutoff's error as interactions are added, on the suite (Sec. 5.3)."""

import numpy as np

from ...interactions import mark
from ...plots import cutoff_bars, new_grid
from ...synthetic import SUITE
from ..numbers import listed, rows_by
from ..presets import grown, suite
from ..trainings import trained

TITLE = "Figure 6: cutoff on the ranking, synthetic functions"
CLAIM = "True interactions stand before each cutoff."
NOTE = """The picture is of the first trial, the table's numbers are means of all, but
for dead nets, which are of all together: no training row switches them on, though they
had three starts."""
NONE = "none"  # what is added at K = 0
JUDGED = {"+ ": "true", "o ": "part", "- ": "false"}  # of a true interaction


def run(preset, work):
    """A row for each trial, function and K: its error, and if what came in is true."""
    for result in growths_of(preset, work):
        truths = [JUDGED[mark(i, result.truths)] for i in result.candidates]
        lines = curve(result.case.problem.name, result)
        for row, truth in zip(lines, [NONE, *truths], strict=True):
            yield row | {"truth": truth}, preset.seeds


def growths_of(preset, work) -> list:
    """MLP-Cutoff of all functions and trials."""
    return grown(work, preset, trained(work, suite(preset, ("mlp-m",))))


def curve(data, result, measure="RMSE") -> list[dict]:
    """A row for each K of a growth: its error on validation rows."""
    error = np.sqrt if measure == "RMSE" else float
    added = [NONE, *map(braces, result.candidates)]
    of_all = {"measure": measure, "MLP-M error": float(error(result.reference))}
    of_all |= {"chosen K": result.K, "ended": result.ended, "dead nets": result.dead}
    return [
        {"data": data, "trial": result.case.seed, "K": K, "interaction": words}
        | {"error": float(error(loss)), "gain": int(K in result.gains)}
        | of_all
        for K, (words, loss) in enumerate(zip(added, result.losses, strict=True))
    ]


def braces(interaction) -> str:
    """(0, 2) as the paper writes it: {1,3}."""
    return f"{{{','.join(str(i + 1) for i in interaction)}}}"


def above_cutoff(rows) -> list[dict]:
    """One trial's rows of what was a gain, up to the cutoff."""
    return [row for row in rows if row["gain"] and row["K"] <= row["chosen K"]]


def trials_of(rows) -> dict[str, list[list[dict]]]:
    """{data set: the rows of each of its trials}"""
    data = rows_by(rows, "data")
    return {name: list(rows_by(own, "trial").values()) for name, own in data.items()}


def ending(trials) -> dict:
    """A data set's cells about where its curves end: means of its trials' numbers."""
    firsts = [rows[0] for rows in trials]
    errors = {"without": [first["error"] for first in firsts]}
    errors["with K"] = [rows[int(rows[0]["chosen K"])]["error"] for rows in trials]
    errors["MLP-M"] = [first["MLP-M error"] for first in firsts]
    line = {"trials": f"{len(trials)}", "error": firsts[0]["measure"]}
    line |= {words: f"{np.mean(values):.3f}" for words, values in errors.items()}
    line["K, median"] = f"{np.median([first['chosen K'] for first in firsts]):g}"
    line |= {"dead nets": f"{sum(first['dead nets'] for first in firsts):g}"}
    ends = rows_by(firsts, "ended").items()
    return line | {"ended": ", ".join(f"{word} ({len(own)})" for word, own in ends)}


def judgements(trials) -> list[dict[str, int]]:
    """Of each trial how many of what was a gain, up to the cutoff, are true, ..."""
    truths = [[row["truth"] for row in above_cutoff(rows)] for rows in trials]
    return [{word: own.count(word) for word in JUDGED.values()} for own in truths]


def side_by_side(rows):
    table = []
    for name, trials in trials_of(rows).items():
        found = [{row["interaction"] for row in above_cutoff(own)} for own in trials]
        counts, line = judgements(trials), {"": name} | ending(trials)
        for word in JUDGED.values():
            line[word] = f"{np.mean([count[word] for count in counts]):.1f}"
        every = list(map(braces, SUITE[name].interactions))
        missed = {i: sum(i not in own for own in found) for i in every}
        words = (f"{i} ({times})" for i, times in missed.items() if times)
        table.append(line | {"of": f"{len(every)}", "missed (trials)": " ".join(words)})
    return table


def verdict(rows):
    of = {name: judgements(trials) for name, trials in trials_of(rows).items()}
    cases = [counts for trials in of.values() for counts in trials]
    some = sum(counts["true"] > 0 for counts in cases)
    clean = [name for name, own in of.items() if not any(c["false"] for c in own)]
    return some == len(cases), (
        f"They do in {some} of {len(cases)} trials of {len(of)} functions, with nothing "
        f"false before it in {listed(clean)}; the table says which are missed."
    )


def figure(rows):
    return bars(rows, new_grid(2, 5, 3, 3.4))


def bars(rows, axes):
    """A data set's errors on each axes, with crosses under what is known to be true.

    Of its first trial: others have other rankings.
    """
    for ax, (name, (trial, *_)) in zip(axes.flat, trials_of(rows).items()):
        words, errors = ([row[k] for row in trial] for k in ("interaction", "error"))
        true = [row.get("truth") == "true" for row in trial[1:]]
        reference, K = trial[0]["MLP-M error"], int(trial[0]["chosen K"])
        measure = trial[0]["measure"]
        cutoff_bars(words[1:], errors, reference, true, K, measure, ax).set_title(name)
    return axes[0, 0].figure
