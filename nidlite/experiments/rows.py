"""An artefact's rows: what they were made with, and how they lie in a CSV file."""

import csv
import time
from pathlib import Path

from ..saving.whole import whole_file
from .kept import VERSIONS
from .printed import rows_in

SIGNATURE = ("preset", "trials", "seeds", "versions", "seconds")


def signed_rows(module, preset, work) -> list[dict]:
    """The artefact's rows, each with its signature.

    The trials are each row's own; the seconds are the processor's for all its work.
    """
    started, work.seconds = time.process_time(), 0.0
    made = list(module.run(preset, work))
    seconds = round(work.seconds + time.process_time() - started, 1)
    rows = []
    for row, seeds in made:
        words = f"{min(seeds)} to {max(seeds)}" if len(seeds) > 1 else f"{min(seeds)}"
        values = preset.name, len(seeds), words, VERSIONS, seconds
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
