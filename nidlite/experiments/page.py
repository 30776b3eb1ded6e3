"""All artefacts by name, and their page: the paper's numbers and ours side by side.

The function `fig3` trains, computes and gives Fig. 3's rows, each with the seeds of its
trials. Its docstring is what stands above it on the page. Beside it there are

    fig3_verdict(rows)   whether the paper's claim, which is its docstring, holds (None:
                         open), and our numbers in a sentence
    fig3_figure(rows)    its picture, if it has one
    fig3_columns         those of its table, if it has one, the row's name first
    fig3_table(rows)     the rows of its table, if they are not those of the file
"""

from importlib import import_module
from inspect import getdoc
from pathlib import Path
from types import SimpleNamespace

from ..errors import InputError, check_choice
from .rows import cell, load_rows, paper_rows

# The file that each is in, in the order in which `nidlite reproduce all` makes them.
ARTEFACTS = {"table1": "any_order", "table2": "pairs", "fig3": "any_order"}
ARTEFACTS |= {"fig9": "pairs", "fig4": "pairs", "fig6": "cutoffs", "fig11": "inside"}
ARTEFACTS |= {"fig10": "simulated", "table3": "cutoffs", "fig5": "pairs"}
ARTEFACTS |= {"fig7": "cutoffs", "fig12": "inside", "table5": "simulated"}
ARTEFACTS |= {"table6": "simulated", "fig8": "any_order", "table4": "pairs"}
WITH_HIGGS = ("table3", "fig5", "fig7", "fig8")
HEAD = """# Results

Every table and figure of the paper. `nidlite reproduce page --out FOLDER` writes this
page from FOLDER's CSV files; the paper's numbers are those of `data/paper/`. Deviations
follow +-. In Table 2, Figs. 8 and 9 (networks) and Table 5 the best and the worst trial
are left out (Sec. 5.2). Of higgs boson's 818,238 events only Table 3's *rows used* are
taken. Shared work counts in the core minutes of each. Numbers of *smoke* mean nothing.
"""
HERE = {True: "it holds", False: "it does not hold", None: "that is open"}


def artefact(name):
    """What makes it: .run, .verdict and, if it has them, .figure, .columns, .table."""
    check_choice("a table or figure", name, ARTEFACTS)
    module = import_module(f".artefacts.{ARTEFACTS[name]}", __package__)
    file, start = vars(module), f"{name}_"
    parts = {k.removeprefix(start): file[k] for k in file if k.startswith(start)}
    return SimpleNamespace(run=file[name], **parts)


def text(folder) -> str:
    """The page, in Markdown, of all artefacts whose rows are in the folder."""
    sections, claims = [], []
    for name in ARTEFACTS:
        path, module = Path(folder) / f"{name}.csv", artefact(name)
        if path.is_file():
            try:
                words, *claim = section(name, module, load_rows(path))
                sections.append(words)
                claims.append([name, *claim])
            except (LookupError, ValueError, AttributeError, TypeError):
                raise InputError(f"{path} is no file of {name}; remove it") from None
    if not sections:
        raise InputError(f"there are no results in {folder}; `reproduce` makes them")
    overview = markdown(["artefact", "the paper", "here", "preset"], claims)
    return "\n".join([HEAD, overview, *sections])


def section(name, module, rows) -> tuple[str, str, str, str]:
    """An artefact's section, the paper's claim, whether it holds here, and the preset.

    The section has its title, its verdict, its table, its picture, and how it was made.
    """
    holds, sentence = module.verdict(rows)
    title, _, note = getdoc(module.run).partition("\n\n")
    claim = " ".join(module.verdict.__doc__.split())
    verdict = f"The paper: {claim} **Here {HERE[holds]}.** {sentence}\n"
    lines = [f"## {title}\n", verdict] + [f"{note}\n"] * bool(note)
    if hasattr(module, "columns"):
        shown = module.table(rows) if hasattr(module, "table") else rows
        table = beside(shown, module.columns, paper_rows(name))
        lines.append(markdown([*table], zip(*table.values())))
    if hasattr(module, "figure"):
        lines.append(f"![{title}]({name}.png)\n")
    most = rows.loc[rows.trials.idxmax()]
    trials = " to ".join(map(str, sorted({rows.trials.min(), most.trials})))
    made = f"preset {most.preset}, trials {trials}, seeds {most.seeds}; {most.versions}"
    lines.append(f"`{name}.csv`: {made}; {most.seconds / 60:.0f} core minutes.\n")
    return "\n".join(lines), claim, HERE[holds], most.preset


def beside(rows, columns, theirs) -> dict[str, list[str]]:
    """{head: cells}, the paper's beside ours; the first column names the rows."""
    key, table = columns[0], {}
    for title in columns:
        if title != key and key in theirs and title in theirs:
            printed = theirs.set_index(key).reindex(rows[key])
            table[f"{title}, paper"] = [cell(r, title) for _, r in printed.iterrows()]
        table[title] = [cell(row, title) for _, row in rows.iterrows()]
    return table


def markdown(head, rows) -> str:
    """A table in Markdown, from its columns' names and the cells of each row."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
