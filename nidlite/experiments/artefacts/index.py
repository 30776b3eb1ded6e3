"""The artefacts' names, in the order in which `nidlite reproduce all` makes them.

The file fig3.py makes fig3, unless FILES names another, where FIG5 is fig5. Each has

    TITLE                what stands above it on the page
    CLAIM                what the paper says, in a sentence that rows can contradict
    NOTE                 if need be: what to know about it at the preset "paper"
    COLUMNS              those of its table, if it has one, the row's name first
    run(preset, work)    trains, computes: (row, seeds of its trials), ...
    side_by_side(rows)   the rows of its table, if they are not those of the file
    verdict(rows)        whether the claim holds (None: open), and our numbers in a
                         sentence
    figure(rows)         its picture, if it has one
"""

from importlib import import_module

from ...errors import InputError, show, suggest

ARTEFACTS = ("table1", "table2", "fig3", "fig9", "fig4", "fig6", "fig11", "fig10")
ARTEFACTS += ("table3", "fig5", "fig7", "fig12", "table5", "table6", "fig8", "table4")
ARTEFACTS += ("agreement",)  # ours, not the paper's
FILES = {"fig4": "heat_maps", "fig5": "heat_maps", "agreement": "two_networks"}
FILES |= {"fig6": "cutoff_curves", "fig7": "cutoff_curves"}
FILES |= {"table5": "appendix_h", "table6": "appendix_h"}
# They leave out the best and the worst trial (Sec. 5.2), and so need three.
TRIMMED = ("table2", "fig8", "table5")


def artefact(name):
    """What makes it, as above. Raises InputError for a name that is none."""
    if name not in ARTEFACTS:
        hint = suggest(name, (*ARTEFACTS, "all"))
        raise InputError(
            f"{show(name)} is no table or figure that nidlite makes; {hint}"
        )
    module = import_module(f".{FILES.get(name, name)}", __package__)
    return getattr(module, name.upper(), module)
