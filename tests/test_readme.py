"""The pages' examples, commands and links are true of the code as it is."""

import io
import re
import shlex
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from nidlite.command.parser import command_parser

ROOT = Path(__file__).parents[1]
FRONT = ROOT / "README.md"
README = FRONT.read_text(encoding="utf-8")
# Pip's, pytest's, and the page that names what is gone.
OTHERS = {"site-packages", "build", ".pytest_cache", "CHANGELOG.md"}
OWN = (p for p in ROOT.rglob("*.md") if not OTHERS & {*p.relative_to(ROOT).parts})
each_page = pytest.mark.parametrize("page", sorted(OWN), ids=str)


def promised(example):
    """What the example says it prints: the comment of each line that is a print."""
    return re.findall(r"^print\(.*\S  +# (.+)$", example, re.MULTILINE)


def commands(text):
    """The words after `nidlite` in every command line of the text."""
    lines = re.findall(r"^(?:    |\| `)nidlite ([^`\n#]+)", text, re.MULTILINE)
    return list(map(shlex.split, lines))


def places(page):
    """[(path, anchor), ...] of all that the page links to here, pictures included."""
    links = re.findall(r"\]\((?!http)([^)#]*)#?([^)]*)\)", page.read_text("utf-8"))
    return [(page.parent / path if path else page, anchor) for path, anchor in links]


def anchors(page):
    """Those of its headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8").lower(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", text).replace(" ", "-") for text in headings}


@pytest.mark.long
def test_the_example_prints_what_it_says():
    assert (found := re.findall(r"(?ms)^```python\n(.*?)^```$", README))
    for example in found:
        values = promised(example)
        # Every line that prints says what.
        assert len(values) == len(re.findall(r"^print\(", example, re.MULTILINE)) >= 1
        with redirect_stdout(io.StringIO()) as output:
            exec(compile(example, "README.md", "exec"), {})
        assert output.getvalue().splitlines() == values


@each_page
def test_every_command_is_one_that_the_command_line_takes(page):
    found = commands(page.read_text(encoding="utf-8"))
    assert page != FRONT or len(found) >= 8 and ["detect", "F5"] in found
    for words in found:
        if "--help" not in words:
            assert command_parser().parse_args(words).command == words[0]


def test_every_flag_of_the_command_is_one_it_knows():
    flags = set(re.findall(r"`(--[a-z-]+)", README))
    [commands] = [a.choices for a in command_parser()._actions if a.dest == "command"]
    help_text = "".join(command.format_help() for command in commands.values())
    assert flags and all(flag in help_text for flag in flags)


@each_page
def test_every_link_leads_to_a_file_and_to_a_heading_in_it(page):
    found = places(page)
    assert page != FRONT or len(found) > 20 and any(anchor for _, anchor in found)
    assert [p for p, a in found if not p.exists() or a and a not in anchors(p)] == []
