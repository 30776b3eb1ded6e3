"""Fig. 6: MLP-Cutoff's error as interactions are added, on the suite (Sec. 5.3)."""

import numpy as np

from ...interactions import is_redundant
from ...plots import cutoff_bars, new_grid
from ...synthetic import SUITE
from ..rows import preset_of, signed
from ..runner import at_once
from ..settings import by_data, first_trial, growths, suite
from ..units import Growth

TITLE = "Figure 6: cutoff on the ranking, synthetic functions"
NONE = "none"  # what is added at K = 0


def units(preset) -> list[Growth]:
    """What must be trained."""
    preset = first_trial(preset_of(preset))
    return growths(preset, suite(preset, ("mlp-m",)))


def run(preset, trained=at_once) -> list[dict]:
    """A row for each function and K: the error, and whether what was added is true."""
    preset = first_trial(preset_of(preset))
    results = trained(units(preset))
    rows = []
    for unit in units(preset):
        lines = curve(unit.problem.name, results[unit])
        for line, truth in zip(lines, truths(results[unit]), strict=True):
            rows.append(signed(line | {"truth": truth}, preset, results.values()))
    return rows


def curve(data, result, measure="RMSE") -> list[dict]:
    """A row for each K of a growth: its error on validation rows."""
    arrays = result.arrays
    error = np.sqrt if measure == "RMSE" else float
    added = [NONE, *map(braces, result.candidates)]
    return [
        {
            "data": data,
            "K": K,
            "interaction": words,
            "error": float(error(loss)),
            "measure": measure,
            "MLP-M error": float(error(arrays["reference"])),
            "chosen K": int(arrays["K"]),
            "reached": int(arrays["reached"]),
        }
        for K, (words, loss) in enumerate(zip(added, arrays["losses"], strict=True))
    ]


def braces(interaction) -> str:
    """(0, 2) as the paper writes it: {1,3}."""
    return f"{{{','.join(str(i + 1) for i in interaction)}}}"


def truths(result) -> list[str]:
    """For each K: is what was added true, part of a true interaction, or false?"""
    words = [NONE]
    for added in result.candidates:
        part = "part" if is_redundant(added, result.truths) else "false"
        words.append("true" if added in result.truths else part)
    return words


def kept(own) -> list[dict]:
    """The rows of what stands above the cutoff."""
    return [row for row in own if 0 < row["K"] <= row["chosen K"]]


def count(own, truth) -> int:
    """How many of the interactions above the cutoff are true, parts, or false."""
    return sum(row["truth"] == truth for row in kept(own))


def missed(name, own) -> list[str]:
    """The true interactions that are not above the cutoff."""
    found = {row["interaction"] for row in kept(own)}
    return [w for i in SUITE[name].interactions if (w := braces(i)) not in found]


def ending(own) -> dict:
    """The cutoff of one data set in numbers."""
    first, chosen = own[0], own[int(own[0]["chosen K"])]
    return {
        "error": first["measure"],
        "without": f"{first['error']:.3f}",
        "with K": f"{chosen['error']:.3f}",
        "MLP-M": f"{first['MLP-M error']:.3f}",
        "K": f"{first['chosen K']:.0f}",
        "by": "MLP-M's error" if first["reached"] else "plateau",
    }


def side_by_side(rows) -> list[dict]:
    """What stands above the cutoff in each function; the paper prints no numbers."""
    return [
        {"": name}
        | ending(own)
        | {"true": f"{count(own, 'true')} of {len(SUITE[name].interactions)}"}
        | {"parts": f"{count(own, 'part')}", "false": f"{count(own, 'false')}"}
        for name, own in by_data(rows).items()
    ]


def verdict(rows) -> str:
    """Where all above the cutoff is true, and which true interactions are missed."""
    data = by_data(rows)
    some = [name for name, own in data.items() if count(own, "true")]
    clean = [n for n, own in data.items() if kept(own) and not count(own, "false")]
    rest = [name for name in data if name not in clean]
    lost = {name: missed(name, own) for name, own in data.items()}
    every = sum(len(SUITE[name].interactions) for name in data)
    number = every - sum(map(len, lost.values()))
    lines = [f"{name} {' '.join(words)}" for name, words in lost.items() if words]
    return (
        f"True interactions stand before the cutoff in {len(some)} of {len(data)} "
        f"functions, {number} of {every} in all (paper: in all functions, with "
        f"challenges in F6 and F7). Something stands there and nothing of it is false "
        f"in {len(clean)}{'; not in ' if rest else ''}{', '.join(rest)}. "
        f"Not there whole: {'; '.join(lines) or 'none'}."
    )


def figure(rows):
    """Bars for each function, MLP-M's dashed line, crosses under true interactions."""
    data = by_data(rows)
    axes = new_grid(2, 5, 3, 3.4)
    for ax, (name, own) in zip(axes.flat, data.items()):
        bars(own, ax, [row["truth"] == "true" for row in own[1:]]).set_title(name)
    return axes[0, 0].figure


def bars(own, ax, true=None):
    """One data set's bars on the axes."""
    labels, errors = [row["interaction"] for row in own[1:]], [r["error"] for r in own]
    reference, K, measure = (own[0][k] for k in ("MLP-M error", "chosen K", "measure"))
    return cutoff_bars(labels, errors, reference, true, int(K), measure, ax)
