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
HERE = {True: "it holds", False: "it does not hold", None: "that is open"}


def text(folder) -> str:
    """The page, in Markdown, of all artefacts whose rows are in the folder."""
    sections, claims = [], []
    for name in ARTEFACTS:
        path, module = Path(folder) / f"{name}.csv", artefact(name)
        if not path.exists():
            continue
        try:
            rows = load_rows(path)
            sections.append(section(name, module, rows))
            holds, _ = module.verdict(rows)
        except Exception as error:  # another version's rows can raise any
            words = f"{type(error).__name__}: {' '.join(str(error).split())}"
            raise InputError(
                f"{path} cannot be read ({words}); `nidlite reproduce {name}` makes it "
                "anew"
            ) from None
        if hasattr(module, "CLAIM"):
            claim = {"artefact": name, "the paper": module.CLAIM}
            claims.append(claim | {"here": HERE[holds]})
    if not sections:
        raise InputError(
            f"there are no results in {folder}; `nidlite reproduce NAME --out {folder}`"
            " makes them"
        )
    return "\n".join([HEAD, *([markdown(claims)] if claims else []), *sections])


def section(name, module, rows) -> str:
    """An artefact's title, its verdict, its table, its picture, and how it was made."""
    holds, sentence = module.verdict(rows)
    if hasattr(module, "CLAIM"):
        sentence = f"The paper: {module.CLAIM} **Here {HERE[holds]}.** {sentence}"
    lines = [f"## {module.TITLE}\n", f"{sentence}\n"]
    if hasattr(module, "NOTE"):
        lines.append(f"{module.NOTE}\n")
    if hasattr(module, "side_by_side"):
        lines.append(markdown(module.side_by_side(rows)))
    if hasattr(module, "figure"):
        lines.append(f"![{module.TITLE}]({name}.png)\n")
    few, most = rows.trials.min(), rows.loc[rows.trials.idxmax()]
    trials = f"{few} to {most.trials}" if few < most.trials else f"{few}"
    lines.append(
        f"`{name}.csv`: preset {most.preset}, trials {trials}, seeds {most.seeds}; "
        f"{most.versions}; {rows.seconds.max() / 60:.0f} core minutes.\n"
    )
    return "\n".join(lines)


def markdown(table) -> str:
    """A list of dicts of text as a Markdown table, empty where a dict has no cell."""
    head = list(dict.fromkeys(name for row in table for name in row))
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    lines += [[row.get(name, "") for name in head] for row in table]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
