"""Fig. 4: heat maps of MLP-M's pairwise strengths on F1 to F10 (Sec. 5.2).

Of one network for each function, Table 2's of the first trial; a cross is a true pair.
"""

import numpy as np

from ... import plots
from ...interactions import pairs_of
from ...synthetic import SUITE
from ..printed import paper_rows
from ..rows import preset_of, signed
from ..runner import at_once
from ..settings import first_trial, suite
from ..units import Training

TITLE = "Figure 4: pairwise strengths of MLP-M on F1 to F10"
WEAK = {(8, 9), (8, 10), (9, 10)}  # of F6, as the paper says


def units(preset) -> list[Training]:
    """What must be trained: Table 2's MLP-Ms of the first trial."""
    return suite(first_trial(preset_of(preset)), ("mlp-m",))


def run(preset, trained=at_once) -> list[dict]:
    """A row for each pair of each function, its features counted from 1."""
    preset = first_trial(preset_of(preset))
    results = trained(units(preset))
    rows = []
    for unit in units(preset):
        result = results[unit]
        strengths, true = result.reading().pairwise_strengths, pairs_of(result.truths)
        for i, j in zip(*np.triu_indices(len(strengths), 1)):
            row = {
                "function": unit.problem.name,
                "feature": int(i) + 1,
                "other feature": int(j) + 1,
                "strength": float(strengths[i, j]),
                "true pair": int((i, j) in true),
            }
            rows.append(signed(row, preset, results.values()))
    return rows


def pair(row) -> tuple[int, int]:
    """The two features, from 1."""
    return int(row["feature"]), int(row["other feature"])


def strongest_first(rows, name) -> list[dict]:
    """One function's pairs."""
    own = [row for row in rows if row["function"] == name]
    return sorted(own, key=lambda row: -row["strength"])


def crosses(rows, name) -> tuple[int, int]:
    """How many of the n strongest pairs have a cross, where n do in all; and n."""
    own = strongest_first(rows, name)
    n = int(sum(row["true pair"] for row in own))
    return int(sum(row["true pair"] for row in own[:n])), n


def weak(rows) -> tuple[list[int], float]:
    """Where F6's {8, 9, 10} pairs rank, and the largest over the strongest pair."""
    own = strongest_first(rows, "F6")
    places = [k for k, row in enumerate(own, 1) if pair(row) in WEAK]
    top = own[0]["strength"]
    return places, own[places[0] - 1]["strength"] / top if top else 0.0


def side_by_side(rows) -> list[dict]:
    """The paper's sentences and our counts."""
    counts = {name: crosses(rows, name) for name in SUITE}
    hits, n = np.sum(list(counts.values()), axis=0)
    places, share = weak(rows)
    ours = {
        "F1 to F10": f"{hits} of {n} crosses are among the strongest pairs",
        "F6, 8 9 10": f"places {', '.join(map(str, places))} of 45, at most "
        f"{share:.0%} of the strongest",
        "F7": "{} of {} crosses are among the strongest pairs".format(*counts["F7"]),
    }
    return [
        {
            "": row["about"],
            "paper": row["words of the paper"],
            "nidlite": ours[row["about"]],
        }
        for row in paper_rows("fig4")
    ]


def verdict(rows) -> str:
    """How many crosses are among the strongest pairs, and how F6 and F7 do."""
    counts = {name: crosses(rows, name) for name in SUITE}
    hits, n = np.sum(list(counts.values()), axis=0)
    full = [name for name, (found, of) in counts.items() if found == of]
    lacking = [f"{k} {a} of {b}" for k, (a, b) in counts.items() if a < b]
    places, share = weak(rows)
    found = sum(place <= counts["F6"][1] for place in places)
    right, of = counts["F7"]
    return (
        f"{hits / n:.0%} of the {n} crosses are among the strongest pairs of their "
        f"function, as many pairs as it has crosses: all for "
        f"{', '.join(full) or 'no function'}; else {', '.join(lacking) or 'nothing'}. "
        f"Of F6's {{8, 9, 10}} {found} of 3 are, with at most {share:.0%} of the "
        f"strongest (paper: weak or negligible). F7 has {of - right} false pairs among "
        f"its {of} strongest (paper: erroneous ones too)."
    )


def figure(rows):
    """Fig. 4 from the rows: a map for each function."""
    grid = plots.new_grid(2, 5, 3.2, 2.7)
    for ax, name in zip(grid.flat, SUITE):
        own = strongest_first(rows, name)
        p = max(pair(row)[1] for row in own)
        strengths, true = np.zeros((p, p)), []
        for row in own:
            i, j = (feature - 1 for feature in pair(row))
            strengths[i, j] = strengths[j, i] = row["strength"]
            if row["true pair"]:
                true.append((i, j))
        plots.heat_map(strengths, true, ax=ax, title=name)
    return grid[0, 0].figure
