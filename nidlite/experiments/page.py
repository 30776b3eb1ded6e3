"""The results page: the paper's numbers and ours side by side, from the stored rows.

Each artefact brings its verdict and its table, and what to know about its run.
"""

from pathlib import Path

from ..errors import InputError
from .artefacts.index import ARTEFACTS, artefact
from .claims import judged_claims, summary
from .rows import load_rows

HEAD = """# Results

Every table and figure of the paper, by nidlite. This page is written from the CSV files
beside it by `nidlite reproduce page --out FOLDER`, where FOLDER holds them; the paper's
numbers are those of `data/paper/`. Deviations are what stands after the sign +-.
"""


def text(folder) -> str:
    """The page, in Markdown, of all artefacts whose rows are in the folder."""
    folder, parts, every = Path(folder), [], {}
    for name in ARTEFACTS:
        path = folder / f"{name}.csv"
        if path.exists():
            module = artefact(name)
            try:
                rows = load_rows(path)
                parts.append(section(name, module, rows))
                every |= {name: rows} if rows[0]["preset"] == "paper" else {}
            except Exception as error:  # rows that are not this version's can raise any
                words = f"{type(error).__name__}: {' '.join(str(error).split())}"
                parts.append(
                    f"## {module.TITLE}\n\n`{name}.csv` cannot be read ({words}); "
                    f"`nidlite reproduce {name}` makes it anew.\n"
                )
    if not parts:
        raise InputError(
            f"there are no results in {folder}; `nidlite reproduce NAME --out {folder}`"
            " makes them"
        )
    head = [HEAD]
    if every:
        head += [f"{summary(every)}\n", markdown(judged_claims(every))]
    return "\n".join([*head, *parts])


def section(name, module, rows) -> str:
    lines = [f"## {module.TITLE}\n", f"{module.verdict(rows)}\n"]
    if hasattr(module, "NOTE") and rows[0]["preset"] == "paper":
        lines.append(f"{module.NOTE}\n")
    if hasattr(module, "side_by_side"):
        lines.append(markdown(module.side_by_side(rows)))
    if hasattr(module, "figure"):
        lines.append(f"![{module.TITLE}]({name}.png)\n")
    return "\n".join([*lines, made(name, rows)])


def markdown(table) -> str:
    """A list of dicts of text as a Markdown table, empty where a dict has no cell."""
    head = list(dict.fromkeys(name for row in table for name in row))
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    lines += [[row.get(name, "") for name in head] for row in table]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def made(name, rows) -> str:
    trials = sorted({int(row["trials"]) for row in rows})
    most = max(rows, key=lambda row: row["trials"])
    words = " to ".join(map(str, trials[:1] + trials[1:][-1:]))
    return (
        f"`{name}.csv`: preset {most['preset']}, trials {words}, seeds "
        f"{most['seeds']}; {most['versions']}; "
        f"{max(row['seconds'] for row in rows) / 60:.0f} core minutes.\n"
    )
