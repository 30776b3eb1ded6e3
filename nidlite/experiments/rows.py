"""A result's rows: what they were made with, and how they lie in a CSV file."""

import csv
import time
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import InputError, show
from ..recipes import RECIPE, Recipe
from ..saving.whole import whole_file
from .printed import rows_in
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
    real_most: int = 50  # the set of all its features comes late in bike sharing

    seeds = property(lambda self: range(self.trials))  # one for each trial

    def recipe(self, **changes) -> Recipe:
        """The default recipe, with this preset's epochs."""
        return replace(RECIPE, **{"epochs": self.epochs} | changes)


PRESETS = {
    "smoke": Preset("smoke", 3, 600, 2, 1, most=3, real_rows=600, real_most=3),
    "quick": Preset("quick", 3, 30_000, 100, 30),
    "paper": Preset("paper", 10, 30_000, 100, 30),  # Sec. 5.1
}


def preset_of(name, trials=None) -> Preset:
    """The preset of this name, with another number of trials if given; InputError."""
    if name not in PRESETS:
        raise InputError(f"preset is one of {', '.join(PRESETS)}; got {show(name)}")
    return replace(PRESETS[name], trials=trials or PRESETS[name].trials)


def signed_rows(module, preset, results) -> list[dict]:
    """The artefact's rows, each with its signature, from the results of its units.

    The seconds are the processor's for all its work, the trials are each row's own.
    """
    started, rows = time.process_time(), []
    made = list(module.run(preset, results))
    seconds = sum(result.seconds for result in results.values())
    seconds += time.process_time() - started
    versions = ", ".join(f"{name} {v}" for name, v in VERSIONS.items())
    for row, seeds in made:
        words = f"{min(seeds)} to {max(seeds)}" if len(seeds) > 1 else f"{min(seeds)}"
        values = preset.name, len(seeds), words, versions, round(seconds, 1)
        rows.append(row | dict(zip(SIGNATURE, values)))
    return rows


def save_rows(path, rows):
    """The rows as a CSV file, columns in the first row's order, numbers to 7 digits."""
    with (
        whole_file(Path(path)) as temporary,
        open(temporary, "w", newline="", encoding="utf-8") as file,
    ):
        write = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        write.writeheader()
        for row in rows:
            numbers = {k: f"{v:.7g}" for k, v in row.items() if isinstance(v, float)}
            write.writerow(row | numbers)


def load_rows(path) -> list[dict]:
    """The rows of a file of `save_rows`: numbers where every cell of a column is one.

    Seeds are text, a single one too.
    """
    return rows_in(path, text=["seeds"])
