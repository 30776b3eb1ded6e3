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
    """The rows of one table or figure, see `rows_in`; InputError for an unknown name.

    None is where the paper prints nothing.
    """
    if name not in printed():
        raise InputError(
            f"the paper's numbers are kept for {', '.join(printed())}; got {show(name)}"
        )
    return rows_in(folder() / f"{name}.csv")


def rows_in(path, text=()) -> list[dict]:
    """The rows of a CSV file as dicts: text, or floats and None in columns of numbers.

    The columns in `text` hold text in any case.
    """
    with open(path, newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    columns = []
    for name, cells in zip(header, zip(*rows, strict=True), strict=True):
        try:
            numbers = [float(cell) if cell else None for cell in cells]
        except ValueError:
            numbers = cells
        columns.append(cells if name in text else numbers)
    return [dict(zip(header, row, strict=True)) for row in zip(*columns)]
