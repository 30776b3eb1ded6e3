"""A web page from text and tables, in one file that needs nothing else.

Nothing a user brings is taken for markup: `tag` escapes every child and attribute that
is not itself the work of `tag`.
"""

import base64
import hashlib
from html import escape
from pathlib import Path
from unicodedata import category

VOID = {"meta", "link"}  # tags without children and without an end

STYLE, SCRIPT = (
    Path(__file__).with_name(name).read_text(encoding="utf-8")
    for name in ("style.css", "sort.js")
)
DIGEST = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
# No script runs but this very one.
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
POLICY += f"script-src 'sha256-{DIGEST}'"


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


def table(head, rows, kinds=None, sorts=False) -> Html:
    """A table in a box of its own; kinds are the columns' classes, such as "number".

    Where scripts run, one that sorts is sorted by a click on a column's head.
    """
    kinds = kinds or [""] * len(head)
    first = tag("tr", *(tag("th", cell, scope="col") for cell in head))
    body = (
        tag("tr", *(tag("td", cell, class_=kind) for cell, kind in zip(row, kinds)))
        for row in rows
    )
    kind = {"class_": "sorts"} if sorts else {}
    whole = tag("table", tag("thead", first), tag("tbody", *body), **kind)
    return tag("div", whole, class_="box", tabindex=0)


def page(title, *body) -> str:
    """The whole document. Its policy forbids other scripts, and all from elsewhere."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="viewport", content="width=device-width,initial-scale=1"),
        tag("link", rel="icon", href="data:,"),  # or a browser may ask a server for one
        tag("title", title),
        tag("style", Html(STYLE)),
    )
    script = tag("script", Html(SCRIPT))
    whole = tag("html", head, tag("body", tag("main", *body), script), lang="en")
    return f"<!DOCTYPE html>\n{whole}\n"
