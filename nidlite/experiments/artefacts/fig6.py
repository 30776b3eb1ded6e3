"""Fig. 6: MLP-Cutoff's error as interactions are added, on the suite (Sec. 5.3)."""

import numpy as np

from ...interactions import mark
from ...plots import cutoff_bars, new_grid
from ...synthetic import SUITE
from ..settings import growths, suite
from .cells import listed, rows_by

TITLE = "Figure 6: cutoff on the ranking, synthetic functions"
NONE = "none"  # what is added at K = 0
JUDGED = {"+ ": "true", "o ": "part", "- ": "false"}  # of a true interaction


def units(preset):
    return growths(preset, suite(preset, ("mlp-m",), trials=1))


def run(preset, results):
    """A row for each function and K: the error, and whether what was added is true."""
    for unit in units(preset):
        result = results[unit]
        truths = [JUDGED[mark(i, result.truths)] for i in result.candidates]
        lines = curve(unit.problem.name, result)
        for row, truth in zip(lines, [NONE, *truths], strict=True):
            yield row | {"truth": truth}, [unit.seed]


def curve(data, result, measure="RMSE") -> list[dict]:
    """A row for each K of a growth: its error on validation rows."""
    arrays = result.arrays
    error = np.sqrt if measure == "RMSE" else float
    added = [NONE, *map(braces, result.candidates)]
    of_all = {"measure": measure, "MLP-M error": float(error(arrays["reference"]))}
    of_all |= {"chosen K": int(arrays["K"]), "ended": str(arrays["ended"])}
    gains = set(arrays["gains"].tolist())
    return [
        {"data": data, "K": K, "interaction": words, "error": float(error(loss))}
        | {"gain": int(K in gains)}
        | of_all
        for K, (words, loss) in enumerate(zip(added, arrays["losses"], strict=True))
    ]


def braces(interaction) -> str:
    """(0, 2) as the paper writes it: {1,3}."""
    return f"{{{','.join(str(i + 1) for i in interaction)}}}"


def above_cutoff(own) -> list[dict]:
    """One data set's rows of what was a gain, up to the cutoff."""
    return [row for row in own if row["gain"] and row["K"] <= row["chosen K"]]


def ending(own) -> dict:
    first, chosen = own[0], own[int(own[0]["chosen K"])]
    errors = {"without": first["error"], "with K": chosen["error"]}
    errors["MLP-M"] = first["MLP-M error"]
    line = {"error": first["measure"]} | {k: f"{e:.3f}" for k, e in errors.items()}
    return line | {"K": f"{first['chosen K']:.0f}", "ended": first["ended"]}


def side_by_side(rows):
    table = []
    for name, own in rows_by(rows, "data").items():
        truths = [row["truth"] for row in above_cutoff(own)]
        found = {row["interaction"] for row in above_cutoff(own)}
        every = list(map(braces, SUITE[name].interactions))
        line = {"": name} | ending(own) | {"true": f"{truths.count('true')}"}
        line |= {"of": f"{len(every)}", "parts": f"{truths.count('part')}"}
        line |= {"false": f"{truths.count('false')}"}
        table.append(line | {"missed": " ".join(i for i in every if i not in found)})
    return table


def verdict(rows):
    lines = side_by_side(rows)
    true, every, parts, false = (
        sum(int(line[column]) for line in lines)
        for column in ("true", "of", "parts", "false")
    )
    some = sum(line["true"] != "0" for line in lines)
    clean = [line[""] for line in lines if line["false"] == "0"]
    lost = [f"{line['']} {line['missed']}" for line in lines if line["missed"]]
    return (
        f"True interactions stand before the cutoff in {some} of {len(lines)} "
        f"functions, {true} of {every} in all (paper: in all functions, with "
        f"challenges in F6 and F7), beside {parts} parts of true ones and {false} "
        f"false ones; nothing is false in {listed(clean)}. Not there whole: "
        f"{listed(lost)}."
    )


def figure(rows):
    return bars(rows, new_grid(2, 5, 3, 3.4))


def bars(rows, axes):
    """A data set's errors on each axes, with crosses under what is known to be true."""
    for ax, (name, own) in zip(axes.flat, rows_by(rows, "data").items()):
        words, errors = ([row[k] for row in own] for k in ("interaction", "error"))
        true = [row.get("truth") == "true" for row in own[1:]]
        reference, K = own[0]["MLP-M error"], int(own[0]["chosen K"])
        given = words[1:], errors, reference, true, K, own[0]["measure"]
        cutoff_bars(*given, ax).set_title(name)
    return axes[0, 0].figure
