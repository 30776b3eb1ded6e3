"""The artefacts' names, in the order in which `nidlite reproduce all` makes them.

The file fig3.py makes fig3, unless FILES names another. A new artefact is a new file
here, its name in ARTEFACTS, and the paper's numbers, if it has any, in data/paper/. It
takes what all share from cells.py, and has

    TITLE                   what stands above it on the page
    NOTE                    if need be: what to know about it at the preset "paper"
    units(preset)           the units of work that it is made of
    run(preset, results)    (row, seeds of its trials), ... from {unit: Result}
    side_by_side(rows)      its table, if it has one: lines of text by column
    verdict(rows)           one to three sentences, made of the rows
    figure(rows)            its picture, if it has one
"""

from importlib import import_module

from ...errors import InputError, show, suggest

ARTEFACTS = ("table1", "table2", "fig3", "fig9", "fig4", "fig6", "fig11", "fig10")
ARTEFACTS += ("table3", "fig5", "fig7", "fig12", "table5", "table6", "fig8", "table4")
ARTEFACTS += ("l1", "agreement")  # ours, not the paper's
FILES = {
    "l1": "l1_sweep",
    "agreement": "two_networks",
}  # agreement/ is the search itself
# They leave out the best and the worst trial (Sec. 5.2), and so need three.
TRIMMED = ("table2", "fig8", "table5")


def artefact(name):
    """The module that makes it. Raises InputError for a name that is none."""
    if name not in ARTEFACTS:
        raise InputError(
            f"{show(name)} is no table or figure that nidlite makes; "
            f"{suggest(name, (*ARTEFACTS, 'all'))}"
        )
    return import_module(f".{FILES.get(name, name)}", __package__)
