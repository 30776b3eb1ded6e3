"""The tutorials' text is easy to read: short sentences, and a question first.

Readers may be no native speakers. So no sentence has more than 30 words, in the text
cells and the comments of the scripts and in the pages beside them. Code, formulas and
tables' cells with numbers are left out.
"""

import re
from pathlib import Path

import pytest

TUTORIALS = Path(__file__).parents[1] / "tutorials"
SCRIPTS = sorted(TUTORIALS.glob("[0-9][0-9]_*.py"))
PAGES = sorted(TUTORIALS.glob("**/*.md"))
MOST_WORDS = 30
ABBREVIATIONS = ("Sec", "App", "Eq", "Fig", "Figs", "Def", "al", "e.g", "i.e", "vs")


def cells(script):
    """[(whether it is text, its lines)] of a percent script, text without its "# "."""
    found = []
    for line in script.splitlines():
        if line.startswith("# %%"):
            found.append(("[markdown]" in line, []))
        elif found:
            is_text, lines = found[-1]
            lines.append(re.sub(r"^# ?", "", line) if is_text else line)
    return found


def texts(script):
    """The text cells as Markdown, then each block of comment lines in the code."""
    for is_text, lines in cells(script):
        if is_text:
            yield "\n".join(lines)
            continue
        comments = [re.match(r"\s*# (?!%)(.*)", line) for line in lines]
        yield "\n".join(c.group(1) if c else "" for c in comments)


def blocks(markdown):
    """Paragraphs, list items, headings and cells of tables; no code, no formulas."""
    markdown = re.sub(r"^---\n.*?^---\n", "", markdown, flags=re.M | re.S)
    markdown = re.sub(r"^```.*?^```", "", markdown, flags=re.M | re.S)
    markdown = re.sub(r"!\[([^]]*)\]\([^)]*\)", r"\n\n\1\n\n", markdown)
    markdown = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", markdown)
    block = []
    for line in [*markdown.splitlines(), ""]:
        starts = re.match(r"\s*(#|[-*] |\d+\. |\||<)", line)
        # A formula stands on a line of its own, indented, after an empty line.
        formula = line.startswith("    ") and not block
        if (not line.strip() or starts or formula) and block:
            yield " ".join(block)
            block = []
        if line.startswith("|"):
            yield from line.split("|")
        elif line.strip() and not formula:
            block.append(re.sub(r"<[^>]*>", " ", line).strip(" #"))
            if line.startswith("#"):
                yield " ".join(block)
                block = []


def sentences(block):
    """A block's sentences; a dot after an abbreviation or a number ends none."""
    short = "|".join(re.escape(a) for a in ABBREVIATIONS)
    block = re.sub(rf"\b({short})\.", r"\1", block)
    # What stands in backticks is code; it counts as one word.
    block = re.sub(r"`[^`]*`", "code", block)
    return re.split(r"(?<=[.?!])[)\"'*]*\s+", block)


def words(sentence):
    """Its words: letters only, so no symbol, number or sign of a formula."""
    return re.findall(
        r"(?<![\w^])(?:[A-Za-z]{2,}(?:['-][A-Za-z]+)*|[aAI])(?!\w)", sentence
    )


def long_sentences(markdown):
    found = [s for block in blocks(markdown) for s in sentences(block)]
    return [s for s in found if len(words(s)) > MOST_WORDS]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda s: s.stem)
def test_no_sentence_of_a_tutorial_is_long(script):
    text = script.read_text(encoding="utf-8")
    assert [s for t in texts(text) for s in long_sentences(t)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(TUTORIALS)))
def test_no_sentence_of_a_page_beside_them_is_long(page):
    assert long_sentences(page.read_text(encoding="utf-8")) == []


THIRTY_ONE = "The " + "very " * 28 + "long sentence."


