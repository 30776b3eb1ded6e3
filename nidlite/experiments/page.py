"""The results page: the paper's numbers and ours side by side, from the stored rows.

Each artefact says itself whether the paper's claim about it holds.
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
HERE = {True: "holds", False: "does not hold", None: "open"}


def text(folder) -> str:
    """The page, in Markdown, of all artefacts whose rows are in the folder."""
    sections, claims = [], []
    for name in ARTEFACTS:
        path, module = Path(folder) / f"{name}.csv", artefact(name)
        if path.exists():
            try:
                rows = load_rows(path)
                sections.append(section(name, module, rows))
                holds, _ = module.verdict(rows)
            except Exception as error:  # another version's rows can raise any
                words = f"{type(error).__name__}: {' '.join(str(error).split())}"
                sections.append(
                    f"## {module.TITLE}\n\n`{name}.csv` cannot be read ({words}); "
                    f"`nidlite reproduce {name}` makes it anew.\n"
                )
            else:
                if hasattr(module, "CLAIM"):
                    line = {"artefact": name, "the paper's claim": module.CLAIM}
                    claims.append(line | {"here": HERE[holds]})
    if not sections:
        raise InputError(
            f"there are no results in {folder}; `nidlite reproduce NAME --out {folder}`"
            " makes them"
        )
    return "\n".join([HEAD, *([markdown(claims)] if claims else []), *sections])


def section(name, module, rows) -> str:
    """An artefact's title, its verdict in a sentence, its table, its picture."""
    holds, sentence = module.verdict(rows)
    if hasattr(module, "CLAIM"):
        sentence = f"The paper: {module.CLAIM} **Here it {HERE[holds]}.** {sentence}"
        sentence = sentence.replace("it open", "that is open")
    lines = [f"## {module.TITLE}\n", f"{sentence}\n"]
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
    """How the rows were made: preset, trials, seeds, versions, time."""
    trials = sorted({int(row["trials"]) for row in rows})
    most = max(rows, key=lambda row: row["trials"])
    words = " to ".join(map(str, trials[:1] + trials[1:][-1:]))
    return (
        f"`{name}.csv`: preset {most['preset']}, trials {words}, seeds "
        f"{most['seeds']}; {most['versions']}; "
        f"{max(row['seconds'] for row in rows) / 60:.0f} core minutes.\n"
    )
