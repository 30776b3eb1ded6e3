"""The artefacts' names, in the order in which `nidlite reproduce all` makes them.

The file fig3.py makes fig3, unless FILES names another. A new artefact is a new file
here, its name in ARTEFACTS, and the paper's numbers, if it has any, in data/paper/. It
takes what all share from ..numbers and ..presets, and has

    TITLE                what stands above it on the page
    CLAIM                what the paper says, in a sentence that rows can contradict
    NOTE                 if need be: what to know about it at the preset "paper"
    run(preset, work)    trains, computes: (row, seeds of its trials), ...
    side_by_side(rows)   its table, if it has one: lines of text by column
    verdict(rows)        whether the claim holds (None: open), and our numbers in a
                         sentence
    figure(rows)         its picture, if it has one
"""

from importlib import import_module

from ...errors import InputError, show, suggest

ARTEFACTS = ("table1", "table2", "fig3", "fig9", "fig4", "fig6", "fig11", "fig10")
ARTEFACTS += ("table3", "fig5", "fig7", "fig12", "table5", "table6", "fig8", "table4")
ARTEFACTS += ("l1", "agreement")  # ours, not the paper's
FILES = {"l1": "l1_sweep", "agreement": "two_networks"}
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
