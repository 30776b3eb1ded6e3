"""The paper's pictures (Figs. 3 to 12): arrays and an ax in, the ax out.

Each function draws on the given ax, or on a new figure (`ax.figure.savefig("a.png")`).
None of them needs a display or pyplot.
"""

from .axes import DARK, DOTS, LIGHT, LINES, RED, Picture, new_axes, new_grid
from .bars import answer_bars, averaging_comparison, cutoff_bars, runtimes
from .curves import bands, roc, univariate_response
from .maps import RIM, heat_map, surface

__all__ = ["DARK", "DOTS", "LIGHT", "LINES", "RED", "RIM", "Picture"]
__all__ += ["new_axes", "new_grid", "answer_bars", "averaging_comparison", "bands"]
__all__ += ["cutoff_bars", "heat_map", "roc", "runtimes", "surface"]
__all__ += ["univariate_response"]
