"""A web page from text, tables and pictures, in one file that needs nothing else.

With this module one can build HTML in which nothing a user brings is taken for markup:
`tag` escapes every child and attribute that is not itself the work of `tag`.
"""

import base64
import io
import warnings
from html import escape
from unicodedata import category

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
VOID = {"meta", "link", "img"}  # tags without children and without an end

# A picture shrinks to three quarters of its size, its letters with it, but no further:
# then it scrolls in its box, as a wide table does. The page itself never scrolls
# sideways. Pictures stay white in the dark, for their letters are black.
STYLE = """
:root{color-scheme:light dark;--ink:#1a1a1a;--soft:#5a5a5a;--line:#d5d5d5;--bar:#9ecae1;
--back:#fff;--box:#f5f6f8}
@media (prefers-color-scheme:dark){:root{--ink:#e4e4e4;--soft:#a8a8a8;--line:#444;
--bar:#2c5f8a;--back:#16181b;--box:#22262b}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:68rem;color:var(--ink);background:var(--back);
font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.25;margin:.5rem 0}
h2{font-size:1.2rem;margin:2rem 0 .5rem;padding-top:.6rem;
border-top:1px solid var(--line)}
h3{font-size:1rem;margin:1.2rem 0 .3rem}
p,ul{max-width:46rem;margin:.5rem 0}ul{padding-left:1.3rem}
.lead{font-size:1.1rem}.soft{color:var(--soft)}
.box{overflow-x:auto;max-width:100%;margin:.5rem 0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:.25rem .9rem .25rem 0;
border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600;font-size:.9rem;white-space:nowrap}
td.number{text-align:right;white-space:nowrap}td.name{min-width:9rem}
summary{cursor:pointer}
.bar{display:block;height:.35rem;background:var(--bar);border-radius:2px;margin:.1rem 0}
.many{display:flex;flex-wrap:wrap;gap:1rem}
figure{margin:0;min-width:0;max-width:100%}
figcaption{font-size:.9rem;color:var(--soft);max-width:46rem}
.many figcaption{max-width:22rem}
img{display:block;max-width:100%;height:auto;background:#fff;border-radius:4px}
pre{background:var(--box);padding:.7rem;border-radius:4px;margin:.5rem 0;
white-space:pre-wrap}
@media print{:root{--ink:#000;--soft:#333;--back:#fff;--box:#fff}body{max-width:none}
.box{overflow:visible}img{min-width:0!important}
figure,tr{break-inside:avoid}h2{break-after:avoid}}
"""


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
