"""The paper's pictures (Figs. 3 to 12): arrays and an ax in, the ax out.

Each function draws on the given ax, or on a new figure (`ax.figure.savefig("a.png")`).
None of them needs a display or pyplot.
"""

from .axes import DARK, RED, as_svg, cut, new_axes, new_grid
from .curves import averaging_comparison, bands, cutoff_bars, losses, roc
from .maps import RIM, heat_map, surface

__all__ = ["DARK", "RED", "RIM", "as_svg", "averaging_comparison", "bands", "cut"]
__all__ += ["cutoff_bars", "heat_map", "losses", "new_axes", "new_grid", "roc"]
__all__ += ["surface"]
