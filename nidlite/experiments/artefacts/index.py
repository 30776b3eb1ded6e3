"""The artefacts' names, in the order in which `nidlite reproduce all` makes them.

The function `fig3` trains, computes and gives Fig. 3's rows, each with the seeds of its
trials. Its docstring is what stands above it on the page. Beside it there are

    fig3_verdict(rows)   whether the paper's claim, which is its docstring, holds (None:
                         open), and our numbers in a sentence
    fig3_figure(rows)    its picture, if it has one
    fig3_columns         those of its table, if it has one, the row's name first
    fig3_table(rows)     the rows of its table, if they are not those of the file
"""

from importlib import import_module
from types import SimpleNamespace

from ...errors import InputError, show, suggest

# The file that each is in.
ARTEFACTS = {"table1": "any_order", "table2": "pairs", "fig3": "any_order"}
ARTEFACTS |= {"fig9": "pairs", "fig4": "pairs", "fig6": "cutoffs", "fig11": "inside"}
ARTEFACTS |= {"fig10": "simulated", "table3": "cutoffs", "fig5": "pairs"}
ARTEFACTS |= {"fig7": "cutoffs", "fig12": "inside", "table5": "simulated"}
ARTEFACTS |= {"table6": "simulated", "fig8": "any_order", "table4": "pairs"}
# They leave out the best and the worst trial (Sec. 5.2), and so need three.
TRIMMED = ("table2", "fig8", "table5")


def artefact(name):
    """What makes it: run, verdict, and of figure, columns and table what it has."""
    if name not in ARTEFACTS:
        hint = suggest(name, (*ARTEFACTS, "all"))
        raise InputError(
            f"{show(name)} is no table or figure that nidlite makes; {hint}"
        )
    file, own = vars(import_module(f".{ARTEFACTS[name]}", __package__)), f"{name}_"
    parts = {k.removeprefix(own): file[k] for k in file if k.startswith(own)}
    return SimpleNamespace(run=file[name], **parts)
