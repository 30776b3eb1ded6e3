"""The artefacts' names, in the order in which `nidlite reproduce all` makes them.

With this module one can find the file that makes a table or figure: fig3 is fig3.py.
Each has TITLE, units(preset), run(preset, trained), side_by_side(rows), verdict(rows)
and, if there is a picture, figure(rows).
"""

from importlib import import_module

from ...errors import InputError, show, suggest

ARTEFACTS = ("table1", "table2", "fig3", "fig9", "fig4", "fig6", "fig11", "fig10")
ARTEFACTS += ("table3", "fig5", "fig7", "fig12", "table5", "table6", "fig8", "table4")
# They leave out the best and the worst trial (Sec. 5.2), and so need three.
TRIMMED = ("table2", "fig8", "table4", "table5")


def artefact(name):
    """The module that makes it. Raises InputError for a name that is none."""
    if name not in ARTEFACTS:
        raise InputError(
            f"{show(name)} is no table or figure of the paper that nidlite makes; "
            f"{suggest(name, (*ARTEFACTS, 'all'))}"
        )
    return import_module(f".{name}", __package__)
