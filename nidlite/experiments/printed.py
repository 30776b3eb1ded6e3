"""What the paper itself reports: its tables' numbers, and its words on its figures."""

import csv
from pathlib import Path

from ..errors import InputError, show

PACKAGE = Path(__file__).resolve().parents[1]
# An installed package carries the files inside (setup.py); a checkout has data/paper.
FOLDERS = (PACKAGE / "paper_numbers", PACKAGE.parent / "data" / "paper")


def folder() -> Path:
    """Where the paper's numbers are: inside an installed package, or in a checkout."""
    for folder in FOLDERS:
        if (folder / "table1.csv").is_file():
            return folder
    raise InputError(
        f"the paper's numbers are missing: there is no table1.csv in {FOLDERS[0]} or "
        f"{FOLDERS[1]}; install nidlite again"
    )


def printed() -> list[str]:
    """The names that paper_rows takes: table1 to table6, fig3 to fig12."""
    names = [path.stem for path in folder().glob("*.csv")]
    return sorted(names, key=lambda name: (name.startswith("fig"), len(name), name))


def paper_rows(name: str) -> list[dict]:
    """The rows of one table or figure as dicts; InputError for an unknown name.

    A column of numbers holds floats, and None where the paper prints nothing.
    """
    if name not in printed():
        raise InputError(
            f"the paper's numbers are kept for {', '.join(printed())}; got {show(name)}"
        )
    with open(folder() / f"{name}.csv", encoding="ascii", newline="") as file:
        header, *rows = csv.reader(file)
    columns = [numbers_or_text(column) for column in zip(*rows, strict=True)]
    return [dict(zip(header, row, strict=True)) for row in zip(*columns)]


def numbers_or_text(cells):
    """Floats and None when every cell is a number or empty, otherwise the cells."""
    try:
        return [float(cell) if cell else None for cell in cells]
    except ValueError:
        return cells
