"""The results page: the paper's numbers and ours side by side, from the stored rows.

With this module one can write README.md for a folder of results. Each artefact brings
its own table and one honest line; nothing on the page is written by hand.
"""

from pathlib import Path

from ..errors import InputError
from .artefacts.index import ARTEFACTS, artefact
from .rows import load_rows

HEAD = """# Results

Every table and figure of the paper, by nidlite. This page is written from the CSV files
beside it by `nidlite reproduce page --out FOLDER`, where FOLDER holds them; the paper's
numbers are those of `data/paper/`. Deviations are what stands after the sign +-.
"""


def text(folder) -> str:
    """The page, in Markdown, of all artefacts whose rows are in the folder."""
    folder, parts = Path(folder), [HEAD]
    for name in ARTEFACTS:
        path = folder / f"{name}.csv"
        if path.exists():
            module = artefact(name)
            try:
                parts.append(section(name, module, load_rows(path)))
            except Exception as error:  # rows that are not this version's can raise any
                parts.append(unreadable(name, module, error))
    if not parts[1:]:
        raise InputError(
            f"there are no results in {folder}; `nidlite reproduce NAME --out {folder}`"
            " makes them"
        )
    return "\n".join(parts)


def section(name, module, rows) -> str:
    """One artefact: title, verdict, table, picture, how it was made."""
    lines = [f"## {module.TITLE}\n", f"{module.verdict(rows)}\n"]
    if table := module.side_by_side(rows):
        lines.append(markdown(table))
    if hasattr(module, "figure"):
        lines.append(f"![{module.TITLE}]({name}.png)\n")
    return "\n".join([*lines, made(name, rows)])


def unreadable(name, module, error) -> str:
    """What stands there for rows that were damaged, or come from another version."""
    return (
        f"## {module.TITLE}\n\n`{name}.csv` cannot be read "
        f"({type(error).__name__}: {' '.join(str(error).split())}); "
        f"`nidlite reproduce {name}` makes it anew.\n"
    )


def markdown(table) -> str:
    """A list of dicts of text as a Markdown table."""
    head = list(table[0])
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    lines += [[str(row[name]) for name in head] for row in table]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def made(name, rows) -> str:
    """Preset, trials, versions and time, as the rows say."""
    trials = sorted({int(row["trials"]) for row in rows})
    first, seconds = rows[0], max(row["seconds"] for row in rows)
    seeds = max(rows, key=lambda row: row["trials"])["seeds"]
    words = f"{trials[0]} to {trials[-1]}" if trials[1:] else f"{trials[0]}"
    return (
        f"`{name}.csv`: preset {first['preset']}, trials {words}, seeds "
        f"{seeds}; {first['versions']}; {seconds / 60:.0f} core minutes.\n"
    )
