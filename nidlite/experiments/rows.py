"""A result's rows: what they were made with, and how they lie in a CSV file.

Every row says its preset, trials, seeds, versions and seconds. With this module one
can sign rows so, save and load them, and look up what a preset means.
"""

import csv
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import InputError, show
from ..saving.whole import whole_file
from ..training import CUTOFF_RECIPE, RECIPE, Recipe
from .printed import numbers_or_text
from .store import VERSIONS

SIGNATURE = ("preset", "trials", "seeds", "versions", "seconds")


@dataclass(frozen=True)
class Preset:
    """How much work: trials of each setting, rows of synthetic data, epochs."""

    name: str
    trials: int
    rows: int  # of synthetic data, and at most so many of real data; 0 for all
    epochs: int
    cutoff_epochs: int
    most: int = 25  # interactions added to MLP-Cutoff, at most
    real_rows: int = 0

    @property
    def seeds(self) -> range:
        """One for each trial."""
        return range(self.trials)

    def recipe(self, **changes) -> Recipe:
        """The default recipe, with this preset's epochs."""
        epochs = {"epochs": self.epochs}
        return replace(RECIPE, **epochs | changes)

    @property
    def cutoff_recipe(self) -> Recipe:
        """MLP-Cutoff's recipe, with this preset's epochs."""
        return replace(CUTOFF_RECIPE, epochs=self.cutoff_epochs)


PRESETS = {
    "smoke": Preset("smoke", 3, 600, 2, 1, most=3, real_rows=600),
    "quick": Preset("quick", 3, 30_000, 100, 30),
    "paper": Preset("paper", 10, 30_000, 100, 30),  # Sec. 5.1
}


def preset_of(preset, trials=None) -> Preset:
    """The preset of this name, or itself, with another number of trials if given."""
    if not isinstance(preset, Preset):
        if preset not in PRESETS:
            raise InputError(
                f"preset is one of {', '.join(PRESETS)}; got {show(preset)}"
            )
        preset = PRESETS[preset]
    return replace(preset, trials=trials) if trials else preset


def signed(row, preset, results) -> dict:
    """The row with its signature: results are those that it was made from."""
    seeds = {result.unit.seed for result in results}
    return row | signature(preset, seeds, sum(result.seconds for result in results))


def signature(preset, seeds, seconds) -> dict:
    """How a row was made: seeds are those of its trials, seconds the work's."""
    seeds = sorted(seeds)
    consecutive = seeds == list(range(seeds[0], seeds[-1] + 1)) if seeds else False
    words = f"{seeds[0]} to {seeds[-1]}" if consecutive and seeds[1:] else None
    return {
        "preset": preset.name,
        "trials": len(seeds),
        "seeds": words or " ".join(map(str, seeds)),
        "versions": ", ".join(f"{name} {v}" for name, v in VERSIONS.items()),
        "seconds": round(seconds, 1),
    }


def save_rows(path, rows):
    """The rows as a CSV file, columns in the first row's order, numbers to 7 digits."""
    with (
        whole_file(Path(path)) as temporary,
        open(temporary, "w", newline="", encoding="utf-8") as file,
    ):
        write = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        write.writeheader()
        write.writerows({k: _cell(v) for k, v in row.items()} for row in rows)


def _cell(value):
    """A number as text that is read back the same, to 7 digits."""
    if value is None or isinstance(value, (str, int)):
        return value
    return f"{value:.7g}"


def load_rows(path) -> list[dict]:
    """The rows of a file of `save_rows`: numbers where every cell of a column is one.

    Seeds are text, a single one too.
    """
    with open(path, newline="", encoding="utf-8") as file:
        header, *cells = csv.reader(file)
    columns = [
        list(column) if name == "seeds" else numbers_or_text(column)
        for name, column in zip(header, zip(*cells, strict=True), strict=True)
    ]
    return [dict(zip(header, row, strict=True)) for row in zip(*columns)]
