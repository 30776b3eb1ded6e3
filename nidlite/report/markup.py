"""A web page from text and tables, in one file that needs nothing else.

Nothing a user brings is taken for markup: `tag` escapes every child and attribute that
is not itself the work of `tag`. page.html has the style and the script.
"""

import base64
import hashlib
from html import escape
from pathlib import Path
from string import Template

PAGE = Path(__file__).with_name("page.html").read_text(encoding="utf-8")
SCRIPT = PAGE.partition("<script>")[2].partition("</script>")[0]
# The page's policy lets no script run but this very one.
DIGEST = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()


class Html(str):
    """Text that is markup already."""


def join(*parts) -> Html:
    """The parts in a row; those that are not Html are escaped."""
    return Html("".join(p if isinstance(p, Html) else escape(str(p)) for p in parts))


def tag(name, /, *children, **attributes) -> Html:
    """<name attributes>children</name>; class_ is class, aria_label is aria-label."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
    )
    return Html(f"<{name}{given}>{join(*children)}</{name}>")


def page(**parts) -> str:
    """The whole document. Its policy forbids other scripts, and all from elsewhere."""
    filled = {name: join(*part) for name, part in parts.items()}
    return Template(PAGE).substitute(filled, digest=DIGEST)
