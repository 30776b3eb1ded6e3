"""The READMEs' examples, commands and links are true of the code as it is."""

import io
import re
import shlex
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from nidlite.command.parser import command_parser

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
OTHERS = {"site-packages", "build", ".pytest_cache"}  # pip's and pytest's
OWN = (p for p in ROOT.rglob("README.md") if not OTHERS & {*p.relative_to(ROOT).parts})
PAGES = sorted(OWN)


def examples(text):
    return re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def promised(example):
    """What the example says it prints: the comment of each line that is a print."""
    return re.findall(r"^print\(.*\S  +# (.+)$", example, re.MULTILINE)


def printed(example):
    with redirect_stdout(io.StringIO()) as output:
        exec(compile(example, "README.md", "exec"), {})
    return output.getvalue().splitlines()


def commands(text):
    """The words after `nidlite` in every command line of the text."""
    lines = re.findall(r"^(?:    |\| `)nidlite ([^`\n]+)", text, re.MULTILINE)
    return list(map(shlex.split, lines))


def links(text):
    """The files that the text links to, pictures included."""
    return re.findall(r"\]\((?!http)([^)#]+)", text)


@pytest.mark.long
def test_the_example_prints_what_it_says():
    assert (found := examples(README))
    for example in found:
        values = promised(example)
        # Every line that prints says what.
        assert len(values) == len(re.findall(r"^print\(", example, re.MULTILINE)) >= 1
        assert printed(example) == values


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.parent.name)
def test_every_command_is_one_that_the_command_line_takes(page):
    for words in commands(page.read_text(encoding="utf-8")):
        if "--help" not in words:
            assert command_parser().parse_args(words).command == words[0]


def test_the_check_of_commands_finds_them():
    assert len(found := commands(README)) >= 8 and ["detect", "F5"] in found


def test_every_flag_of_the_command_is_one_it_knows():
    flags = set(re.findall(r"`(--[a-z-]+)", README))
    [commands] = [a.choices for a in command_parser()._actions if a.dest == "command"]
    help_text = "".join(command.format_help() for command in commands.values())
    assert flags and all(flag in help_text for flag in flags)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.parent.name)
def test_every_link_to_a_file_leads_to_one(page):
    targets = links(page.read_text(encoding="utf-8"))
    assert page.parent != ROOT or len(targets) > 20
    assert [target for target in targets if not (page.parent / target).exists()] == []
