"""A web page from text, tables and pictures, in one file that needs nothing else.

Nothing a user brings is taken for markup: `tag` escapes every child and attribute that
is not itself the work of `tag`.
"""

import base64
import io
import warnings
from html import escape
from pathlib import Path
from unicodedata import category

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
VOID = {"meta", "link", "img"}  # tags without children and without an end

STYLE = Path(__file__).with_name("style.css").read_text(encoding="utf-8")


class Html(str):
    """Text that is markup already."""


def clean(text) -> str:
    """The text without what UTF-8 or HTML cannot hold, such as half characters."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if category(c) in ("Cc", "Cs") and c != "\n" else c
        for c in str(text)
    )


def cut(text, most=22) -> str:
    """The text on one line, for a picture, where there is no room for a long one."""
    text = " ".join(clean(text).split())
    end = (most - 3) // 2  # names often differ in their ends
    return text if len(text) <= most else text[: most - 3 - end] + "..." + text[-end:]


def join(*parts) -> Html:
    """The parts in a row; those that are not Html are escaped."""
    return Html("".join(p if isinstance(p, Html) else escape(clean(p)) for p in parts))


def tag(name, /, *children, **attributes) -> Html:
    """<name attributes>children</name>; class_ is class, http_equiv is http-equiv."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(clean(value))}"'
        for key, value in attributes.items()
    )
    end = "" if name in VOID else f"{join(*children)}</{name}>"
    return Html(f"<{name}{given}>{end}")


def table(head, rows, kinds=None) -> Html:
    """A table in a box of its own; kinds are the columns' classes, such as "number"."""
    kinds = kinds or [""] * len(head)
    first = tag("tr", *(tag("th", cell, scope="col") for cell in head))
    body = (
        tag("tr", *(tag("td", cell, class_=kind) for cell, kind in zip(row, kinds)))
        for row in rows
    )
    whole = tag("table", tag("thead", first), tag("tbody", *body))
    return tag("div", whole, class_="box", tabindex=0)


def picture(figure, alt, caption="", dpi=144) -> Html:
    """A figure as PNG inside the page, as large on the screen as it is in inches."""
    png = io.BytesIO()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # names in letters the font lacks
        figure.savefig(png, format="png", dpi=dpi)
    width, height = (round(96 * inches) for inches in figure.get_size_inches())
    image = tag(
        "img",
        src="data:image/png;base64," + base64.b64encode(png.getvalue()).decode(),
        alt=alt,
        width=width,
        height=height,
        style=f"min-width:{0.74 * width:.0f}px",
    )
    below = [tag("figcaption", caption)] if caption else []
    return tag("figure", tag("div", image, class_="box", tabindex=0), *below)


def page(title, *body) -> str:
    """The whole document. Its policy forbids scripts and anything from elsewhere."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="viewport", content="width=device-width,initial-scale=1"),
        tag("link", rel="icon", href="data:,"),  # or a browser may ask a server for one
        tag("title", title),
        tag("style", Html(STYLE)),
    )
    whole = tag("html", head, tag("body", tag("main", *body)), lang="en")
    return f"<!DOCTYPE html>\n{whole}\n"
