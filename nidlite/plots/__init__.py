"""The paper's pictures (Figs. 3 to 12): arrays and an ax in, the ax out.

Each function draws on the given ax, or on a new figure (`ax.figure.savefig("a.png")`).
None of them needs a display or pyplot.
"""

from .axes import DARK, DOTS, LIGHT, LINES, RED, as_svg, cut, new_axes, new_grid
from .bars import averaging_comparison, cutoff_bars
from .curves import bands, losses, roc
from .maps import RIM, heat_map, surface

__all__ = ["DARK", "DOTS", "LIGHT", "LINES", "RED", "RIM", "as_svg", "cut", "new_axes"]
__all__ += ["new_grid", "averaging_comparison", "bands", "cutoff_bars", "heat_map"]
__all__ += ["losses", "roc", "surface"]
