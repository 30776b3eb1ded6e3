"""Fig. 7: MLP-Cutoff's error as interactions are added, on real data (Sec. 5.3)."""

from ...interactions import label
from ...plots import new_grid
from ..rows import preset_of, signed
from ..runner import at_once
from ..settings import (
    CLASSES,
    REAL,
    by_data,
    first_trial,
    growths,
    on_higgs,
    real,
    rows_used,
)
from ..units import Growth
from .fig6 import NONE, bars, curve, ending, kept

TITLE = "Figure 7: cutoff on the ranking, real data"
FIRST = "{1,2}"  # the paper's of cal housing: longitude & latitude


def units(preset) -> list[Growth]:
    """What must be trained."""
    preset = first_trial(preset_of(preset))
    return growths(preset, real(preset))


def run(preset, trained=at_once) -> list[dict]:
    """A row for each data set and K: the error, and what was added, by names too."""
    preset = first_trial(preset_of(preset))
    results = trained(units(preset))
    rows = []
    for unit in units(preset):
        name, result = unit.problem.name, results[unit]
        lines = curve(
            REAL[name], result, "cross-entropy" if name in CLASSES else "RMSE"
        )
        names = [NONE, *(label(i, result.names) for i in result.candidates)]
        for line, words in zip(lines, names, strict=True):
            row = line | {"names": words, "features": len(result.names)}
            row["rows used"] = rows_used(unit.problem)
            rows.append(signed(row, preset, results.values()))
    return rows


def order(row) -> int:
    """How many features the row's interaction has."""
    return row["interaction"].count(",") + 1


def side_by_side(rows) -> list[dict]:
    """The cutoff of each data set in numbers; the paper prints none."""
    return [
        {"": name}
        | ending(own)
        | {"features in each": ", ".join(str(order(row)) for row in kept(own)) or "-"}
        | {"rows used": own[0]["rows used"]}
        for name, own in by_data(rows).items()
    ]


def verdict(rows) -> str:
    """Cal housing's first interaction, letter's order, and the subset of Higgs."""
    data = by_data(rows)
    first, widest = housing(data[REAL["cal_housing"]]), letters(data[REAL["letter"]])
    return f"{first}. {widest}.{on_higgs(rows)}"


def housing(own) -> str:
    """Is {1, 2} the first interaction, and what does it do to the error?"""
    if len(own) < 2:
        return "Cal housing needs no interaction to be as good as MLP-M"
    before, after = own[:2]
    agrees = after["interaction"] == FIRST
    words = f"Cal housing's first interaction is {after['interaction']} "
    words += f"({after['names']}), {'as in the paper' if agrees else 'paper: ' + FIRST}"
    words += f"; RMSE {before['error']:.3f} without it, {after['error']:.3f} with it"
    return f"{words}, MLP-M {before['MLP-M error']:.3f}"


def letters(own) -> str:
    """Is there an interaction of all features of letter?"""
    most, every = max(map(order, kept(own)), default=0), int(own[0]["features"])
    agrees = "as in the paper" if most == every else f"in the paper {every}"
    return f"Letter's largest interaction has {most} of {every} features, {agrees}"


def figure(rows):
    """Bars for each data set, and MLP-M's dashed line."""
    data = by_data(rows)
    axes = new_grid(2, 2, 4.8, 3.6)
    for ax, (name, own) in zip(axes.flat, data.items()):
        bars(own, ax).set_title(name)
    return axes[0, 0].figure
