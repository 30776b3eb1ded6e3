"""Pictures as inline SVG: in the page's colours, and as wide as there is room.

Lengths are in units, of which every picture is WIDE wide. What a mouse rests on tells
its value, in a <title>. style.css has the colours and the size of letters.
"""

from dataclasses import dataclass

import numpy as np

from .markup import Html, tag

WIDE = 560
LETTER = 9  # units of a letter, on a phone, where they are largest
TOP = 8


@dataclass(frozen=True)
class Axis:
    """Values from low to high, drawn from start to stop."""

    low: float
    high: float
    start: float
    stop: float

    def at(self, values):
        """Where values are drawn, to a tenth of a unit."""
        share = (np.asarray(values, float) - self.low) / (self.high - self.low)
        return np.round(self.start + share * (self.stop - self.start), 1)


def round_ticks(low, high, most=5) -> list[tuple]:
    """[(value, its text), ...]: two to `most` + 1 round values from low to high."""
    low, high = float(low), float(high)
    unit = 10.0 ** np.floor(np.log10((high - low) / most))
    step = next(m * unit for m in (1, 2, 5, 10) if (high - low) / (m * unit) <= most)
    first, last = np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9)
    values = step * np.arange(first, last + 1)
    return [(value, f"{value + 0.0:.10g}") for value in values]


def log_ticks(low, high) -> list[tuple]:
    """[(the logarithm to base 10, the value's text), ...] between logarithms."""
    decades = range(int(np.floor(low)), int(np.ceil(high)) + 1)
    values = [m * 10.0**k for k in decades for m in (1, 2, 5)]
    inside = [(np.log10(v), f"{v:.10g}") for v in values if low <= np.log10(v) <= high]
    return inside[:: len(inside) // 7 + 1]


def ticks_width(ticks, letter=LETTER) -> float:
    """The units that the longest text needs."""
    return letter * max((len(text) for _, text in ticks), default=0)


def axes(xs, ys, tall, x_title="", y_title="", right=10.0, letter=LETTER):
    """(x, y, high, drawn): two Axis, the picture's height, and what is drawn of them.

    xs and ys are (low, high, ticks), `tall` the axes' height, and `right` is left free.
    """
    left = ticks_width(ys[2], letter) + (30 if y_title else 10)
    long = ticks_width(xs[2], letter)
    upright = long > (WIDE - left - right) / max(len(xs[2]), 1)
    x, y = Axis(*xs[:2], left, WIDE - right), Axis(*ys[:2], TOP + tall, TOP)
    high = y.start + (long if upright else 20) + (28 if x_title else 10)
    drawn = [tag("path", d=f"M{x.start} {y.stop}V{y.start}H{x.stop}", class_="axis")]
    for value, text in xs[2]:
        place = x.at(value)
        drawn.append(tag("path", d=f"M{place} {y.start}v4", class_="axis"))
        turn = f"translate({place} {y.start + (8 if upright else 19)})"
        how = {"text_anchor": "end", "dy": ".35em"} if upright else {}
        turn += "rotate(-90)" * upright
        drawn.append(tag("text", text, transform=turn, **how))
    for value, text in ys[2]:
        drawn.append(tag("path", d=f"M{x.start} {y.at(value)}h-4", class_="axis"))
        place = {"x": x.start - 7, "y": y.at(value), "dy": ".35em"}
        drawn.append(tag("text", text, **place, text_anchor="end"))
    drawn.append(tag("text", x_title, x=(x.start + x.stop) / 2, y=high - 7))
    turn = f"translate(15 {TOP + tall / 2})rotate(-90)"
    drawn.append(tag("text", y_title, transform=turn))
    size = {} if letter == LETTER else {"font_size": round(letter / 0.6, 1)}
    return x, y, high, tag("g", *drawn, **size)


def hint(text, left, right, top, bottom, **attributes) -> Html:
    """A rectangle that tells its text; without a class it is not seen."""
    place = {"x": min(left, right), "y": min(top, bottom)}
    size = {"width": abs(right - left), "height": abs(bottom - top)}
    size = {key: f"{value:.1f}" for key, value in size.items()}
    return tag("rect", tag("title", text), **place, **size, **attributes)


def rising(low, high):
    """From pale for low to full for high: a value's class and opacity."""
    span = (high - low) or 1
    return lambda v: {
        "class_": "plus",
        "fill_opacity": f"{0.06 + 0.94 * (v - low) / span:.2f}",
    }


def around_zero(most):
    """Two colours that fade out at 0: a value's class and opacity."""
    return lambda v: {
        "class_": "plus" if v > 0 else "minus",
        "fill_opacity": f"{abs(v) / (most or 1):.2f}",
    }


def bar_width(low, high) -> float:
    """The units that colour_bar needs on the right of a picture."""
    return 66 + ticks_width(round_ticks(low, high))


def colour_bar(shade, low, high, title, tall) -> list[Html]:
    """The colours of values from low to high, with ticks and a title."""
    left, y = WIDE - bar_width(low, high) + 22, Axis(low, high, TOP + tall, TOP)
    ends = np.linspace(low, high, 41)
    drawn = [
        hint(
            f"{(a + b) / 2:.4g}",
            left,
            left + 14,
            y.at(a),
            y.at(b),
            **shade((a + b) / 2),
        )
        for a, b in zip(ends, ends[1:])
    ]
    for value, text in round_ticks(low, high):
        drawn.append(tag("path", d=f"M{left + 14} {y.at(value)}h4", class_="axis"))
        place = {"x": left + 21, "y": y.at(value), "dy": ".35em"}
        drawn.append(tag("text", text, **place, text_anchor="start"))
    turn = f"translate({WIDE - 7} {TOP + tall / 2})rotate(-90)"
    return [*drawn, tag("text", title, transform=turn)]


def line(xs, ys, kind) -> Html:
    """A line through points; kind is its class."""
    points = "L".join(f"{a} {b}" for a, b in zip(xs, ys))
    return tag("path", d=f"M{points}", class_=kind)


def dots(xs, ys, radius, kind) -> list[Html]:
    """Circles at points; kind is their class."""
    return [tag("circle", cx=a, cy=b, r=radius, class_=kind) for a, b in zip(xs, ys)]


def edges(places) -> np.ndarray:
    """The ends of the cells about ascending places, (n + 1,) of (n,), n from 2 on."""
    middle = (places[1:] + places[:-1]) / 2
    return np.r_[2 * places[0] - middle[0], middle, 2 * places[-1] - middle[-1]]


def drawing(alt, caption, high, *drawn, least="") -> Html:
    """The whole picture with its caption; narrower than `least` it scrolls."""
    box = {"viewBox": f"0 0 {WIDE} {high:.0f}", "role": "img", "aria_label": alt}
    box |= {"style": f"min-width:{least}"} if least else {}
    scrolls = {"tabindex": 0} if least else {}
    whole = tag("div", tag("svg", *drawn, **box), class_="box", **scrolls)
    below = [tag("figcaption", caption)] if caption else []
    return tag("figure", whole, *below)