@pytest.mark.parametrize(
    "markdown",
    [
        THIRTY_ONE,
        f"A short one. {THIRTY_ONE} Another.",
        f"- an item\n- {THIRTY_ONE}\n- an item",
        f"As Sec. 3 says, {THIRTY_ONE}",
        f"<details><summary>Answer</summary>\n\n{THIRTY_ONE}\n\n</details>",
        f"    f(x) = 1\n\n{THIRTY_ONE}",
        THIRTY_ONE.replace("very very", "very\nvery"),
        f"| a | {THIRTY_ONE} |",
    ],
)
def test_a_sentence_of_31_words_is_found_wherever_it_stands(markdown):
    assert len(words(THIRTY_ONE)) == 31
    (found,) = long_sentences(markdown)
    assert len(words(found)) > MOST_WORDS
    in_a_cell = "# %% [markdown]\n" + re.sub("^", "# ", markdown, flags=re.M)
    assert any(long_sentences(t) for t in texts(in_a_cell))


def test_a_long_comment_is_found_and_code_formulas_and_short_sentences_pass():
    comment = f"# %%\nx = 1\n    # {THIRTY_ONE.replace('very very', 'very # very')}\n"
    assert any(long_sentences(t) for t in texts(comment))
    assert long_sentences(f"Code:\n\n```\n{THIRTY_ONE}\n```\n") == []
    assert long_sentences(f"A formula:\n\n    {THIRTY_ONE}\n\nand here it ends.") == []
    assert long_sentences(THIRTY_ONE.replace("very ", "", 1)) == []
    assert long_sentences(f"{'One sentence. ' * 20}") == []


def opening_problems(script):
    """What a tutorial's text lacks of what each of them has; [] if nothing."""
    (_, first), *rest = [cell for cell in cells(script) if cell[0]]
    paragraphs = [block for block in blocks("\n".join(first))]
    everything = "\n".join(texts(script))
    asked = re.findall(r"\*\*Predict, then run", everything)
    fold = r"\n\n<details><summary>Answer</summary>\n\n.+?\n\n?</details>"
    folded = re.findall(rf"\*\*Predict, then run.*?{fold}", everything, flags=re.S)
    checks = {
        "a question first": "?" in paragraphs[1],
        "three predictions": len(asked) == 3,
        "three folded answers": len(folded) == 3,
        "one notation, x1 & x2": not re.search(r"\{\d+(,\d+)+\}", everything),
    }
    return [what for what, fine in checks.items() if not fine]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda s: s.stem)
def test_a_tutorial_asks_first_and_three_times_more(script):
    assert opening_problems(script.read_text(encoding="utf-8")) == []


def test_an_opening_without_one_of_them_is_rejected():
    text = SCRIPTS[0].read_text(encoding="utf-8")
    for missing, problem in (
        ("**Predict, then run", "three predictions"),
        ("<details>", "three folded answers"),
        ("?", "a question first"),
    ):
        assert problem in opening_problems(text.replace(missing, "."))
    wrong = text + "\n# %% [markdown]\n# {1,2} is another notation.\n"
    assert opening_problems(wrong) == ["one notation, x1 & x2"]


def answers(page):
    """{tutorial's number: numbers of its answers} of the page of answers."""
    parts = re.split(r"^## (\d+)\. .*$", page, flags=re.M)[1:]
    numbered = {n: re.findall(r"^(\d)\. ", t, re.M) for n, t in zip(*[iter(parts)] * 2)}
    return {int(n): [int(k) for k in found] for n, found in numbered.items()}


def test_each_what_to_try_has_its_answer():
    page = (TUTORIALS / "solutions" / "what_to_try.md").read_text(encoding="utf-8")
    tried = {}
    for script in SCRIPTS:
        last = script.read_text(encoding="utf-8").rpartition("## What to try")[2]
        found = re.findall(r"^# (\d)\. ", last, re.M)
        tried[int(script.name[:2])] = [int(k) for k in found]
    assert answers(page) == tried
    assert answers(page.replace("\n2. ", "\nTwo. ", 1)) != tried
