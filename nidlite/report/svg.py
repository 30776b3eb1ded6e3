"""Pictures as inline SVG: in the page's colours, and as wide as there is room.

Lengths are in units, of which every picture is WIDE wide. What a mouse rests on tells
its value, in a <title>. style.css has the colours and the size of letters.
"""

import numpy as np

from .markup import Html, tag

WIDE, TOP = 560, 8
LETTER = 9  # units of a letter, on a phone, where they are largest


def round_ticks(low, high) -> list[tuple]:
    """[(value, its text), ...]: two to six round values from low to high."""
    low, high = float(low), float(high)  # float32 is not exact enough for texts
    unit = 10.0 ** np.floor(np.log10((high - low) / 5))
    step = next(m * unit for m in (1, 2, 5, 10) if (high - low) / (m * unit) <= 5)
    numbers = np.arange(np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9) + 1)
    return [(k * step, f"{k * step + 0.0:.10g}") for k in numbers.astype(float)]


def axes(xs, ys, tall, x_title="", y_title="", letter=LETTER):
    """(x, y, high, drawn): where values are drawn, the picture's height, the axes.

    xs and ys are (low, high, ticks), `tall` the axes' height.
    """
    width, long = (
        letter * max((len(text) for _, text in ticks), default=0)
        for *_, ticks in (ys, xs)
    )
    left, right, bottom = width + (32 if y_title else 12), WIDE - 12, TOP + tall
    x, y = _scale(*xs[:2], left, right), _scale(*ys[:2], bottom, TOP)
    upright = long > (right - left) / max(len(xs[2]), 1)
    high = bottom + (long + 10 if upright else 24) + (24 if x_title else 4)
    drawn = [tag("path", d=f"M{left} {TOP}V{bottom}H{right}", class_="axis")]
    turn, how = ("rotate(-90)", {"class_": "end"}) if upright else ("", {})
    for value, text in xs[2]:
        place = f"translate({x(value)} {bottom + (8 if upright else 15)}){turn}"
        drawn.append(tag("path", d=f"M{x(value)} {bottom}v4", class_="axis"))
        drawn.append(tag("text", text, dy=".35em", transform=place, **how))
    for value, text in ys[2]:
        drawn.append(tag("path", d=f"M{left} {y(value)}h-4", class_="axis"))
        place = {"x": left - 7, "y": y(value), "dy": ".35em"}
        drawn.append(tag("text", text, class_="end", **place))
    drawn.append(tag("text", x_title, x=(left + right) / 2, y=high - 7))
    turn = f"translate(15 {TOP + tall / 2})rotate(-90)"
    drawn.append(tag("text", y_title, transform=turn))
    size = {} if letter == LETTER else {"font_size": round(letter / 0.6, 1)}
    return x, y, high, tag("g", *drawn, **size)


def _scale(low, high, start, stop):
    """From values to their places, to a tenth of a unit."""
    factor = (stop - start) / (high - low)
    return lambda v: np.round(start + (np.asarray(v, float) - low) * factor, 1)


def hint(text, xs, ys, share=None) -> Html:
    """A cell between two xs and two ys that tells its text.

    Its colour, if share is given, is full for 1, none for 0, and the other one for -1.
    """
    place = {"x": min(xs), "y": min(ys), "width": np.ptp(xs), "height": np.ptp(ys)}
    place = {key: f"{value:.1f}" for key, value in place.items()}
    if share is not None:
        place["class_"] = "plus" if share > 0 else "minus"
        place["fill_opacity"] = f"{abs(share):.2f}"
    return tag("rect", tag("title", text), **place)


def line(xs, ys, kind) -> Html:
    points = "L".join(f"{a} {b}" for a, b in zip(xs, ys))
    return tag("path", d=f"M{points}", class_=kind)


def dots(xs, ys, radius, kind) -> list[Html]:
    """Circles at points; kind is their class."""
    return [tag("circle", cx=a, cy=b, r=radius, class_=kind) for a, b in zip(xs, ys)]


def edges(places) -> np.ndarray:
    """The ends of the cells about ascending places, (n + 1,) of (n,), n from 2 on."""
    middle = (places[1:] + places[:-1]) / 2
    return np.r_[2 * places[0] - middle[0], middle, 2 * places[-1] - middle[-1]]


def colour_bar(low, high, what) -> list[Html]:
    """A caption: what the colours of hint mean, from low to high."""
    kind, zero = ("both", " 0 ") if low == -high else ("one", "")
    bar = tag("span", zero, class_=f"ramp {kind}")
    ends = tag("span", f"{low:.4g} ", bar, f" {high:.4g}", class_="ends")
    return [tag("b", what), ": ", ends]


def drawing(alt, caption, high, *drawn, least="") -> Html:
    """The whole picture with its caption; narrower than `least` it scrolls."""
    box = {"viewBox": f"0 0 {WIDE} {high:.0f}", "role": "img", "aria_label": alt}
    scrolls = {"tabindex": 0} if least else {}
    picture = tag("svg", *drawn, **box, style=f"min-width:{least or 0}")
    above = tag("figcaption", *caption)
    return tag("figure", above, tag("div", picture, class_="box", **scrolls))
