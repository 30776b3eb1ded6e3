"""What all pictures share: new figures, colours, and labels that do not overlap."""

import warnings
from io import BytesIO, StringIO
from threading import Lock

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from ..errors import escaped

RIM = [withStroke(linewidth=2.8, foreground="white")]  # a cross shows on dark cells
PLAIN = {"parse_math": False, "usetex": False}  # $ & _ in a column's name are no TeX
SAVING = Lock()  # matplotlib's settings and the warnings' filters are of all threads


class Picture(Figure):
    """A figure that notebooks show without pyplot; a font may lack a name's letters."""

    def savefig(self, fname, rc=None, **settings):
        with SAVING, matplotlib.rc_context(rc), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph")
            super().savefig(fname, **settings)

    def _repr_png_(self):
        png = BytesIO()
        self.savefig(png, format="png", dpi=100)
        return png.getvalue()


def new_axes(width, height):
    """The only axes of a new figure, width by height in inches."""
    return new_grid(1, 1, width, height)[0, 0]


def new_grid(rows, columns, width, height):
    """The axes of a new figure, (rows, columns), each width by height in inches."""
    figure = Picture((width * columns, height * rows), layout="constrained")
    return figure.subplots(rows, columns, squeeze=False)


def as_svg(figure) -> str:
    """The figure as an <svg> for a web page: its letters are text, in any font."""
    file, nothing = StringIO(), dict.fromkeys(["Creator", "Date", "Format", "Type"])
    # The salt: the same figure is the same text.
    rc = {"svg.fonttype": "none", "svg.hashsalt": "nidlite"}
    figure.savefig(file, rc, format="svg", metadata=nothing)
    return "<svg" + file.getvalue().partition("<svg")[2]


def cut(text, most=40) -> str:
    """The text on one line, for a picture: of a long one the head and the end."""
    text, room = escaped(text), (most - 3) // 2
    return text if len(text) <= most else f"{text[: most - 3 - room]}...{text[-room:]}"


def label_ticks(axis, places, texts):
    """Ticks whose labels do not overlap: 4 to 8 points, upright where they are long."""
    extents = axis.axes.bbox.size * 72 / axis.axes.figure.dpi  # points
    along, across = extents if axis.axis_name == "x" else extents[::-1]
    room = 0.8 * along / len(texts)  # points for each label
    size = np.clip(0.75 * room, 4, 8)
    # A letter is about 0.55 sizes wide; a label gets 0.6 of the extent across its axis.
    most = max(8, int(0.6 * across / (0.55 * size)))
    texts = [cut(text, most) for text in texts]
    upright = axis.axis_name == "x" and 0.65 * size * max(map(len, texts)) > room
    axis.set_ticks(places, texts, size=size, rotation=90 * upright, **PLAIN)
