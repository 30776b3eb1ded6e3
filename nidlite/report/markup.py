"""A web page from text and tables, in one file that needs nothing else.

Nothing a user brings is taken for markup: `tag` escapes every child and attribute that
is not itself the work of `tag`. page.html has the style, and the script that sorts.
"""

import base64
import hashlib
from html import escape
from pathlib import Path
from string import Template
from unicodedata import category


def template(name) -> str:
    """The text of a template in this folder."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


PAGE = template("page.html")
SCRIPT = PAGE.partition("<script>")[2].partition("</script>")[0]
# The page's policy lets no script run but this very one.
DIGEST = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()


class Html(str):
    """Text that is markup already."""


def clean(text) -> str:
    """The text without what UTF-8 or HTML cannot hold, such as half characters."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if category(c) in ("Cc", "Cs") and c != "\n" else c
        for c in str(text)
    )


def join(*parts) -> Html:
    """The parts in a row; those that are not Html are escaped."""
    return Html("".join(p if isinstance(p, Html) else escape(clean(p)) for p in parts))


def tag(name, /, *children, **attributes) -> Html:
    """<name attributes>children</name>; class_ is class, aria_label is aria-label."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(clean(value))}"'
        for key, value in attributes.items()
    )
    return Html(f"<{name}{given}>{join(*children)}</{name}>")


def table(head, rows, sorts=False) -> Html:
    """A table in a box of its own; head is {column: its class, such as "number"}.

    Where scripts run, one that sorts is sorted by a click on a column's head.
    """
    first = tag("tr", *(tag("th", cell, scope="col") for cell in head))
    kinds = head.values()
    body = (
        tag("tr", *(tag("td", cell, class_=kind) for cell, kind in zip(row, kinds)))
        for row in rows
    )
    kind = "sorts" if sorts else ""
    whole = tag("table", tag("thead", first), tag("tbody", *body), class_=kind)
    return tag("div", whole, class_="box", tabindex=0)


def page(title, *body) -> str:
    """The whole document. Its policy forbids other scripts, and all from elsewhere."""
    parts = {"title": join(title), "body": join(*body), "digest": DIGEST}
    return Template(PAGE).substitute(parts)
